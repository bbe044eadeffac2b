// Payments used again, cancelled, drained, front-run, cached: each attack ends with its status, no data and no charge too many.
import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { payToAccount } from '../../devnet/accounts.ts'
import type { Devnet } from '../../devnet/index.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { balanceOf, fundedAccount, readHeader } from '../support/payment/clients.ts'
import { cancel, drain, frontRun } from '../support/payment/onchain.ts'
import { currentPayment, legacyPayment, signAuthorization } from '../support/payment/sign.ts'
import { startTestChain, startTestServer, type TestServer } from '../support/payment/world.ts'

let chain: Devnet
let database: TestDatabase
let server: TestServer
let payer: PrivateKeyAccount
let earned: bigint

beforeAll(async () => {
  ;[chain, database] = await Promise.all([startTestChain(), createTestDatabase()])
  server = await startTestServer({ chain, database })
})
beforeEach(async () => {
  payer = await fundedAccount(chain)
  earned = await balanceOf(chain, payToAccount.address)
})
afterEach(() => {
  server.work.during = null
  server.work.failNext = 0
})
afterAll(async () => {
  await server?.close()
  await database?.drop()
  await chain?.stop()
})

const get = (headers: Record<string, string>, path = '/rates') => fetch(server.origin + path, { headers })
const income = async () => (await balanceOf(chain, payToAccount.address)) - earned

async function expectNothing(response: Response, status: number, reason?: string): Promise<void> {
  const text = await response.text()
  expect({ status: response.status, text }).toMatchObject({ status })
  expect(text).not.toContain('signal')
  if (status === 402) {
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(JSON.parse(text)).toMatchObject({ x402Version: 1, ...(reason ? { error: reason } : {}) })
    expect(readHeader(response, 'payment-required')).toMatchObject({ x402Version: 2, ...(reason ? { error: reason } : {}) })
  } else if (reason) expect(JSON.parse(text).error.code).toBe(reason)
  expect(await income()).toBe(0n)
}

describe('a payment used again', () => {
  test('the same request gets the same answer and is charged once, one after the other and 50 at once', async () => {
    const headers = currentPayment(await signAuthorization(payer))
    const runs = server.work.runs
    const responses = await Promise.all(Array.from({ length: 50 }, () => get(headers)))
    responses.push(await get(headers), await get(headers))
    expect(responses.map(({ status }) => status)).toEqual(Array(52).fill(200))
    const bodies = new Set(await Promise.all(responses.map((response) => response.text())))
    expect(bodies.size).toBe(1)
    expect(new Set(responses.map((response) => readHeader(response, 'payment-response').transaction)).size).toBe(1)
    expect(server.work.runs).toBe(runs + 1)
    expect(await income()).toBe(50_000n)
  })

  test('the other dialect’s envelope of the same authorization is the same payment', async () => {
    const signed = await signAuthorization(payer)
    const [first, second] = [await get(currentPayment(signed)), await get(legacyPayment(signed))]
    expect(await second.text()).toBe(await first.text())
    expect(readHeader(second, 'payment-response').network).toBe('base-sepolia')
    expect(await income()).toBe(50_000n)
  })

  test.each([
    ['another path', '/risk'],
    ['another query', '/rates?x=1'],
  ])('%s at the same price → 402, also while the first is still running', async (_name, path) => {
    const headers = currentPayment(await signAuthorization(payer))
    let during: Response | undefined
    server.work.during = async () => {
      server.work.during = null
      during = await get(headers, path)
    }
    expect((await get(headers)).status).toBe(200)
    for (const response of [during!, await get(headers, path)]) {
      expect(response.status).toBe(402)
      expect(await response.json()).toMatchObject({ error: 'payment_already_used' })
    }
    expect(await income()).toBe(50_000n)
  })

  test('another body → 402', async () => {
    const headers = { ...currentPayment(await signAuthorization(payer)), 'content-type': 'application/json' }
    const post = (url: string) => fetch(`${server.origin}/convert`, { method: 'POST', headers, body: JSON.stringify({ url }) })
    expect((await post('a')).status).toBe(200)
    expect((await post('b')).status).toBe(402)
    expect(await income()).toBe(50_000n)
  })
})

