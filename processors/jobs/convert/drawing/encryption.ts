// Opens documents that are encrypted and need no password to be read: the standard security handler, revisions 2 to 6 (ISO 32000-2, 7.6).
import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'
import { isDict, isName, type PdfDict, type PdfValue } from './pdf-value.ts'
import { rc4 } from './rc4.ts'

/** A stream's bytes as they were before they were encrypted; null where they are damaged. */
export type Decrypt = (bytes: Uint8Array, object: { number: number; generation: number }) => Uint8Array | null

export interface EncryptionEntry {
  readonly dict: PdfDict
  /** The raw bytes of the document's first identifier. */
  readonly id: Uint8Array
  readonly stringBytes: (value: PdfValue | undefined) => Uint8Array | null
}

type Method = 'none' | 'rc4' | 'aes'

const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')
const md5 = (...parts: Uint8Array[]) => createHash('md5').update(Buffer.concat(parts)).digest()

/** Null where a password is needed, or where the handler is another one. */
export function decryptionOf(entry: EncryptionEntry): Decrypt | null {
  const { dict } = entry.dict
  const [version, revision] = [numberOf(dict.get('V')), numberOf(dict.get('R'))]
  const method = methodOf(entry.dict, version)
  if (nameOf(dict.get('Filter')) !== 'Standard' || method === null) return null
  const key = revision >= 5 ? modernKey(entry, revision) : revision >= 2 ? olderKey(entry, revision, version) : null
  if (key === null) return null
  if (method === 'none') return (bytes) => bytes
  const isModern = revision >= 5
  return (bytes, object) => {
    const own = isModern ? key : objectKey(key, object, method)
    return method === 'rc4' ? rc4(own, bytes) : decryptAes(own, bytes)
  }
}

// Versions 4 and 5 name the way their streams are encrypted.
function methodOf({ dict }: PdfDict, version: number): Method | null {
  if (version === 1 || version === 2) return 'rc4'
  if (version !== 4 && version !== 5) return null
  const filter = nameOf(dict.get('StmF')) ?? 'Identity'
  if (filter === 'Identity') return 'none'
  const filters = dict.get('CF')
  const chosen = isDict(filters) ? filters.dict.get(filter) : undefined
  const kind = isDict(chosen) ? nameOf(chosen.dict.get('CFM')) : null
  return kind === 'V2' ? 'rc4' : kind === 'AESV2' || kind === 'AESV3' ? 'aes' : kind === 'None' ? 'none' : null
}

function olderKey({ dict, id, stringBytes }: EncryptionEntry, revision: number, version: number): Uint8Array | null {
  const [owner, user] = [stringBytes(dict.dict.get('O')), stringBytes(dict.dict.get('U'))]
  if (owner === null || user === null) return null
  const length = version === 1 ? 5 : Math.min(16, Math.max(5, (numberOf(dict.dict.get('Length')) || 40) / 8))
  const permissions = Buffer.alloc(4)
  permissions.writeInt32LE(numberOf(dict.dict.get('P')) | 0)
  const isOpenMetadata = revision >= 4 && dict.dict.get('EncryptMetadata') === false
  const more = isOpenMetadata ? Buffer.from('ffffffff', 'hex') : Buffer.alloc(0)
  let key = md5(padding, owner.subarray(0, 32), permissions, id, more)
  if (revision >= 3) for (let i = 0; i < 50; i++) key = md5(key.subarray(0, length))
  key = key.subarray(0, length)
  return Buffer.compare(expectedUser(key, id, revision), user.subarray(0, revision >= 3 ? 16 : 32)) === 0 ? key : null
}

// What the document would say of the empty password: another password gives another key.
function expectedUser(key: Uint8Array, id: Uint8Array, revision: number): Uint8Array {
  if (revision < 3) return rc4(key, padding)
  let out: Uint8Array = rc4(key, md5(padding, id))
  for (let i = 1; i <= 19; i++)
    out = rc4(
      key.map((byte) => byte ^ i),
      out,
    )
  return out
}

function modernKey({ dict, stringBytes }: EncryptionEntry, revision: number): Uint8Array | null {
  const [user, sealed] = [stringBytes(dict.dict.get('U')), stringBytes(dict.dict.get('UE'))]
  if (user === null || sealed === null || user.length < 48 || sealed.length < 32) return null
  const hash = revision === 5 ? (salt: Uint8Array) => createHash('sha256').update(salt).digest() : hardenedHash
  if (Buffer.compare(hash(user.subarray(32, 40)), user.subarray(0, 32)) !== 0) return null
  const cipher = createDecipheriv('aes-256-cbc', hash(user.subarray(40, 48)), Buffer.alloc(16)).setAutoPadding(false)
  return Buffer.concat([cipher.update(sealed.subarray(0, 32)), cipher.final()])
}

// Algorithm 2.B for the empty password.
function hardenedHash(salt: Uint8Array): Uint8Array {
  let key = createHash('sha256').update(salt).digest()
  for (let round = 0, last = 0; round < 64 || last > round - 32; round++) {
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(false)
    const mixed = Buffer.concat([cipher.update(Buffer.concat(Array.from({ length: 64 }, () => key))), cipher.final()])
    const remainder = mixed.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3
    key = createHash(['sha256', 'sha384', 'sha512'][remainder]!).update(mixed).digest()
    last = mixed.at(-1)!
  }
  return key.subarray(0, 32)
}

function objectKey(key: Uint8Array, object: { number: number; generation: number }, method: Method): Uint8Array {
  const { number, generation } = object
  const place = Uint8Array.of(number & 255, (number >> 8) & 255, (number >> 16) & 255, generation & 255, (generation >> 8) & 255)
  const salt = method === 'aes' ? Buffer.from('sAlT') : Buffer.alloc(0)
  return md5(key, place, salt).subarray(0, Math.min(key.length + 5, 16))
}

function decryptAes(key: Uint8Array, bytes: Uint8Array): Uint8Array | null {
  const whole = bytes.length - (bytes.length % 16)
  if (whole < 32) return whole === 16 ? new Uint8Array(0) : null
  const cipher = createDecipheriv(`aes-${key.length * 8}-cbc`, key, bytes.subarray(0, 16)).setAutoPadding(false)
  const plain = Buffer.concat([cipher.update(bytes.subarray(16, whole)), cipher.final()])
  const pad = plain.at(-1)!
  return pad >= 1 && pad <= 16 ? plain.subarray(0, plain.length - pad) : plain
}

const numberOf = (value: PdfValue | undefined): number => (typeof value === 'number' ? value : 0)
const nameOf = (value: PdfValue | undefined): string | null => (isName(value) ? value.name : null)
