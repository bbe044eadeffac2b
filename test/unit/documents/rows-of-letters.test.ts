// A picture is read where letters may stand in a row, on whatever ground; a texture alone, whose parts lie anywhere, is not.
import { expect, test } from 'vitest'
import { pictureParts } from '../../../processors/jobs/convert/ocr/ink-parts.ts'
import { mayHoldPrint } from '../../../processors/jobs/convert/ocr/rows-of-letters.ts'
import { threadMsOf } from '../../support/thread-time.ts'

const [width, height] = [2_000, 1_500]
type Ink = readonly [x: number, y: number, width: number, height: number]

function picture(ink: readonly Ink[], paper = 255, shade = 0): Buffer {
  const pixels = Buffer.alloc(width * height, paper)
  for (const [x, y, w, h] of ink) for (let row = y; row < y + h; row++) pixels.fill(shade, row * width + x, row * width + x + w)
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), pixels])
}

function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Leaves: of any size, anywhere. */
function leaves(seed: number, count = 300): Ink[] {
  const upTo = numbers(seed)
  const size = () => Math.round(8 * 2 ** (upTo(400) / 100))
  return Array.from({ length: count }, () => {
    const [w, h] = [size(), size()]
    return [upTo(width - w), upTo(height - h), w, h] as const
  })
}

const word = (x: number, y: number, letters: number, size = 24): Ink[] =>
  Array.from({ length: letters }, (_, i) => [x + 1.25 * size * i, y, size, size])
const away = ([x, y]: Ink) => y > 160 || x > 700

test.each([1, 2, 3, 4, 5])('leaves alone are no print, dark or light (%i)', (seed) => {
  expect(mayHoldPrint(pictureParts(picture(leaves(seed)))!)).toBe(false)
  expect(mayHoldPrint(pictureParts(picture(leaves(seed), 20, 230))!)).toBe(false)
})

test.each([1, 2, 3, 4, 5])('a line among leaves is, and so are a few labels (%i)', (seed) => {
  const beside = leaves(seed).filter(away)
  expect(mayHoldPrint(pictureParts(picture([...beside, ...word(40, 60, 12)]))!)).toBe(true)
  const labels = [word(40, 20, 6), word(40, 70, 7), word(400, 20, 6), word(400, 70, 5), word(40, 120, 6)].flat()
  expect(mayHoldPrint(pictureParts(picture([...beside, ...labels]))!)).toBe(true)
})

test('print that is light on a dark field of a light page stands in rows as well', () => {
  const field = [[0, 0, 700, 160] as const]
  const page = picture([...field, ...leaves(7).filter(away)])
  const head = page.length - width * height
  for (const [x, y, w, h] of word(40, 60, 12))
    for (let row = y; row < y + h; row++) page.fill(255, head + row * width + x, head + row * width + x + w)
  expect(mayHoldPrint(pictureParts(page)!)).toBe(true)
})

test('what has no room for ten letters beside others says nothing: nothing at all, a few parts apart, a short word', () => {
  const apart = Array.from({ length: 60 }, (_, i): Ink => [20 + 190 * (i % 10), 20 + 150 * Math.floor(i / 10), 40, 60])
  for (const ink of [[], apart, word(40, 60, 8), [...apart, ...word(40, 1_000, 8)]])
    expect(mayHoldPrint(pictureParts(picture(ink))!)).toBe(false)
})

test('ten letters in two words do, be they figures of an axis, run together, as tall as a title, or light', () => {
  const figures = Array.from({ length: 5 }, (_, i) => word(40 + 300 * i, 60, 2)).flat()
  const joined: Ink[] = [
    [40, 60, 150, 30],
    [210, 60, 120, 30],
  ]
  const title = [...word(20, 60, 5, 300), ...word(20, 600, 5, 300)]
  for (const ink of [figures, joined, title, [...word(40, 60, 5), ...word(40, 200, 5)]]) {
    expect(mayHoldPrint(pictureParts(picture(ink))!)).toBe(true)
    expect(mayHoldPrint(pictureParts(picture(ink, 20, 230))!)).toBe(true)
  }
})

test('where there are few parts, or too many to tell, there may be print', () => {
  const few = [...leaves(1, 40).filter(away), ...word(40, 20, 5), ...word(40, 100, 5)]
  expect(mayHoldPrint(pictureParts(picture(few))!)).toBe(true)
  const noise = Buffer.concat([Buffer.from('P5\n1600 1600\n255\n'), Buffer.alloc(1600 * 1600, 255)])
  for (let i = 0; i < 800 * 800; i++) noise[17 + 2 * (i % 800) + 3200 * Math.floor(i / 800)] = 0
  expect(mayHoldPrint(pictureParts(noise)!)).toBe(true)
})

test('marks that are as near each other as can be take a bounded time', async () => {
  const marks = Array.from({ length: 40_000 }, (_, i): Ink => [3 * (i % 500), 9 * Math.floor(i / 500), 2, 8]).filter(
    ([, y]) => y < height - 9,
  )
  const ms = await threadMsOf(() => expect(mayHoldPrint(pictureParts(picture(marks))!)).toBe(true))
  expect(ms).toBeLessThan(2_000)
})
