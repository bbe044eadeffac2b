// The connected parts of a picture's ink, as boxes: letters, where it is print.
import type { Box } from '../geometry.ts'
import { thresholdOf } from './threshold.ts'
import { type GreyPicture, greyPicture } from './turn-picture.ts'

type Side = 'ink' | 'ground'

/** A texture has more, and no letters. */
const mostParts = 300_000

/** Ink is what there is less of, dark or light; light letters are among the parts of the ground where it is dark. Null where there is too much to tell. */
export type PictureParts = {
  readonly width: number
  readonly height: number
  readonly isInkDark: boolean
  ink(): readonly Box[] | null
  ground(): readonly Box[] | null
}

/** Each side is parted when it is first asked for. Null for what is no grey picture. */
export function pictureParts(pgm: Buffer): PictureParts | null {
  const picture = greyPicture(pgm)
  if (picture === null) return null
  const shades = shadesOf(picture)
  const { width, height } = picture
  const once = (side: Side) => {
    let parts: Box[] | null | undefined
    return () => {
      if (parts === undefined) parts = partsOn(shades, picture, side)
      return parts
    }
  }
  return { width, height, isInkDark: shades[0] === 1, ink: once('ink'), ground: once('ground') }
}

/** Of each shade whether it is ink: 1 or 0. */
function shadesOf({ pixels }: GreyPicture): Uint8Array {
  const counts = new Uint32Array(256)
  for (let i = 0; i < pixels.length; i++) counts[pixels[i]!]!++
  const threshold = thresholdOf([...counts])
  const dark = counts.reduce((sum, count, shade) => (shade <= threshold ? sum + count : sum), 0)
  const isDark = 2 * dark <= pixels.length
  return Uint8Array.from(counts, (_, shade) => (shade <= threshold === isDark ? 1 : 0))
}

function partsOn(inkOf: Uint8Array, { width, height, pixels }: GreyPicture, side: Side): Box[] | null {
  const wanted = side === 'ink' ? 1 : 0
  const parts: Box[] = []
  const partOf: number[] = []
  // The part that a part has been joined to, and so on, to the one that stands for all.
  const rootOf = (part: number): number => {
    while (partOf[part] !== part) part = partOf[part] = partOf[partOf[part]!]!
    return part
  }
  const join = (to: number, from: number): void => {
    const [kept, gone] = [parts[to]!, parts[from]!]
    kept.x0 = Math.min(kept.x0, gone.x0)
    kept.x1 = Math.max(kept.x1, gone.x1)
    kept.y0 = Math.min(kept.y0, gone.y0)
    kept.y1 = Math.max(kept.y1, gone.y1)
    partOf[from] = to
  }
  // Of the row above and of this one: where each run of pixels begins, where it ends, and what it is part of.
  let [above, own] = [new Int32Array(3 * width + 3), new Int32Array(3 * width + 3)]
  let aboveEnd = 0
  for (let y = 0, row = 0; y < height; y++, row += width) {
    let [ownEnd, next] = [0, 0]
    for (let x = 0; x < width; x++) {
      if (inkOf[pixels[row + x]!] !== wanted) continue
      const x0 = x
      while (x < width && inkOf[pixels[row + x]!] === wanted) x++
      while (next < aboveEnd && above[next + 1]! < x0) next += 3
      let part = -1
      for (let i = next; i < aboveEnd && above[i]! <= x; i += 3) {
        const touched = rootOf(above[i + 2]!)
        if (part === -1) part = touched
        else if (part !== touched) join(part, touched)
      }
      if (part === -1) {
        part = parts.length
        if (part === mostParts) return null
        parts.push({ x0, y0: y, x1: x, y1: y + 1 })
        partOf.push(part)
      } else {
        const box = parts[part]!
        box.x0 = Math.min(box.x0, x0)
        box.x1 = Math.max(box.x1, x)
        box.y1 = y + 1
      }
      own[ownEnd] = x0
      own[ownEnd + 1] = x
      own[ownEnd + 2] = part
      ownEnd += 3
    }
    ;[above, own, aboveEnd] = [own, above, ownEnd]
  }
  return parts.filter((_, part) => partOf[part] === part)
}
