// Encrypts a small document with the standard handler: revision 2 as writers of the nineties did, 4 and 6 with AES as those of today.
import { createCipheriv, createHash, randomBytes } from 'node:crypto'
import { rc4 } from '../../../processors/jobs/convert/drawing/rc4.ts'
import { escapeString } from './document.ts'
import { type PdfBody, pdfFile } from './file.ts'

const padding = Buffer.from('28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A', 'hex')
const id = Buffer.from('0123456789abcdef')
const contentObject = 5

/** All but copying and printing is allowed by the first, nothing by the second. */
export const permissions = { open: -4, closed: -3_904 }

export function encryptedPdf(password: string, sentence: string): Buffer {
  return encryptedPage(`BT /F1 12 Tf 72 700 Td (${escapeString(sentence)}) Tj ET`, { password })
}

interface Options {
  readonly password?: string
  readonly revision?: 2 | 4 | 6
  readonly allowed?: number
}

export function encryptedPage(content: string, options: Options = {}): Buffer {
  const { revision = 2, password = '', allowed = permissions.open } = options
  const { entry, encrypt } = revision === 6 ? modern(password, allowed) : older(password, allowed, revision)
  const bodies: PdfBody[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 4 0 R >> >> /Contents ${contentObject} 0 R >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    { dict: '', stream: encrypt(Buffer.from(content, 'latin1')) },
    `<< /Filter /Standard ${entry} /P ${allowed} >>`,
  ]
  return pdfFile(bodies, `/Encrypt 6 0 R /ID [<${hex(id)}> <${hex(id)}>]`)
}

function older(password: string, allowed: number, revision: 2 | 4) {
  const [length, rounds] = revision === 2 ? [5, 0] : [16, 50]
  const ownerKey = hashed(md5(pad('owner')), length, rounds)
  const owner = revision === 2 ? rc4(ownerKey, pad(password)) : rc4Rounds(ownerKey, pad(password))
  const bits = Buffer.alloc(4)
  bits.writeInt32LE(allowed)
  const key = hashed(md5(pad(password), owner, bits, id), length, rounds)
  const user = revision === 2 ? rc4(key, padding) : Buffer.concat([rc4Rounds(key, md5(padding, id)), Buffer.alloc(16)])
  const place = Buffer.from([contentObject, 0, 0, 0, 0])
  const strings = `/O <${hex(owner)}> /U <${hex(user)}>`
  if (revision === 2)
    return { entry: `/V 1 /R 2 ${strings}`, encrypt: (bytes: Buffer) => Buffer.from(rc4(md5(key, place).subarray(0, 10), bytes)) }
  const filters = '/CF << /StdCF << /CFM /AESV2 /AuthEvent /DocOpen /Length 16 >> >> /StmF /StdCF /StrF /StdCF'
  const own = md5(key, place, Buffer.from('sAlT'))
  return { entry: `/V 4 /R 4 /Length 128 ${filters} ${strings}`, encrypt: (bytes: Buffer) => aes(own, bytes) }
}

function modern(password: string, allowed: number) {
  const [key, salts] = [randomBytes(32), randomBytes(16)]
  const given = Buffer.from(password)
  const user = Buffer.concat([hardened(given, salts.subarray(0, 8)), salts])
  const sealed = cbc(hardened(given, salts.subarray(8)), Buffer.alloc(16), key, false)
  const owner = randomBytes(48)
  const perms = Buffer.alloc(16)
  perms.writeInt32LE(allowed)
  perms.write('\xff\xff\xff\xffTadb', 4, 'latin1')
  const ecb = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false)
  const strings = `/O <${hex(owner)}> /OE <${hex(randomBytes(32))}> /U <${hex(user)}> /UE <${hex(sealed)}> /Perms <${hex(ecb.update(perms))}>`
  const filters = '/CF << /StdCF << /CFM /AESV3 /AuthEvent /DocOpen /Length 32 >> >> /StmF /StdCF /StrF /StdCF'
  return { entry: `/V 5 /R 6 /Length 256 ${filters} ${strings}`, encrypt: (bytes: Buffer) => aes(key, bytes) }
}

// Algorithm 2.B of ISO 32000-2.
function hardened(password: Buffer, salt: Buffer): Buffer {
  let key = createHash('sha256').update(password).update(salt).digest()
  for (let round = 0, last = 0; round < 64 || last > round - 32; round++) {
    const text = Buffer.concat(Array.from({ length: 64 }, () => Buffer.concat([password, key])))
    const mixed = cbc(key.subarray(0, 16), key.subarray(16, 32), text, false)
    const kind = ['sha256', 'sha384', 'sha512'][Number(BigInt(`0x${hex(mixed.subarray(0, 16))}`) % 3n)]!
    key = createHash(kind).update(mixed).digest()
    last = mixed.at(-1)!
  }
  return key.subarray(0, 32)
}

function aes(key: Buffer, bytes: Buffer): Buffer {
  const start = randomBytes(16)
  return Buffer.concat([start, cbc(key, start, bytes, true)])
}

function cbc(key: Buffer, start: Buffer, bytes: Buffer, padded: boolean): Buffer {
  const cipher = createCipheriv(`aes-${key.length * 8}-cbc`, key, start).setAutoPadding(padded)
  return Buffer.concat([cipher.update(bytes), cipher.final()])
}

function rc4Rounds(key: Buffer, bytes: Buffer): Buffer {
  let out: Uint8Array = bytes
  for (let i = 0; i < 20; i++)
    out = rc4(
      key.map((byte) => byte ^ i),
      out,
    )
  return Buffer.from(out)
}

function hashed(start: Buffer, length: number, rounds: number): Buffer {
  let key = start
  for (let i = 0; i < rounds; i++) key = md5(key.subarray(0, length))
  return key.subarray(0, length)
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const md5 = (...parts: Uint8Array[]) => createHash('md5').update(Buffer.concat(parts)).digest()
const pad = (password: string) => Buffer.concat([Buffer.from(password, 'latin1'), padding]).subarray(0, 32)
