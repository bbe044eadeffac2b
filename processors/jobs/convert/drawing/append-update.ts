// A copy of a file in which some objects are others: an update is appended that says them anew.
import { catalogNumber } from './page-tree.ts'
import type { PdfFile } from './pdf-file.ts'
import type { PdfDict } from './pdf-value.ts'
import { writeValue } from './write-value.ts'

/** With bytes it is a stream. */
export interface NumberedObject {
  readonly number: number
  readonly dict: PdfDict
  readonly bytes?: Uint8Array
}

/** Null where the file does not say what an update has to repeat. */
export function withObjectsReplaced(file: PdfFile, bytes: Uint8Array, objects: readonly NumberedObject[]): Buffer | null {
  const root = catalogNumber(file)
  const before = startOfTable(bytes)
  if (root === null || before === null) return null
  const size = objects.reduce((most, { number }) => Math.max(most, number), root) + 1
  const encrypt = (['Encrypt', 'ID'] as const).flatMap((key) => {
    const value = file.trailerValue(key)
    return value === undefined ? [] : [`/${key} ${writeValue(value)}`]
  })
  const parts: Uint8Array[] = [bytes, Buffer.from('\n')]
  let at = bytes.byteLength + 1
  const rows: string[] = []
  for (const object of objects) {
    rows.push(`${object.number} 1\n${String(at).padStart(10, '0')} 00000 n \n`)
    const written = objectBytes(object)
    parts.push(written)
    at += written.length
  }
  const trailer = `trailer\n<< /Size ${size} /Root ${root} 0 R /Prev ${before} ${encrypt.join(' ')} >>`
  parts.push(Buffer.from(`xref\n${rows.join('')}${trailer}\nstartxref\n${at}\n%%EOF\n`, 'latin1'))
  return Buffer.concat(parts)
}

function objectBytes({ number, dict, bytes }: NumberedObject): Buffer {
  const head = `${number} 0 obj\n${writeValue(dict)}\n`
  return bytes === undefined
    ? Buffer.from(`${head}endobj\n`, 'latin1')
    : Buffer.concat([Buffer.from(`${head}stream\n`, 'latin1'), bytes, Buffer.from('\nendstream\nendobj\n')])
}

function startOfTable(bytes: Uint8Array): number | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const at = buffer.lastIndexOf('startxref')
  const offset = at < 0 ? undefined : /^startxref\s+(\d{1,10})/.exec(buffer.toString('latin1', at, at + 40))?.[1]
  return offset === undefined ? null : Number(offset)
}
