// Finds objects and streams in a PDF without trusting its cross-reference table; every step has a budget, damage means "not found".

import { cleanText } from '../poppler/entities.ts'
import { type Decrypt, decryptionOf } from './encryption.ts'
import { filterNamed } from './filters.ts'
import {
  type Cursor,
  isDict,
  isKeyword,
  isName,
  isRef,
  type PdfDict,
  type PdfValue,
  readValue,
  stringBytes,
} from './pdf-value.ts'
import { textOfBytes } from './text-string.ts'

export type PdfStream = { dict: PdfDict; raw: Uint8Array; id: ObjectId }
type ObjectId = { number: number; generation: number }
export type PdfObject = PdfValue | PdfStream

export interface PdfFile {
  object(number: number): PdfObject | undefined
  resolve(value: PdfValue | undefined): PdfObject | undefined
  get(dict: PdfObject | undefined, key: string): PdfObject | undefined
  decode(stream: PdfStream, maxBytes: number): Uint8Array | null
  /** A text string, decrypted by the object it stands in; null for what is none. */
  text(value: PdfObject | undefined, owner: number | null): string | null
  /** Every object's number, those packed in object streams included. */
  numbers(): number[]
  /** The catalogue's number as the last trailer gives it. */
  rootNumber(): number | null
  /** What the last trailer says under a key, as it is written. */
  trailerValue(key: 'Encrypt' | 'ID'): PdfValue | undefined
}

const maxObjects = 500_000
const maxObjectStreamBytes = 16 * 1024 * 1024
const maxFilters = 4
const maxTextBytes = 1024 * 1024
const maxTextCharacters = 20_000

export const isStream = (v: PdfObject | undefined): v is PdfStream => typeof v === 'object' && v !== null && 'raw' in v

export function openPdf(bytes: Uint8Array): PdfFile {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const offsets = indexObjects(buffer)
  const cache = new Map<number, PdfObject | undefined>()
  const packed = new Map<number, PdfValue>()
  let unpacked = false
  const isEncrypted = buffer.includes('/Encrypt')
  let decrypt: Decrypt | null | undefined
  const decryption = (): Decrypt | null => {
    if (!isEncrypted) return null
    if (decrypt === undefined) {
      decrypt = null // what the entry itself needs is not encrypted
      decrypt = findDecryption(buffer, file)
    }
    return decrypt
  }
  const file: PdfFile = {
    object(number) {
      if (cache.has(number)) return cache.get(number)
      cache.set(number, undefined)
      const at = offsets.get(number)
      let value = at === undefined ? undefined : readObject(buffer, at, number)
      if (value === undefined) {
        if (!unpacked) {
          unpacked = true
          unpackObjectStreams(buffer, offsets, file, packed)
        }
        value = packed.get(number)
      }
      cache.set(number, value)
      return value
    },
    resolve(value) {
      let found: PdfObject | undefined = value
      for (let hops = 0; hops < 16 && found !== undefined && !isStream(found) && isRef(found); hops++)
        found = file.object(found.ref)
      return found
    },
    get(from, key) {
      if (isStream(from)) return file.resolve(from.dict.dict.get(key))
      return isDict(from) ? file.resolve(from.dict.get(key)) : undefined
    },
    decode: (stream, maxBytes) => decodeStream(file, stream, maxBytes, decryption()),
    text(value, owner) {
      const given = value === undefined || isStream(value) ? null : stringBytes(value)
      if (given === null || given.length > maxTextBytes) return null
      // What is packed in an object stream was encrypted with it.
      const isSealed = isEncrypted && (owner === null || offsets.has(owner))
      const open = !isSealed ? given : owner === null ? null : decryption()?.(given, { number: owner, generation: 0 })
      return open == null ? null : cleanText(textOfBytes(open).slice(0, maxTextCharacters))
    },
    numbers() {
      file.object(-1) // a miss unpacks the object streams
      return [...offsets.keys(), ...packed.keys()]
    },
    rootNumber: () => rootNumber(buffer),
    trailerValue: (key) => valueAfter(buffer, `/${key}`),
  }
  return file
}

// "<number> <generation> obj", with any white space between: some write each on a line of its own.
function indexObjects(buffer: Buffer): Map<number, number> {
  const offsets = new Map<number, number>()
  for (let at = buffer.indexOf('obj'); at >= 0 && offsets.size < maxObjects; at = buffer.indexOf('obj', at + 3)) {
    const generation = spanBefore(buffer, at, isBlank)
    const blank = spanBefore(buffer, generation, isDigit)
    const end = spanBefore(buffer, blank, isBlank)
    const start = spanBefore(buffer, end, isDigit)
    if (generation < at && blank < generation && end < blank && start < end)
      offsets.set(Number(buffer.toString('latin1', start, end)), at + 3)
  }
  return offsets
}

// No number of an object, and no gap beside it, is longer.
const longestSpan = 10

/** Where what `is` so begins that ends at a place; that place where there is none of it, or too much. */
function spanBefore(buffer: Buffer, end: number, is: (byte: number | undefined) => boolean): number {
  let at = end
  while (at > 0 && is(buffer[at - 1])) if (end - --at === longestSpan) return end
  return at
}

