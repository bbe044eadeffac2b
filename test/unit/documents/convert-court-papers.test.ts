// Papers for courts and editors: an empty line under each, lines that are counted in the margin, parties beside a column of brackets.
import { expect, test } from 'vitest'
import { convertPdf } from '../../../processors/jobs/convert/convert.ts'
import type { ConvertOptions } from '../../../processors/jobs/convert/schema.ts'
import { lines, pdfDocument, prose, rule, text } from '../../support/pdf/document.ts'

const read = async (content: string, options: ConvertOptions = {}) =>
  (await convertPdf(pdfDocument({ pages: [content] }), { summarize: false, ocr: 'off', ...options })).markdown
/** Full lines without full stops at their ends. */
const full = (count: number, seed: number) => prose(count, 78, seed).map((row) => row.replace(/[.\s]+$/, ''))

test('an empty line under each line of a text parts no paragraph; what is short and stands alone stays apart', async () => {
  const said = (seed: number) => {
    const rows = full(5, seed)
    return [...rows.slice(0, 2), rows[2]!.replace(/^./, (c) => c.toUpperCase()), ...rows.slice(3), 'and so it ends.']
  }
  const paragraphs = lines(72, 120, said(7), {}, 24) + lines(72, 290, said(11), {}, 24)
  const markdown = await read(text(72, 60, 'A name') + text(72, 84, 'Another name') + paragraphs)
  const ends = markdown.split('\n\n').map((p) => p.split(' ').slice(-2).join(' '))
  expect(ends).toEqual(['A name', 'Another name', 'it ends.', 'it ends.'])
})

test('numbers that count the lines of a page are none of its words, in whatever style the text stands; those of a list stay', async () => {
  const numbers = (x: number, step: number, pitch: number) =>
    Array.from({ length: 24 }, (_, i) => text(x, 90 + i * pitch, String((i + 1) * step))).join('')
  const said = [...full(23, 7), 'and so it ends.']
  const close = await read(numbers(50, 1, 20) + lines(90, 90, said, {}, 20))
  expect(close).not.toMatch(/\b(?:7|19)\b/)
  expect(close.split('\n\n')).toHaveLength(1)
  const ruled = rule(70, 60, 70, 700) + rule(73, 60, 73, 700)
  const names = ['Somebody', 'Plaintiff,', 'against', 'Nobody', 'Defendant.', 'Filed late', 'Heard once'].map((name, i) =>
    text(200, 90 + (4 + i) * 26, name),
  )
  expect(await read(numbers(50, 1, 26) + ruled + names.join(''))).not.toMatch(/\d/)
  expect(await read(numbers(50, 1, 26) + names.join(''))).toMatch(/\b24\b/)
  const items = Array.from({ length: 24 }, (_, i) => text(90, 90 + i * 20, `Thing that is sold ${i}`)).join('')
  expect(await read(numbers(50, 1, 20) + items)).toMatch(/\b24\b/)
  expect((await read(numbers(50, 1, 20) + lines(90, 90, said, {}, 20), { style: 'faithful' })).match(/^\d+$/gm)).toHaveLength(24)
})

test('the sides of a column of brackets are read one after the other', async () => {
  const left = ['SOMEBODY, and others,', '', 'Appellant,', '', 'vs.', '', 'NOBODY,', '', 'Respondent.']
  const right = ['No. 10', '', 'Appeal from the Court of', 'Some County', '', 'Honorable A. Judge', '', '', 'Filed: May 19, 2021']
  const side = (x: number, rows: readonly string[]) => rows.map((row, i) => (row ? text(x, 100 + 14 * i, row) : '')).join('')
  for (const mark of [')', ']', '§']) {
    const brackets = left.map((_, i) => text(300, 100 + 14 * i, mark)).join('')
    const markdown = await read(side(72, left) + brackets + side(330, right) + lines(72, 260, full(4, 5)))
    const words = [...left, ...right].filter((row) => row !== '')
    expect(markdown.replaceAll('\n\n', ' ').startsWith(words.join(' '))).toBe(true)
  }
})
