// Signatures checked on another thread: the same answers as here, whatever becomes of the thread.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { SignedAuthorization } from '../../../api/payment/proof/signature.ts'
import { startSignatureChecks } from '../../../api/payment/proof/signature-checks.ts'
import { answerAll, askingSide, createRing } from '../../../api/payment/proof/signature-ring.ts'
import { startSignatureThread } from '../../../api/payment/proof/signature-thread.ts'
import { domainSeparator } from '../../../api/payment/proof/typed-data.ts'
import { assets } from '../../../api/payment/terms/assets.ts'
import { authorizationTypes } from '../../support/payment/sign.ts'
import { quiet } from '../../support/quiet.ts'

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

test('the memory it is asked in comes round again, and who finds it full is answered all the same', async () => {
  const checks = startSignatureChecks(quiet)
  onTestFinished(() => checks.close())
  const times = 30
  for (const size of [1, times]) {
    const many = Array.from({ length: size }, () => signed).flat()
    const answers = await Promise.all(many.map(checks.isSigned))
    expect(answers).toEqual(Array.from({ length: size }, () => expected).flat())
  }
  for (let round = 0; round < times; round++) expect(await Promise.all(signed.map(checks.isSigned))).toEqual(expected)
})

test('a thread that sleeps is woken once for all it is asked in one turn, and again in a later one', async () => {
  const ring = createRing()
  const [sleeper, notify] = [new Int32Array(ring, 12, 1), vi.spyOn(Atomics, 'notify')]
  onTestFinished(() => notify.mockRestore())
  const side = askingSide(ring)
  for (const turn of [1, 2]) {
    for (const one of signed) {
      // As the other side leaves it when it has answered all so far.
      sleeper[0] = 1
      expect(side.ask(one)).toBe(true)
    }
    await new Promise(setImmediate)
    expect(notify).toHaveBeenCalledTimes(turn)
  }
})

test('woken late, when it has answered by itself and is about to sleep again, it is woken by what is asked next', () => {
  const ring = createRing()
  const side = askingSide(ring)
  const wakes: (() => void)[] = []
  const later = vi.spyOn(globalThis, 'setImmediate').mockImplementation((wake) => {
    wakes.push(wake)
    return {} as NodeJS.Immediate
  })
  // What the asking thread does after the other's word that it sleeps, sleep by sleep.
  const meanwhile = [
    () => side.ask(signed[0]!),
    () => {
      wakes[0]!()
      expect(wakes).toHaveLength(1)
      side.ask(signed[1]!)
      expect(wakes).toHaveLength(2)
    },
    () => side.end(),
  ]
  const sleep = vi.spyOn(Atomics, 'wait').mockImplementation(() => {
    meanwhile.shift()!()
    return 'ok'
  })
  onTestFinished(() => {
    for (const spy of [later, sleep]) spy.mockRestore()
  })
  answerAll(ring, ({ signature }) => signature === signed[0]!.signature)
  expect([side.read(), side.read(), side.read()]).toEqual([true, false, null])
})

test('what a thread was asked is answered though it dies, and what comes after', async () => {
  let thread: ReturnType<typeof startSignatureThread>
  const checks = startSignatureChecks(quiet, (logger) => (thread = startSignatureThread(logger)))
  onTestFinished(() => checks.close())
  // Not a number: the thread throws over it.
  const broken = { ...signed[0]!, authorization: { ...signed[0]!.authorization, value: 'none' } }
  const dies = expect(thread!.ask(broken)).rejects.toThrow('exit 1')
  expect(await Promise.all(signed.map(checks.isSigned))).toEqual(expected)
  await dies
  await expect(thread!.ask(signed[0]!)).rejects.toThrow('gone')
  expect(await Promise.all(signed.map(checks.isSigned))).toEqual(expected)
})

test.each(['asleep', 'busy'])('a program that exits without closing it, %s, exits as it says', (state) => {
  const module = new URL('../../../api/payment/proof/signature-thread.ts', import.meta.url)
  const program = `
    import { startSignatureThread } from ${JSON.stringify(module.href)}
    const thread = startSignatureThread(console)
    setInterval(() => undefined, 1_000)
    await thread.ask(${JSON.stringify(signed[1])})
    if (${state === 'busy'}) for (let n = 0; n < 500; n++) thread.ask(${JSON.stringify(signed[1])})
    setTimeout(() => process.exit(3), 20)`
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'program.mjs'), program)
  const { status, stderr } = spawnSync(process.execPath, [join(folder, 'program.mjs')], { encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 3, stderr: '' })
})
