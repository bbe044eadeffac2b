// Workbooks: what Excel may write in a cell, and what is no workbook or would not fit in memory.
import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { readSheet, sheetNames } from '../../../ingestors/formats/xlsx.ts'
import { writeWorkbook } from '../../../ingestors/samples/xlsx.ts'

const workbook = '<workbook><sheets><sheet name=" Prices " sheetId="7" r:id="rId3"/></sheets></workbook>'
const relations = '<Relationships><Relationship Id="rId3" Target="/xl/worksheets/other.xml"/></Relationships>'
const fileOf = (
  sheet: string,
  strings = '<sst><si><t>Copper &amp; zinc</t></si><si><r><t>Go</t></r><r><t>ld</t></r></si></sst>',
) =>
  zipSync({
    'xl/workbook.xml': strToU8(workbook),
    'xl/_rels/workbook.xml.rels': strToU8(relations),
    'xl/worksheets/other.xml': strToU8(`<worksheet><sheetData>${sheet}</sheetData></worksheet>`),
    'xl/sharedStrings.xml': strToU8(strings),
  })

test('cells of every kind stand in their own column and row', () => {
  const sheet =
    '<row r="2"><c r="B2" t="s"><v>0</v></c><c r="C2" t="s"><v>1</v></c></row>' +
    '<row r="4"><c r="A4"><v>1.5E3</v></c><c r="B4" t="e"><v>#N/A</v></c><c r="C4" s="3"/><c r="AB4" t="inlineStr"><is><t>x</t></is></c></row>' +
    '<row><c t="str"><f>A1</f><v>of a formula</v></c><c><v>-2</v></c></row>'
  const rows = readSheet(fileOf(sheet), 'Prices')
  expect(rows).toEqual([
    [],
    [null, 'Copper & zinc', 'Gold'],
    [],
    [1_500, null, null, ...Array.from({ length: 24 }, () => null), 'x'],
    ['of a formula', -2],
  ])
})

test('what is written is read again, and equal sheets are equal bytes', () => {
  const sheets = { 'A & B': [['name', null, 2.5], [], ['"quoted" <text>', 'name']], Second: [[1]] }
  expect(sheetNames(writeWorkbook(sheets))).toEqual(['A & B', 'Second'])
  expect(readSheet(writeWorkbook(sheets), 'A & B')).toEqual(sheets['A & B'])
  expect(Buffer.compare(writeWorkbook(sheets), writeWorkbook(sheets))).toBe(0)
})

test.each([
  ['text', '<row><c><v>oops</v></c></row>', /no number/],
  ['an unknown shared text', '<row><c t="s"><v>9</v></c></row>', /no text 9/],
  ['a cell out of order', '<row><c r="C1"><v>1</v></c><c r="A1"><v>1</v></c></row>', /out of order/],
  ['a row far beyond any', '<row r="99999999"><c><v>1</v></c></row>', /out of order/],
  ['a column far beyond any', '<row><c r="ZZZ1"><v>1</v></c></row>', /out of order/],
])('%s is refused', (_name, sheet, reason) => {
  expect(() => readSheet(fileOf(sheet), 'Prices')).toThrow(reason)
})

test('a sheet that is not there, a cut file, and one that unpacks to too much are refused', () => {
  expect(() => readSheet(fileOf(''), 'Other')).toThrow(/no sheet Other/)
  expect(() => readSheet(fileOf('').slice(0, 200), 'Prices')).toThrow(/not a workbook/)
  expect(() => readSheet(fileOf(' '.repeat(65 * 1024 * 1024)), 'Prices')).toThrow(/unpacks to more/)
})
