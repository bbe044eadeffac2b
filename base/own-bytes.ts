// Bytes that are kept for long.

/**
 * The pieces one after another in memory of their own. Node cuts what is short out of a block that many share (64 kB), and one kept piece keeps
 * the whole block: a cache that counts its own bytes then holds many times as much.
 */
export function ownBytes(...pieces: readonly Uint8Array[]): Buffer {
  const bytes = Buffer.allocUnsafeSlow(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}
