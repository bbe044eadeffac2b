// Solana: the official client pays a route that also takes Base, on a real virtual machine.
import { type Address, generateKeyPairSigner, type KeyPairSigner } from '@solana/kit'
import { x402Client } from '@x402/core/client'
import { x402Facilitator } from '@x402/core/facilitator'
import { ExactEvmScheme } from '@x402/evm/exact/facilitator'
import { createSIWxPayload, encodeSIWxHeader, type SIWxSigner } from '@x402/extensions/sign-in-with-x'
import { wrapFetchWithPayment } from '@x402/fetch'
import { toFacilitatorSvmSigner } from '@x402/svm'
import { ExactSvmScheme } from '@x402/svm/exact/client'
import { ExactSvmScheme as FacilitatorScheme } from '@x402/svm/exact/facilitator'
import { ExactSvmSchemeV1 as FacilitatorSchemeV1 } from '@x402/svm/exact/v1/facilitator'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { wrapFetchWithPayment as wrapFetchWithLegacyPayment } from 'x402-fetch'
import { type Payments, registerPayments } from '../../api/payment/index.ts'
import { openChainReader } from '../../api/payment/ports.ts'
import { assets } from '../../api/payment/terms/assets.ts'
import { systemClock } from '../../base/clock.ts'
import { facilitatorAccount } from '../../devnet/accounts.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { type Fetch, readHeader } from '../support/payment/clients.ts'
import { officialSigner, wrapOfficialFacilitator } from '../support/payment/official-facilitator.ts'
import { addTestRoutes, type Work } from '../support/payment/routes.ts'
import { testConfig } from '../support/payment/settings.ts'
import { startSolana, type TestSolana } from '../support/payment/solana.ts'
import { quiet } from '../support/quiet.ts'

const token = assets.solana
let chain: TestSolana
let database: TestDatabase
let app: FastifyInstance
let payments: Payments
let origin: string
let payTo: Address
let sent: Record<string, string>
/** What becomes of a settlement: the facilitator's answer is heard, lost on the way, or it never sent anything. */
let fate: 'heard' | 'lost' | 'lost, the chain away' | 'never sent' = 'heard'
const work: Work = { runs: 0, failNext: 0, slowMs: 200, during: null }

beforeAll(async () => {
  ;[chain, database] = await Promise.all([startSolana(token.address as Address), createTestDatabase()])
  payTo = (await generateKeyPairSigner()).address
  await chain.openAccount(payTo, 0n)
  const signer = toFacilitatorSvmSigner(await chain.newFeePayer(), { defaultRpcUrl: chain.rpcUrl } as never)
  const unasked = { rpcUrl: 'http://127.0.0.1:9', privateKey: facilitatorAccount.privateKey }
  const official = new x402Facilitator()
    .register(token.network, new FacilitatorScheme(signer))
    .registerV1('solana' as never, new FacilitatorSchemeV1(signer))
    .register(assets.base.network, new ExactEvmScheme(officialSigner({ ...unasked, chainId: assets.base.chainId })))
  app = fastify()
  const config = testConfig('solana')
  const real = wrapOfficialFacilitator(official)
  payments = await registerPayments(app, {
    config: {
      ...config,
      accepts: [
        { asset: assets.base, payTo: config.accepts[0]!.payTo },
        { asset: token, payTo },
      ],
    },
    database,
    facilitator: {
      ...real,
      async settle(payment) {
        if (fate === 'never sent') return { kind: 'unknown', transaction: null }
        const settlement = await real.settle(payment)
        if (fate === 'lost, the chain away') chain.isAway = true
        return fate === 'heard' ? settlement : { kind: 'unknown', transaction: null }
      },
    },
    chain: openChainReader({ [token.network]: chain.rpcUrl }),
    clock: systemClock,
    logger: quiet,
  })
  addTestRoutes(app, work)
  origin = await app.listen({ host: '127.0.0.1', port: 0 })
})

afterEach(() => {
  fate = 'heard'
  Object.assign(chain, { aheadSeconds: 0, failNext: false, isAway: false })
})

afterAll(async () => {
  await app?.close()
  await payments?.close()
  await database?.drop()
  await chain?.close()
})

