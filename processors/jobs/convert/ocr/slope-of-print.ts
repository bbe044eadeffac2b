// How far the lines of a scan fall in their length, by its picture alone: laid straight, dark rows and empty ones take turns.
import { median } from '../geometry.ts'
import { greyPicture } from './turn-picture.ts'

/** Of a sample this wide, a line of small print is still some points high. */
const sampleWidth = 800
const mostSlope = 0.13
const coarse = 0.004
const fine = 0.0005
/** A drawing, or a picture, has no lines whose rows stand out so. */
const clearRatio = 1.5
const [leastDark, mostDark] = [0.002, 0.3]
const isDarkBelow = 0.7

/** 0 where they are level, or where it does not show. */
export function slopeOfPrint(pgm: Buffer): number {
  const picture = greyPicture(pgm)
  if (picture === null) return 0
  const { xs, ys, rows, share } = darkPoints(picture)
  if (share < leastDark || share > mostDark) return 0
  const score = (slope: number) => contrastOfRows(xs, ys, rows, slope)
  const slopes = Array.from({ length: 2 * Math.round(mostSlope / coarse) + 1 }, (_, i) => -mostSlope + i * coarse)
  const scores = slopes.map(score)
  const best = scores.indexOf(Math.max(...scores))
  if (scores[best]! < clearRatio * median(scores) || best === 0 || best === slopes.length - 1) return 0
  let [slope, most] = [slopes[best]!, scores[best]!]
  for (let near = slopes[best]! - coarse; near <= slopes[best]! + coarse; near += fine) {
    const own = score(near)
    if (own > most) [slope, most] = [near, own]
  }
  return slope
}

function darkPoints({ width, height, pixels }: { width: number; height: number; pixels: Buffer }) {
  const step = Math.max(1, Math.floor(width / sampleWidth))
  let [sum, count] = [0, 0]
  for (let y = 0; y < height; y += step) for (let x = 0; x < width; x += step, count++) sum += pixels[y * width + x]!
  const dark = (isDarkBelow * sum) / count
  const xs: number[] = []
  const ys: number[] = []
  for (let y = 0; y < height; y += step)
    for (let x = 0; x < width; x += step)
      if (pixels[y * width + x]! < dark) {
        xs.push(x / step)
        ys.push(y / step)
      }
  return { xs, ys, rows: Math.ceil(height / step), share: xs.length / count }
}

// Postl 1986: the squares of what each row has more than the next.
function contrastOfRows(xs: readonly number[], ys: readonly number[], rows: number, slope: number): number {
  const margin = Math.ceil(mostSlope * 4 * sampleWidth)
  const counts = new Float64Array(rows + 2 * margin)
  for (let i = 0; i < xs.length; i++) counts[Math.round(ys[i]! - slope * xs[i]!) + margin]!++
  let contrast = 0
  for (let row = 1; row < counts.length; row++) contrast += (counts[row]! - counts[row - 1]!) ** 2
  return contrast
}
