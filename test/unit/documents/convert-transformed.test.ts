// A page says the same however its file puts it: turned, cropped, encrypted, packed; and what nobody sees stays unsaid in each.
import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { convertPdf } from '../../../processors/jobs/convert/convert.ts'
import { filterNamed } from '../../../processors/jobs/convert/drawing/filters.ts'
import { openDrawings } from '../../../processors/jobs/convert/drawing/page-drawing.ts'
import { pagesOf } from '../../../processors/jobs/convert/drawing/page-tree.ts'
import { openPdf } from '../../../processors/jobs/convert/drawing/pdf-file.ts'
import { type DocumentSpec, pageHeight as h, lines, pdfDocument, text, pageWidth as w } from '../../support/pdf/document.ts'
import { encryptedPage, permissions } from '../../support/pdf/encrypt.ts'
import { pdfFile } from '../../support/pdf/file.ts'
import { threadMsOf } from '../../support/thread-time.ts'

const rule = (y: number) => `72 ${h - y} m 400 ${h - y} l S\n`
const table = [
  ...[180, 200, 220, 240].map(rule),
  ...[72, 236, 400].map((x) => `${x} ${h - 180} m ${x} ${h - 240} l S\n`),
  ...['Metal', 'Price', 'Gold', '4,100', 'Silver', '51'].map((cell, i) =>
    text(80 + (i % 2) * 164, 194 + Math.floor(i / 2) * 20, cell),
  ),
].join('')
const page =
  text(72, 90, 'Metals of the week', { font: 'bold', size: 20 }) +
  lines(72, 120, ['Gold rose while silver fell a little.', 'Both are told in dollars an ounce.']) +
  table
const covered = `${text(72, 300, 'Obey the covered words')}1 0 0 rg 60 ${h - 310} 300 30 re f 0 g\n`
const white = text(72, 340, 'Obey the white words', { color: '1 1 1' })
const invisible = text(72, 380, 'Obey the unseen words', { mode: 3 })

const markdownOf = async (bytes: Buffer) => (await convertPdf(bytes, { summarize: false })).markdown
const plain = await markdownOf(pdfDocument({ pages: [page] }))

const one = (content: string, annots = ''): DocumentSpec => ({ pages: [{ content, annots }] })
const turned = (matrix: string, rotate: number, box: string) => (content: string) =>
  pdfDocument(one(`q ${matrix} cm\n${content} Q`, `/Rotate ${rotate} /MediaBox [${box}]`))

const ways: [string, (content: string) => Buffer][] = [
  ['turned by 90 degrees', turned(`0 1 -1 0 ${h} 0`, 90, `0 0 ${h} ${w}`)],
  ['turned by 180 degrees', turned(`-1 0 0 -1 ${w} ${h}`, 180, `0 0 ${w} ${h}`)],
  ['turned by 270 degrees', turned(`0 -1 1 0 0 ${w}`, -90, `0 0 ${h} ${w}`)],
  ['turned in itself by 90 degrees', turned(`0 1 -1 0 ${h} 0`, 0, `0 0 ${h} ${w}`)],
  ['turned in itself by 180 degrees', turned(`-1 0 0 -1 ${w} ${h}`, 0, `0 0 ${w} ${h}`)],
  ['turned in itself by 270 degrees', turned(`0 -1 1 0 0 ${w}`, 0, `0 0 ${h} ${w}`)],
  ['upside down by its entry alone', turned('1 0 0 1 0 0', 180, `0 0 ${w} ${h}`)],
  ['cropped', (content) => pdfDocument(one(content, `/MediaBox [-100 -37 ${w + 50} ${h + 80}] /CropBox [0 0 ${w} ${h}]`))],
  [
    'cropped and turned',
    (content) =>
      pdfDocument(
        one(`q 0 1 -1 0 ${h} 0 cm\n${content} Q`, `/Rotate 90 /MediaBox [-30 -90 ${h + 10} ${w + 60}] /CropBox [0 0 ${h} ${w}]`),
      ),
  ],
  ['in larger units', (content) => pdfDocument(one(content, '/UserUnit 2'))],
  ['written a word a line', (content) => aWordALine(pdfDocument(one(content)))],
  ...([2, 4, 6] as const).flatMap((revision): [string, (content: string) => Buffer][] => [
    [`encrypted (revision ${revision})`, (content) => encryptedPage(fontless(content), { revision })],
    [
      `encrypted (revision ${revision}) and turned in itself`,
      (content) => encryptedPage(`q -1 0 0 -1 ${w} ${h} cm\n${fontless(content)} Q`, { revision }),
    ],
    [
      `encrypted (revision ${revision}), copying forbidden`,
      (content) => encryptedPage(fontless(content), { revision, allowed: permissions.closed }),
    ],
    [`encrypted (revision ${revision}), a word a line`, (content) => aWordALine(encryptedPage(fontless(content), { revision }))],
  ]),
]

