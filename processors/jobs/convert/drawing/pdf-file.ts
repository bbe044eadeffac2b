// Finds objects and streams in a PDF without trusting its cross-reference table; every step has a budget, damage means "not found".
import { constants, inflateSync } from 'node:zlib'
import { type Cursor, isDict, isKeyword, isName, isRef, type PdfDict, type PdfValue, readValue } from './pdf-value.ts'

export type PdfStream = { dict: PdfDict; raw: Uint8Array }
export type PdfObject = PdfValue | PdfStream

export interface PdfFile {
  object(number: number): PdfObject | undefined
  resolve(value: PdfValue | undefined): PdfObject | undefined
  get(dict: PdfObject | undefined, key: string): PdfObject | undefined
  decode(stream: PdfStream, maxBytes: number): Uint8Array | null
  /** Every object's number, those packed in object streams included. */
  numbers(): number[]
  /** The catalogue's number as the last trailer gives it. */
  rootNumber(): number | null
  readonly encrypted: boolean
}

const maxObjects = 500_000
const maxObjectStreamBytes = 16 * 1024 * 1024
const maxFilters = 4

export const isStream = (v: PdfObject | undefined): v is PdfStream => typeof v === 'object' && v !== null && 'raw' in v

export function openPdf(bytes: Uint8Array): PdfFile {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const offsets = indexObjects(buffer)
  const cache = new Map<number, PdfObject | undefined>()
  const packed = new Map<number, PdfValue>()
  let unpacked = false
  const file: PdfFile = {
    encrypted: buffer.includes('/Encrypt'),
    object(number) {
      if (cache.has(number)) return cache.get(number)
      cache.set(number, undefined)
      const at = offsets.get(number)
      let value = at === undefined ? undefined : readObject(buffer, at)
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
    decode: (stream, maxBytes) => decodeStream(file, stream, maxBytes),
    numbers() {
      file.object(-1) // a miss unpacks the object streams
      return [...offsets.keys(), ...packed.keys()]
    },
    rootNumber: () => rootNumber(buffer),
  }
  return file
}

function indexObjects(buffer: Buffer): Map<number, number> {
  const offsets = new Map<number, number>()
  for (let at = buffer.indexOf(' obj'); at >= 0 && offsets.size < maxObjects; at = buffer.indexOf(' obj', at + 4)) {
    let i = at - 1
    while (i >= 0 && isDigit(buffer[i])) i--
    if (i === at - 1 || buffer[i] !== 32) continue
    const end = i
    while (i > 0 && isDigit(buffer[i - 1])) i--
    if (i < end && end - i < 10) offsets.set(Number(buffer.toString('latin1', i, end)), at + 4)
  }
  return offsets
}

const isDigit = (b: number | undefined) => b !== undefined && b >= 0x30 && b <= 0x39

function readObject(buffer: Buffer, at: number): PdfObject | undefined {
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
    return end < 0 ? value : { dict: value, raw: buffer.subarray(start, end) }
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
    const bytes = isStream(stream) && budget > 0 ? decodeStream(file, stream, budget) : null
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

function decodeStream(file: PdfFile, stream: PdfStream, maxBytes: number): Uint8Array | null {
  const filter = file.get(stream, 'Filter')
  const names = (Array.isArray(filter) ? filter.map((f) => file.resolve(f)) : [filter]).filter(
    (f) => f !== undefined && f !== null,
  )
  if (names.length > maxFilters) return null
  let bytes: Uint8Array = stream.raw
  for (const f of names) {
    const name = !isStream(f) && isName(f as PdfValue) ? (f as { name: string }).name : ''
    if (name !== 'FlateDecode' && name !== 'Fl') return null
    try {
      bytes = inflateSync(bytes, { maxOutputLength: maxBytes, finishFlush: constants.Z_SYNC_FLUSH })
    } catch {
      return null // damaged, or larger than its budget: this drawing is not worth reading
    }
  }
  return bytes
}

// Trailers and cross-reference streams name the catalogue in plain bytes; the last one written counts.
function rootNumber(buffer: Buffer): number | null {
  const at = buffer.lastIndexOf('/Root')
  if (at < 0) return null
  const number = /^\/Root\s+(\d{1,9})\s+\d+\s+R/.exec(buffer.toString('latin1', at, at + 40))?.[1]
  return number === undefined ? null : Number(number)
}
