// A list of texts as Postgres takes it in binary: nothing is quoted here and nothing parsed there.
const textOid = 25
const headerBytes = 20

export function textArray(texts: readonly (string | null)[]): Buffer {
  const bytes = Buffer.allocUnsafe(
    texts.reduce((sum, text) => sum + 4 + (text === null ? 0 : Buffer.byteLength(text)), headerBytes),
  )
  bytes.writeInt32BE(1, 0) // one dimension
  bytes.writeInt32BE(texts.includes(null) ? 1 : 0, 4)
  bytes.writeInt32BE(textOid, 8)
  bytes.writeInt32BE(texts.length, 12)
  bytes.writeInt32BE(1, 16) // counted from one
  let at = headerBytes
  for (const text of texts) {
    const length = text === null ? -1 : bytes.write(text, at + 4)
    bytes.writeInt32BE(length, at)
    at += 4 + Math.max(0, length)
  }
  return bytes
}
