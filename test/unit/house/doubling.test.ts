// Twice as much of a stranger's text takes twice as long to read, whatever it is made of.

// @module-tag slow
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodePayment } from '../../../api/payment/proof/decode.ts'
import { readBody } from '../../../ingestors/client/body.ts'
import { parseCsv, toIsoDate, toNumber } from '../../../ingestors/formats/csv.ts'
import { enclosedAll } from '../../../ingestors/formats/enclosed.ts'
import { readJsonStat } from '../../../ingestors/formats/json-stat.ts'
import { readTable } from '../../../ingestors/formats/table-stream.ts'
import { readSheet } from '../../../ingestors/formats/xlsx.ts'
import { parseXml } from '../../../ingestors/formats/xml.ts'
import { withZip } from '../../../ingestors/formats/zip.ts'
import { readZone } from '../../../ingestors/sources/entsoe-prices/ingestor.ts'
import { readSubmission } from '../../../ingestors/sources/sec-13f-live/submission.ts'
import { findToldDate } from '../../../ingestors/sources/sec-earnings/told-date.ts'
import { readForm4 } from '../../../ingestors/sources/sec-form4/form4.ts'
import { readSchedule13 } from '../../../ingestors/sources/sec-schedule13/schedule13.ts'
import ukSanctions from '../../../ingestors/sources/uk-sanctions/ingestor.ts'
import { inputKinds } from '../../../processors/inputs/all.ts'
import { createDataDir, removeDataDir } from '../../support/data-dir.ts'
import { expectLinear as linear } from '../../support/doubling.ts'

const now = new Date('2026-11-20T00:00:00Z')
const repeated = (piece: string) => (size: number) => piece.repeat(size)

describe('CSV', () => {
  test.each<[string, number, (size: number) => string]>([
    ['rows', 40_000, (size) => `a,b\n${'1,2\n'.repeat(size)}`],
    ['columns', 40_000, (size) => `a,b${',c'.repeat(size)}\n${'1,'.repeat(size)}1\n`],
    [
      'columns of their own names',
      20_000,
      (size) => `a,b,${Array.from({ length: size }, (_, i) => `c${i}`)}\n${'1,'.repeat(size)}1\n`,
    ],
    ['cells beyond the header', 100_000, (size) => `a,b\n${'1,'.repeat(size)}1\n`],
    ['quotes in a cell', 200_000, (size) => `a,b\n"${'""'.repeat(size)}",1\n`],
    ['lines in a cell', 200_000, (size) => `a,b\n"${'x\n'.repeat(size)}",1\n`],
    ['a quote that never ends', 200_000, (size) => `a,b\n"${'x,'.repeat(size)}`],
    ['empty lines', 200_000, (size) => `a,b\n${'\r\n'.repeat(size)}1,2\n`],
    ['blanks around a cell', 200_000, (size) => `a,b\n${' '.repeat(size)}1${' '.repeat(size)},2\n`],
  ])('%s', (_what, size, make) => linear(size, make, (text) => parseCsv(text, ['a', 'b'])))

  test.each<[string, (size: number) => string]>([
    ['digits', repeated('9')],
    ['digits and a letter', (size) => `${'9'.repeat(size)}x`],
    ['thousands', (size) => `1${',000'.repeat(size)}x`],
    ['blanks', (size) => `${' '.repeat(size)}1${' '.repeat(size)}`],
  ])('a number of many %s', (_what, make) => linear(200_000, make, toNumber))

  test('a date of many characters', () => linear(500_000, (size) => `2026-01-01T${'0'.repeat(size)}`, toIsoDate))
})

describe('a table that comes in pieces', () => {
  const read = async (pieces: readonly string[]) => {
    const stream = (async function* () {
      yield* pieces
    })()
    for await (const _ of readTable(stream, ['a'], '\t'));
  }
  test('rows', () =>
    linear(60_000, (size) => ['a\tb\n', ...Array.from({ length: size / 100 }, () => '1\t2\n'.repeat(100))], read))
  test('cells', () => linear(300_000, (size) => ['a\tb\n', `${'1\t'.repeat(size)}\n`], read))
  test('pieces of a row that does not end', () =>
    linear(1_000, (size) => Array.from({ length: size }, () => 'x'.repeat(1_500)), read))
})

