// The lines of a scanned table are found in its picture, and nothing else that is dark is taken for one.
import { describe, expect, test } from 'vitest'
import { drawingOfRules } from '../../../processors/jobs/convert/drawing/drawing.ts'
import { rulesOfPicture } from '../../../processors/jobs/convert/ocr/rules-of-picture.ts'
import { withoutRules } from '../../../processors/jobs/convert/ocr/words-on-rules.ts'
import type { Word } from '../../../processors/jobs/convert/page-text.ts'
import { findTables } from '../../../processors/jobs/convert/tables/find-tables.ts'
import { createDice } from '../../bench/support/dice.ts'
import { threadMsOf } from '../../support/thread-time.ts'

// Two pixels to the point.
const [width, height, dpi] = [800, 600, 144]
type Ink = readonly [x: number, y: number, width: number, height: number]

function picture(ink: readonly Ink[], paper = 255, shade = 0): Buffer {
  const pixels = Buffer.alloc(width * height, paper)
  for (const [x, y, w, h] of ink) for (let row = y; row < y + h; row++) pixels.fill(shade, row * width + x, row * width + x + w)
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), pixels])
}
const rules = (ink: readonly Ink[], paper?: number, shade?: number, words: Word[] = []) =>
  rulesOfPicture(picture(ink, paper, shade), dpi, words)
const level: Ink = [100, 200, 400, 3]
const upright: Ink = [300, 100, 3, 200]
const word = (text: string, x0: number, y0: number, x1: number, y1: number): Word => ({
  ...{
    text,
    x0,
    y0,
    x1,
    y1,
    block: 0,
    line: 0,
    size: y1 - y0,
    bold: false,
    italic: false,
    mono: false,
    font: '',
    color: '#000000',
  },
})

describe('what is a rule', () => {
  test('level and upright lines, whole where they cross', () => {
    const found = rules([level, upright])
    expect(found.filter((r) => r.x1 - r.x0 > r.y1 - r.y0)).toEqual(
      [200, 201, 202].map((y) => ({ x0: 50, x1: 250, y0: y / 2, y1: (y + 1) / 2 })),
    )
    expect(found.filter((r) => r.x1 - r.x0 < r.y1 - r.y0)).toEqual(
      [300, 301, 302].map((x) => ({ x0: x / 2, x1: (x + 1) / 2, y0: 50, y1: 150 })),
    )
  })

  test.each([
    ['grey on white', 255, 190],
    ['black on a band of colour', 120, 20],
  ])('%s', (_what, paper, shade) => {
    expect(rules([level], paper, shade)).toHaveLength(3)
  })

  test('one that a scanner broke', () => {
    expect(rules([[100, 200, 150, 1] as const, [253, 200, 247, 1] as const])).toEqual([{ x0: 50, x1: 250, y0: 100, y1: 100.5 }])
  })
})

describe('what is none', () => {
  test.each<[string, readonly Ink[]]>([
    ['dots that lead to a figure', Array.from({ length: 60 }, (_, i): Ink => [100 + 6 * i, 200, 3, 3])],
    ['a bar', [[100, 200, 400, 14]]],
    ['letters', Array.from({ length: 20 }, (_, i): Ink => [100 + 14 * i, 200, 3, 20])],
    ['nothing', []],
  ])('%s', (_what, ink) => {
    expect(rules(ink)).toEqual([])
  })

  test('a faint line', () => {
    expect(rules([level], 200, 170)).toEqual([])
  })

  test('the stem of a large letter that was read', () => {
    const stem: Ink = [300, 100, 3, 40]
    expect(rules([stem])).not.toEqual([])
    expect(rules([stem], 255, 0, [word('light', 145, 48, 190, 72)])).toEqual([])
  })

  test('the grain of a photograph: too many to be any', () => {
    const [w, h] = [2_400, 1_800]
    const hatched = (every: number) => {
      const pixels = Buffer.alloc(w * h, 255)
      for (let y = 0; y < h; y += every) for (let x = 0; x < w; x += 66) pixels.fill(0, y * w + x, y * w + Math.min(w, x + 60))
      return Buffer.concat([Buffer.from(`P5\n${w} ${h}\n255\n`), pixels])
    }
    expect(rulesOfPicture(hatched(90), dpi, []).length).toBeGreaterThan(500)
    expect(rulesOfPicture(hatched(3), dpi, [])).toEqual([])
  })

  test('what is no picture', () => {
    expect(rulesOfPicture(Buffer.from('P5\n800 600\n255\n'), dpi, [])).toEqual([])
  })
})

test('fourteen million pixels of anything take less than a second', async () => {
  const [w, h] = [3_300, 4_240]
  const dice = createDice(3)
  const noise = Buffer.from(Uint8Array.from({ length: w * 64 }, () => dice.below(256)))
  const pixels = Buffer.concat(Array.from({ length: Math.ceil(h / 64) }, () => noise)).subarray(0, w * h)
  const page = Buffer.concat([Buffer.from(`P5\n${w} ${h}\n255\n`), pixels])
  expect(await threadMsOf(() => rulesOfPicture(page, 300, []))).toBeLessThan(1_000)
})

test.each<[string, Word, [string, number, number][]]>([
  ['alone', word('|', 99, 50, 102, 60), []],
  ['behind a word', word('Total|', 60, 50, 100, 60), [['Total', 60, 100]]],
  ['before a word', word('|Total', 100, 50, 140, 60), [['Total', 100, 140]]],
  [
    'between two words',
    word('a|b', 90, 90, 110, 100),
    [
      ['a', 90, 100.5],
      ['b', 100.5, 110],
    ],
  ],
  ['a dash in a narrow cell beside it', word('–', 98, 50, 104, 60), [['–', 98, 104]]],
  ['a sign that stands elsewhere', word('|', 300, 50, 303, 60), [['|', 300, 303]]],
  ['a sign within a word that no wall runs through', word('a|b|c', 90, 90, 110, 100), [['a|b|c', 90, 110]]],
  ['a sign beside the end of the wall', word('x|', 60, 300, 100, 310), [['x|', 60, 100]]],
])('a wall that was read as a letter: %s', (_where, read, left) => {
  const walls = [{ x0: 100, x1: 101, y0: 0, y1: 200 }]
  expect(withoutRules([read], walls).map(({ text, x0, x1 }) => [text, x0, x1])).toEqual(left)
})

test('lines around a drawing are no table where they are those of a picture', () => {
  const line = (x0: number, y0: number, x1: number, y1: number) => ({ x0, y0, x1: x1 + 0.5, y1: y1 + 0.5 })
  const lines = [
    ...[100, 200, 300].map((y) => line(100, y, y === 200 ? 400 : 500, y)),
    ...[100, 400, 500].map((x) => line(x, 100, x, 300)),
    line(250, 100, 250, 200),
  ]
  const said = [word('plantation', 120, 140, 180, 150), word('mill', 270, 140, 300, 150), word('residue', 150, 240, 200, 250)]
  const page = { number: 1, width: 612, height: 792, words: said }
  expect(findTables(page, said, drawingOfRules(lines))).toHaveLength(1)
  expect(findTables({ ...page, rules: lines }, said, drawingOfRules(lines))).toEqual([])
})