async function buyer(atomic = 1_000_000n): Promise<{ pay: Fetch; address: Address; signer: KeyPairSigner }> {
  const signer = await chain.newFundedPayer(atomic)
  const client = new x402Client().register('solana:*', new ExactSvmScheme(signer, { rpcUrl: chain.rpcUrl }))
  const remembering: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    if (request.headers.has('payment-signature')) sent = { 'payment-signature': request.headers.get('payment-signature')! }
    return fetch(request)
  }
  return { pay: wrapFetchWithPayment(remembering, client) as Fetch, address: signer.address, signer }
}

test('the challenge offers both chains in both dialects, Solana with its fee payer', async () => {
  const response = await fetch(`${origin}/rates`)
  const { accepts } = readHeader(response, 'payment-required')
  expect(accepts.map(({ network }: { network: string }) => network)).toEqual([assets.base.network, token.network])
  expect(accepts[1].extra.feePayer).toMatch(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)
  const body = (await response.json()) as { accepts: { network: string }[] }
  expect(body.accepts.map(({ network }) => network)).toEqual(['base', 'solana'])
})

test('the official client pays, once, however often the payment is sent', async () => {
  const { pay, address, signer } = await buyer()
  const before = await chain.balanceOf(payTo)
  const response = await pay(`${origin}/rates`)
  const text = await response.text()
  expect({ status: response.status, text }).toMatchObject({ status: 200 })
  const receipt = readHeader(response, 'payment-response')
  expect(receipt).toMatchObject({ success: true, network: token.network, payer: address })
  expect((await chain.balanceOf(payTo)) - before).toBe(50_000n)
  const again = await Promise.all(Array.from({ length: 10 }, () => fetch(`${origin}/rates`, { headers: sent })))
  expect(again.map(({ status }) => status)).toEqual(Array(10).fill(402))
  // What the 402 asks for, an official client signs.
  const { extensions } = readHeader(again[0]!, 'payment-required')
  const { info, supportedChains } = extensions['sign-in-with-x']
  const proofBy = async (who: SIWxSigner) => {
    const header = encodeSIWxHeader(await createSIWxPayload({ ...info, ...supportedChains[0] }, who, `${origin}/rates`))
    return fetch(`${origin}/rates`, { headers: { ...sent, 'sign-in-with-x': header } })
  }
  expect((await proofBy((await chain.newFundedPayer(1n)) as never)).status).toBe(402)
  expect(await (await proofBy(signer as never)).text()).toBe(text)
  expect((await fetch(`${origin}/risk`, { headers: sent })).status).toBe(402)
  expect((await chain.balanceOf(payTo)) - before).toBe(50_000n)
  const facts = await fetch(`${origin}/receipts/${receipt.transaction}`).then((reply) => reply.json())
  expect(facts).toMatchObject({ amount_usd: '0.05', log_index: 0, network: token.network })
})

test('a payment in a payer’s name whose signature is not theirs is no payment, and takes none of their share', async () => {
  const { pay } = await buyer()
  await pay(`${origin}/rates`)
  const document = JSON.parse(Buffer.from(sent['payment-signature']!, 'base64').toString())
  const bytes = Buffer.from(document.payload.transaction, 'base64')
  // The payer's signature stands after the fee payer's, which is still empty.
  bytes.writeUInt8(bytes.readUInt8(1 + 64 + 5) ^ 1, 1 + 64 + 5)
  document.payload.transaction = bytes.toString('base64')
  const forged = Buffer.from(JSON.stringify(document)).toString('base64')
  const reply = await fetch(`${origin}/rates`, { headers: { 'payment-signature': forged } })
  expect(readHeader(reply, 'payment-required').error).toBe('invalid_exact_svm_payload')
})

test('an empty wallet and a payment for another price get a 402 and no data', async () => {
  const { pay } = await buyer(10n)
  const poor = await pay(`${origin}/rates`)
  expect(poor.status).toBe(402)
  const { pay: payLess } = await buyer()
  expect((await payLess(`${origin}/region/ERCO`)).status).toBe(200)
  const document = JSON.parse(Buffer.from(sent['payment-signature']!, 'base64').toString())
  document.accepted.amount = '50000'
  const { resource, ...rest } = document
  const forged = Buffer.from(JSON.stringify(rest)).toString('base64')
  const reply = await fetch(`${origin}/rates`, { headers: { 'payment-signature': forged } })
  expect(reply.status).toBe(402)
  expect(await reply.text()).not.toContain('signal')
})

