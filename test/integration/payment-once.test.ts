// Never twice: duplicates over two API processes, retries by identifier, work charged first.
import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { payToAccount } from '../../devnet/accounts.ts'
import type { Devnet } from '../../devnet/index.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { balanceOf, fundedAccount } from '../support/payment/clients.ts'
import { namedPayment, newIdentifier, signIn } from '../support/payment/proof.ts'
import { testConfig } from '../support/payment/settings.ts'
import { acceptedFor, currentPayment, signAuthorization } from '../support/payment/sign.ts'
import { startTestChain, startTestServer, type TestServer } from '../support/payment/world.ts'

let chain: Devnet
let database: TestDatabase
let one: TestServer
let two: TestServer
let payer: PrivateKeyAccount
let earned: bigint

// Two servers on one database know nothing of each other but what is in it, as two processes do.
const host = 'api.test'
beforeAll(async () => {
  ;[chain, database] = await Promise.all([startTestChain(), createTestDatabase({ poolSize: 24 })])
  ;[one, two] = [await startTestServer({ chain, database }), await startTestServer({ chain, database })]
})
beforeEach(async () => {
  payer = await fundedAccount(chain)
  earned = await balanceOf(chain, payToAccount.address)
})
afterEach(() => {
  for (const { work } of [one, two]) Object.assign(work, { failNext: 0, during: null })
})
afterAll(async () => {
  await one?.close()
  await two?.close()
  await database?.drop()
  await chain?.stop()
})

type Reply = { status: number; body: string; headers: Record<string, string | string[] | undefined> }
async function ask(server: TestServer, headers: Record<string, string>, path = '/rates', body?: object): Promise<Reply> {
  const method = body ? 'POST' : 'GET'
  const answer = await server.app.inject({ method, url: path, headers: { ...headers, host }, ...(body ? { payload: body } : {}) })
  return { status: answer.statusCode, body: answer.body, headers: answer.headers as Reply['headers'] }
}
const income = async () => (await balanceOf(chain, payToAccount.address)) - earned
const runs = () => one.work.runs + two.work.runs

describe('two API processes', () => {
  test('duplicates that arrive on both at once are served by one, with one answer and one charge', async () => {
    const headers = namedPayment(await signAuthorization(payer))
    const before = runs()
    const replies = await Promise.all(Array.from({ length: 20 }, (_, index) => ask(index % 2 ? one : two, headers, '/slow')))
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1)
    expect(new Set(replies.map((reply) => reply.headers['payment-response'])).size).toBe(1)
    expect(runs()).toBe(before + 1)
    expect(await income()).toBe(50_000n)
  })

  test('another request with the same payment gets nothing on the other process', async () => {
    const headers = currentPayment(await signAuthorization(payer))
    const [slow, other] = await Promise.all([ask(one, headers, '/slow'), ask(two, headers, '/rates')])
    expect([slow.status, other.status].sort()).toEqual([200, 402])
    expect(await income()).toBe(50_000n)
  })

  test('two requests racing with one payment: whatever the order, one is served and one is refused', async () => {
    for (let round = 0; round < 10; round++) {
      const headers = currentPayment(await signAuthorization(payer))
      const replies = await Promise.all([ask(one, headers, '/rates'), ask(two, headers, '/risk')])
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 402])
    }
    expect(await income()).toBe(500_000n)
  })
})

test.each([
  ['/rates', '50000', undefined],
  ['/risk', '50000', undefined],
  ['/audit', '2000000', {}],
])('a process that sleeps through its lease over %s neither charges again nor answers otherwise', async (path, value, body) => {
  const signed = await signAuthorization(payer, { value })
  const id = newIdentifier()
  const extensions = { 'payment-identifier': { info: { required: false, id } } }
  const headers = currentPayment(signed, { accepted: acceptedFor(value), extensions })
  let meanwhile: Reply | undefined
  one.work.during = async () => {
    one.work.during = null
    const over = `UPDATE payment SET lease_until = now() - interval '1 second' WHERE nonce = $1`
    expect((await database.pool.query(over, [signed.authorization.nonce])).rowCount).toBe(1)
    meanwhile = await ask(two, headers, path, body)
  }
  const awoken = await ask(one, headers, path, body)
  expect(meanwhile?.status).toBe(200)
  expect(awoken).toMatchObject({ status: 503, headers: { 'retry-after': '2' } })
  expect((await ask(one, headers, path, body)).body).toBe(meanwhile?.body)
  expect(await income()).toBe(BigInt(value))
})

