// Whether a picture may hold print that is lighter than its field: only there are unsure lines worth a second look in the negative.
import { type Box, height, width } from '../geometry.ts'
import type { PictureParts } from './ink-parts.ts'
import { isLetter, leastInRow, partsPerRow, rowsOf, sureRow } from './rows-of-letters.ts'

/** A label of figures ("45%"). Among so many light parts one stands in a row by chance. */
const [shortRow, partsPerShortRow] = [3, 10]
const mostParts = 8_000
/** A dark letter around a light part, which is its hole then: how tall it may be beside the hole, and how wide beside itself. */
const [mostAround, mostStretched] = [3, 2]
/** Pixels: no letter is taller. */
const cell = 150

/** Where there is too much to tell, there may be. */
export function mayHoldLightPrint({ ink, ground, isInkDark }: PictureParts): boolean {
  const [light, dark] = isInkDark ? [ground(), ink()] : [ink(), ground()]
  const parts = light?.filter(isLetter)
  if (parts === undefined || dark === null || parts.length > mostParts) return true
  const around = gathered(dark.filter((part) => isLetter(part) && width(part) <= mostStretched * height(part)))
  const letters = parts.filter((part) => !isHole(part, around))
  const rows = rowsOf(letters)
  const ofLength = (least: number) => rows.filter((row) => row.length >= least).length
  return (
    ofLength(sureRow) > 0 ||
    ofLength(leastInRow) > letters.length / partsPerRow ||
    ofLength(shortRow) > letters.length / partsPerShortRow
  )
}

const cellOf = (at: number): number => Math.floor(at / cell)
const keyOf = (column: number, row: number): string => `${column} ${row}`
const gathered = (letters: readonly Box[]) => Map.groupBy(letters, ({ x0, y0 }) => keyOf(cellOf(x0), cellOf(y0)))

function isHole(part: Box, around: ReadonlyMap<string, readonly Box[]>): boolean {
  for (let left = 0; left <= mostStretched; left++)
    for (let up = 0; up <= 1; up++)
      if (around.get(keyOf(cellOf(part.x0) - left, cellOf(part.y0) - up))?.some((letter) => isAround(letter, part))) return true
  return false
}

const isAround = (letter: Box, part: Box): boolean =>
  height(letter) <= mostAround * height(part) &&
  letter.x0 <= part.x0 &&
  letter.x1 >= part.x1 &&
  letter.y0 <= part.y0 &&
  letter.y1 >= part.y1
