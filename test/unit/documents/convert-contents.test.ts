// Tables of contents: whole rows out of what a page holds in pieces, and nothing else taken for one.
import { expect, test } from 'vitest'
import { convertPdf } from '../../../processors/jobs/convert/convert.ts'
import { joinAll } from '../../../processors/jobs/convert/document/lexicon.ts'
import { takeContents } from '../../../processors/jobs/convert/layout/contents.ts'
import type { Word } from '../../../processors/jobs/convert/page-text.ts'
import { parseWords } from '../../../processors/jobs/convert/poppler/words.ts'
import { isLongLine } from '../../../processors/jobs/convert/tables/borderless-table.ts'
import { pdfDocument, text } from '../../support/pdf/document.ts'

let line = 0
/** Pieces of a row as poppler gives them: each a line of its own, its words a blank apart. */
const piece = (x: number, y: number, text: string): Word[] => {
  line++
  let at = x
  return text.split(' ').map((word) => {
    const x0 = at
    at += word.length * 5 + 3
    const about = { block: 0, line, size: 10, bold: false, italic: false, mono: false, font: 'Serif', color: '#000000' }
    return { ...about, text: word, x0, x1: x0 + word.length * 5, y0: y, y1: y + 10 }
  })
}
/** Its page ends at the edge. */
const entry = (y: number, title: string, page: string, { x = 60, edge = 500, dots = true } = {}) => [
  ...piece(x, y, dots ? `${title} ${'. '.repeat(12).trim()}` : title),
  ...piece(edge - page.length * 5, y, page),
]
const told = (words: readonly Word[]) =>
  takeContents(words)
    .lists.flat()
    .map(({ text }) => text.replace(/ ?\.{4,} ?/, ' … '))

test('each row is whole, also a chapter without dots', () => {
  const words = [
    ...entry(100, 'Preface', 'ix'),
    ...entry(114, '1 Words', '1', { dots: false }),
    ...entry(128, '1.1 Thanks to all', '2'),
    ...piece(60, 142, '1.2 Notes on what is hardly shorter than its whole row in any table of all of the contents . .'),
    ...piece(495, 142, '3'),
    ...entry(170, '2 Use', '12', { dots: false }),
    ...piece(60, 300, 'The text goes on in 1999'),
  ]
  expect(told(words)).toEqual([
    'Preface … ix',
    '1 Words 1',
    '1.1 Thanks to all … 2',
    '1.2 Notes on what is hardly shorter than its whole row in any table of all of the contents . . 3',
    '2 Use 12',
  ])
  expect(takeContents(words).rest.map(({ text }) => text)).toEqual(['The', 'text', 'goes', 'on', 'in', '1999'])
})

test('without any dots a title says what it is, in any language', () => {
  const rows = (title: string) => [
    ...piece(60, 80, title),
    ...[1, 2, 3].flatMap((n) => entry(100 + 14 * n, `${n} Chapter`, `${n * 4}`, { dots: false })),
  ]
  expect(told(rows('Inhaltsverzeichnis'))).toHaveLength(3)
  expect(told(rows('目次'))).toHaveLength(3)
  expect(told(rows('Results by year'))).toEqual([])
})

test('two columns of entries are two lists', () => {
  const words = [1, 2, 3].flatMap((n) => [
    ...entry(100 + 14 * n, `Left part ${n}`, `${n}`, { edge: 280 }),
    ...entry(100 + 14 * n, `Right part ${n}`, `${n + 10}`, { x: 320 }),
  ])
  expect(told(words)).toHaveLength(6)
  expect(told(words)).toContain('Left part 2 … 2')
  expect(told(words)).toContain('Right part 2 … 12')
})

test('a title that wraps is one entry with its page, in either column, and the name of a part is none', () => {
  const words = [
    ...entry(100, 'First part', '1', { edge: 280 }),
    ...entry(114, 'Second part', '4', { edge: 280 }),
    ...entry(128, 'Third part', '9', { edge: 280 }),
    ...piece(60, 142, 'How the parts were put together'),
    ...entry(152, 'again', '11', { edge: 280 }),
    ...entry(100, 'Appendix', '14', { x: 320 }),
    ...piece(320, 114, 'Of all the tables that are there'),
    ...piece(320, 128, `${'. '.repeat(12).trim()}`),
    ...piece(490, 128, '21'),
    ...piece(320, 142, 'Part B'),
    ...entry(154, 'Index', '30', { x: 320 }),
  ]
  const all = told(words)
  expect(all).toHaveLength(7)
  expect(all).toContain('How the parts were put together again … 11')
  expect(all).toContain('Third part … 9')
  expect(all).toContain('Of all the tables that are there … 21')
  expect(takeContents(words).rest.map(({ text }) => text)).toEqual(['Part', 'B'])
})

