// A font whose glyphs are programs (Type 3), as any file may bring one: what the programs paint is up to the test.
import { type PdfBody, plainStream } from './file.ts'

const codes = Array.from({ length: 95 }, (_, i) => 32 + i)

/** The font's objects, the first of them the font; `glyph` says what a letter's program does. */
export function drawnFont(first: number, glyph: string, { matrix = 0.001, width = 500, box = '0 0 500 700' } = {}): PdfBody[] {
  const [empty, letter, map] = [first + 1, first + 2, first + 3]
  const programs = codes.map((code) => `/g${code} ${code === 32 ? empty : letter} 0 R`).join(' ')
  const names = codes.map((code) => `/g${code}`).join(' ')
  const hex = (n: number, digits: number) => n.toString(16).padStart(digits, '0')
  const font = `<< /Type /Font /Subtype /Type3 /FontBBox [${box}] /FontMatrix [${matrix} 0 0 ${matrix} 0 0] /CharProcs << ${programs} >>
/Encoding << /Type /Encoding /Differences [32 ${names}] >> /FirstChar 32 /LastChar 126 /Widths [${codes.map(() => width).join(' ')}]
/ToUnicode ${map} 0 R /Resources << >> >>`
  const toUnicode = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Plain def
1 begincodespacerange <00> <ff> endcodespacerange ${codes.length} beginbfchar
${codes.map((code) => `<${hex(code, 2)}> <${hex(code, 4)}>`).join('\n')}
endbfchar endcmap end end`
  return [font, plainStream(`${width} 0 d0`), plainStream(glyph), plainStream(toUnicode)]
}

/** As TeX made its fonts for decades: a letter is a small picture of one bit a pixel, set at the printer's resolution. */
export const bitmapGlyph = (rows: readonly string[]): string => {
  const across = rows[0]!.length
  const data = rows.map((row) => Number.parseInt(row.padEnd(8, '0'), 2).toString(16).padStart(2, '0')).join('')
  return `6 0 0 0 ${across} ${rows.length} d1
${across} 0 0 ${rows.length} 0 0 cm
BI /W ${across} /H ${rows.length} /IM true /BPC 1 /D [1 0] /F /AHx ID ${data}> EI`
}
