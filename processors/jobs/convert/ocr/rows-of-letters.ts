// Whether a picture may hold print, by its picture alone: letters stand beside each other on a line, and what a photograph's grass, hair and
// waves are made of lies anywhere.
import { type Box, height, overlapY, width } from '../geometry.ts'
import type { PictureParts } from './ink-parts.ts'

/** Pixels, of print of 4 to 40 points as it is drawn to be read, and of the largest titles. */
const [leastSize, mostSize, mostTitle] = [8, 150, 600]
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
/** Among more none is looked for: it takes too long. */
export const mostParts = 8_000
/** What is said in fewer letters is not taken for writing. */
const leastLetters = 10
/** Of its height: as wide as a letter is. Letters that touch are one part. */
const letterWidth = 0.7
/** Of a photograph's large parts two stand beside each other by chance. */
const leastInTitle = 3

/** False for a texture alone, and for what has no room for a few words. Where there is too much to tell, there may be print. */
export function mayHoldPrint({ ink, ground }: PictureParts): boolean {
  let [count, long, letters] = [0, 0, 0]
  for (const side of [ink, ground]) {
    const parts = side()
    const small = parts?.filter(isLetter)
    count += small?.length ?? 0
    if (parts === null || small === undefined || count > mostParts) return true
    const rows = rowsOf(small)
    if (rows.some((row) => row.length >= sureRow)) return true
    long += rows.filter((row) => row.length >= leastInRow).length
    letters = Math.max(letters, lettersIn(rows) + titleLetters(parts))
  }
  if (letters < leastLetters) return false
  return count < fewestParts || long > count / partsPerRow
}

const lettersIn = (rows: readonly (readonly Box[])[]): number =>
  rows.filter((row) => row.length > 1).reduce((sum, row) => sum + row.reduce((own, part) => own + roomIn(part), 0), 0)

const roomIn = (part: Box): number => Math.max(1, Math.round(width(part) / (letterWidth * height(part))))

function titleLetters(parts: readonly Box[]): number {
  const large = parts.filter((part) => height(part) > mostSize && height(part) <= mostTitle)
  const rows = rowsOf(large, mostTitle).filter((row) => row.length >= leastInTitle)
  return rows.reduce((sum, row) => sum + row.length, 0)
}

export const isLetter = (part: Box): boolean =>
  height(part) >= leastSize && height(part) <= mostSize && width(part) <= mostStretched * height(part)

/** `most`: no letter is taller. */
export function rowsOf(letters: Box[], most = mostSize): Box[][] {
  letters.sort((a, b) => a.x0 - b.x0)
  const bands = new Map<number, number[]>()
  for (const [i, { y0, y1 }] of letters.entries())
    for (let band = Math.floor(y0 / most); band <= Math.floor(y1 / most); band++) {
      const own = bands.get(band)
      if (own) own.push(i)
      else bands.set(band, [i])
    }
  const next = new Map<number, number>()
  for (const band of bands.values())
    for (const [at, i] of band.entries()) {
      if (next.has(i)) continue
      const beside = nextInRow(letters, band, at, mostGap * most)
      if (beside !== null) next.set(i, beside)
    }
  const begun = new Set(next.values())
  return letters.flatMap((_, i) => (begun.has(i) ? [] : [rowFrom(i, letters, next)]))
}

function rowFrom(first: number, letters: readonly Box[], next: ReadonlyMap<number, number>): Box[] {
  const row = [letters[first]!]
  for (let at = next.get(first); at !== undefined; at = next.get(at)) row.push(letters[at]!)
  return row
}

function nextInRow(letters: readonly Box[], band: readonly number[], at: number, reach: number): number | null {
  const letter = letters[band[at]!]!
  for (let i = at + 1; i < band.length; i++) {
    const beside = letters[band[i]!]!
    if (beside.x0 > letter.x1 + reach) return null
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
