// Writes PDF files from object bodies: the bytes, offsets and cross-reference table a reader expects.
import { deflateSync } from 'node:zlib'

export type PdfBody = string | { dict: string; stream: Buffer }

/** Bodies are numbered from 1 in their order; body 1 is the catalogue. */
export function pdfFile(bodies: readonly PdfBody[], trailer = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
  const offsets: number[] = []
  let at = parts[0]!.length
  const add = (bytes: Buffer) => {
    parts.push(bytes)
    at += bytes.length
  }
  for (const [i, body] of bodies.entries()) {
    offsets.push(at)
    add(Buffer.from(`${i + 1} 0 obj\n`))
    if (typeof body === 'string') add(Buffer.from(body, 'latin1'))
    else {
      add(Buffer.from(`<< ${body.dict} /Length ${body.stream.length} >>\nstream\n`, 'latin1'))
      add(body.stream)
      add(Buffer.from('\nendstream'))
    }
    add(Buffer.from('\nendobj\n'))
  }
  const rows = offsets.map((o) => `${String(o).padStart(10, '0')} 00000 n \n`).join('')
  const size = bodies.length + 1
  add(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${at}\n%%EOF\n`,
      'latin1',
    ),
  )
  return Buffer.concat(parts)
}

export const plainStream = (text: string, dict = ''): PdfBody => ({ dict, stream: Buffer.from(text, 'latin1') })
export const flateStream = (bytes: string | Buffer, dict = ''): PdfBody => ({
  dict: `${dict} /Filter /FlateDecode`,
  stream: deflateSync(bytes),
})
