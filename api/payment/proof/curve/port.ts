// What is asked of the curve that payers sign on.

/** Of a key as `recover` gives it, the first byte. The libraries read another spelling as well, with the parity of y there. */
export const uncompressedKey = 4

/** Neither call throws. What is of another length than is said here, or wrong in any other way, is nobody's signature. */
export interface Curve {
  readonly name: 'system' | 'package' | 'JavaScript'
  /** `compact`: r and s, 64 bytes; `digest`: 32 bytes; `publicKey`: 65 bytes, as `recover` gives it. False for a high s. */
  verify(compact: Uint8Array, digest: Uint8Array, publicKey: Uint8Array): boolean
  /** The signer's key, uncompressed; `recovery`: which of the two points with r. */
  recover(compact: Uint8Array, recovery: 0 | 1, digest: Uint8Array): Uint8Array | null
}
