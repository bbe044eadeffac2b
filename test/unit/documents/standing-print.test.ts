// Print that runs up or down is told from level print, from columns of numbers and from what is drawn, by how near its letters stand.
import { describe, expect, test } from 'vitest'
import { pictureParts } from '../../../processors/jobs/convert/ocr/ink-parts.ts'
import { standingPrint } from '../../../processors/jobs/convert/ocr/standing-print.ts'
import { turnPicture } from '../../../processors/jobs/convert/ocr/turn-picture.ts'
import { sureWords } from '../../../processors/jobs/convert/pictures/sure-words.ts'

const [width, height] = [600, 400]
type Ink = readonly [x: number, y: number, width: number, height: number]

function picture(ink: readonly Ink[], paper = 255, shade = 0): Buffer {
  const pixels = Buffer.alloc(width * height, paper)
  for (const [x, y, w, h] of ink) for (let row = y; row < y + h; row++) pixels.fill(shade, row * width + x, row * width + x + w)
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), pixels])
}

/** Letters as wide as high, a fifth of that apart, as in level print. */
const line = (x: number, y: number, letters: number, size = 20): Ink[] =>
  Array.from({ length: letters }, (_, i) => [x + 1.2 * size * i, y, size, size])
const paragraph = [60, 94, 128, 162].flatMap((y) => line(40, y, 16))
const standing = (ink: readonly Ink[], paper?: number, shade?: number) => turnPicture(picture(ink, paper, shade), 270)!

describe('print that stands', () => {
  test.each([
    ['a title', standing(line(60, 40, 9))],
    ['two lines of it', standing([...line(60, 40, 9), ...line(60, 74, 7)])],
    ['light on dark', standing(line(60, 40, 9), 30, 240)],
  ])('%s shows', (_what, pgm) => {
    expect(standingPrint(pictureParts(pgm)!, [])).not.toBeNull()
  })

  test.each<[string, readonly Ink[]]>([
    ['a paragraph', paragraph],
    ['numbers one above the other', [40, 90, 140, 190, 240, 290].flatMap((y) => line(40, y, 3))],
    ['bars', [0, 1, 2, 3, 4].map((i): Ink => [60 + 80 * i, 300 - 50 * i, 40, 60 + 50 * i])],
    ['a dashed line', Array.from({ length: 12 }, (_, i): Ink => [300, 20 + 30 * i, 3, 20])],
    ['nothing', []],
  ])('%s is none', (_what, ink) => {
    expect(standingPrint(pictureParts(picture(ink))!, [])).toBeNull()
  })

  test('what was read already does not count', () => {
    const read = [{ x0: 0, y0: 0, x1: height, y1: width }]
    expect(standingPrint(pictureParts(standing(line(60, 40, 9)))!, read)).toBeNull()
  })

  test('where there is too much to tell it may be there', () => {
    const dots = Array.from({ length: 5_000 }, (_, i): Ink => [4 * (i % 150), 4 * Math.floor(i / 150), 2, 2])
    expect(standingPrint(pictureParts(picture(dots))!, [])).toBeNull()
    const texture = Buffer.concat([Buffer.from('P5\n1600 1600\n255\n'), Buffer.alloc(1600 * 1600, 255)])
    for (let i = 0; i < 800 * 800; i++) texture[17 + 2 * (i % 800) + 3200 * Math.floor(i / 800)] = 0
    expect(standingPrint(pictureParts(texture)!, [])).toEqual({ x0: 0, y0: 0, x1: 1600, y1: 1600 })
  })
})

test('a scrap beside what is written over a picture is no writing', () => {
  const word = (text: string, x0: number, lineNumber: number) => ({
    ...{ x0, y0: 10, x1: x0 + 40, y1: 20, text, block: 1, line: lineNumber, size: 10 },
    ...{ bold: false, italic: false, mono: false, font: '', color: '#000000' },
  })
  const words = [word('Northern', 0, 1), word('valleys', 50, 1), word('im', 200, 2)]
  const read = { words, sure: [0.95, 0.95, 0.85], confidence: 0.9 }
  expect(sureWords(read, [])!.words.map(({ text }) => text)).toEqual(['Northern', 'valleys', 'im'])
  expect(sureWords(read, [{ x0: 0, y0: 8, x1: 95, y1: 22 }])).toBeNull()
})
