// The connected parts of a picture's ink, as boxes: letters, where it is print.
import type { Box } from '../geometry.ts'
import { thresholdOf } from './threshold.ts'
import type { GreyPicture } from './turn-picture.ts'

/** Of pixels side by side; a texture has more, and no letters. */
const mostRuns = 300_000

/** Ink is what there is less of, dark or light. Null where there is too much to tell. */
export function inkParts({ width, height, pixels }: GreyPicture): Box[] | null {
  const counts = new Array<number>(256).fill(0)
  for (let i = 0; i < pixels.length; i++) counts[pixels[i]!]!++
  const threshold = thresholdOf(counts)
  const dark = counts.reduce((sum, count, shade) => (shade <= threshold ? sum + count : sum), 0)
  const isDark = 2 * dark <= pixels.length
  const parts: Box[] = []
  const partOf: number[] = []
  // The part that a part has been joined to, and so on, to the one that stands for all.
  const rootOf = (part: number): number => {
    while (partOf[part] !== part) part = partOf[part] = partOf[partOf[part]!]!
    return part
  }
  const join = (a: number, b: number): void => {
    const [to, from] = [rootOf(a), rootOf(b)]
    if (to === from) return
    const [kept, gone] = [parts[to]!, parts[from]!]
    kept.x0 = Math.min(kept.x0, gone.x0)
    kept.x1 = Math.max(kept.x1, gone.x1)
    kept.y0 = Math.min(kept.y0, gone.y0)
    kept.y1 = Math.max(kept.y1, gone.y1)
    partOf[from] = to
  }
  type Run = { x0: number; x1: number; part: number }
  let above: Run[] = []
  for (let y = 0; y < height; y++) {
    const runs: Run[] = []
    let next = 0
    for (let x = 0; x < width; x++) {
      if (pixels[y * width + x]! <= threshold !== isDark) continue
      const x0 = x
      while (x < width && pixels[y * width + x]! <= threshold === isDark) x++
      const part = parts.length
      if (part === mostRuns) return null
      parts.push({ x0, y0: y, x1: x, y1: y + 1 })
      partOf.push(part)
      runs.push({ x0, x1: x, part })
      while (next < above.length && above[next]!.x1 < x0) next++
      for (let i = next; i < above.length && above[i]!.x0 <= x; i++) join(above[i]!.part, part)
    }
    above = runs
  }
  return parts.filter((_, part) => partOf[part] === part)
}