describe('payment-identifier', () => {
  const withId = async (id: string) =>
    currentPayment(await signAuthorization(payer), { extensions: { 'payment-identifier': { info: { required: false, id } } } })

  test('a retry under the same identifier, newly signed, gets the first answer and is not charged again', async () => {
    const id = newIdentifier()
    const first = await ask(one, await withId(id))
    const retry = await ask(two, await withId(id))
    expect(retry).toMatchObject({ status: 200, body: first.body })
    expect(retry.headers['payment-response']).toBe(first.headers['payment-response'])
    expect(await income()).toBe(50_000n)
  })

  test('two newly signed payments racing under one identifier are charged once', async () => {
    const id = newIdentifier()
    const before = runs()
    const replies = await Promise.all([ask(one, await withId(id), '/slow'), ask(two, await withId(id), '/slow')])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(replies[0]!.body).toBe(replies[1]!.body)
    expect(runs()).toBe(before + 1)
    expect(await income()).toBe(50_000n)
  })

  test('the same identifier for another request → 409; another payer’s is another identifier', async () => {
    const id = newIdentifier()
    expect((await ask(one, await withId(id))).status).toBe(200)
    const conflict = await ask(one, await withId(id), '/risk')
    expect(conflict.status).toBe(409)
    payer = await fundedAccount(chain)
    expect((await ask(one, await withId(id), '/risk')).status).toBe(200)
    expect(await income()).toBe(100_000n)
  })

  test('an identifier out of shape → 400', async () => {
    expect((await ask(one, await withId('short'))).status).toBe(400)
    expect(await income()).toBe(0n)
  })
})

describe('work charged first', () => {
  const dear = async () => {
    const extensions = { 'payment-identifier': { info: { required: false, id: newIdentifier() } } }
    return currentPayment(await signAuthorization(payer, { value: '2000000' }), { accepted: acceptedFor('2000000'), extensions })
  }

  test('is charged once and answered', async () => {
    const reply = await ask(one, await dear(), '/audit', {})
    expect(reply.status).toBe(200)
    expect(await income()).toBe(2_000_000n)
  })

  test('that fails is owed: the same payment gets it for free, on any process', async () => {
    const headers = await dear()
    one.work.failNext = 1
    const failed = await ask(one, headers, '/audit', {})
    expect(failed.status).toBe(503)
    expect(failed.headers['payment-response']).toBeDefined()
    expect(await income()).toBe(2_000_000n)
    const [row] = (await one.payments.books.between(chain.run, new Date(Date.now() - 5_000), new Date(Date.now() + 5_000))).slice(
      -1,
    )
    expect(row).toMatchObject({ state: 'owed', amount: 2_000_000n })
    const retry = await ask(two, headers, '/audit', {})
    expect(retry.status).toBe(200)
    expect((await ask(one, headers, '/audit', {})).body).toBe(retry.body)
    expect((await ask(one, headers, '/audit', { other: 1 })).status).toBe(402)
    expect(await income()).toBe(2_000_000n)
  })
})

test('receipts show what the chain shows to everybody, and what was bought to its payer alone', async () => {
  const id = newIdentifier()
  const paid = await ask(one, namedPayment(await signAuthorization(payer), id))
  const { transaction } = JSON.parse(Buffer.from(String(paid.headers['payment-response']), 'base64').toString())
  const receipt = await ask(two, {}, `/receipts/${transaction}`)
  expect(JSON.parse(receipt.body)).toMatchObject({ transaction, amount_usd: '0.05', symbol: 'USDC', state: 'settled' })
  expect(receipt.body).not.toMatch(/signal|fingerprint|nonce|resource|rates|payer/)
  const path = `/receipts/${transaction}`
  const proofs = [{ 'payment-identifier': id }, await signIn(payer, `http://${host}${path}`)]
  for (const proof of proofs) {
    expect(JSON.parse((await ask(two, proof, path)).body)).toMatchObject({ resource: `http://${host}/rates`, method: 'GET' })
  }
  const others = [
    { 'payment-identifier': newIdentifier() },
    await signIn(await fundedAccount(chain), `http://${host}${path}`),
    await signIn(payer, `http://${host}/rates`),
  ]
  for (const proof of others) expect((await ask(two, proof, path)).body).toBe(receipt.body)
  expect((await ask(one, {}, `/receipts/0x${'0'.repeat(64)}`)).status).toBe(404)
  expect((await ask(one, {}, '/receipts/nonsense')).status).toBe(400)
})

test('the earlier demo chain’s ledger is not this one’s', async () => {
  const headers = currentPayment(await signAuthorization(payer))
  expect((await ask(one, headers)).status).toBe(200)
  const later = await startTestServer({ chain, database, config: testConfig('another run') })
  try {
    expect(await later.payments.books.totals('another run')).toEqual([])
    expect((await ask(later, headers)).status).toBe(402)
  } finally {
    await later.close()
  }
})
