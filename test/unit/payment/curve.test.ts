// The system's curve library and the npm package's say the same of every signature, and what viem says; neither can be made to fail.
import { recoverPublicKey } from 'viem'
import { expect, test } from 'vitest'
import { curveInUse } from '../../../api/payment/proof/curve/index.ts'
import { openPackageCurve } from '../../../api/payment/proof/curve/package.ts'
import { openSystemCurve } from '../../../api/payment/proof/curve/system.ts'
import { createRandom, type MadeSignature, madeSignature, word } from '../../support/payment/curve.ts'
import { curveOrder } from '../../support/payment/sign.ts'

const packageCurve = openPackageCurve()
const system = openSystemCurve()
const curves = [packageCurve, ...(system === null ? [] : [system])]
const seed = process.env.CI === 'true' ? 20_261_121 : Date.now() % 1e9
const random = createRandom(seed)
const bitFlipped = (bytes: Buffer) => {
  const flipped = Buffer.from(bytes)
  flipped[random(bytes.length)]! ^= 1 << random(8)
  return flipped
}
// The same point, with the parity of its y in the first byte: the libraries read it, and it is not how we write one.
const hybrid = (key: Buffer) => Buffer.concat([Buffer.of(6 + (key[64]! % 2)), key.subarray(1)])
const withWord = (compact: Buffer, at: 'r' | 's', value: bigint) => {
  const changed = Buffer.from(compact)
  word(value).copy(changed, at === 'r' ? 0 : 32)
  return changed
}
const sOf = (compact: Buffer) => BigInt(`0x${compact.toString('hex', 32)}`)
const anything = () => Buffer.from(Array.from({ length: 64 }, () => random(256)))

const ways: Record<string, (made: MadeSignature) => Partial<MadeSignature>> = {
  'as signed': () => ({}),
  'a bit of r or s flipped': ({ compact }) => ({ compact: bitFlipped(compact) }),
  'a bit of the digest flipped': ({ digest }) => ({ digest: bitFlipped(digest) }),
  'a bit of the key flipped': ({ publicKey }) => ({ publicKey: bitFlipped(publicKey) }),
  'the other v': ({ recovery }) => ({ recovery: recovery === 0 ? 1 : 0 }),
  'a high s': ({ compact }) => ({ compact: withWord(compact, 's', curveOrder - sOf(compact)) }),
  'r is 0': ({ compact }) => ({ compact: withWord(compact, 'r', 0n) }),
  's is 0': ({ compact }) => ({ compact: withWord(compact, 's', 0n) }),
  'r is n': ({ compact }) => ({ compact: withWord(compact, 'r', curveOrder) }),
  's is n': ({ compact }) => ({ compact: withWord(compact, 's', curveOrder) }),
  'r is n and more': ({ compact }) => ({ compact: withWord(compact, 'r', curveOrder + BigInt(1 + random(1_000))) }),
  's is n and more': ({ compact }) => ({ compact: withWord(compact, 's', curveOrder + BigInt(1 + random(1_000))) }),
  'all ones': () => ({ compact: Buffer.alloc(64, 255) }),
  'r is small': ({ compact }) => ({ compact: withWord(compact, 'r', BigInt(1 + random(1_000))) }),
  anything: () => ({ compact: anything() }),
  "another's key": () => ({ publicKey: madeSignature(random).publicKey }),
  'a key in its other spelling': ({ publicKey }) => ({ publicKey: hybrid(publicKey) }),
  'a key that is no point': () => ({ publicKey: Buffer.concat([Buffer.of(4), anything()]) }),
  'a key of nothing': () => ({ publicKey: Buffer.alloc(65) }),
  'a digest of nothing': () => ({ digest: Buffer.alloc(32) }),
  'a digest above n': () => ({ digest: Buffer.alloc(32, 255) }),
}

// A key is compared with the signature alone: which of its two points v names is asked only where the key is not known.
const good = ['as signed', 'the other v']

// Read at an odd place in a larger piece of memory, as what comes off a socket is.
const elsewhere = (bytes: Buffer) =>
  Buffer.concat([Buffer.alloc(1 + random(7)), bytes, Buffer.alloc(3)]).subarray(-3 - bytes.length, -3)

test('this machine has the system library where its tests are run for everybody', () => {
  if (process.env.CI !== undefined && process.platform === 'linux') expect(curveInUse().name).toBe('system')
  expect(['system', 'package']).toContain(curveInUse().name)
})

test(`both say of every signature what viem says, seed ${seed}`, { timeout: 120_000 }, async () => {
  for (let round = 0; round < 105; round++) {
    const signed = madeSignature(random)
    for (const [way, change] of Object.entries(ways)) {
      const made = { ...signed, ...change(signed) }
      const [compact, digest, publicKey] = [made.compact, made.digest, made.publicKey].map(elsewhere) as [Buffer, Buffer, Buffer]
      const signer = await signerByViem(made)
      for (const curve of curves) {
        const recovered = curve.recover(compact, made.recovery, digest)
        expect([way, curve.name, hexOf(recovered)]).toEqual([way, curve.name, signer])
        expect([way, curve.name, curve.verify(compact, digest, publicKey)]).toEqual([way, curve.name, good.includes(way)])
      }
    }
  }
})

test.each(curves.map((curve) => [curve.name, curve] as const))(
  '%s: what is of another length is nobody’s, and harms nothing',
  (_, curve) => {
    const { compact, digest, recovery, publicKey } = madeSignature(random)
    const lengths = [0, 1, 31, 32, 33, 63, 64, 65, 66, 1_000]
    for (const length of lengths) {
      const bytes = Buffer.alloc(length, 7)
      if (length !== 64)
        expect([curve.verify(bytes, digest, publicKey), curve.recover(bytes, recovery, digest)]).toEqual([false, null])
      if (length !== 32)
        expect([curve.verify(compact, bytes, publicKey), curve.recover(compact, recovery, bytes)]).toEqual([false, null])
      expect(curve.verify(compact, digest, bytes)).toBe(false)
    }
    const compressed = Buffer.concat([Buffer.of(publicKey[64]! % 2 === 0 ? 2 : 3), publicKey.subarray(1, 33)])
    expect(curve.verify(compact, digest, compressed)).toBe(false)
    for (const none of [null, undefined, 'text', 7, {}, [], new ArrayBuffer(64), new Uint16Array(32)] as any[]) {
      expect(curve.verify(none, digest, publicKey)).toBe(false)
      expect(curve.verify(compact, none, publicKey)).toBe(false)
      expect(curve.verify(compact, digest, none)).toBe(false)
      expect([curve.recover(none, recovery, digest), curve.recover(compact, recovery, none)]).toEqual([null, null])
    }
    for (const other of [-1, 2, 3, 4, 27, 0.5, Number.NaN, '0', null] as any[])
      expect(curve.recover(compact, other, digest)).toBe(null)
    expect(curve.verify(compact, digest, publicKey)).toBe(true)
  },
)

function hexOf(bytes: Uint8Array | null): string | null {
  return bytes === null ? null : `0x${Buffer.from(bytes).toString('hex')}`
}

async function signerByViem({ compact, digest, recovery }: MadeSignature): Promise<string | null> {
  const [r, s] = [`0x${compact.toString('hex', 0, 32)}`, `0x${compact.toString('hex', 32)}`] as const
  const hash = `0x${digest.toString('hex')}` as const
  return recoverPublicKey({ hash, signature: { r, s, yParity: recovery } }).catch(() => null)
}
