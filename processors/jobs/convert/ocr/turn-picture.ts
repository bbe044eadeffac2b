// Turns a grey picture (binary PGM) by quarters of a circle: what a scanner took sideways is stood upright before it is read.
import type { Turn } from '../drawing/text-turn.ts'

const header = /^P5\s+(\d{1,6})\s+(\d{1,6})\s+255\s/

const paper = 255

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

/** Its columns from one to another, as whole pixels within it. Null for what is no such picture. */
export function columnsOf(pgm: Buffer, x0: number, x1: number): Buffer | null {
  const picture = greyPicture(pgm)
  if (picture === null) return null
  const { width, height, pixels } = picture
  const rows = Array.from({ length: height }, (_, y) => pixels.subarray(y * width + x0, y * width + x1))
  return Buffer.concat([Buffer.from(`P5\n${x1 - x0} ${height}\n255\n`), ...rows])
}

/** As it lay straight: lines that fell by this share of their length are level. Null for what is no such picture. */
export function straightPicture(pgm: Buffer, slope: number): Buffer | null {
  const picture = greyPicture(pgm)
  if (picture === null) return null
  const { width, height, pixels } = picture
  const straight = Buffer.alloc(pixels.length, paper)
  const [cos, sin] = [1 / Math.hypot(1, slope), slope / Math.hypot(1, slope)]
  const [cx, cy] = [width / 2, height / 2]
  for (let y = 0; y < height; y++) {
    let fromX = cx - cx * cos - (y - cy) * sin
    let fromY = cy - cx * sin + (y - cy) * cos
    for (let x = 0; x < width; x++, fromX += cos, fromY += sin) {
      const [left, top] = [Math.floor(fromX), Math.floor(fromY)]
      if (left < 0 || top < 0 || left + 1 >= width || top + 1 >= height) continue
      const [right, down, at] = [fromX - left, fromY - top, top * width + left]
      const above = pixels[at]! * (1 - right) + pixels[at + 1]! * right
      const below = pixels[at + width]! * (1 - right) + pixels[at + width + 1]! * right
      straight[y * width + x] = above * (1 - down) + below * down
    }
  }
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), straight])
}
