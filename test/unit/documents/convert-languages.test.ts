// Text of East Asia in fonts that a file only names: poppler reads it with the tables that setup installs.
import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { convertPdf } from '../../../processors/jobs/convert/convert.ts'
import { firstExtra, pageHeight, pdfDocument } from '../../support/pdf/document.ts'

const hasTables = process.platform !== 'linux' || existsSync('/usr/share/poppler/cMap')

// The codes of each word in its encoding, as that encoding's own table has them.
const specimens = [
  {
    name: 'simplified Chinese',
    font: 'STSong-Light',
    order: 'GB1',
    cmap: 'GBK-EUC-H',
    codes: 'd6d0b9fac8cbc3f1d2f8d0d0',
    words: '中国人民银行',
  },
  {
    name: 'traditional Chinese',
    font: 'MSung-Light',
    order: 'CNS1',
    cmap: 'ETen-B5-H',
    codes: 'a4a4a5a1bbc8a6e6',
    words: '中央銀行',
  },
  { name: 'Japanese', font: 'HeiseiMin-W3', order: 'Japan1', cmap: '90ms-RKSJ-H', codes: '93fa967b8be28d73', words: '日本銀行' },
  {
    name: 'Korean',
    font: 'HYSMyeongJo-Medium',
    order: 'Korea1',
    cmap: 'KSCms-UHC-H',
    codes: 'c7d1b1b9c0bac7e0',
    words: '한국은행',
  },
]

describe.runIf(hasTables)('text in a font that is only named, without a table of its own', () => {
  test.each(specimens)('$name', async ({ font, order, cmap, codes, words }) => {
    const system = `/CIDSystemInfo << /Registry (Adobe) /Ordering (${order}) /Supplement 0 >>`
    const descriptor =
      '/FontDescriptor << /Type /FontDescriptor /Flags 6 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 '
    const descendant = `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /${font} ${system} /DW 1000 ${descriptor} /FontName /${font} >> >>`
    const content = `BT /F9 20 Tf 1 0 0 1 72 ${pageHeight - 100} Tm <${codes}> Tj ET\n`
    const bytes = pdfDocument({
      extra: [
        `<< /Type /Font /Subtype /Type0 /BaseFont /${font}-${cmap} /Encoding /${cmap} /DescendantFonts [${firstExtra + 1} 0 R] >>`,
        descendant,
      ],
      pages: [{ content, annots: `/Resources << /Font << /F9 ${firstExtra} 0 R >> >>` }],
    })
    expect((await convertPdf(bytes, { summarize: false })).markdown).toContain(words)
  })
})
