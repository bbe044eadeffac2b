// Print lighter than its field is looked for in what is light: letters in rows, and no holes of dark letters.
import { expect, test } from 'vitest'
import { pictureParts } from '../../../processors/jobs/convert/ocr/ink-parts.ts'
import { mayHoldLightPrint } from '../../../processors/jobs/convert/ocr/light-print.ts'

const [width, height] = [1_200, 800]
type Ink = readonly [x: number, y: number, width: number, height: number, shade: number]

function picture(ink: readonly Ink[], paper = 255) {
  const pixels = Buffer.alloc(width * height, paper)
  for (const [x, y, w, h, shade] of ink)
    for (let row = y; row < y + h; row++) pixels.fill(shade, row * width + x, row * width + x + w)
  return pictureParts(Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), pixels]))!
}

const row = (count: number, at: (i: number) => readonly Ink[]): Ink[] => Array.from({ length: count }, (_, i) => at(i)).flat()
const word = (x: number, y: number, letters: number, shade: number): Ink[] =>
  row(letters, (i) => [[x + 30 * i, y, 22, 24, shade]])
/** As "o" is: a dark ring around a light hole. */
const rings = (x: number, y: number, letters: number): Ink[] =>
  row(letters, (i) => [
    [x + 44 * i, y, 36, 40, 0],
    [x + 44 * i + 10, y + 10, 16, 20, 255],
  ])
const bar = (y: number): Ink => [100, y, 500, 60, 40]

test('a word on a dark field of a light page may be one', () => {
  expect(mayHoldLightPrint(picture([bar(100), ...word(140, 118, 7, 250), ...word(100, 400, 20, 0)]))).toBe(true)
})

test('so may figures on each of some bars, and print on a page that is dark', () => {
  expect(mayHoldLightPrint(picture([100, 200, 300].flatMap((y) => [bar(y), ...word(500, y + 18, 3, 250)])))).toBe(true)
  expect(
    mayHoldLightPrint(
      picture(
        [40, 80, 120].flatMap((y) => word(40, y, 20, 230)),
        20,
      ),
    ),
  ).toBe(true)
})

test('holes of dark letters are none, in however long a row', () => {
  expect(mayHoldLightPrint(picture([100, 200, 300].flatMap((y) => rings(60, y, 20))))).toBe(false)
})

test('nor are specks that lie anywhere on a dark field', () => {
  const specks = row(60, (i) => [[(97 * i) % 1_150, 40 + ((241 * i) % 700), 14, 14, 250]])
  expect(mayHoldLightPrint(picture(specks, 20))).toBe(false)
})

test('a page without anything light but its paper has none', () => {
  expect(mayHoldLightPrint(picture(word(100, 400, 20, 0)))).toBe(false)
  expect(mayHoldLightPrint(picture([]))).toBe(false)
})
