// Whether a picture has print that runs up or down beside print that is level, as charts name their axes: letters that stand closer to
// what is below them than to what is beside them.
import { type Box, boxAround, height, holdsCentre, overlapX, overlapY, width } from '../geometry.ts'
import type { PictureParts } from './ink-parts.ts'

/** Pixels, of print of 4 to 24 points as it is drawn to be read. */
const [leastSize, mostSize] = [10, 100]
const leastInRow = 4
/** Of the size of letters. */
const mostGap = 0.5
const leastAlike = 0.4
const mostLetters = 8_000

/**
 * Where it stands; null where it does not show, and the whole picture where there is too much to tell.
 * `read`: the words that were found already, in the picture's pixels.
 */
export function standingPrint({ width, height, ink }: PictureParts, read: readonly Box[]): Box | null {
  const letters = ink()?.filter(isLetter)
  if (letters === undefined || letters.length > mostLetters) return { x0: 0, y0: 0, x1: width, y1: height }
  const unread = letters.filter((part) => !read.some((word) => holdsCentre(word, part)))
  const columns = Map.groupBy(unread, ({ x0 }) => Math.floor(x0 / mostSize))
  const rows = [...columns.keys()].flatMap((column) => {
    const near = [0, 1].flatMap((right) => columns.get(column + right) ?? [])
    return longRows(near.sort((a, b) => a.y0 - b.y0))
  })
  return rows.length === 0 ? null : boxAround(rows)
}

// Lying on its side a letter is as wide as its type is tall; some are no higher than a stroke.
const isLetter = (part: Box): boolean => width(part) >= leastSize && width(part) <= mostSize && height(part) <= mostSize

/** Around each row that is long enough, as far as it was followed. */
function longRows(letters: readonly Box[]): Box[] {
  const rows = new Map<Box, { length: number; box: Box }>()
  for (const [i, letter] of letters.entries()) {
    const own = rows.get(letter) ?? { length: 1, box: letter }
    const below = nextBelow(letters, i)
    if (below !== null && own.length >= (rows.get(below)?.length ?? 1))
      rows.set(below, { length: own.length + 1, box: boxAround([own.box, below]) })
  }
  return [...rows.values()].flatMap(({ length, box }) => (length >= leastInRow ? [box] : []))
}

function nextBelow(letters: readonly Box[], at: number): Box | null {
  const letter = letters[at]!
  for (let i = at + 1; i < letters.length && letters[i]!.y0 <= letter.y1 + mostGap * mostSize; i++) {
    const below = letters[i]!
    const size = Math.max(width(letter), width(below))
    const gap = below.y0 - letter.y1
    const isAlike = Math.min(width(letter), width(below)) >= leastAlike * size
    if (gap < 0 || gap > mostGap * size || !isAlike || overlapX(letter, below) < leastAlike * size) continue
    return gap < gapBeside(letters, at) ? below : null
  }
  return null
}

function gapBeside(letters: readonly Box[], at: number): number {
  const letter = letters[at]!
  const gapTo = (other: Box) =>
    overlapY(letter, other) > 0 ? Math.max(other.x0 - letter.x1, letter.x0 - other.x1) : Number.POSITIVE_INFINITY
  let least = Number.POSITIVE_INFINITY
  for (let i = at + 1; i < letters.length && letters[i]!.y0 < letter.y1; i++) least = Math.min(least, gapTo(letters[i]!))
  for (let i = at - 1; i >= 0 && letters[i]!.y0 > letter.y0 - mostSize; i--) least = Math.min(least, gapTo(letters[i]!))
  return least
}
