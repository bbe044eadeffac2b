// Forms: boxes and fields to be filled in are read as what stands in them, one after the other, and are no tables.
import { describe, expect, test } from 'vitest'
import { convertPdf } from '../../../processors/jobs/convert/convert.ts'
import type { ConvertOptions } from '../../../processors/jobs/convert/schema.ts'
import { lines, pdfDocument, prose, rule, text } from '../../support/pdf/document.ts'

const read = async (content: string, options: ConvertOptions = {}) =>
  (await convertPdf(pdfDocument({ pages: [content] }), { summarize: false, ocr: 'off', ...options })).markdown

const [left, right] = [60, 540]
/** A row of boxes, each as wide as its share of the page says, with what stands at its top. */
function row(y: number, height: number, boxes: readonly (readonly [number, ...string[]])[]): string {
  let x = left
  let drawn = rule(left, y, right, y) + rule(left, y + height, right, y + height) + rule(left, y, left, y + height)
  for (const [share, ...said] of boxes) {
    drawn += lines(x + 4, y + 11, said, { size: 8 })
    x += share * (right - left)
    drawn += rule(x, y, x, y + height)
  }
  return drawn
}

describe('a form of boxes', () => {
  const fields = [
    [[1, 'Applicant']],
    [
      [0.45, '1. Family name'],
      [0.35, '2. First name'],
      [0.2, '3. Born on'],
    ],
    [
      [0.3, '4. Passport'],
      [0.7, '5. Issued by'],
    ],
    [[1, '6. Address (street, number, city and country)']],
    [
      [0.15, '7. Sex'],
      [0.25, '8. Nationality'],
      [0.6, '9. Have you ever been refused?', 'Answer with yes or no.'],
    ],
    [
      [0.52, '10. Employer'],
      [0.48, '11. Since when'],
    ],
    [
      [0.62, '12. Reason of the journey'],
      [0.38, '13. Days'],
    ],
    [[1, '14. Remarks']],
  ] as [number, ...string[]][][]

  test('is read box by box, every label once', async () => {
    const markdown = await read(fields.map((boxes, i) => row(100 + 36 * i, 36, boxes)).join(''))
    expect(markdown).not.toContain('|')
    const said = fields.flatMap((boxes) => boxes.map(([, ...rows]) => rows.join(' ')))
    expect(markdown.split('\n\n')).toEqual(said)
  })

  test('a timetable, whose lessons go on over several rows, is a table', async () => {
    const days = [0, 1, 2, 3].map((i) => 60 + 120 * i)
    const lessons = [
      ['Algebra', 'Physics', 'History'],
      ['Drawing', 'Algebra', 'Latin'],
      ['Sports', 'Music', 'Physics'],
    ]
    const drawn = [
      ...Array.from({ length: 13 }, (_, i) => rule(60, 100 + 20 * i, 120, 100 + 20 * i)),
      ...days.flatMap((x) => [0, 4, 8, 12].map((hour) => rule(x + 60, 100 + 20 * hour, x + 180, 100 + 20 * hour))),
      ...[60, ...days.map((x) => x + 60)].map((x) => rule(x, 100, x, 340)),
      ...Array.from({ length: 12 }, (_, i) => text(64, 114 + 20 * i, `${8 + i}:00`, { size: 9 })),
      ...lessons.flatMap((day, d) => day.map((lesson, i) => text(days[d]! + 70, 144 + 80 * i, lesson, { size: 9 }))),
    ]
    expect(await read(drawn.join(''))).toMatch(/\| 17:00 \| History \| Latin \| Physics \|/)
  })

  test('what is written over many rows of other boxes is read line by line, once', async () => {
    const drawn = [
      ...[60, 90, 420, 540].map((x) => rule(x, 100, x, 388)),
      ...Array.from({ length: 13 }, (_, i) => rule(420, 100 + 24 * i, 540, 100 + 24 * i)),
      rule(60, 100, 420, 100) + rule(60, 388, 420, 388),
      ...Array.from({ length: 13 }, (_, i) =>
        [text(66, 114 + 22 * i, `${i + 1}`), text(96, 114 + 22 * i, `What was earned or spent in part ${i + 1}`)].join(''),
      ),
      ...Array.from({ length: 12 }, (_, i) => text(426, 116 + 24 * i, `${i + 1}a`, { size: 9 })),
    ]
    const markdown = await read(drawn.join('') + lines(60, 430, prose(3)))
    expect(markdown.match(/What was earned or spent in part 7/g)).toHaveLength(1)
  })
})

test('a name and what was filled in beside it are one paragraph, two names beside each other are two', async () => {
  const fields = [
    ['Family name:', 'Example'],
    ['Height', '1.72 m'],
    ['Street:', 'Town:'],
  ]
  const drawn = fields.map(([name, value], i) => text(72, 100 + 24 * i, name!) + text(220, 100 + 24 * i, value!)).join('')
  expect((await read(drawn + lines(72, 240, prose(4)))).split('\n\n').slice(0, 4)).toEqual([
    'Family name: Example',
    'Height 1.72 m',
    'Street:',
    'Town:',
  ])
})
