// The ways a PDF's streams are packed (ISO 32000-2, 7.4), each unpacked into a bounded number of bytes; null where one is damaged.
import { constants, inflateSync } from 'node:zlib'
import { ownValue } from '../../../../base/own-value.ts'

type Filter = (bytes: Uint8Array, maxBytes: number, parameters: FilterParameters) => Uint8Array | null

export interface FilterParameters {
  /** LZW codes grow one entry early, as nearly all writers have it. */
  readonly earlyChange: number
}

const filters: Record<string, Filter> = {
  FlateDecode: inflate,
  LZWDecode: unpackLzw,
  ASCII85Decode: unpackAscii85,
  ASCIIHexDecode: unpackHex,
  RunLengthDecode: unpackRuns,
}
const short: Record<string, string> = {
  Fl: 'FlateDecode',
  LZW: 'LZWDecode',
  A85: 'ASCII85Decode',
  AHx: 'ASCIIHexDecode',
  RL: 'RunLengthDecode',
}

export const filterNamed = (name: string): Filter | undefined => ownValue(filters, ownValue(short, name) ?? name)

function inflate(bytes: Uint8Array, maxBytes: number): Uint8Array | null {
  try {
    return inflateSync(bytes, { maxOutputLength: maxBytes, finishFlush: constants.Z_SYNC_FLUSH })
  } catch {
    return null // damaged, or larger than its budget: this drawing is not worth reading
  }
}

function unpackHex(bytes: Uint8Array): Uint8Array {
  const end = bytes.indexOf(0x3e)
  const digits = Buffer.from(end < 0 ? bytes : bytes.subarray(0, end))
    .toString('latin1')
    .replace(/[^0-9a-fA-F]/g, '')
  return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex')
}

function unpackAscii85(bytes: Uint8Array): Uint8Array {
  const out: number[] = []
  const group: number[] = []
  for (const byte of bytes) {
    if (byte === 0x7e) break
    if (byte === 0x7a && group.length === 0) out.push(0, 0, 0, 0)
    if (byte < 0x21 || byte > 0x75) continue
    group.push(byte - 0x21)
    if (group.length === 5) out.push(...fourOf(group.splice(0)))
  }
  if (group.length > 1) out.push(...fourOf([...group, 84, 84, 84, 84].slice(0, 5)).slice(0, group.length - 1))
  return Uint8Array.from(out)
}

function fourOf(digits: readonly number[]): number[] {
  const value = digits.reduce((sum, digit) => sum * 85 + digit, 0)
  return [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) & 255)
}

function unpackRuns(bytes: Uint8Array, maxBytes: number): Uint8Array | null {
  const parts: Uint8Array[] = []
  let size = 0
  for (let at = 0; at < bytes.length && bytes[at] !== 128; ) {
    const length = bytes[at]!
    const part = length < 128 ? bytes.subarray(at + 1, at + 2 + length) : new Uint8Array(257 - length).fill(bytes[at + 1] ?? 0)
    at += length < 128 ? length + 2 : 2
    size += part.length
    if (size > maxBytes) return null
    parts.push(part)
  }
  return Buffer.concat(parts)
}

const clear = 256
const end = 257

function unpackLzw(bytes: Uint8Array, maxBytes: number, { earlyChange }: FilterParameters): Uint8Array | null {
  // An entry is the entry it goes on from, and one byte more.
  const before = new Uint16Array(4_096)
  const last = new Uint8Array(4_096)
  const lengths = new Uint16Array(4_096)
  for (let i = 0; i < 256; i++) {
    last[i] = i
    lengths[i] = 1
  }
  const out = new Uint8Array(Math.min(maxBytes, bytes.length * 2_048))
  let [size, width, next, previous] = [0, 9, 258, -1]
  for (let bit = 0; bit + width <= bytes.length * 8; ) {
    const at = bit >> 3
    const window = ((bytes[at]! << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)) >>> 0
    const code = (window >> (24 - width - (bit & 7))) & ((1 << width) - 1)
    bit += width
    if (code === end) break
    if (code === clear) {
      ;[width, next, previous] = [9, 258, -1]
      continue
    }
    if (previous >= 0 && next < 4_096) {
      before[next] = previous
      lengths[next] = lengths[previous]! + 1
      last[next] = firstByte(code === next ? previous : code)
      next++
    }
    if (code >= next || code === clear || (previous < 0 && code > 255)) return null
    const length = lengths[code]!
    if (size + length > out.length) return null
    for (let i = size + length - 1, entry = code; i >= size; i--, entry = before[entry]!) out[i] = last[entry]!
    size += length
    previous = code
    if (next + earlyChange >= 1 << width && width < 12) width++
  }
  return out.subarray(0, size)

  function firstByte(code: number): number {
    let entry = code
    while (entry > 255) entry = before[entry]!
    return last[entry]!
  }
}
