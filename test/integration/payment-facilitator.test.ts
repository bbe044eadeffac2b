// Facilitators that lie, hang, break or vanish: no data and no double charge, and never "bad signature" for an outage.
import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createHttpFacilitator } from '../../api/payment/facilitator/http.ts'
import { systemClock } from '../../base/clock.ts'
import { accountAt, payToAccount } from '../../devnet/accounts.ts'
import type { Devnet } from '../../devnet/index.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { balanceOf, currentClient, fundedAccount, readHeader } from '../support/payment/clients.ts'
import { type Behaviour, type HttpFacilitator, startHttpFacilitator } from '../support/payment/http-facilitator.ts'
import { drain } from '../support/payment/onchain.ts'
import { currentPayment, legacyPayment, nowSeconds, signAuthorization } from '../support/payment/sign.ts'
import { startTestChain, startTestServer, type TestServer } from '../support/payment/world.ts'
import { until } from '../support/until.ts'

let chain: Devnet
let database: TestDatabase
let remote: HttpFacilitator
let server: TestServer
let payer: PrivateKeyAccount
let earned: bigint

const restSeconds = 1

beforeAll(async () => {
  ;[chain, database] = await Promise.all([startTestChain(), createTestDatabase()])
  remote = await startHttpFacilitator(chain)
  const options = { clock: systemClock, verifyTimeoutMs: 400, settleTimeoutMs: 600 }
  const facilitator = createHttpFacilitator({ ...options, url: remote.url, breaker: { failures: 20, restSeconds } })
  server = await startTestServer({ chain, database, facilitator })
})
beforeEach(async () => {
  payer = await fundedAccount(chain)
  earned = await balanceOf(chain, payToAccount.address)
})
afterEach(() => {
  remote.verify = { kind: 'honest' }
  remote.settle = { kind: 'honest' }
})
afterAll(async () => {
  await server?.close()
  await remote?.close()
  await database?.drop()
  await chain?.stop()
})

const get = (headers: Record<string, string>) => fetch(`${server.origin}/rates`, { headers })
const income = async () => (await balanceOf(chain, payToAccount.address)) - earned
const stranger = accountAt(9).address

test('an honest facilitator over HTTP is paid through by an official client', async () => {
  const response = await currentClient(payer)(`${server.origin}/rates`)
  expect(response.status).toBe(200)
  expect(await income()).toBe(50_000n)
})

test.each([1, 2] as const)('a facilitator that speaks only version %i is sent both dialects in its own', async (version) => {
  const plain = await startHttpFacilitator(chain, [version])
  const facilitator = createHttpFacilitator({ clock: systemClock, url: plain.url })
  const limited = await startTestServer({ chain, database, facilitator })
  try {
    const buy = (headers: Record<string, string>) => fetch(`${limited.origin}/rates`, { headers })
    const legacy = await buy(legacyPayment(await signAuthorization(payer)))
    expect(legacy.status).toBe(200)
    expect(readHeader(legacy, 'payment-response')).toMatchObject({ success: true, network: 'base-sepolia' })
    const current = await buy(currentPayment(await signAuthorization(payer)))
    expect(current.status).toBe(200)
    expect(readHeader(current, 'payment-response')).toMatchObject({ success: true, network: 'eip155:84532' })
    expect(await income()).toBe(100_000n)
  } finally {
    await limited.close()
    await plain.close()
  }
})

const verifyFaults: [string, Behaviour, number, string][] = [
  ['names another payer', { kind: 'altered', alter: (a) => ({ ...a, payer: stranger }) }, 502, 'facilitator_untrusted'],
  ['answers HTML with 200', { kind: 'instead', body: '<html>' }, 502, 'facilitator_untrusted'],
  ['answers an empty object', { kind: 'instead', body: '{}' }, 502, 'facilitator_untrusted'],
  ['answers 500', { kind: 'instead', status: 500, body: 'oops' }, 503, 'facilitator_unavailable'],
  [
    'says yes at too great a length',
    { kind: 'instead', body: JSON.stringify({ isValid: true, padding: 'x'.repeat(300_000) }) },
    503,
    'facilitator_unavailable',
  ],
  ['hangs', { kind: 'hang', after: false }, 503, 'facilitator_unavailable'],
  ['drops the connection', { kind: 'reset', after: false }, 503, 'facilitator_unavailable'],
]
test.each(verifyFaults)(
  'verify %s → nothing served, nothing charged, and the payment stays good',
  async (_name, fault, status, code) => {
    remote.verify = fault
    const headers = currentPayment(await signAuthorization(payer))
    const response = await get(headers)
    expect(response.status).toBe(status)
    const text = await response.text()
    expect(JSON.parse(text).error.code).toBe(code)
    expect(text).not.toMatch(/signal|signature|viem|127\.0\.0\.1/)
    if (status === 503) expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await income()).toBe(0n)
    remote.verify = { kind: 'honest' }
    expect((await get(headers)).status).toBe(200)
    expect(await income()).toBe(50_000n)
  },
)

