// A drawn picture without the words that are known already: each is painted over in the shade that there is most of behind it.
import type { Box } from '../geometry.ts'
import { greyPicture } from './turn-picture.ts'

/** Shades that lie this near are one ground. */
const alike = 8

/** `words`: their places in pixels. As it was where it is no grey picture. */
export function paintOver(pgm: Buffer, words: readonly Box[]): Buffer {
  const painted = Buffer.from(pgm)
  const picture = greyPicture(painted)
  if (picture === null) return pgm
  const { width, height, pixels } = picture
  for (const word of words) {
    const [left, right] = [Math.max(0, Math.floor(word.x0)), Math.min(width, Math.ceil(word.x1))]
    const [top, bottom] = [Math.max(0, Math.floor(word.y0)), Math.min(height, Math.ceil(word.y1))]
    if (left >= right) continue
    const counts = new Uint32Array(256 / alike)
    for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) counts[Math.floor(pixels[y * width + x]! / alike)]!++
    const ground = counts.indexOf(Math.max(...counts))
    const shade = Math.min(255, ground * alike + (ground === counts.length - 1 ? alike - 1 : alike / 2))
    for (let y = top; y < bottom; y++) pixels.fill(shade, y * width + left, y * width + right)
  }
  return painted
}
