// PDF's own value syntax: numbers, names, strings, arrays, dictionaries and references, read from raw bytes.
export type PdfName = { name: string }
export type PdfRef = { ref: number }
export type PdfDict = { dict: Map<string, PdfValue> }
export type PdfKeyword = { keyword: string }
/** As it is written, in Latin-1. */
export type PdfString = { string: string; isHex: boolean }
export type PdfValue = number | boolean | null | PdfName | PdfRef | PdfDict | PdfKeyword | PdfString | PdfValue[]
export type Cursor = { bytes: Uint8Array; at: number }

const maxDepth = 64
const space = new Set([0, 9, 10, 12, 13, 32])
const delimiter = new Set([...'()<>[]{}/%'].map((c) => c.charCodeAt(0)))
const regular = Uint8Array.from({ length: 256 }, (_, c) => (space.has(c) || delimiter.has(c) ? 0 : 1))

export const isName = (v: PdfValue | undefined): v is PdfName => typeof v === 'object' && v !== null && 'name' in v
export const isDict = (v: PdfValue | undefined): v is PdfDict => typeof v === 'object' && v !== null && 'dict' in v
export const isString = (v: PdfValue | undefined): v is PdfString => typeof v === 'object' && v !== null && 'string' in v
export const isRef = (v: PdfValue | undefined): v is PdfRef => typeof v === 'object' && v !== null && 'ref' in v
export const isKeyword = (v: PdfValue | undefined): v is PdfKeyword => typeof v === 'object' && v !== null && 'keyword' in v

export function skipSpace(c: Cursor): void {
  const { bytes } = c
  for (;;) {
    const b = bytes[c.at]
    if (b === 0x25) while (c.at < bytes.length && bytes[c.at] !== 10 && bytes[c.at] !== 13) c.at++
    else if (b !== undefined && space.has(b)) c.at++
    else return
  }
}

/** The next value, or undefined at the end of the bytes. */
export function readValue(c: Cursor, depth = 0): PdfValue | undefined {
  skipSpace(c)
  const b = c.bytes[c.at]
  if (b === undefined) return undefined
  if (depth > maxDepth) throw new RangeError('PDF values nested too deeply')
  if (b === 0x2f) return readName(c)
  if (b === 0x28) return readLiteral(c)
  if (b === 0x5b) return readArray(c, depth)
  if (b === 0x3c) return c.bytes[c.at + 1] === 0x3c ? readDict(c, depth) : readHex(c)
  if (!regular[b]) {
    c.at++
    return { keyword: String.fromCharCode(b) }
  }
  return readToken(c)
}

function readToken(c: Cursor): PdfValue {
  const start = c.at
  const { bytes } = c
  while (c.at < bytes.length && regular[bytes[c.at]!]) c.at++
  const first = bytes[start]!
  const numeric = (first >= 0x30 && first <= 0x39) || first === 0x2d || first === 0x2e || first === 0x2b
  let text = ''
  for (let i = start; i < c.at && i < start + 64; i++) text += String.fromCharCode(bytes[i]!)
  if (numeric) {
    const n = Number.parseFloat(text)
    return Number.isFinite(n) ? n : 0
  }
  if (text === 'true') return true
  if (text === 'false') return false
  return text === 'null' ? null : { keyword: text }
}

function readName(c: Cursor): PdfName {
  const start = ++c.at
  while (c.at < c.bytes.length && regular[c.bytes[c.at]!]) c.at++
  const raw = Buffer.from(c.bytes.subarray(start, c.at)).toString('latin1')
  return { name: raw.replace(/#([0-9a-fA-F]{2})/g, (_, h) => String.fromCharCode(Number.parseInt(h, 16))) }
}

function readLiteral(c: Cursor): PdfString {
  const start = ++c.at
  for (let open = 1; c.at < c.bytes.length; c.at++) {
    const b = c.bytes[c.at]
    if (b === 0x5c) c.at++
    else if (b === 0x28) open++
    else if (b === 0x29 && --open === 0) break
  }
  return { string: Buffer.from(c.bytes.subarray(start, c.at++)).toString('latin1'), isHex: false }
}

function readHex(c: Cursor): PdfString {
  const start = ++c.at
  while (c.at < c.bytes.length && c.bytes[c.at] !== 0x3e) c.at++
  return { string: Buffer.from(c.bytes.subarray(start, c.at++)).toString('latin1'), isHex: true }
}

function readArray(c: Cursor, depth: number): PdfValue[] {
  c.at++
  const items: PdfValue[] = []
  for (;;) {
    const v = readValue(c, depth + 1)
    if (v === undefined || (isKeyword(v) && v.keyword === ']')) return items
    pushValue(items, v)
  }
}

function readDict(c: Cursor, depth: number): PdfDict {
  c.at += 2
  const flat: PdfValue[] = []
  for (;;) {
    const v = readValue(c, depth + 1)
    if (v === undefined) break
    if (isKeyword(v) && v.keyword === '>') {
      if (c.bytes[c.at] === 0x3e) c.at++
      break
    }
    pushValue(flat, v)
  }
  const dict = new Map<string, PdfValue>()
  for (let i = 0; i + 1 < flat.length; i += 2) {
    const key = flat[i]
    if (isName(key)) dict.set(key.name, flat[i + 1]!)
  }
  return { dict }
}

function pushValue(items: PdfValue[], v: PdfValue): void {
  if (isKeyword(v) && v.keyword === 'R' && typeof items.at(-1) === 'number' && typeof items.at(-2) === 'number') {
    items.pop()
    items.push({ ref: items.pop() as number })
  } else items.push(v)
}

const escapes: Record<string, number> = { n: 10, r: 13, t: 9, b: 8, f: 12 }

/** The bytes that a string stands for; null for any other value. */
export function stringBytes(value: PdfValue | undefined): Uint8Array | null {
  if (!isString(value)) return null
  if (value.isHex) {
    const digits = value.string.replace(/[^0-9a-fA-F]/g, '')
    return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex')
  }
  const bytes: number[] = []
  const text = value.string
  for (let i = 0; i < text.length; i++) {
    if (text[i] !== '\\') {
      bytes.push(text.charCodeAt(i))
      continue
    }
    const octal = /^[0-7]{1,3}/.exec(text.slice(i + 1, i + 4))?.[0]
    if (octal !== undefined) {
      bytes.push(Number.parseInt(octal, 8) & 255)
      i += octal.length
    } else {
      const next = text[++i] ?? ''
      // A line that is broken in the middle of a string goes on.
      if (next === '\r' && text[i + 1] === '\n') i++
      else if (next !== '\n' && next !== '\r' && next !== '') bytes.push(escapes[next] ?? next.charCodeAt(0))
    }
  }
  return Uint8Array.from(bytes)
}
