// Columns are read one after the other, whatever stands a little over their edge.
import { expect, test } from 'vitest'
import { type Placed, readingOrder } from '../../../processors/jobs/convert/layout/reading-order.ts'
import { linesOf } from '../../../processors/jobs/convert/layout/text-lines.ts'
import type { Word } from '../../../processors/jobs/convert/page-text.ts'

const line = (x0: number, x1: number, y: number, text: string): Placed => ({ x0, x1, y0: y, y1: y + 10, size: 10, text })
const column = (x: number, name: string) =>
  Array.from({ length: 20 }, (_, i) => line(x, x + 240, 100 + 12 * i, `${name} ${i}, a line of text in its column`))
const order = (caption: Placed) => {
  const [left, right] = [column(50, 'left'), column(305, 'right')]
  const placed = left.map((l, i) => (i === 8 ? caption : l))
  return { read: readingOrder([...placed, ...right]), columns: [...placed, ...right], right }
}

test('a caption that hangs over its column stays in it', () => {
  const { read, columns } = order(line(50, 301, 196, 'Figure 1: a caption that is a little wider than its column'))
  expect(read.map((l) => l.text)).toEqual(columns.map((l) => l.text))
})

test('a page number in the gutter, under both columns, joins them not', () => {
  const [left, right] = [column(50, 'Left'), column(305, 'Right')]
  const number = line(291, 303, 343, '147')
  expect(readingOrder([...left, ...right, number]).map((l) => l.text)).toEqual([...left, ...right, number].map((l) => l.text))
})

test('what reaches over both columns, with nothing beside it, parts them', () => {
  const { columns, right } = order(line(50, 545, 196, 'A caption that is as wide as the page'))
  const read = readingOrder(columns.filter((l) => l !== right[8]))
  const texts = read.map((l) => l.text)
  expect(texts.indexOf(right[0]!.text)).toBeLessThan(texts.indexOf('A caption that is as wide as the page'))
})

test('a bullet of a symbol font and an exhibit’s number, at any distance a list has, belong to their line', () => {
  const word = (text: string, x0: number, x1: number): Word => ({
    ...{ text, x0, x1, y0: 100, y1: 110, block: 0, line: x0, size: 10 },
    ...{ bold: false, italic: false, mono: false, font: x0 < 80 ? 'Wingdings' : 'F', color: '#000000' },
  })
  for (const bullet of ['\u{900b0}', '\uf0a7', '\uf0d8', '➢', '•', '*10.1', '(10-12)', '8a']) {
    const [line, ...more] = linesOf([word(bullet, 72, 78), word('Item', 96, 120)])
    expect([line!.text, more.length]).toEqual([`${bullet} Item`, 0])
  }
})

test('a note in the margin is read whole, though no row of it stands beside a line of the text', () => {
  const note = ['Name,', 'address', 'and number'].map((said, i) => line(40, 90, 100 + 11 * i, said))
  const fields = ['First name', 'Last name', 'Street', 'Number'].flatMap((said, i) => [
    line(120, 190, 96 + 14 * i, said),
    line(400, 410, 96 + 14 * i, `${i}`),
  ])
  const texts = readingOrder([...note, ...fields]).map((l) => l.text)
  const at = texts.indexOf('Name,')
  expect(texts.slice(at, at + 3)).toEqual(['Name,', 'address', 'and number'])
  const names = ['Name,', 'address', 'and number'].map((said, i) => line(40, 90, 96 + 14 * i, said))
  expect(
    readingOrder([...names, ...fields])
      .map((l) => l.text)
      .slice(0, 3),
  ).toEqual(['Name,', 'First name', '0'])
})

test('a name and the value beside it are one row of a form, however many names have none; numbered texts side by side are columns', () => {
  const names = ['Family name:', 'First name:', 'Height', 'Signature', 'Remarks'].map((said, i) =>
    line(60, 60 + 6 * said.length, 100 + 20 * i, said),
  )
  const values = ['Example', 'Anna Maria', '1.72 m'].map((said, i) => line(200, 200 + 6 * said.length, 100 + 20 * i, said))
  const texts = (placed: Placed[]) => readingOrder(placed).map((l) => l.text)
  expect(texts([...names, ...values])).toEqual([
    'Family name:',
    'Example',
    'First name:',
    'Anna Maria',
    'Height',
    '1.72 m',
    'Signature',
    'Remarks',
  ])
  const items = (x: number, from: number) =>
    [0, 1, 2, 3].map((i) => line(x, x + 130, 100 + 20 * i, `${from + i}. A part of what is told`))
  expect(texts([...items(60, 1), ...items(220, 5)]).map((said) => Number(said[0]))).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
})
