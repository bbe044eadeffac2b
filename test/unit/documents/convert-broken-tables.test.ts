// A table that runs over a page's end is one table; two tables that only stand so are two.
import { describe, expect, test } from 'vitest'
import { convertPdf } from '../../../processors/jobs/convert/convert.ts'
import { lines, pdfDocument, prose, rule, text } from '../../support/pdf/document.ts'

const columns = [72, 230, 360, 480]
/** A ruled table of three columns from `top` on. */
function table(top: number, rows: readonly (readonly string[])[]): string {
  const cells = rows.flatMap((row, r) => row.map((cell, c) => text(columns[c]! + 6, top + 14 + r * 20, cell)))
  const across = Array.from({ length: rows.length + 1 }, (_, r) => rule(72, top + r * 20, 480, top + r * 20))
  const down = columns.map((x) => rule(x, top, x, top + rows.length * 20))
  return [...cells, ...across, ...down].join('')
}
const header = ['Road', 'Length', 'Toll']
const body = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => [`Road ${from + i}`, `${100 + from + i}`, `${from + i}.50`])
const head = (page: number) => text(250, 40, `Tolls of ${page + 2020}`)
const read = async (pages: string[], style: 'clean' | 'faithful' = 'clean') =>
  await convertPdf(pdfDocument({ pages }), { summarize: false, style })

const first = head(1) + lines(72, 80, prose(30, 80)) + table(500, [header, ...body(1, 11)])

describe('a table over a page’s end', () => {
  test.each([
    ['with its header again', head(2) + table(80, [header, ...body(12, 8)]) + lines(72, 400, prose(20, 80))],
    ['without its header', head(2) + table(80, body(12, 8)) + lines(72, 400, prose(20, 80))],
    [
      'with a word that it goes on',
      head(2) + text(72, 70, 'Table 1 (continued)') + table(90, body(12, 8)) + lines(72, 400, prose(20, 80)),
    ],
  ])('is joined %s', async (_how, second) => {
    const { tables, table_count, markdown } = await read([first, second])
    expect(table_count).toBe(1)
    expect(tables[0]).toMatchObject({ page: 1, header: [header], rows: body(1, 19) })
    expect(markdown).not.toContain('continued')
    expect((await read([first, second], 'faithful')).table_count).toBe(2)
  })

  test('is joined over a page that it fills', async () => {
    const middle = head(2) + table(80, [header, ...body(12, 30)])
    const last = head(3) + table(80, [header, ...body(42, 4)]) + lines(72, 400, prose(20, 80))
    expect((await read([first, middle, last])).tables.map(({ rows }) => rows)).toEqual([body(1, 45)])
  })

  test.each([
    ['another head', head(2) + table(80, [['Bridge', 'Span', 'Fee'], ...body(12, 8)])],
    ['text before it', head(2) + lines(72, 80, prose(6, 80)) + table(300, [header, ...body(12, 8)])],
    ['another caption', head(2) + text(72, 70, 'Table 2. Bridges and what they cost') + table(90, body(12, 8))],
  ])('is not joined to one with %s', async (_what, second) => {
    expect((await read([first, second])).table_count).toBe(2)
  })
})
