// Office files made to hurt: bombs, entities, depth, lies and things from outside. Each ends soon, with a reason or a harmless answer.

// @module-tag slow
import { describe, expect, test } from 'vitest'
import { convertDocument } from '../../../processors/jobs/convert/convert-document.ts'
import { docx, paragraph, pptx, relationsXml, run, shape, sheetXml, slideText, xlsx, zipOf } from '../../support/office/files.ts'
import { pdfDocument, text } from '../../support/pdf/document.ts'
import { threadMsOf } from '../../support/thread-time.ts'

const read = async (bytes: Buffer) => await convertDocument(bytes, { summarize: false })
const sheet = {
  name: 'A',
  xml: sheetXml([
    ['Road', 'Toll'],
    ['North', 4],
  ]),
}
const words = paragraph(run('The toll is paid at the gate.'))

/** Changes what the zip says a part unpacks to: in its own head and in the list at the end. */
function lieAboutSize(zip: Buffer, part: string, size: number): Buffer {
  const bytes = Buffer.from(zip)
  for (const [signature, nameAt, sizeAt] of [
    [0x04034b50, 30, 22],
    [0x02014b50, 46, 24],
  ] as const)
    for (let at = bytes.indexOf(part); at >= 0; at = bytes.indexOf(part, at + 1))
      if (at >= nameAt && bytes.readUInt32LE(at - nameAt) === signature) bytes.writeUInt32LE(size, at - nameAt + sizeAt)
  return bytes
}

const nested = (depth: number) => '<w:tbl><w:tr><w:tc>'.repeat(depth) + words + '</w:tc></w:tr></w:tbl>'.repeat(depth)
const entities = `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>`
const letters = (n: number) =>
  `${n < 26 ? '' : String.fromCharCode(64 + Math.floor(n / 26))}${String.fromCharCode(65 + (n % 26))}`
const diagonal = Array.from(
  { length: 700 },
  (_, i) => `<row r="${i + 1}"><c r="A${i + 1}"><v>1</v></c><c r="${letters(i + 1)}${i + 1}"><v>1</v></c></row>`,
).join('')

describe('is refused', () => {
  test.each<[string, () => Buffer, string | RegExp]>([
    ['ten thousand nested tables', () => docx(nested(10_000)), 'too_complex'],
    [
      'a hundred thousand divisions in each other',
      () => Buffer.from(`<!doctype html><title>Tolls</title>${'<div>'.repeat(100_000)}words${'</div>'.repeat(100_000)}`),
      'too_complex',
    ],
    [
      'shared texts that say they are a gigabyte',
      () => lieAboutSize(xlsx([sheet], { strings: '<si><t>x</t></si>' }), 'xl/sharedStrings.xml', 2 ** 30),
      'too_complex',
    ],
    [
      'one long shared text in thousands of cells',
      () => {
        const cells = Array.from(
          { length: 20_000 },
          (_, i) => `<row r="${i + 1}"><c r="A${i + 1}" t="s"><v>0</v></c></row>`,
        ).join('')
        const xml = sheetXml([]).replace('<sheetData>', `<sheetData>${cells}`)
        return xlsx([{ name: 'A', xml }], { strings: `<si><t>${'w '.repeat(2_000_000)}</t></si>` })
      },
      'too_complex',
    ],
    [
      'an element of a hundred thousand attributes',
      () => docx(`<w:p ${Array.from({ length: 100_000 }, (_, i) => `a${i}="1"`).join(' ')}/>${words}`),
      'too_complex',
    ],
    [
      'namespaces within namespaces',
      () =>
        docx(
          Array.from(
            { length: 390 },
            (_, i) => `<w:sdt ${Array.from({ length: 900 }, (_, j) => `xmlns:n${i}x${j}="u"`).join(' ')}>`,
          ).join('') + words,
        ),
      'too_complex',
    ],
    [
      'cells on the diagonal of a large sheet',
      () => xlsx([{ name: 'A', xml: sheetXml([]).replace('<sheetData>', `<sheetData>${diagonal}`) }]),
      'too_complex',
    ],
    [
      'a cell beyond the last column',
      () => xlsx([{ name: 'A', xml: sheetXml([['x']]).replace('r="A1"', 'r="XFE1"') }]),
      'broken',
    ],
    ['a truncated zip', () => docx(words).subarray(0, 700), 'broken'],
    ['a zip of something else', () => zipOf({ 'readme.txt': 'hello' }), 'not_a_document'],
    [
      'a zip whose main part is far outside',
      () => zipOf({ '_rels/.rels': relationsXml([{ id: 'a', type: 'officeDocument', target: '../../../../etc/passwd' }]) }),
      'not_a_document',
    ],
    [
      'a workbook without its sheet',
      () =>
        zipOf({
          '_rels/.rels': relationsXml([{ id: 'a', type: 'officeDocument', target: 'w.xml' }]),
          'w.xml':
            '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheets><sheet name="A" r:id="x"/></sheets></workbook>',
        }),
      'broken',
    ],
    [
      'two parts of one name',
      () => {
        const zip = zipOf({ 'word/document.xml': 'a', 'word/document.xm2': 'b', '_rels/.rels': '' })
        return Buffer.from(zip.toString('latin1').replaceAll('document.xm2', 'document.xml'), 'latin1')
      },
      'broken',
    ],
    [
      'an old or locked Office file',
      () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2_000)]),
      'not_a_document',
    ],
    [
      'a locked Office file',
      () =>
        Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600), Buffer.from('EncryptedPackage', 'utf16le')]),
      'encrypted',
    ],
    ['a file without a word', () => docx(''), 'blank'],
    [
      'XML that is none',
      () =>
        docx('', {
          document: `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${'<w:p'.repeat(1_000)}`,
        }),
      /broken|blank/,
    ],
    ['nothing', () => Buffer.alloc(0), 'not_a_document'],
    ['plain words', () => Buffer.from('The toll is paid at the gate.'), 'not_a_document'],
  ])('%s', async (_what, make, code) => {
    const refusal = await read(make()).then(
      () => null,
      (error) => error,
    )
    expect(refusal?.code ?? refusal).toMatch(code)
    expect(refusal.name).toBe('ConvertRefusal')
  })
})

