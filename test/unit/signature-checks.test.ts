// Signatures checked on another thread: the same answers as here, whatever becomes of the thread.
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { assets } from '../../api/payment/assets.ts'
import type { SignedAuthorization } from '../../api/payment/signature.ts'
import { startSignatureChecks } from '../../api/payment/signature-checks.ts'
import { startSignatureThread } from '../../api/payment/signature-thread.ts'
import { domainSeparator } from '../../api/payment/typed-data.ts'
import { authorizationTypes } from '../support/payment/sign.ts'
import { quiet } from '../support/quiet.ts'

const asset = assets['base-sepolia']
const count = 40
let signed: SignedAuthorization[]
/** Every third is signed by somebody else. */
const expected = Array.from({ length: count }, (_, n) => n % 3 !== 0)

beforeAll(async () => {
  const [payer, other] = [privateKeyToAccount(generatePrivateKey()), privateKeyToAccount(generatePrivateKey())]
  const { name, version } = asset.domain
  const domain = { name, version, chainId: asset.chainId, verifyingContract: asset.address }
  const separator = domainSeparator(asset).toString('hex')
  signed = await Promise.all(
    expected.map(async (isPayer, n) => {
      const nonce = `0x${n.toString(16).padStart(64, '0')}` as const
      const authorization = { from: payer.address, to: other.address, value: '1', validAfter: '0', validBefore: '2', nonce }
      const message = { ...authorization, value: 1n, validAfter: 0n, validBefore: 2n }
      const typed = { domain, types: authorizationTypes, primaryType: 'TransferWithAuthorization' as const, message }
      return { separator, authorization, signature: await (isPayer ? payer : other).signTypedData(typed) }
    }),
  )
})

test('many at once are each told their own answer', async () => {
  const checks = startSignatureChecks(quiet)
  onTestFinished(() => checks.close())
  expect(await Promise.all(signed.map(checks.isSigned))).toEqual(expected)
})

test('what a thread was asked is answered though it dies, and what comes after', async () => {
  let thread: ReturnType<typeof startSignatureThread>
  const checks = startSignatureChecks(quiet, (logger) => (thread = startSignatureThread(logger)))
  onTestFinished(() => checks.close())
  // Not a list: the thread throws over it.
  const dies = expect(thread!.ask(null as never)).rejects.toThrow('exit 1')
  expect(await Promise.all(signed.map(checks.isSigned))).toEqual(expected)
  await dies
  await expect(thread!.ask(signed)).rejects.toThrow('gone')
  expect(await Promise.all(signed.map(checks.isSigned))).toEqual(expected)
})
