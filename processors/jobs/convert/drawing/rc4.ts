// RC4, which old PDF files are encrypted with and OpenSSL no longer offers.
export function rc4(key: Uint8Array, bytes: Uint8Array): Uint8Array {
  const state = Uint8Array.from({ length: 256 }, (_, i) => i)
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + state[i]! + key[i % key.length]!) & 255
    swap(state, i, j)
  }
  const out = new Uint8Array(bytes.length)
  for (let n = 0, i = 0, j = 0; n < bytes.length; n++) {
    i = (i + 1) & 255
    j = (j + state[i]!) & 255
    swap(state, i, j)
    out[n] = bytes[n]! ^ state[(state[i]! + state[j]!) & 255]!
  }
  return out
}

function swap(state: Uint8Array, i: number, j: number): void {
  const kept = state[i]!
  state[i] = state[j]!
  state[j] = kept
}