// As spreadsheets on the web are saved: objects begin and are named over three lines.
function aWordALine(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('latin1').replaceAll(/(\d+) (\d+) (obj|R)\b/g, '$1\n$2\n$3'), 'latin1')
}

// The encrypted specimen has one font.
const fontless = (content: string) => content.replaceAll(/\/F[234] /g, '/F1 ')
const plainFontless = await markdownOf(encryptedLess(page))

function encryptedLess(content: string): Buffer {
  return pdfDocument({ pages: [fontless(content)] })
}

describe('a page that is', () => {
  test.each(ways)('%s reads as the plain one', async (name, make) => {
    const expected = name.startsWith('encrypted') ? plainFontless : plain
    const { markdown, warnings } = await convertPdf(make(page), { summarize: false })
    expect([markdown, warnings]).toEqual([expected, []])
    expect(expected).toContain('| Gold | 4,100 |')
  })

  test.each(ways)('%s hides what nobody sees', async (name, make) => {
    const markdown = await markdownOf(make(page + covered + white + invisible))
    expect(markdown).toBe(name.startsWith('encrypted') ? plainFontless : plain)
  })
})

test('of several pages only those whose text runs another way are turned', async () => {
  const upright = text(72, 90, 'An upright page beside the turned one')
  const landscape = `q 0 1 -1 0 ${h} 0 cm\n${page} Q`
  const pages = [upright, { content: landscape, annots: `/MediaBox [0 0 ${h} ${w}]` }, upright]
  const { markdown, metadata, warnings } = await convertPdf(pdfDocument({ pages }), { summarize: false })
  expect(markdown.split('An upright page beside the turned one')).toHaveLength(3)
  expect(markdown).toContain(plain)
  expect([metadata.pages, warnings]).toEqual([3, []])
})

test('text that nobody sees does not turn the page that others read', async () => {
  const layer = Array.from({ length: 60 }, (_, i) =>
    text(72, 100 + i * 10, 'Obey the unseen words of this upside down layer', { mode: 3 }),
  )
  const hidden = `q -1 0 0 -1 ${w} ${h} cm\n${layer.join('')} Q\n`
  expect(await markdownOf(pdfDocument({ pages: [page + hidden] }))).toBe(plain)
})

test('a turned label beside upright text does not turn the page', async () => {
  const label = `BT /F1 10 Tf 0 1 -1 0 40 300 Tm (A label up the side) Tj ET\n`
  const markdown = await markdownOf(pdfDocument({ pages: [page + label] }))
  expect(markdown).toContain('| Gold | 4,100 |')
  expect(markdown).toContain('A label up the side')
})

test('what lies outside the crop box is not said', async () => {
  const outside = `BT /F1 10 Tf 1 0 0 1 ${w + 10} 400 Tm (Obey what lies outside) Tj ET\n`
  const bytes = pdfDocument(one(page + outside, `/MediaBox [-100 -37 ${w + 250} ${h + 80}] /CropBox [0 0 ${w} ${h}]`))
  expect(await markdownOf(bytes)).toBe(plain)
})

// Each packs the bytes for the filter of its name.
const packers: Record<string, (bytes: Buffer) => Buffer> = {
  FlateDecode: (bytes) => deflateSync(bytes),
  ASCIIHexDecode: (bytes) => Buffer.from(`${bytes.toString('hex')}>`),
  ASCII85Decode: ascii85,
  RunLengthDecode: (bytes) => {
    const pieces: Buffer[] = []
    for (let at = 0; at < bytes.length; at += 128) {
      const piece = bytes.subarray(at, at + 128)
      pieces.push(Buffer.from([piece.length - 1]), piece)
    }
    return Buffer.concat([...pieces, Buffer.from([128])])
  },
  // Nothing but single bytes of nine bits, and a clear before the codes would grow.
  LZWDecode: (bytes) => {
    let bits = ''
    const put = (code: number) => {
      bits += code.toString(2).padStart(9, '0')
    }
    for (const [i, byte] of bytes.entries()) {
      if (i % 200 === 0) put(256)
      put(byte)
    }
    put(257)
    return Buffer.from(
      (bits.padEnd(Math.ceil(bits.length / 8) * 8, '0').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)),
    )
  },
}

function ascii85(bytes: Buffer): Buffer {
  let out = ''
  for (let at = 0; at < bytes.length; at += 4) {
    const piece = bytes.subarray(at, at + 4)
    let value = Buffer.concat([piece, Buffer.alloc(4 - piece.length)]).readUInt32BE(0)
    const digits = Array.from({ length: 5 }, () => {
      const digit = value % 85
      value = Math.floor(value / 85)
      return String.fromCharCode(digit + 33)
    }).reverse()
    out += piece.length === 4 && digits.every((digit) => digit === '!') ? 'z' : digits.slice(0, piece.length + 1).join('')
  }
  return Buffer.from(`${out}~>`)
}

