// Turns a grey picture (binary PGM) by quarters of a circle: what a scanner took sideways is stood upright before it is read.
import type { Turn } from '../drawing/text-turn.ts'

const header = /^P5\s+(\d{1,6})\s+(\d{1,6})\s+255\s/

export type GreyPicture = { readonly width: number; readonly height: number; readonly pixels: Buffer }

export function greyPicture(pgm: Buffer): GreyPicture | null {
  const [head, w, h] = header.exec(pgm.toString('latin1', 0, 64)) ?? []
  const [width, height] = [Number(w), Number(h)]
  if (head === undefined || pgm.length < head.length + width * height) return null
  return { width, height, pixels: pgm.subarray(head.length, head.length + width * height) }
}

/** Clockwise; null for what is no such picture. */
export function turnPicture(pgm: Buffer, by: Turn): Buffer | null {
  const picture = greyPicture(pgm)
  if (picture === null) return null
  const { width, height, pixels } = picture
  const turned = Buffer.allocUnsafe(pixels.length)
  // Where the first pixel goes, and how far the next in its row, and in its column, goes from there.
  const [first, right, down] = {
    0: [0, 1, width],
    90: [height - 1, height, -1],
    180: [width * height - 1, -1, -width],
    270: [(width - 1) * height, -height, 1],
  }[by] as [number, number, number]
  let from = 0
  for (let y = 0; y < height; y++) {
    let to = first + y * down
    for (let x = 0; x < width; x++, to += right) turned[to] = pixels[from++]!
  }
  const [newWidth, newHeight] = by === 90 || by === 270 ? [height, width] : [width, height]
  return Buffer.concat([Buffer.from(`P5\n${newWidth} ${newHeight}\n255\n`), turned])
}
