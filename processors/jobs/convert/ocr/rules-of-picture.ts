// The lines that a scanned table is ruled with: thin, straight, level or upright, and darker than what lies on both sides of them.
import type { Box } from '../geometry.ts'
import { greyPicture } from './turn-picture.ts'

/** Of 255 shades. */
const leastContrast = 48
const darkest = 255 - leastContrast
/** Points. A line that is thicker is a bar, one that is shorter may be a letter's. */
const [thickest, shortestLevel, shortestUpright] = [2.2, 24, 14]
/** Points: where another line crosses it, and where a scanner lost it. */
const widestGap = 2.5
const leastDark = 0.8
/** A photograph has no end of them. */
const mostPieces = 10_000
const slackPt = 0.5

/** In points, on the page that the picture is of. What lies within one of its words is that word's. */
export function rulesOfPicture(pgm: Buffer, dpi: number, words: readonly Box[]): Box[] {
  const picture = greyPicture(pgm)
  if (picture === null) return []
  const scale = 72 / dpi
  const rules: Box[] = []
  const keep = (box: Box) => {
    const piece = { x0: box.x0 * scale, x1: box.x1 * scale, y0: box.y0 * scale, y1: box.y1 * scale }
    if (rules.length <= mostPieces && !words.some((word) => isWithin(piece, word))) rules.push(piece)
  }
  const { width, height, pixels } = picture
  const reach = Math.max(2, Math.round(thickest / scale))
  const upright = createRuns(width, shortestUpright / scale, widestGap / scale, (x, y0, y1) => keep({ x0: x, x1: x + 1, y0, y1 }))
  const level = createRuns(1, shortestLevel / scale, widestGap / scale, (_, x0, x1) => keep({ x0, x1, y0: row, y1: row + 1 }))
  // Apart from `y`: what a closure shares makes the loop below up to four times as slow.
  let row = reach
  for (let y = reach; y < height - reach && rules.length <= mostPieces; y++) {
    row = y
    const [first, end, far] = [y * width + reach, (y + 1) * width - reach, reach * width]
    // Most of a page is paper: what is passed over there is all that its time goes to.
    for (let i = first; i < end; i++) {
      if (pixels[i]! > darkest) continue
      const paper = pixels[i]! + leastContrast
      if (pixels[i - far]! >= paper && pixels[i + far]! >= paper) level.see(0, i - first + reach)
      if (pixels[i - reach]! >= paper && pixels[i + reach]! >= paper) upright.see(i - first + reach, y)
    }
    level.end()
  }
  upright.end()
  return rules.length > mostPieces ? [] : rules
}

const isWithin = (piece: Box, word: Box): boolean =>
  piece.x0 >= word.x0 - slackPt && piece.x1 <= word.x1 + slackPt && piece.y0 >= word.y0 - slackPt && piece.y1 <= word.y1 + slackPt

/** Follows dark pixels along many lanes at once; `tell`s of those that are long enough and nearly whole. */
function createRuns(lanes: number, shortest: number, gap: number, tell: (lane: number, from: number, to: number) => void) {
  const [first, last, count] = [new Int32Array(lanes), new Int32Array(lanes), new Int32Array(lanes)]
  const close = (lane: number): void => {
    const length = last[lane]! + 1 - first[lane]!
    if (length >= shortest && count[lane]! >= leastDark * length) tell(lane, first[lane]!, last[lane]! + 1)
    count[lane] = 0
  }
  return {
    see(lane: number, place: number): void {
      if (count[lane]! > 0 && place - last[lane]! > gap) close(lane)
      if (count[lane] === 0) first[lane] = place
      last[lane] = place
      count[lane]!++
    },
    end(): void {
      for (let lane = 0; lane < lanes; lane++) if (count[lane]! > 0) close(lane)
    },
  }
}
