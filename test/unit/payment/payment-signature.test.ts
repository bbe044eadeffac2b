// The hand-written digest and the recovery agree with viem on any authorization, and refuse every second spelling.
import { type Hex, hashTypedData } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { curveInUse } from '../../../api/payment/proof/curve/index.ts'
import { openPackageCurve } from '../../../api/payment/proof/curve/package.ts'
import { createSignatureCheck } from '../../../api/payment/proof/signature.ts'
import { authorizationDigest, domainSeparator } from '../../../api/payment/proof/typed-data.ts'
import { assets } from '../../../api/payment/terms/assets.ts'
import fc from '../../support/chance.ts'
import { authorizationTypes, curveOrder, signAuthorization, withHighS, withOtherV } from '../../support/payment/sign.ts'

const hex = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((b): Hex => `0x${Buffer.from(b).toString('hex')}`)
const number = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
const authorization = fc.record({
  from: hex(20),
  to: hex(20),
  value: number,
  validAfter: number,
  validBefore: number,
  nonce: hex(32),
})
const asset = fc.constantFrom(assets.base, assets['base-sepolia'], assets.robinhood)

type Message = typeof authorization extends fc.Arbitrary<infer T> ? T : never
type Token = typeof asset extends fc.Arbitrary<infer T> ? T : never

const ours = (message: Message, { domain, chainId, address, ...rest }: Token) => {
  const [value, validAfter, validBefore] = [message.value, message.validAfter, message.validBefore].map(String) as [
    string,
    string,
    string,
  ]
  const digest = authorizationDigest(domainSeparator({ domain, chainId, address, ...rest }), {
    ...message,
    value,
    validAfter,
    validBefore,
  })
  return `0x${digest.toString('hex')}`
}
const theirs = (message: Message, { domain, chainId, address }: Token) =>
  hashTypedData({
    domain: { ...domain, chainId, verifyingContract: address.toLowerCase() as Hex },
    types: authorizationTypes,
    primaryType: 'TransferWithAuthorization',
    message,
  })

test('the digest is viem’s', () => {
  fc.assert(
    fc.property(authorization, asset, (message, token) => {
      expect(ours(message, token)).toBe(theirs(message, token))
    }),
  )
})

test('and of one that shares some of its words with the one before, and after one that is none', () => {
  const members = ['from', 'to', 'value', 'validAfter', 'validBefore', 'nonce'] as const
  fc.assert(
    fc.property(
      authorization,
      authorization,
      fc.array(fc.subarray([...members]), { maxLength: 6 }),
      asset,
      (one, other, steps, token) => {
        for (const changed of steps) {
          const message = { ...one, ...Object.fromEntries(changed.map((name) => [name, other[name]])) }
          expect(ours(message, token)).toBe(theirs(message, token))
          expect(() => ours({ ...other, value: 'none' as never }, token)).toThrow(SyntaxError)
        }
      },
    ),
  )
})

// Where the system has no library of its own both are the package's.
const curves = [openPackageCurve(), curveInUse()].map((curve) => [curve.name, curve] as const)

test.each(curves)('%s: whoever signed is found to have, and no other spelling of the signature is accepted', async (_, curve) => {
  const isSigned = createSignatureCheck(curve)
  const separator = domainSeparator(assets['base-sepolia']).toString('hex')
  for (let i = 0; i < 20; i++) {
    const { authorization, signature } = await signAuthorization(privateKeyToAccount(generatePrivateKey()))
    const check = (by: string) => isSigned({ separator, authorization, signature: by })
    for (const v of ['1b', '1c', '00', '01']) expect(check(withHighS(signature, v))).toBe(false)
    for (const v of ['02', '1a', '1d', 'ff']) expect(check(`${signature.slice(0, 130)}${v}`)).toBe(false)
    for (const cut of [signature.slice(0, 130), `${signature}00`, signature.slice(2)]) expect(check(cut)).toBe(false)
    // The other point has another key: for one whose own is not known yet, that is somebody else.
    expect(check(withOtherV(signature))).toBe(false)
    const short = `${signature.slice(0, 130)}${signature.endsWith('1b') ? '00' : '01'}`
    expect(check(i % 2 === 0 ? signature : short)).toBe(true)
  }
})

test.each(curves)(
  '%s: whose signature was good is known by the key: theirs is still good, nobody else’s and no other spelling is',
  async (_, curve) => {
    const isSigned = createSignatureCheck(curve)
    const [account, stranger] = [privateKeyToAccount(generatePrivateKey()), privateKeyToAccount(generatePrivateKey())]
    const separator = domainSeparator(assets['base-sepolia']).toString('hex')
    // The first is looked up by recovery, the others by the key that it has shown.
    for (let round = 0; round < 3; round++) {
      const { authorization, signature } = await signAuthorization(account)
      const check = (changes: object, by: string = signature) =>
        isSigned({ separator, authorization: { ...authorization, ...changes }, signature: by })
      const forged = await signAuthorization(stranger, authorization)
      expect(check({}, forged.signature)).toBe(false)
      expect(check({ nonce: `0x${'1'.repeat(64)}` })).toBe(false)
      expect(check({ from: stranger.address })).toBe(false)
      for (const v of ['1b', '1c']) expect(check({}, withHighS(signature, v))).toBe(false)
      for (const v of ['02', 'ff']) expect(check({}, `${signature.slice(0, 130)}${v}`)).toBe(false)
      for (const r of [curveOrder.toString(16), '0'.repeat(64)]) expect(check({}, `0x${r}${signature.slice(66)}`)).toBe(false)
      expect(check({}, signature.slice(0, 130))).toBe(false)
      expect(check({})).toBe(true)
      expect(check({ from: account.address.toLowerCase() })).toBe(true)
      expect(isSigned({ separator, ...(await signAuthorization(stranger)) })).toBe(true)
    }
  },
)

test('the package is built for this machine', () => {
  expect(openPackageCurve().name).toBe('package')
})
