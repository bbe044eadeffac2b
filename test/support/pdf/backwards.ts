// Pages in a script that runs from right to left: glyphs are drawn where they stand, and a map says which letters they are.
import { pageHeight } from './document.ts'
import { pdfFile, plainStream } from './file.ts'

const firstCode = 0x80
// Helvetica's widths do not matter: every glyph is placed by itself, this far apart.
const advance = 0.6

export interface BackwardsRow {
  /** Where the row begins: its right edge. */
  readonly x: number
  readonly y: number
  /** From left to right as it is printed. */
  readonly printed: string
  readonly size?: number
}

export function backwardsPdf(rows: readonly BackwardsRow[]): Buffer {
  const letters = [...new Set(rows.flatMap(({ printed }) => [...printed]))].filter((c) => c.charCodeAt(0) > 0x7f)
  const codeOf = (c: string) => (c.charCodeAt(0) > 0x7f ? firstCode + letters.indexOf(c) : c.charCodeAt(0))
  const hex = (n: number, digits: number) => n.toString(16).padStart(digits, '0')
  const ascii = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i))
  const pairs = [...ascii, ...letters].map((c) => `<${hex(codeOf(c), 2)}> <${hex(c.charCodeAt(0), 4)}>`)
  const blocks = [pairs.slice(0, 100), pairs.slice(100)].filter((block) => block.length > 0)
  const map =
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Test def /CMapType 2 def ' +
    '1 begincodespacerange <00> <ff> endcodespacerange\n' +
    blocks.map((block) => `${block.length} beginbfchar\n${block.join('\n')}\nendbfchar\n`).join('') +
    'endcmap end end'
  const content = rows.map(({ x, y, printed, size = 11 }) => {
    const left = x - printed.length * size * advance
    const codes = [...printed].map((c) => hex(codeOf(c), 2)).join('')
    return `BT /F1 ${size} Tf 1 0 0 1 ${left} ${pageHeight - y} Tm <${codes}> Tj ET\n`
  })
  const widths = Array.from({ length: 224 }, () => advance * 1000).join(' ')
  return pdfFile([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 ${pageHeight}] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>`,
    `<< /Type /Font /Subtype /TrueType /BaseFont /ABCDEF+David /FirstChar 32 /LastChar 255 /Widths [${widths}] /FontDescriptor 7 0 R /ToUnicode 6 0 R >>`,
    plainStream(content.join('')),
    plainStream(map),
    '<< /Type /FontDescriptor /FontName /ABCDEF+David /Flags 4 /FontBBox [0 -200 1000 900] /Ascent 900 /Descent -200 /CapHeight 700 /ItalicAngle 0 /StemV 80 >>',
  ])
}
