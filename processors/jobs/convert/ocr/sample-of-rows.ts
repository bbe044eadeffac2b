// The rows of a picture that are most like print, cut out and set below each other: of handwriting and textures, which take longest to
// read, they tell in a part of the time that nothing will come of the rest.
import { type Box, boxAround, height, overlapX, overlapY, width } from '../geometry.ts'
import type { PictureParts } from './ink-parts.ts'
import { isLetter, mostParts, rowsOf, sureRow } from './rows-of-letters.ts'
import { type GreyPicture, greyPicture } from './turn-picture.ts'

/** Fewer parts are read as fast. */
const leastParts = 200
/** Where more stand in rows that are no chance, it is print. */
const mostInRows = 0.2
/** So many where they are small; of large ones, what is a quarter of the picture, but no fewer. */
const [mostRows, leastRows, mostShare] = [8, 4, 0.25]
const leastInRow = 3
/** Of its tallest letter: what is higher is no row, but goes up or down step by step. */
const mostHeight = 2
/** Of its height: as much of a row is enough. */
const mostLength = 12
/** Of its height: beside a row, and above and below it. */
const [beside, above] = [1, 0.5]
const gap = 20
const paper = 255

/** A grey picture; null where the whole may as well be read. */
export function sampleOfRows(pgm: Buffer, parts: PictureParts): Buffer | null {
  const picture = greyPicture(pgm)
  const [ink, ground] = [parts.ink()?.filter(isLetter), parts.ground()?.filter(isLetter)]
  if (picture === null || ink === undefined || ground === undefined) return null
  const count = ink.length + ground.length
  if (count < leastParts || count > mostParts) return null
  const sides = [rowsOf(ink), rowsOf(ground)]
  if (Math.max(...sides.map(inSureRows)) > mostInRows * count) return null
  const rows = bestOf(sides.flat())
  return rows.length === 0 ? null : belowEachOther(picture, rows)
}

const inSureRows = (rows: readonly Box[][]): number =>
  rows.reduce((sum, row) => sum + (row.length >= sureRow ? row.length : 0), 0)

/** The longest, none over another: the holes of letters stand in rows where the letters do. */
function bestOf(rows: readonly Box[][]): Box[] {
  const best: Box[] = []
  const long = rows.filter((row) => row.length >= leastInRow).sort((a, b) => b.length - a.length)
  for (const row of long) {
    if (best.length === mostRows) break
    const box = boxAround(row)
    if (height(box) > mostHeight * Math.max(...row.map(height))) continue
    const cut = { ...box, x1: Math.min(box.x1, box.x0 + mostLength * height(box)) }
    if (!best.some((other) => overlapX(other, cut) > 0 && overlapY(other, cut) > 0)) best.push(cut)
  }
  return best
}

function belowEachOther(picture: GreyPicture, rows: readonly Box[]): Buffer {
  const strips = rows.map((row) => stripAround(row, picture))
  const size = () =>
    [Math.max(...strips.map(width)) + 2 * gap, strips.reduce((sum, strip) => sum + height(strip) + gap, gap)] as const
  const isLarge = ([across, down]: readonly [number, number]) => across * down > mostShare * picture.width * picture.height
  while (strips.length > leastRows && isLarge(size())) strips.pop()
  const [across, down] = size()
  const pixels = Buffer.alloc(across * down, paper)
  let y = gap
  for (const strip of strips) {
    pixels.fill(commonShade(picture, strip), (y - gap / 2) * across, (y + height(strip) + gap / 2) * across)
    for (let from = strip.y0; from < strip.y1; from++, y++) {
      const row = from * picture.width
      picture.pixels.copy(pixels, y * across + gap, row + strip.x0, row + strip.x1)
    }
    y += gap
  }
  return Buffer.concat([Buffer.from(`P5\n${across} ${down}\n255\n`), pixels])
}

function stripAround(row: Box, { width, height: tall }: GreyPicture): Box {
  const [wide, high] = [Math.round(beside * height(row)), Math.round(above * height(row))]
  return {
    x0: Math.max(0, row.x0 - wide),
    x1: Math.min(width, row.x1 + wide),
    y0: Math.max(0, row.y0 - high),
    y1: Math.min(tall, row.y1 + high),
  }
}

function commonShade({ width, pixels }: GreyPicture, { x0, y0, x1, y1 }: Box): number {
  const counts = new Uint32Array(256)
  for (let y = y0; y < y1; y++) for (let x = x0; x < x1; x++) counts[pixels[y * width + x]!]!++
  return counts.indexOf(Math.max(...counts))
}
