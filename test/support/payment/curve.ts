// Signatures of digests by new keys, all made from one seed.
import { createHash } from 'node:crypto'
import secp256k1 from 'secp256k1'

export type MadeSignature = {
  readonly compact: Buffer
  readonly digest: Buffer
  readonly recovery: 0 | 1
  readonly publicKey: Buffer
}
/** A whole number from 0 to below `most`. */
export type Random = (most: number) => number

export function createRandom(seed: number): Random {
  let drawn = 0
  return (most) => createHash('sha256').update(`${seed} ${drawn++}`).digest().readUInt32BE() % most
}

export function madeSignature(random: Random): MadeSignature {
  const [secret, digest] = [0, 1].map(() =>
    createHash('sha256')
      .update(`${random(2 ** 32)} ${random(2 ** 32)}`)
      .digest(),
  ) as [Buffer, Buffer]
  const { signature, recid } = secp256k1.ecdsaSign(digest, secret)
  const publicKey = Buffer.from(secp256k1.publicKeyCreate(secret, false))
  return { compact: Buffer.from(signature), digest, recovery: recid === 0 ? 0 : 1, publicKey }
}

export function word(value: bigint): Buffer {
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex')
}
