// How far the lines of a scan fall, by its picture: to a thousandth where it shows, and 0 where nothing does.
import { expect, test } from 'vitest'
import { slopeOfPrint } from '../../../processors/jobs/convert/ocr/slope-of-print.ts'
import { threadMsOf } from '../../support/thread-time.ts'

const [width, height] = [600, 800]
const paint = (isInk: (x: number, y: number) => boolean, w = width, h = height) => {
  const pixels = Buffer.alloc(w * h, 255)
  for (let y = 0; y < h; y++) for (let x = 0; x < w; x++) if (isInk(x, y)) pixels[y * w + x] = 0
  return Buffer.concat([Buffer.from(`P5\n${w} ${h}\n255\n`), pixels])
}
const isOnPage = (x: number, y: number) => x > 60 && x < 540 && y > 90 && y < 700
// Lines of words, a letter high.
const print = (slope: number) =>
  paint((x, y) => isOnPage(x, y) && (((y - slope * x) % 24) + 24) % 24 < 8 && x % 40 < 33 && x % 6 < 3)

test.each([-0.1, -0.035, -0.01, 0.01, 0.052, 0.11])('lines of print that fall by %d', (slope) => {
  expect(Math.abs(slopeOfPrint(print(slope)) - slope)).toBeLessThan(0.003)
})

test('level ones fall by nothing that matters', () => {
  expect(Math.abs(slopeOfPrint(print(0)))).toBeLessThan(0.003)
})

test.each([
  ['white paper', paint(() => false)],
  ['black paper', paint(() => true)],
  ['a disc', paint((x, y) => Math.hypot(x - 300, y - 400) < 120)],
  ['specks', paint((x, y) => (x * 7919 + y * 104_729 + ((x * y) % 97) * 31) % 101 < 3)],
  ['no point at all', paint(() => true, 0, 0)],
  ['one row', paint((x) => x % 3 === 0, 600, 1)],
  ['what is cut short', print(0.05).subarray(0, 5000)],
  ['no picture', Buffer.from('%PDF-1.7')],
])('%s shows none', (_name, pgm) => {
  expect(slopeOfPrint(pgm)).toBe(0)
})

test('a strip many times as high as wide is measured in bounded time', async () => {
  const strip = paint((x, y) => (x + y) % 5 === 0, 40, 100_000)
  expect(await threadMsOf(() => slopeOfPrint(strip))).toBeLessThan(10_000)
})