describe.each(['/rates', '/risk'])('between verify and settle of %s', (path) => {
  test('a cancelled authorization → 402', async () => {
    const signed = await signAuthorization(payer)
    server.work.during = () => cancel(chain, payer, signed.authorization.nonce)
    const response = await get(currentPayment(signed), path)
    expect(readHeader(response, 'payment-response')).toMatchObject({ success: false })
    await expectNothing(response, 402, 'invalid_transaction_state')
    server.work.during = null
    await expectNothing(await get(currentPayment(signed), path), 402, 'payment_already_used')
  })

  test('a drained balance → 402', async () => {
    const signed = await signAuthorization(payer)
    server.work.during = () => drain(chain, payer, 100_000_000n)
    await expectNothing(await get(currentPayment(signed), path), 402, 'settle_failed')
  })

  test('a settlement by a stranger ends as paid, once', async () => {
    const signed = await signAuthorization(payer)
    let transaction = ''
    server.work.during = async () => {
      transaction = await frontRun(chain, signed)
    }
    const response = await get(currentPayment(signed), path)
    expect(response.status).toBe(200)
    expect(readHeader(response, 'payment-response')).toMatchObject({ success: true, transaction })
    expect(await income()).toBe(50_000n)
  })
})

test.each(['/rates', '/risk'])(
  'a settlement by a stranger before we ever saw the payment for %s ends as paid, once, for one request',
  async (path) => {
    const signed = await signAuthorization(payer)
    const transaction = await frontRun(chain, signed)
    const response = await get(currentPayment(signed), path)
    expect(response.status).toBe(200)
    expect(readHeader(response, 'payment-response').transaction).toBe(transaction)
    expect((await get(currentPayment(signed), '/rates?other')).status).toBe(402)
    expect(await income()).toBe(50_000n)
  },
)

test('what another deployment with our recipient and facilitator was paid buys nothing here', async () => {
  const signed = await signAuthorization(payer)
  const { facilitatorAccount } = await import('../../devnet/accounts.ts')
  await frontRun(chain, signed, facilitatorAccount.address)
  const response = await get(currentPayment(signed))
  expect(response.status).toBe(402)
  expect(await response.text()).not.toContain('signal')
})

test.each(['/rates', '/risk'])(
  'a failing handler of %s is never charged, and the same payment works afterwards',
  async (path) => {
    const headers = currentPayment(await signAuthorization(payer))
    server.work.failNext = 1
    expect((await get(headers, path)).status).toBe(503)
    expect(await income()).toBe(0n)
    expect((await get(headers, path)).status).toBe(200)
    expect(await income()).toBe(50_000n)
  },
)

test('invalid input is refused before the payment is looked at', async () => {
  const headers = { ...currentPayment(await signAuthorization(payer)), 'content-type': 'application/json' }
  const response = await fetch(`${server.origin}/convert`, { method: 'POST', headers, body: '{}' })
  await expectNothing(response, 400)
})

test('a shared cache never keeps a paid answer nor a challenge', async () => {
  const paid = await get(currentPayment(await signAuthorization(payer)))
  expect(paid.headers.get('cache-control')).toBe('private, no-store')
  expect(paid.headers.get('vary')).toBe('PAYMENT-SIGNATURE, X-PAYMENT')
  expect((await get({})).headers.get('cache-control')).toBe('no-store')
})

test('HEAD shows the price and never takes a payment', async () => {
  const headers = currentPayment(await signAuthorization(payer))
  const response = await fetch(`${server.origin}/rates`, { method: 'HEAD', headers })
  expect(response.status).toBe(402)
  expect(readHeader(response, 'payment-required').accepts).toHaveLength(1)
  expect(await income()).toBe(0n)
})

test('browsers may ask and read the payment headers', async () => {
  const preflight = await fetch(`${server.origin}/rates`, { method: 'OPTIONS' })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-headers')).toContain('PAYMENT-SIGNATURE')
  expect((await get({})).headers.get('access-control-expose-headers')).toContain('PAYMENT-REQUIRED')
})
