// Keccak-256, as Ethereum hashes.
import { createKeccak } from 'hash-wasm'

// One for all: each hash begins anew and ends before anybody else can run.
const hasher = await createKeccak(256)

export function keccak256(bytes: Uint8Array): Buffer {
  return Buffer.from(hasher.init().update(bytes).digest('binary'))
}
