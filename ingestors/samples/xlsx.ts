// Writes the workbooks of samples: sheets of texts and numbers in the layout of Office Open XML, texts shared as Excel shares them.
import { strToU8, zipSync } from 'fflate'
import type { Cell } from '../formats/xlsx.ts'

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006/relationships'
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** `level`: 0 packs nothing, for one that is read once. */
export function writeWorkbook(sheets: Readonly<Record<string, readonly (readonly Cell[])[]>>, level: 0 | 6 = 6): Uint8Array {
  const strings = new Map<string, number>()
  const shared = (text: string): number => {
    if (!strings.has(text)) strings.set(text, strings.size)
    return strings.get(text)!
  }
  const names = Object.keys(sheets)
  const files: Record<string, string> = {
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${names
      .map((name, i) => `<sheet name="${escaped(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packaged}">${names
      .map((_, i) => `<Relationship Id="rId${i + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`)
      .join('')}</Relationships>`,
  }
  names.forEach((name, i) => {
    files[`xl/worksheets/sheet${i + 1}.xml`] = writeSheet(sheets[name]!, shared)
  })
  files['xl/sharedStrings.xml'] = `<sst xmlns="${main}" count="${strings.size}">${[...strings.keys()]
    .map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`)
    .join('')}</sst>`
  // A day of its own: equal sheets are equal bytes.
  const entries = Object.entries(files).map(([path, xml]) => [path, strToU8(head + xml)] as const)
  return zipSync(Object.fromEntries(entries), { level, mtime: '2020-01-01T00:00:00' })
}

function writeSheet(rows: readonly (readonly Cell[])[], shared: (text: string) => number): string {
  const written = rows.map((cells, i) => {
    const inside = cells.map((cell, column) => {
      const place = `r="${letters(column)}${i + 1}"`
      if (cell === null) return ''
      return typeof cell === 'number' ? `<c ${place}><v>${cell}</v></c>` : `<c ${place} t="s"><v>${shared(cell)}</v></c>`
    })
    return `<row r="${i + 1}">${inside.join('')}</row>`
  })
  return `<worksheet xmlns="${main}"><sheetData>${written.join('')}</sheetData></worksheet>`
}

function letters(column: number): string {
  return `${column < 26 ? '' : letters(Math.floor(column / 26) - 1)}${String.fromCharCode(65 + (column % 26))}`
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