const isBlank = (b: number | undefined) => b === 32 || b === 10 || b === 13 || b === 9 || b === 12 || b === 0
const isDigit = (b: number | undefined) => b !== undefined && b >= 0x30 && b <= 0x39

function readObject(buffer: Buffer, at: number, number: number): PdfObject | undefined {
  const c: Cursor = { bytes: buffer, at }
  try {
    const value = readValue(c)
    if (!isDict(value)) return value
    const next = readValue(c)
    if (!isKeyword(next) || next.keyword !== 'stream') return value
    let start = c.at
    if (buffer[start] === 13) start++
    if (buffer[start] === 10) start++
    const length = value.dict.get('Length')
    let end = typeof length === 'number' ? start + length : -1
    // A wrong or indirect length is common in damaged files: the keyword itself is the truth.
    if (end < start || end > buffer.length || !buffer.toString('latin1', end, end + 20).includes('endstream'))
      end = buffer.indexOf('endstream', start)
    return end < 0
      ? value
      : { dict: value, raw: buffer.subarray(start, end), id: { number, generation: generationAt(buffer, at) } }
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

// `at` is right behind "<number> <generation> obj".
function generationAt(buffer: Buffer, at: number): number {
  return Number(/(\d{1,5})\s{1,10}obj$/.exec(buffer.toString('latin1', Math.max(0, at - 20), at))?.[1] ?? 0)
}

/** Where the last trailer, or the last cross-reference stream, says how the document is encrypted. */
function findDecryption(buffer: Buffer, file: PdfFile): Decrypt | null {
  const entry = file.resolve(valueAfter(buffer, '/Encrypt'))
  if (entry === undefined || isStream(entry) || !isDict(entry)) return null
  const ids = file.resolve(valueAfter(buffer, '/ID'))
  const id = Array.isArray(ids) ? stringBytes(ids[0]) : null
  return decryptionOf({ dict: entry, id: id ?? new Uint8Array(0), stringBytes })
}

function valueAfter(buffer: Buffer, key: string): PdfValue | undefined {
  const at = buffer.lastIndexOf(key)
  if (at < 0) return undefined
  try {
    const cursor = { bytes: buffer, at: at + key.length }
    const value = readValue(cursor)
    if (typeof value !== 'number') return value
    const [, mark] = [readValue(cursor), readValue(cursor)]
    return mark !== undefined && isKeyword(mark) && mark.keyword === 'R' ? { ref: value } : undefined
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function unpackObjectStreams(
  buffer: Buffer,
  offsets: ReadonlyMap<number, number>,
  file: PdfFile,
  packed: Map<number, PdfValue>,
): void {
  let budget = maxObjectStreamBytes
  for (const [number, at] of offsets) {
    if (!buffer.toString('latin1', at, at + 400).includes('/ObjStm')) continue
    const stream = file.object(number)
    const bytes = isStream(stream) && budget > 0 ? file.decode(stream, budget) : null
    if (!bytes || !isStream(stream)) continue
    budget -= bytes.length
    const first = file.get(stream, 'First')
    const count = file.get(stream, 'N')
    if (typeof first !== 'number' || typeof count !== 'number') continue
    const header: Cursor = { bytes, at: 0 }
    try {
      for (let i = 0; i < count && header.at < first; i++) {
        const id = readValue(header)
        const offset = readValue(header)
        if (typeof id !== 'number' || typeof offset !== 'number') break
        const value = readValue({ bytes, at: first + offset })
        if (value !== undefined) packed.set(id, value)
      }
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
    }
  }
}

function decodeStream(file: PdfFile, stream: PdfStream, maxBytes: number, decrypt: Decrypt | null): Uint8Array | null {
  const filter = file.get(stream, 'Filter')
  const names = (Array.isArray(filter) ? filter.map((f) => file.resolve(f)) : [filter]).filter(
    (f) => f !== undefined && f !== null,
  )
  if (names.length > maxFilters) return null
  let bytes: Uint8Array | null = decrypt === null ? stream.raw : decrypt(stream.raw, stream.id)
  if (bytes === null) return null
  for (const f of names) {
    const filter = !isStream(f) && isName(f as PdfValue) ? filterNamed((f as { name: string }).name) : undefined
    const unpacked: Uint8Array | null = filter?.(bytes, maxBytes, { earlyChange: earlyChangeOf(file, stream) }) ?? null
    if (unpacked === null) return null
    bytes = unpacked
  }
  return bytes
}

function earlyChangeOf(file: PdfFile, stream: PdfStream): number {
  const given = file.get(stream, 'DecodeParms')
  const one = Array.isArray(given) ? file.resolve(given.at(-1)) : given
  return file.get(one, 'EarlyChange') === 0 ? 0 : 1
}

// Trailers and cross-reference streams name the catalogue in plain bytes; the last one written counts.
function rootNumber(buffer: Buffer): number | null {
  const at = buffer.lastIndexOf('/Root')
  if (at < 0) return null
  const number = /^\/Root\s+(\d{1,9})\s+\d+\s+R/.exec(buffer.toString('latin1', at, at + 40))?.[1]
  return number === undefined ? null : Number(number)
}