describe('XML', () => {
  test.each<[string, number, (size: number) => string]>([
    ['elements', 40_000, (size) => `<r>${'<a>1</a>'.repeat(size)}</r>`],
    ['elements in one another', 20_000, (size) => `<r>${'<a>'.repeat(size)}${'</a>'.repeat(size)}</r>`],
    ['ends of what never began', 8_000, (size) => `<r>${'<a>'.repeat(size)}${'</b>'.repeat(size)}</r>`],
    ['attributes', 40_000, (size) => `<r ${Array.from({ length: size }, (_, i) => `a${i}="1"`).join(' ')}/>`],
    ['attributes of one name', 100_000, (size) => `<r ${'a="1" '.repeat(size)}/>`],
    ['entities', 100_000, (size) => `<r>${'&amp;'.repeat(size)}</r>`],
    ['entities that never end', 100_000, (size) => `<r>${'&a'.repeat(size)}</r>`],
    ['comments that never end', 100_000, (size) => `<r>${'<!--'.repeat(size)}</r>`],
    ['CDATA that never ends', 100_000, (size) => `<r>${'<![CDATA['.repeat(size)}</r>`],
    ['beginnings of tags', 200_000, (size) => `<r>${'<'.repeat(size)}</r>`],
  ])('%s', (_what, size, make) => linear(size, make, (text) => parseXml(text, 'r')))
})

describe('filings', () => {
  const opened = repeated('<XML>')
  test('marks that are never closed', async () => {
    await linear(100_000, opened, (text) => [...enclosedAll(text, '<XML>', '</XML>')])
    await linear(30_000, opened, readForm4)
    await linear(30_000, opened, readSchedule13)
    await linear(30_000, opened, (text) => readSubmission(text, '2026-11-14'))
  })
  test('rows of holdings that are never closed', () => {
    const cover =
      '<XML><edgarSubmission><headerData><submissionType>13F-HR</submissionType><filerInfo><periodOfReport>09-30-2026</periodOfReport><filer><credentials><cik>1</cik></credentials></filer></filerInfo></headerData></edgarSubmission></XML>'
    return linear(
      30_000,
      (size) => `${cover}<XML><informationTable>${'<infoTable>'.repeat(size)}</informationTable></XML>`,
      (text) => readSubmission(text, '2026-11-14'),
    )
  })
  test.each([['<'], ['<a'], ['will report '], ['will report results '], ['will report results on may '], ['&nbsp;'], [' \n']])(
    'a release of %j alone',
    (piece) => linear(20_000, repeated(piece), (text) => findToldDate(text, '2026-11-01')),
  )
  test('answers without prices', () =>
    linear(50_000, repeated('<Acknowledgement_MarketDocument'), (text) => readZone('FR', text, now)))
  test('a list’s first line', () =>
    linear(
      100_000,
      (size) => `Report Date:${' '.repeat(size)}`,
      (text) => ukSanctions.parse(text, now),
    ))
})

describe('a workbook', () => {
  const book = (sheet: string, strings = '') =>
    zipSync(
      {
        'xl/workbook.xml': strToU8('<workbook><sheets><sheet name="S" r:id="r"/></sheets></workbook>'),
        'xl/_rels/workbook.xml.rels': strToU8('<Relationships><Relationship Id="r" Target="s.xml"/></Relationships>'),
        'xl/s.xml': strToU8(`<worksheet><sheetData>${sheet}</sheetData></worksheet>`),
        'xl/sharedStrings.xml': strToU8(`<sst>${strings}</sst>`),
      },
      { level: 1 },
    )
  const shared = '<row><c t="s"><v>0</v></c></row>'
  test.each<[string, number, (size: number) => Uint8Array]>([
    ['rows', 15_000, (size) => book('<row><c><v>1</v></c></row>'.repeat(size))],
    ['cells of a row', 7_000, (size) => book(`<row>${'<c><v>1</v></c>'.repeat(size)}</row>`)],
    ['shared texts', 15_000, (size) => book(shared, '<si><t>x</t></si>'.repeat(size))],
    ['runs of a text', 15_000, (size) => book(shared, `<si>${'<r><t>x</t></r>'.repeat(size)}</si>`)],
    ['values of a cell', 15_000, (size) => book(`<row><c>${'<v>1</v>'.repeat(size)}</c></row>`)],
  ])('%s', (_what, size, make) => linear(size, make, (bytes) => readSheet(bytes, 'S')))

  test('whose rows each begin in the last column is refused before it fills the memory', () => {
    expect(() => readSheet(book('<row><c r="XFD1"><v>1</v></c></row>'.repeat(2_000)), 'S')).toThrow(/cells/)
  })
})