test('verify says no in words of its own: the caller gets a public code and none of the words', async () => {
  remote.verify = {
    kind: 'instead',
    body: JSON.stringify({ isValid: false, invalidReason: 'Error: https://rpc.example/key=1 failed', invalidMessage: 'viem@2' }),
  }
  const response = await get(currentPayment(await signAuthorization(payer)))
  expect(response.status).toBe(402)
  const text = (await response.text()) + JSON.stringify(readHeader(response, 'payment-required'))
  expect(text).toContain('unexpected_verify_error')
  expect(text).not.toMatch(/rpc\.example|viem/)
})

// The money has moved, but the answer about it was lost or worthless: the chain is asked, and the payer is served.
const lostAnswers: [string, Behaviour][] = [
  ['hangs after sending', { kind: 'hang', after: true }],
  ['drops the connection after sending', { kind: 'reset', after: true }],
  ['says success without a transaction', { kind: 'altered', alter: (a) => ({ ...a, transaction: '' }) }],
  ['says success for another payer', { kind: 'altered', alter: (a) => ({ ...a, payer: stranger }) }],
  ['says success on another network', { kind: 'altered', alter: (a) => ({ ...a, network: 'eip155:8453' }) }],
  [
    'says failure after sending',
    { kind: 'altered', alter: (a) => ({ ...a, success: false, errorReason: 'transaction_failed' }) },
  ],
]
test.each(lostAnswers)('settle %s → served once, charged once', async (_name, fault) => {
  remote.settle = fault
  const headers = currentPayment(await signAuthorization(payer))
  const response = await get(headers)
  expect(response.status).toBe(200)
  expect(readHeader(response, 'payment-response').transaction).toMatch(/^0x[0-9a-f]{64}$/)
  expect(await income()).toBe(50_000n)
  expect((await get(headers)).status).toBe(402)
  expect(await income()).toBe(50_000n)
})

// Its word is read back on the chain: what is not seen there is not answered.
test('settle is called a success: pending, no data; sent in truth later, it is answered', async () => {
  const served = async () => readHeader(await get(currentPayment(await signAuthorization(payer))), 'payment-response').transaction
  const lies: [name: string, transaction: string][] = [
    ['by the transaction of another payment of the same payer', await served()],
    ['by a transaction that nobody has sent', `0x${'5'.repeat(64)}`],
    ['by a plain transfer of the same amount', await drain(chain, payer, 50_000n, payToAccount.address)],
  ]
  const before = await income()
  const told: { name: string; headers: Record<string, string>; first: Promise<Response> }[] = []
  for (const [name, transaction] of lies) {
    const say = { success: true, transaction, network: 'eip155:84532', payer: payer.address }
    remote.settle = { kind: 'instead', body: JSON.stringify(say) }
    const headers = currentPayment(await signAuthorization(payer))
    const calls = remote.calls.settle
    // Each waits for the chain as long as a caller does: one is asked while the others wait.
    told.push({ name, headers, first: get(headers) })
    await until(`the lie ${name} is told`, () => remote.calls.settle > calls)
  }
  for (const { name, first } of told) {
    const response = await first
    expect(response.status, name).toBe(503)
    expect(await response.json(), name).toMatchObject({ error: { code: 'settlement_pending' } })
  }
  expect(await income()).toBe(before)
  remote.settle = { kind: 'honest' }
  for (const [index, { name, headers }] of told.entries()) {
    expect((await get(headers)).status, name).toBe(200)
    expect(await income(), name).toBe(before + BigInt(index + 1) * 50_000n)
  }
})