test('a first line without its page ends where the next column begins', () => {
  const words = [
    ...entry(100, 'First part', '1', { edge: 280 }),
    ...entry(100, 'Fourth part', '14', { x: 300 }),
    ...entry(114, 'Second part', '4', { edge: 280 }),
    ...entry(114, 'Fifth part', '17', { x: 300 }),
    ...piece(60, 128, 'Third part of all that is told here at length'),
    ...entry(128, 'Sixth part', '21', { x: 300 }),
    ...entry(140, 'and more', '9', { edge: 280 }),
    ...entry(142, 'Index', '30', { x: 300 }),
  ]
  const all = told(words)
  expect(all).toContain('Third part of all that is told here at length and more … 9')
  expect(all).toContain('Sixth part … 21')
  expect(all).toHaveLength(7)
})

test('dots end an entry however near the next column is, and its columns are read one after the other', async () => {
  const side = (x: number, y: number, name: string, page: number) =>
    text(x, y, name) + text(x + 40, y, '.'.repeat(50)) + text(x + 200 - 5.6 * `${page}`.length, y, `${page}`)
  const row = (y: number, n: number) => side(60, y, `Left ${n}`, n) + side(270, y, `Right ${n}`, n + 20)
  const drawn = text(60, 80, 'Contents', { font: 'bold', size: 16 }) + [1, 2, 3, 4, 5].map((n) => row(100 + 14 * n, n)).join('')
  const { markdown } = await convertPdf(pdfDocument({ pages: [drawn] }), { summarize: false, ocr: 'off' })
  expect([...markdown.matchAll(/- ((?:Left|Right) \d)/g)].map(([, name]) => name)).toEqual(
    ['Left', 'Right'].flatMap((side) => [1, 2, 3, 4, 5].map((n) => `${side} ${n}`)),
  )
})

test('figures led by dots, in columns or falling, stay a table', () => {
  const accounts = ['Revenue', 'Costs', 'Taxes', 'Profit'].flatMap((name, i) => [
    ...entry(100 + 14 * i, name, `${100 + i}`, { edge: 300 }),
    ...piece(400, 100 + 14 * i, `${200 + i}`),
  ])
  expect(told(accounts)).toEqual([])
  const led = [0, 1, 2, 3].flatMap((i) => [
    ...entry(100 + 14 * i, `Cost ${i}`, `${100 + i}`, { edge: 260 }),
    ...entry(100 + 14 * i, '.', `${200 + i}`, { x: 290 }),
  ])
  expect(told(led)).toEqual([])
  const menu = [9, 4, 7, 3].flatMap((price, i) => entry(100 + 14 * i, `Dish ${i}`, `${price}`))
  expect(told(menu)).toEqual([])
})

test('lines of scripts that write no blanks join without one, others with', () => {
  const none = new Set<string>()
  expect(joinAll(['名前を指定することが可能で', 'ある。また'], none)).toBe('名前を指定することが可能である。また')
  expect(joinAll(['ภาษา', 'ไทย'], none)).toBe('ภาษาไทย')
  expect(joinAll(['한국어를', '쓴다'], none)).toBe('한국어를 쓴다')
  expect(joinAll(['日本語', 'LaTeX', 'の'], none)).toBe('日本語 LaTeX の')
})

test('what has no width is no word', () => {
  const xml = (text: string) => `<page width="600" height="800"><word xMin="1" yMin="1" xMax="9" yMax="9">${text}</word></page>`
  for (const text of ['\u200c', '\u200d\u2060', ' ']) expect(parseWords(xml(text), 1)[0]!.words).toEqual([])
  expect(parseWords(xml('a\u200db'), 1)[0]!.words).toHaveLength(1)
})

test('dots that lead to a figure make no line of prose of a short name', () => {
  expect(isLongLine('Interest paid in the first half of the year')).toBe(true)
  expect(isLongLine(`Interest paid ${'.'.repeat(40)}`)).toBe(false)
  expect(isLongLine(`Interest paid ${'. '.repeat(20)}1,204`)).toBe(false)
  expect(isLongLine('1,204 1,305 1,406 1,507 1,608 1,709 1,810')).toBe(false)
  expect(isLongLine('Interest paid')).toBe(false)
})
