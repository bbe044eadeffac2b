// A list of texts as Postgres takes it in binary: nothing is quoted here and nothing parsed there.
const textOid = 25
const headerBytes = 20

export function textArray(texts: readonly (string | null)[]): Buffer {
  const [first] = texts
  if (first !== undefined && texts.length > 1 && texts.every((text) => text === first)) return repeated(first, texts.length)
  const bytes = Buffer.allocUnsafe(
    texts.reduce((sum, text) => sum + 4 + (text === null ? 0 : Buffer.byteLength(text)), headerBytes),
  )
  writeHeader(bytes, texts.length, texts.includes(null))
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
  writeHeader(bytes, count, text === null)
  return bytes.fill(one, headerBytes)
}

function writeHeader(bytes: Buffer, count: number, hasNull: boolean): void {
  bytes.writeInt32BE(1, 0) // one dimension
  bytes.writeInt32BE(hasNull ? 1 : 0, 4)
  bytes.writeInt32BE(textOid, 8)
  bytes.writeInt32BE(count, 12)
  bytes.writeInt32BE(1, 16) // counted from one
}