const neverSent: [string, Behaviour][] = [
  [
    'claims success for a transaction it never sent',
    { kind: 'instead', body: JSON.stringify({ success: true, transaction: '' }) },
  ],
  ['hangs before sending', { kind: 'hang', after: false }],
  ['answers garbage', { kind: 'instead', body: 'garbage' }],
  ['answers 502', { kind: 'instead', status: 502, body: 'bad gateway' }],
]
test.each(neverSent)('settle %s → pending, no data, no new 402; a retry is served and charged once', async (_name, fault) => {
  remote.settle = fault
  const headers = currentPayment(await signAuthorization(payer))
  for (let attempt = 0; attempt < 2; attempt++) {
    const response = await get(headers)
    expect(response.status).toBe(503)
    expect(response.headers.get('payment-required')).toBeNull()
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await response.json()).toMatchObject({ error: { code: 'settlement_pending' } })
  }
  expect(await income()).toBe(0n)
  const runs = server.work.runs
  remote.settle = { kind: 'honest' }
  // On a machine that is busy with something else a settlement may take longer than a caller waits: whoever is told so asks again.
  await expect.poll(async () => (await get(headers)).status, { timeout: 20_000 }).toBe(200)
  expect(server.work.runs).toBe(runs)
  expect(await income()).toBe(50_000n)
})

test('one that says yes and settles none: nobody is invited any more, until it has settled what was signed before', async () => {
  remote.settle = { kind: 'instead', status: 502, body: 'bad gateway' }
  let headers = {}
  const isServing = async () => {
    headers = currentPayment(await signAuthorization(payer))
    await get(headers)
    return server.payments.standing().ok
  }
  await expect.poll(isServing, { timeout: 20_000 }).toBe(false)
  const refused = async () => {
    const response = await get({})
    return { isPriced: response.headers.has('payment-required'), ...((await response.json()) as object) }
  }
  const nothingIsSold = { isPriced: false, error: { code: 'facilitator_unavailable' } }
  await expect.poll(refused, { timeout: 20_000 }).toMatchObject(nothingIsSold)
  remote.settle = { kind: 'honest' }
  await expect.poll(async () => (await get(headers)).status, { timeout: 20_000 }).toBe(200)
  expect(server.payments.standing()).toMatchObject({ ok: true })
  await expect.poll(async () => (await get({})).status, { timeout: 20_000 }).toBe(402)
  expect(await income()).toBe(50_000n)
})

test('after repeated failures the facilitator is left alone for a while, then tried again', async () => {
  const impatient = createHttpFacilitator({
    url: remote.url,
    clock: systemClock,
    verifyTimeoutMs: 300,
    breaker: { failures: 3, restSeconds },
  })
  const second = await startTestServer({ chain, database, facilitator: impatient })
  const ask = async () => fetch(`${second.origin}/rates`, { headers: currentPayment(await signAuthorization(payer)) })
  try {
    remote.verify = { kind: 'instead', status: 500, body: '' }
    for (let i = 0; i < 3; i++) expect((await ask()).status).toBe(503)
    const calls = remote.calls.verify
    remote.verify = { kind: 'honest' }
    const blocked = await ask()
    expect(blocked.status).toBe(503)
    expect(remote.calls.verify).toBe(calls)
    await expect.poll(async () => (await ask()).status, { timeout: 5_000 }).toBe(200)
  } finally {
    await second.close()
  }
})

// Last, since it moves the chain's clock ahead.
test.each([
  ['soon', () => String(nowSeconds() + 17), 20],
  ['never', () => String(2n ** 256n - 1n), 63],
])(
  'a pending payment that expires %s and that nobody retries is ended by the reconciler once it could have been, never charged',
  async (_when, until, later) => {
    remote.settle = { kind: 'hang', after: false }
    const signed = await signAuthorization(payer, { validBefore: until() })
    const headers = currentPayment(signed)
    expect((await get(headers)).status).toBe(503)
    expect(await server.payments.reconciler.run()).toBe(0)
    const block = await chain.rpc<{ timestamp: string }>('eth_getBlockByNumber', 'latest', false)
    await chain.rpc('evm_setNextBlockTimestamp', Math.max(nowSeconds(), Number(block.timestamp)) + later)
    await chain.rpc('evm_mine')
    await server.payments.reconciler.run() // or the server's own round has just ended it
    const row = 'SELECT state, reason FROM payment WHERE nonce = $1'
    const ended = { state: 'failed', reason: 'payment_expired' }
    expect((await database.pool.query(row, [signed.authorization.nonce])).rows).toEqual([ended])
    expect(await income()).toBe(0n)
  },
)