test('the official v1 client pays, once', async () => {
  const signer = await chain.newFundedPayer(1_000_000n)
  const before = await chain.balanceOf(payTo)
  const svmConfig = { rpcUrl: chain.rpcUrl }
  const pay = wrapFetchWithLegacyPayment(fetch, signer as never, undefined, undefined, { svmConfig }) as Fetch
  const response = await pay(`${origin}/rates`)
  const text = await response.text()
  expect({ status: response.status, text }).toMatchObject({ status: 200 })
  const receipt = readHeader(response, 'x-payment-response')
  expect(receipt).toMatchObject({ success: true, network: 'solana', payer: signer.address })
  expect((await chain.balanceOf(payTo)) - before).toBe(50_000n)
  const facts = await fetch(`${origin}/receipts/${receipt.transaction}`).then((reply) => reply.json())
  expect(facts).toMatchObject({ amount_usd: '0.05', transaction: receipt.transaction })
})

describe.each(['/rates', '/risk'])('a settlement of %s whose outcome is unknown', (path) => {
  const stateNow = async () => {
    const rows = await payments.books.between('solana', new Date(0), new Date(Date.now() + 60_000))
    const { state, transaction, reason } = rows.at(-1)!
    return { state, transaction, reason }
  }
  const buy = async () => {
    const { pay, address } = await buyer()
    const before = await chain.balanceOf(payTo)
    const response = await pay(origin + path)
    const income = async () => (await chain.balanceOf(payTo)) - before
    return { response, address, income, retry: () => fetch(origin + path, { headers: sent }) }
  }

  test('but came: the chain is asked at once, and the answer is given', async () => {
    fate = 'lost'
    const { response, income, retry } = await buy()
    expect(response.status).toBe(200)
    expect(await stateNow()).toMatchObject({ state: 'settled' })
    expect((await retry()).status).toBe(402)
    expect(await income()).toBe(50_000n)
  })

  test('while Solana cannot be asked either: the reconciler finds it later, without the payer', async () => {
    fate = 'lost, the chain away'
    const { response, income, retry } = await buy()
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('2')
    await payments.reconciler.run()
    expect(await stateNow()).toMatchObject({ state: 'pending' })
    chain.isAway = false
    await payments.reconciler.run()
    expect(await stateNow()).toMatchObject({ state: 'settled', transaction: expect.stringMatching(/^\w{64,90}$/) })
    expect((await retry()).status).toBe(200)
    expect(await income()).toBe(50_000n)
  })

  test('and that failed on the chain: nothing was charged, for good', async () => {
    fate = 'lost'
    chain.failNext = true
    const { response, income } = await buy()
    expect(response.status).toBe(402)
    expect(await response.text()).not.toContain('signal')
    expect(await stateNow()).toMatchObject({ state: 'failed', reason: 'settle_failed' })
    expect(await income()).toBe(0n)
  })

  test('and that was never sent: open until its blockhash has certainly expired, failed from then on', async () => {
    fate = 'never sent'
    const { response, income } = await buy()
    expect(response.status).toBe(503)
    chain.aheadSeconds = 200
    await payments.reconciler.run()
    expect(await stateNow()).toMatchObject({ state: 'pending' })
    chain.aheadSeconds = 400
    await payments.reconciler.run()
    expect(await stateNow()).toMatchObject({ state: 'failed', reason: 'payment_expired' })
    expect(await income()).toBe(0n)
  })
})

test('the books believe only a transaction that carried the payment’s own message and paid us its price', async () => {
  const { pay, address } = await buyer()
  await pay(`${origin}/rates`)
  const row = (await payments.books.between('solana', new Date(0), new Date(Date.now() + 60_000))).at(-1)!
  const reader = openChainReader({ [token.network]: chain.rpcUrl })
  const query = { ...row, since: row.claimedAt }
  expect(await reader.fateOf(query)).toEqual({ kind: 'paid', transaction: row.transaction, logIndex: 0, sender: '' })
  expect(await reader.fateOf({ ...query, transaction: null })).toMatchObject({ kind: 'paid', transaction: row.transaction })
  expect(await reader.fateOf({ ...query, amount: 50_001n })).toEqual({ kind: 'spent-otherwise' })
  expect(await reader.fateOf({ ...query, payTo: address })).toEqual({ kind: 'spent-otherwise' })
  expect(await reader.fateOf({ ...query, nonce: 'another message' })).toMatchObject({ kind: 'unspent', reverted: false })
  expect(reader.fateOf({ ...query, network: assets['solana-devnet'].network })).toBeNull()
  chain.isAway = true
  await expect(reader.fateOf(query)).rejects.toThrow()
})
