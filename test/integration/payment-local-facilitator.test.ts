// The in-process facilitator: many settlements from one key at once, and an RPC outage is an outage, not a bad signature.
import { keccak256 } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createLocalFacilitator } from '../../api/payment/facilitator/local.ts'
import { type CheckedPayment, checkPayment } from '../../api/payment/proof/check.ts'
import { prepareRoute } from '../../api/payment/terms/challenge.ts'
import { facilitatorAccount, payToAccount } from '../../devnet/accounts.ts'
import type { Devnet } from '../../devnet/index.ts'
import { balanceOf, fundedAccount } from '../support/payment/clients.ts'
import { paidRoutes } from '../support/payment/routes.ts'
import { type RpcRelay, startRpcRelay } from '../support/payment/rpc-relay.ts'
import { asset, testConfig } from '../support/payment/settings.ts'
import { acceptedFor, signAuthorization } from '../support/payment/sign.ts'
import { startTestChain, testFacilitator } from '../support/payment/world.ts'

let chain: Devnet
beforeAll(async () => {
  chain = await startTestChain()
})
afterAll(() => chain?.stop())

const prepared = prepareRoute(paidRoutes.rates, testConfig(''), null)

async function payments(count: number, version: 1 | 2): Promise<CheckedPayment[]> {
  const account = await fundedAccount(chain)
  return Promise.all(
    Array.from({ length: count }, async () => {
      const payload = (await signAuthorization(account)) as never
      const document =
        version === 1
          ? ({ x402Version: 1, scheme: 'exact', network: 'base-sepolia', payload } as const)
          : ({ x402Version: 2, accepted: acceptedFor() as never, payload } as const)
      const check = checkPayment({ document, prepared, resource: 'http://x/rates', now: new Date(), svm: null })
      if (!check.ok) throw new Error(check.reason)
      return check.payment
    }),
  )
}

test('60 settlements at once from one key all succeed', async () => {
  const facilitator = testFacilitator(chain)
  const before = await balanceOf(chain, payToAccount.address)
  const all = [...(await payments(30, 1)), ...(await payments(30, 2))]
  const settled = await Promise.all(all.map((payment) => facilitator.settle(payment)))
  expect(settled.map(({ kind }) => kind)).toEqual(Array(60).fill('settled'))
  expect((await balanceOf(chain, payToAccount.address)) - before).toBe(60n * 50_000n)
})

test('one payment settled five times at once moves the money once', async () => {
  const facilitator = testFacilitator(chain)
  const before = await balanceOf(chain, payToAccount.address)
  const [payment] = await payments(1, 2)
  const settled = await Promise.all(Array.from({ length: 5 }, () => facilitator.settle(payment!)))
  expect(settled.filter(({ kind }) => kind === 'settled')).toHaveLength(1)
  expect((await balanceOf(chain, payToAccount.address)) - before).toBe(50_000n)
})

test.each([1, 2] as const)('with its RPC away, v%i is unavailable and later settles', async (version) => {
  const { privateKey } = facilitatorAccount
  const broken = createLocalFacilitator([{ asset, rpcUrls: ['http://127.0.0.1:9'], privateKey }])
  const [payment] = await payments(1, version)
  expect(await broken.verify(payment!)).toMatchObject({ kind: 'unavailable' })
  expect(await broken.settle(payment!)).toMatchObject({ kind: 'unavailable' })
  const whole = testFacilitator(chain)
  expect(await whole.verify(payment!)).toEqual({ kind: 'valid' })
  expect(await whole.settle(payment!)).toMatchObject({ kind: 'settled' })
})

test('a key without gas is our trouble: unavailable, and the payment can still settle', async () => {
  const [payment] = await payments(1, 2)
  const [privateKey, told] = [generatePrivateKey(), [] as { address: string; reason: string }[]]
  const poor = createLocalFacilitator([
    { asset, rpcUrls: [chain.rpcUrl], privateKey, onRefused: (refusal) => told.push(refusal) },
  ])
  const refusal = { address: privateKeyToAddress(privateKey), reason: expect.stringMatching(/insufficient funds/i) }
  expect(await poor.verify(payment!)).toMatchObject({ kind: 'unavailable' }) // before any work is done for it
  expect(await poor.settle(payment!)).toMatchObject({ kind: 'unavailable' })
  expect(told).toEqual([refusal, refusal])
  expect(await testFacilitator(chain).settle(payment!)).toMatchObject({ kind: 'settled' })
})

function overRelay({ url }: RpcRelay) {
  const { privateKey } = facilitatorAccount
  return createLocalFacilitator([{ asset, rpcUrls: [url], privateKey, pollingIntervalMs: 25 }])
}

test.each(['lost', 'answer-lost'] as const)('a settlement that was %s on its way to the chain is settled once', async (fate) => {
  const relay = await startRpcRelay(chain.rpcUrl)
  onTestFinished(() => relay.close())
  relay.fateOf = (nth) => (nth === 1 ? fate : 'pass')
  const before = await balanceOf(chain, payToAccount.address)
  const [payment] = await payments(1, 2)
  expect(await overRelay(relay).settle(payment!)).toMatchObject({ kind: 'settled' })
  expect((await balanceOf(chain, payToAccount.address)) - before).toBe(50_000n)
})

test('a settlement that never gets an answer is unknown, by the transaction that may yet come', async () => {
  const relay = await startRpcRelay(chain.rpcUrl)
  onTestFinished(() => relay.close())
  relay.fateOf = () => 'lost'
  const [payment] = await payments(1, 2)
  const settlement = await overRelay(relay).settle(payment!)
  // Why is for the log, and never with a node's address, which may hold a key.
  const why = expect.stringMatching(/^(?!.*\/\/).+$/)
  expect(settlement).toEqual({ kind: 'unknown', transaction: keccak256(relay.sent[0]!), why })
})

test('of several providers one is enough', async () => {
  const { privateKey } = facilitatorAccount
  const rpcUrls = ['http://127.0.0.1:9', chain.rpcUrl]
  const facilitator = createLocalFacilitator([{ asset, rpcUrls, privateKey, pollingIntervalMs: 25 }])
  const [payment] = await payments(1, 2)
  expect(await facilitator.verify(payment!)).toEqual({ kind: 'valid' })
  expect(await facilitator.settle(payment!)).toMatchObject({ kind: 'settled', logIndex: expect.any(Number) })
})