test.each([
  ['paragraphs', () => '<w:p><w:r><w:t>x</w:t></w:r></w:p>'.repeat(400_000)],
  ['runs in one paragraph', () => `<w:p>${'<w:r><w:t>x</w:t></w:r>'.repeat(600_000)}</w:p>`],
])('hundreds of thousands of %s are refused while they are counted, not when they are read', async (_what, make) => {
  const bytes = docx(make())
  const ms = await threadMsOf(() => expect(read(bytes)).rejects.toMatchObject({ code: 'too_complex' }))
  // Reading them took a quarter of a minute and three gigabytes.
  expect(ms).toBeLessThan(6_000)
})

describe('does no harm', () => {
  test('entities of the file’s own mean nothing', async () => {
    const bytes = docx('', {
      document: `${entities}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${words}${paragraph(run('&b;&c;'))}</w:body></w:document>`,
    })
    const { markdown } = await read(bytes)
    expect(markdown).toContain('The toll is paid at the gate.')
    expect(markdown).not.toMatch(/haha|root:/)
  })

  test('what a slide points to outside is not looked at', async () => {
    const relations = ['slideLayout', 'image', 'oleObject', 'slideMaster'].map((type, i) => ({
      id: `o${i}`,
      type,
      target: 'file:///etc/passwd',
      external: true,
    }))
    const picture =
      '<p:pic><p:nvPicPr><p:cNvPr id="3" name="x"/><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:link="o1"/></p:blipFill></p:pic>'
    const { markdown } = await read(pptx([{ shapes: shape(slideText('Tolls')) + picture, relations }]))
    expect(markdown).toBe('Tolls')
  })

  test('a hidden slide is known by its first tag, and nothing of it is read', async () => {
    const { markdown } = await read(
      pptx([{ shapes: shape(slideText('Tolls')) }, { shapes: '<p:grpSp>'.repeat(1_000), attributes: 'show="0"' }]),
    )
    expect(markdown).toBe('Tolls')
  })

  test('a PDF under another name is a PDF, and its bytes within a zip’s name are looked at no further', async () => {
    const answer = await read(pdfDocument({ pages: [text(72, 100, 'A page of a PDF')] }))
    expect([answer.metadata.format, answer.markdown]).toEqual(['pdf', 'A page of a PDF'])
  })

  test('a part is unpacked no further than it says it is long', async () => {
    const strings = `<si><t>four</t></si><si><t>${'x'.repeat(20_000_000)}</t></si>`
    const { xml } = sheet
    const shared = xml.replace('<c r="B2" s="0"><v>4</v></c>', '<c r="B2" t="s"><v>0</v></c><c r="C2" t="s"><v>1</v></c>')
    const { markdown } = await read(lieAboutSize(xlsx([{ name: 'A', xml: shared }], { strings }), 'xl/sharedStrings.xml', 2_000))
    expect(markdown).toContain('four')
    expect(markdown.length).toBeLessThan(3_000)
  })

  test('marks of ours that a file brings along are nothing', async () => {
    const { markdown } = await read(docx(paragraph(run('a\ufdd10\ufdd1b\ufdd2c')) + words))
    expect(markdown).toBe('a0bc\n\nThe toll is paid at the gate.')
  })

  test('Markdown and tags of a file are its words', async () => {
    const evil = '&lt;img src=x onerror=alert(1)&gt; [x](javascript:alert(1)) ![p](https://tracker.example/p.png) | # no'
    for (const bytes of [
      docx(paragraph(run(evil))),
      xlsx([
        {
          name: 'A',
          xml: sheetXml([
            [evil, 'b'],
            ['c', 'd'],
          ]),
        },
      ]),
      pptx([{ shapes: shape(slideText(evil)) }]),
    ]) {
      const { markdown } = await read(bytes)
      expect(markdown).not.toMatch(/(?<!\\)<img|(?<!\\)\]\(javascript|(?<!\\)!\[/)
    }
  })
})