describe('a zip file on disk', () => {
  let folder: string
  beforeAll(() => {
    folder = createDataDir('doubling')
  })
  afterAll(() => removeDataDir(folder))

  test('text of a member', () => {
    const make = (size: number) => {
      const path = join(folder, `${size}.zip`)
      writeFileSync(path, zipSync({ 'a.txt': strToU8('1\t2\n'.repeat(size)) }))
      return path
    }
    return linear(500_000, make, (path) =>
      withZip(path, 1e9, async (zip) => {
        for await (const _ of await zip.text('a.txt'));
      }),
    )
  })
})

describe('JSON-stat', () => {
  const table = (sizes: readonly number[], value: unknown) => ({
    id: sizes.map((_, i) => `d${i}`),
    size: sizes,
    dimension: Object.fromEntries(
      sizes.map((size, i) => [
        `d${i}`,
        { category: { index: Object.fromEntries(Array.from({ length: size }, (_, at) => [`c${at}`, at])) } },
      ]),
    ),
    value,
  })
  test('cells', () =>
    linear(
      30_000,
      (size) =>
        table(
          [size],
          Array.from({ length: size }, () => 1),
        ),
      readJsonStat,
    ))
  test('dimensions, and as many cells', () =>
    linear(
      700,
      (size) =>
        table(
          [...Array.from({ length: size }, () => 1), size],
          Object.fromEntries(Array.from({ length: size }, (_, at) => [at, 1])),
        ),
      readJsonStat,
    ))
})

describe('a body', () => {
  const bodyOf = (chunks: readonly string[], expect: 'json' | 'html') =>
    readBody(
      Readable.from(chunks.map((chunk) => Buffer.from(chunk))),
      { 'content-length': '1' },
      { host: 'h', expect, maxBytes: 64e6 },
    )
  test('comments before a page', () =>
    linear(
      40_000,
      (size) => ['<!---->'.repeat(size), 'x'],
      (chunks) => bodyOf(chunks, 'json'),
    ))
  test('chunks', () =>
    linear(
      10_000,
      (size) => ['[', ...Array.from({ length: size }, () => '1,'), '1]'],
      (chunks) => bodyOf(chunks, 'json'),
    ))
})

test('a body in pieces of one byte keeps no more than those bytes', async () => {
  const before = process.memoryUsage().arrayBuffers
  let most = 0
  async function* pieces() {
    for (let i = 0; i < 20_000; i++) {
      yield Buffer.from(new ArrayBuffer(65_536), 0, 1).fill('x')
      most = Math.max(most, process.memoryUsage().arrayBuffers - before)
    }
  }
  await readBody(Readable.from(pieces()), { 'content-length': '1' }, { host: 'h', expect: 'text', maxBytes: 64e6 })
  // Kept whole they are 1.3 GB; what is not kept goes with one of the next collections.
  expect(most).toBeLessThan(500e6)
})

describe('what callers send', () => {
  const pieces = [
    'a',
    'a ',
    'a,',
    '1',
    '.',
    '-',
    'é',
    'e\u0301',
    '0x',
    '/',
    ':',
    '%20',
    '[',
    '"',
    '\u{1f600}',
    'https://a.b/',
    ' ',
    ';',
  ]
  test.each(inputKinds.map((kind) => [kind.kind, kind] as const))('%s', async (_name, kind) => {
    for (const piece of pieces) {
      await linear(30_000, repeated(piece), (text) => kind.parse(text, { name: 'x', now }))
      await linear(
        3_000,
        (size) => Array.from({ length: size }, () => piece),
        (list) => kind.parse(list, { name: 'x', now }),
      )
    }
  })

  test.each<[string, (size: number) => string]>([
    ['a long one', (size) => JSON.stringify({ x402Version: 2, payload: { signature: `0x${'a'.repeat(size)}` } })],
    ['nested lists', (size) => '['.repeat(size) + ']'.repeat(size)],
    ['many members', (size) => JSON.stringify(Object.fromEntries(Array.from({ length: size }, (_, i) => [i, 1])))],
  ])('a payment: %s', (_name, make) =>
    linear(
      5_000,
      (size) => Buffer.from(make(size)).toString('base64'),
      (header) => decodePayment({ 'payment-signature': header }),
    ),
  )
})