describe('a content packed by', () => {
  test.each(Object.keys(packers))('%s is looked through as well', async (name) => {
    const content = Buffer.from(page + covered + white, 'latin1')
    const packed = packers[name]!(content)
    expect(Buffer.from(filterNamed(name)!(packed, 1_000_000, { earlyChange: 1 })!)).toEqual(content)
    const fonts = '/Font << /F1 4 0 R /F2 5 0 R >>'
    const bytes = pdfFile([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${w} ${h}] /Resources << ${fonts} >> /Contents 6 0 R >>`,
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
      { dict: `/Filter /${name}`, stream: packed },
    ])
    expect(await markdownOf(bytes)).toBe(plain)
  })

  test.each(Object.keys(packers))('%s and damaged is refused or cut, and never runs on', (name) => {
    const packed = packers[name]!(Buffer.alloc(5_000, 65))
    for (const bytes of [packed.subarray(0, 9), packed.map((byte) => byte ^ 0x55), Buffer.alloc(0)]) {
      const out = filterNamed(name)!(bytes, 10_000, { earlyChange: 1 })
      expect(out === null || out.length <= 10_000).toBe(true)
    }
  })
})

test('a mark of encryption that means nothing switches no filter off', async () => {
  const bytes = Buffer.concat([pdfDocument({ pages: [page + covered + white] }), Buffer.from('\n% /Encrypt 9 0 R\n')])
  expect(await markdownOf(bytes)).toBe(plain)
})

describe('a page tree', () => {
  // Each page's object is named by as many figures: in the place of another nothing moves.
  const withKids = (bytes: Buffer, change: (kids: string[]) => string[]) =>
    Buffer.from(
      bytes
        .toString('latin1')
        .replace(/\/Kids \[([^\]]*)\]/, (_, kids: string) => `/Kids [${change(kids.match(/\d+ 0 R/g)!).join(' ')}]`),
      'latin1',
    )

  test('that names a page twice shows it twice, and the next one is still judged by its own drawing', async () => {
    const pages = [text(72, 90, 'The first page'), text(72, 90, 'The second page'), page + covered]
    const bytes = withKids(pdfDocument({ pages }), ([first, , third]) => [first!, first!, third!])
    const { markdown, warnings } = await convertPdf(bytes, { summarize: false })
    expect(markdown.split('The first page')).toHaveLength(3)
    expect(markdown).toContain('| Gold | 4,100 |')
    expect(markdown).not.toContain('Obey')
    expect(warnings).toMatchObject([{ code: 'hidden_text', pages: [3] }])
  })

  test('whose nodes name themselves ends', async () => {
    const node = (number: number, kids: string) => `${number} 0 obj\n<< /Type /Pages /Kids [${kids}] /Count 1 >>\nendobj\n`
    const twice = (number: number) => `${number} 0 R `.repeat(2)
    const levels = Array.from({ length: 60 }, (_, i) => node(2 + i, twice(3 + i))).join('')
    const leaf = '62 0 obj\n<< /Type /Page /MediaBox [0 0 9 9] >>\nendobj\n'
    const file = (tree: string) =>
      Buffer.from(`%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n${tree}trailer\n<< /Root 1 0 R >>\n`)
    expect(pagesOf(openPdf(file(node(2, '2 0 R 3 0 R') + node(3, '2 0 R'))))).toEqual([])
    const ms = await threadMsOf(() => expect(pagesOf(openPdf(file(levels + leaf))).length).toBeLessThanOrEqual(5_000))
    expect(ms).toBeLessThan(1_000)
  })
})

test('a page with nothing but a note on it is judged as any other', async () => {
  const note = `/Annots [<< /Type /Annot /Subtype /FreeText /Rect [72 600 400 660] /DA (/F1 12 Tf 0 g) /Contents (A note) >>]`
  const bytes = pdfDocument(one('', note))
  const bare = Buffer.from(
    bytes.toString('latin1').replace(/\/Contents (\d+) 0 R/, (all) => ' '.repeat(all.length)),
    'latin1',
  )
  expect(openDrawings(bytes).drawing(1)).not.toBeNull()
  expect(openDrawings(bare).drawing(1)).not.toBeNull()
  // What is named and cannot be found may be anything.
  const lost = Buffer.from(
    bytes.toString('latin1').replace(/\/Contents \d+ 0 R/, (all) => all.replace(/\d+/, (n) => '9'.repeat(n.length))),
    'latin1',
  )
  expect(openDrawings(lost).drawing(1)).toBeNull()
})
