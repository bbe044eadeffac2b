// Encrypts a small document with a user password (standard handler, revision 2), as writers of the nineties did.
import { createHash } from 'node:crypto'
import { type PdfBody, pdfFile } from './file.ts'

const padding = Buffer.from('28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A', 'hex')
const id = Buffer.from('0123456789abcdef')
const permissions = -4

export function encryptedPdf(password: string, sentence: string): Buffer {
  const owner = rc4(md5(pad('owner')).subarray(0, 5), pad(password))
  const allowed = Buffer.alloc(4)
  allowed.writeInt32LE(permissions)
  const key = md5(Buffer.concat([pad(password), owner, allowed, id])).subarray(0, 5)
  const user = rc4(key, padding)
  const content = Buffer.from(`BT /F1 12 Tf 72 700 Td (${sentence}) Tj ET`)
  const bodies: PdfBody[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    { dict: '', stream: rc4(objectKey(key, 5), content) },
    `<< /Filter /Standard /V 1 /R 2 /P ${permissions} /O <${owner.toString('hex')}> /U <${user.toString('hex')}> >>`,
  ]
  return pdfFile(bodies, `/Encrypt 6 0 R /ID [<${id.toString('hex')}> <${id.toString('hex')}>]`)
}

const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest()
const pad = (password: string) => Buffer.concat([Buffer.from(password, 'latin1'), padding]).subarray(0, 32)
const objectKey = (key: Buffer, object: number) => md5(Buffer.concat([key, Buffer.from([object, 0, 0, 0, 0])])).subarray(0, 10)

function rc4(key: Buffer, data: Buffer): Buffer {
  const s = Array.from({ length: 256 }, (_, i) => i)
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + s[i]! + key[i % key.length]!) & 255
    ;[s[i], s[j]] = [s[j]!, s[i]!]
  }
  let [i, j] = [0, 0]
  return Buffer.from(
    data.map((byte) => {
      i = (i + 1) & 255
      j = (j + s[i]!) & 255
      ;[s[i], s[j]] = [s[j]!, s[i]!]
      return byte ^ s[(s[i]! + s[j]!) & 255]!
    }),
  )
}
