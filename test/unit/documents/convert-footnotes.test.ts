// Notes at the foot of a page are tied to the raised numbers that call them; raised numbers and small print alone are left as they are.
import { expect, test } from 'vitest'
import { convertPdf } from '../../../processors/jobs/convert/convert.ts'
import type { ConvertOptions } from '../../../processors/jobs/convert/schema.ts'
import { lines, pdfDocument, prose, text } from '../../support/pdf/document.ts'

const read = async (pages: string[], options: ConvertOptions = {}) =>
  (await convertPdf(pdfDocument({ pages }), { summarize: false, ...options })).markdown
// Helvetica's words are as wide as they are; the raised number stands right behind the sentence.
const called = (number: string, y = 100) =>
  text(72, y, 'A sentence with a note') + text(72 + 101, y - 4, number, { size: 6 }) + lines(72, y + 14, prose(6))
const note = (number: string, words: string, y = 700) => text(72, y - 2, number, { size: 5 }) + text(76, y, words, { size: 7 })

test('a call and its note', async () => {
  const markdown = await read([
    called('1') + note('1', 'The note in small print, which goes on') + text(72, 709, 'for another line.', { size: 7 }),
  ])
  expect(markdown).toContain('A sentence with a note[^1]')
  expect(markdown).toMatch(/\n\n\[\^1\]: The note in small print, which goes on for another line\.$/)
})

test('several notes in one block, and the same numbers again on the next page', async () => {
  const page = (name: string) =>
    called('1') + called('2', 240) + lines(72, 700, [`1 ${name} first note.`, `2 ${name} second note.`], { size: 7 })
  const markdown = await read([page('Old'), page('New')])
  expect(markdown.match(/\[\^[\d-]+\](?!:)/g)).toEqual(['[^1]', '[^2]', '[^2-1]', '[^2-2]'])
  expect(markdown).toContain('[^1]: Old first note.\n\n[^2]: Old second note.')
  expect(markdown).toContain('[^2-1]: New first note.\n\n[^2-2]: New second note.')
})

test('a raised number without a note, and a note without a call, stay what they are', async () => {
  const power = await read([called('2')])
  expect(power).toContain('<sup>2</sup>')
  expect(power).not.toContain('[^')
  expect(await read([lines(72, 100, prose(6)) + note('1', 'Some small print.')])).not.toContain('[^')
  expect(await read([called('1') + note('2', 'Another note.')])).not.toContain('[^')
})

test('a paragraph goes on over the notes of its page', async () => {
  const first = called('1') + lines(72, 400, ['The first page ends in the middle of a long', 'sentence that has not yet come to'])
  const markdown = await read([
    first + note('1', 'The note that stands between.'),
    lines(72, 100, ['its end, which is here. More text follows.', ...prose(4)]),
  ])
  expect(markdown).toContain('sentence that has not yet come to its end, which is here.')
})

test('a faithful page keeps its notes as they are printed', async () => {
  expect(await read([called('1') + note('1', 'The note in small print.')], { style: 'faithful' })).not.toContain('[^')
})
