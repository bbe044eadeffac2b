// A copy of a file some of whose pages are shown turned: an update is appended that replaces only those pages' own entries.
import { catalogNumber } from './page-tree.ts'
import type { PdfFile } from './pdf-file.ts'
import type { PdfDict } from './pdf-value.ts'
import { writeValue } from './write-value.ts'

export interface NumberedPage {
  readonly number: number
  readonly page: PdfDict
}

/** Null where the file does not say what an update has to repeat. */
export function withPagesReplaced(file: PdfFile, bytes: Uint8Array, pages: readonly NumberedPage[]): Buffer | null {
  const root = catalogNumber(file)
  const before = startOfTable(bytes)
  if (root === null || before === null) return null
  const size = pages.reduce((most, { number }) => Math.max(most, number), root) + 1
  const encrypt = (['Encrypt', 'ID'] as const).flatMap((key) => {
    const value = file.trailerValue(key)
    return value === undefined ? [] : [`/${key} ${writeValue(value)}`]
  })
  const parts: string[] = ['\n']
  let at = bytes.byteLength + 1
  const rows: string[] = []
  for (const { number, page } of pages) {
    rows.push(`${number} 1\n${String(at).padStart(10, '0')} 00000 n \n`)
    const object = `${number} 0 obj\n${writeValue(page)}\nendobj\n`
    parts.push(object)
    at += object.length
  }
  const trailer = `trailer\n<< /Size ${size} /Root ${root} 0 R /Prev ${before} ${encrypt.join(' ')} >>`
  parts.push(`xref\n${rows.join('')}${trailer}\nstartxref\n${at}\n%%EOF\n`)
  return Buffer.concat([bytes, Buffer.from(parts.join(''), 'latin1')])
}

function startOfTable(bytes: Uint8Array): number | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const at = buffer.lastIndexOf('startxref')
  const offset = at < 0 ? undefined : /^startxref\s+(\d{1,10})/.exec(buffer.toString('latin1', at, at + 40))?.[1]
  return offset === undefined ? null : Number(offset)
}
