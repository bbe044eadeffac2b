// Words of a scan that lay askew, set where they would stand had it lain straight: lines are level, and no word is taller than its letters.
import { centreX, centreY, height, median, width } from '../geometry.ts'
import type { Word } from '../page-text.ts'
import { sizeLines } from './parse-tesseract.ts'

const fewestLines = 2
const fewestWords = 3
const shortestLinePt = 80
/** A third of a degree: within a line of text that is less than its leading. */
export const leastSlope = 0.006
const mostSlope = 0.2
const mostSpread = 0.012
const leastHeight = 0.4

/** How far lines fall in their length; 0 where they are level, or tell nothing. */
export function skewOf(words: readonly Word[]): number {
  const slopes = [...Map.groupBy(words, (w) => w.line).values()].flatMap(slopeOf)
  const slope = median(slopes)
  if (slopes.length < fewestLines || Math.abs(slope) < leastSlope || Math.abs(slope) > mostSlope) return 0
  return median(slopes.map((s) => Math.abs(s - slope))) > mostSpread ? 0 : slope
}

export function straighten(words: readonly Word[]): void {
  const slope = skewOf(words)
  if (slope === 0) return
  const [x, y] = [median(words.map(centreX)), median(words.map(centreY))]
  const [cos, sin] = [1 / Math.hypot(1, slope), slope / Math.hypot(1, slope)]
  for (const word of words) {
    const [dx, dy] = [centreX(word) - x, centreY(word) - y]
    const [cx, cy] = [x + dx * cos + dy * sin, y - dx * sin + dy * cos]
    const [w, h] = [width(word), Math.max(leastHeight * height(word), height(word) - width(word) * Math.abs(slope))]
    Object.assign(word, { x0: cx - w / 2, x1: cx + w / 2, y0: cy - h / 2, y1: cy + h / 2 })
  }
  sizeLines(words)
}

// By all of a line's words: what hangs below one of them counts little.
function slopeOf(line: readonly Word[]): number[] {
  const [first, last] = [line[0]!, line.at(-1)!]
  if (line.length < fewestWords || last.x1 - first.x0 < shortestLinePt) return []
  const [mx, my] = [
    line.reduce((n, w) => n + centreX(w), 0) / line.length,
    line.reduce((n, w) => n + centreY(w), 0) / line.length,
  ]
  const [top, bottom] = line.reduce(
    ([xy, xx], w) => [xy + (centreX(w) - mx) * (centreY(w) - my), xx + (centreX(w) - mx) ** 2] as const,
    [0, 0] as readonly [number, number],
  )
  return bottom > 0 ? [top / bottom] : []
}
