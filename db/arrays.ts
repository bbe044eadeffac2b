// Lists as Postgres takes them in binary: nothing is written out and quoted here, and nothing parsed there.
const oids = { int4: 23, int8: 20, text: 25, timestamptz: 1184 }
const headerBytes = 20
// Postgres counts microseconds, and from the year 2000.
const epochMs = Date.UTC(2000, 0)

export function textArray(texts: readonly (string | null)[]): Buffer {
  const [first] = texts
  if (first !== undefined && texts.length > 1 && texts.every((text) => text === first)) return repeated(first, texts.length)
  const bytes = Buffer.allocUnsafe(
    texts.reduce((sum, text) => sum + 4 + (text === null ? 0 : Buffer.byteLength(text)), headerBytes),
  )
  writeHeader(bytes, oids.text, texts.length, texts.includes(null))
  let at = headerBytes
  for (const text of texts) {
    const length = text === null ? -1 : bytes.write(text, at + 4)
    bytes.writeInt32BE(length, at)
    at += 4 + Math.max(0, length)
  }
  return bytes
}

/** Most columns of a batch have one value in all its rows: that is written once and copied. */
function repeated(text: string | null, count: number): Buffer {
  const one = Buffer.allocUnsafe(4 + (text === null ? 0 : Buffer.byteLength(text)))
  one.writeInt32BE(text === null ? -1 : one.write(text, 4), 0)
  const bytes = Buffer.allocUnsafe(headerBytes + count * one.length)
  writeHeader(bytes, oids.text, count, text === null)
  return bytes.fill(one, headerBytes)
}

export const intArray = (numbers: readonly number[]): Buffer =>
  fixedArray(oids.int4, 4, numbers, (bytes, number, at) => bytes.writeInt32BE(number, at))

export const bigintArray = (numbers: readonly bigint[]): Buffer =>
  fixedArray(oids.int8, 8, numbers, (bytes, number, at) => bytes.writeBigInt64BE(number, at))

export const timeArray = (times: readonly Date[]): Buffer =>
  fixedArray(oids.timestamptz, 8, times, (bytes, time, at) =>
    bytes.writeBigInt64BE(BigInt(time.getTime() - epochMs) * 1_000n, at),
  )

function fixedArray<V>(
  oid: number,
  size: number,
  list: readonly V[],
  write: (bytes: Buffer, value: V, at: number) => void,
): Buffer {
  const bytes = Buffer.allocUnsafe(headerBytes + list.length * (4 + size))
  writeHeader(bytes, oid, list.length, false)
  let at = headerBytes
  for (const value of list) {
    bytes.writeInt32BE(size, at)
    write(bytes, value, at + 4)
    at += 4 + size
  }
  return bytes
}

function writeHeader(bytes: Buffer, oid: number, count: number, hasNull: boolean): void {
  bytes.writeInt32BE(1, 0) // one dimension
  bytes.writeInt32BE(hasNull ? 1 : 0, 4)
  bytes.writeInt32BE(oid, 8)
  bytes.writeInt32BE(count, 12)
  bytes.writeInt32BE(1, 16) // counted from one
}
