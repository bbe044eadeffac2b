// Whether a picture may hold print, by its picture alone: letters stand beside each other on a line, and what a photograph's grass, hair and
// waves are made of lies anywhere.
import { type Box, height, overlapY, width } from '../geometry.ts'
import type { PictureParts } from './ink-parts.ts'

/** Pixels, of print of 4 to 40 points as it is drawn to be read. */
const [leastSize, mostSize] = [8, 150]
/** Letters that run into each other are one part. */
const mostStretched = 8
/** Of the taller of two neighbours: how far they stand apart, how much they differ in size and in where they stand. */
const [mostGap, leastAlike, mostUneven] = [1, 0.4, 0.18]
/** Of the lower one: how much of it stands beside the other. */
const leastBeside = 0.6
/** Letters of one line end a pixel apart. */
const leastUneven = 1.5
export const leastInRow = 5
/** So many stand in a row by chance nowhere: the longest rows of textures had eight. */
export const sureRow = 9
/** Among so many parts of the size of letters, texture or not, one such row stands by chance. */
export const partsPerRow = 150
/** Fewer are labels of a chart as well, and read as fast as a texture is told. */
const fewestParts = 120
const mostParts = 8_000

/** False for a texture alone. Where there is too little to judge by, or too much, there may be print. */
export function mayHoldPrint({ ink, ground }: PictureParts): boolean {
  let [count, rows] = [0, 0]
  for (const parts of [ink, ground]) {
    const letters = parts()?.filter(isLetter)
    count += letters?.length ?? 0
    if (letters === undefined || count > mostParts) return true
    const lengths = rowsOf(letters)
    if (lengths.some((length) => length >= sureRow)) return true
    rows += lengths.filter((length) => length >= leastInRow).length
  }
  return count < fewestParts || rows > count / partsPerRow
}

export const isLetter = (part: Box): boolean =>
  height(part) >= leastSize && height(part) <= mostSize && width(part) <= mostStretched * height(part)

/** How many letters each row has. */
export function rowsOf(letters: Box[]): number[] {
  letters.sort((a, b) => a.x0 - b.x0)
  const bands = new Map<number, number[]>()
  for (const [i, { y0, y1 }] of letters.entries())
    for (let band = Math.floor(y0 / mostSize); band <= Math.floor(y1 / mostSize); band++) {
      const own = bands.get(band)
      if (own) own.push(i)
      else bands.set(band, [i])
    }
  const next = new Map<number, number>()
  for (const band of bands.values())
    for (const [at, i] of band.entries()) {
      if (next.has(i)) continue
      const beside = nextInRow(letters, band, at)
      if (beside !== null) next.set(i, beside)
    }
  const begun = new Set(next.values())
  return letters.flatMap((_, i) => (begun.has(i) ? [] : [lengthFrom(i, next)]))
}

function lengthFrom(first: number, next: ReadonlyMap<number, number>): number {
  let length = 1
  for (let at = next.get(first); at !== undefined; at = next.get(at)) length++
  return length
}

function nextInRow(letters: readonly Box[], band: readonly number[], at: number): number | null {
  const letter = letters[band[at]!]!
  for (let i = at + 1; i < band.length; i++) {
    const beside = letters[band[i]!]!
    if (beside.x0 > letter.x1 + mostGap * mostSize) return null
    if (standsBeside(letter, beside)) return band[i]!
  }
  return null
}

function standsBeside(letter: Box, beside: Box): boolean {
  const [low, tall] = [height(letter), height(beside)].sort((a, b) => a - b) as [number, number]
  const gap = beside.x0 - letter.x1
  const uneven = Math.min(Math.abs(letter.y0 - beside.y0), Math.abs(letter.y1 - beside.y1))
  const isBeside = gap >= -mostUneven * tall && gap <= mostGap * tall && overlapY(letter, beside) >= leastBeside * low
  return isBeside && low >= leastAlike * tall && uneven <= Math.max(leastUneven, mostUneven * tall)
}
