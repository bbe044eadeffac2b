// Of a picture with much that is no print the likeliest rows are read first; they tell whether the rest is worth reading.
import { expect, test } from 'vitest'
import { pictureParts } from '../../../processors/jobs/convert/ocr/ink-parts.ts'
import { sampleOfRows } from '../../../processors/jobs/convert/ocr/sample-of-rows.ts'
import { greyPicture } from '../../../processors/jobs/convert/ocr/turn-picture.ts'
import type { Word } from '../../../processors/jobs/convert/page-text.ts'
import { mayBeWriting } from '../../../processors/jobs/convert/pictures/sure-words.ts'

const [width, height] = [2_000, 1_500]
type Ink = readonly [x: number, y: number, width: number, height: number, shade?: number]

function picture(ink: readonly Ink[]): Buffer {
  const pixels = Buffer.alloc(width * height, 255)
  for (const [x, y, w, h, shade = 0] of ink)
    for (let row = y; row < y + h; row++) pixels.fill(shade, row * width + x, row * width + x + w)
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), pixels])
}

const sampleOf = (ink: readonly Ink[]) => {
  const pgm = picture(ink)
  const sample = sampleOfRows(pgm, pictureParts(pgm)!)
  return sample === null ? null : greyPicture(sample)!
}
const row = (x: number, y: number, letters: number, size: number, shade = 0): Ink[] =>
  Array.from({ length: letters }, (_, i) => [x + Math.round(1.25 * size) * i, y, size, size, shade])
/** Parts that stand beside no other. */
const apart = Array.from({ length: 230 }, (_, i): Ink => [40 + 80 * (i % 23), 500 + 90 * Math.floor(i / 23), 20, 24])
const pixelsOf = (shade: number, pixels: Buffer) => pixels.reduce((sum, pixel) => sum + (pixel === shade ? 1 : 0), 0)

test('the rows are there whole, in their own shades, and nothing else is', () => {
  const sample = sampleOf([...apart, ...row(40, 40, 7, 24, 10), ...row(900, 40, 5, 30, 20), ...row(40, 200, 3, 24, 30)])!
  expect([10, 20, 30].map((shade) => pixelsOf(shade, sample.pixels))).toEqual([7 * 24 ** 2, 5 * 30 ** 2, 3 * 24 ** 2])
  expect(pixelsOf(0, sample.pixels)).toBe(0)
  expect(sample.width * sample.height).toBeLessThan((width * height) / 20)
})

test('a row among the darkness of another is its holes, and a long one is cut', () => {
  const ringed = row(100, 100, 8, 60).flatMap(([x, y, w, h]): Ink[] => [
    [x, y, w, h],
    [x + 20, y + 20, 20, 20, 255],
  ])
  const sample = sampleOf([...apart, ...ringed])!
  expect(sample.height).toBeLessThan(2 * 60 + 3 * 20)
})

test('of eight rows so large that they are half of the picture, four are enough', () => {
  const large = Array.from({ length: 8 }, (_, i) =>
    row(20 + 1_000 * (i % 2), 20 + 240 * Math.floor(i / 2), 6, 120, 10 + i),
  ).flat()
  const specks = Array.from({ length: 230 }, (_, i): Ink => [10 + 80 * (i % 23), 1_000 + 48 * Math.floor(i / 23), 16, 18])
  const sample = sampleOf([...specks, ...large])!
  const shades = Array.from({ length: 8 }, (_, i) => pixelsOf(10 + i, sample.pixels))
  expect(shades.filter((count) => count > 0)).toEqual(Array(4).fill(6 * 120 ** 2))
})

test('print alone, and what is read as fast, is read as a whole', () => {
  const lines = Array.from({ length: 12 }, (_, i) => row(40, 40 + 50 * i, 25, 24)).flat()
  expect(sampleOf(lines)).toBeNull()
  expect(sampleOf([...apart.slice(0, 150), ...row(40, 40, 7, 24)])).toBeNull()
  expect(sampleOf(apart)).toBeNull()
})

test('what goes down step by step is no row, however long', () => {
  const steps = Array.from({ length: 50 }, (_, i): Ink => [300 + 24 * i, 160 + 2 * i, 14, 16])
  const sample = sampleOf([...apart, ...steps, ...row(40, 40, 7, 24, 10)])!
  expect([pixelsOf(10, sample.pixels), pixelsOf(0, sample.pixels)]).toEqual([7 * 24 ** 2, 0])
})

test('among more parts than can be looked through no row is looked for', () => {
  const marks = Array.from({ length: 10_000 }, (_, i): Ink => [20 * (i % 100), 90 + 14 * Math.floor(i / 100), 3, 8])
  expect(sampleOf([...row(40, 40, 7, 24), ...marks.slice(0, 5_000)])).not.toBeNull()
  expect(sampleOf([...row(40, 40, 7, 24), ...marks])).toBeNull()
})

const words = (...told: readonly (readonly [string, number])[]) => ({
  words: told.map(([text]) => ({ text }) as Word),
  sure: told.map(([, sure]) => sure),
})

test('one sure label among doubtful scraps is enough to read the rest; none, or few letters of many, is not', () => {
  expect(mayBeWriting(words(['Festival', 0.93], ['ol', 0.4], ['mlll', 0.3]))).toBe(true)
  expect(mayBeWriting(words())).toBe(false)
  expect(mayBeWriting(words(['a', 0.95], ['il', 0.5]))).toBe(false)
  expect(mayBeWriting(words(['ow', 0.9], ['whorl', 0.6], ['lille', 0.5], ['mum', 0.4]))).toBe(false)
})
