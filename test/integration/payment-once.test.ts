// Never twice: duplicates over two API processes, retries by identifier, work charged first, limits.
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { payToAccount } from '../../devnet/accounts.ts'
import type { Devnet } from '../../devnet/index.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { balanceOf, fundedAccount } from '../support/payment/clients.ts'
import { namedPayment, newIdentifier, signIn } from '../support/payment/proof.ts'
import { roomyLimits, testConfig } from '../support/payment/settings.ts'
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

describe('limits', () => {
  const tight = { perIp: { burst: 4, perSecond: 1 }, perPayer: { burst: 2, perSecond: 1 }, inFlightPerPayer: 1 }

  test('too many requests of one address, or of one payer → 429 with Retry-After, nothing charged', async () => {
    const small = await startTestServer({ chain, database, config: testConfig(chain.run, tight) })
    try {
      for (let i = 0; i < 2; i++) expect((await ask(small, currentPayment(await signAuthorization(payer)))).status).toBe(200)
      const third = await ask(small, currentPayment(await signAuthorization(payer)))
      expect(third).toMatchObject({ status: 429, headers: { 'retry-after': '1' } })
      expect((await ask(small, {})).status).toBe(402)
      expect(await ask(small, {})).toMatchObject({ status: 429, headers: { 'retry-after': '1' } })
    } finally {
      await small.close()
    }
    expect(await income()).toBe(100_000n)
  })

  test('what a stranger sends in a payer’s name without its signature does not use up that payer’s share', async () => {
    const limits = { ...tight, perIp: testConfig('').limits.perIp }
    const small = await startTestServer({ chain, database, config: testConfig(chain.run, limits) })
    try {
      const forged = async () => {
        const signed = await signAuthorization(payer)
        return currentPayment({ ...signed, signature: `0x${'11'.repeat(65 + 64)}` })
      }
      const replies = []
      for (let i = 0; i < 4; i++) replies.push((await ask(small, await forged())).status)
      expect(replies.filter((status) => status === 429).length).toBeGreaterThan(0)
      expect(replies.every((status) => status === 429 || status === 402)).toBe(true)
      expect((await ask(small, currentPayment(await signAuthorization(payer)))).status).toBe(200)
    } finally {
      await small.close()
    }
    expect(await income()).toBe(50_000n)
  })

  test('what a stranger repeats or invents elsewhere in a payer’s name uses up nothing of the payer’s', async () => {
    const small = await startTestServer({
      chain,
      database,
      config: testConfig(chain.run, { ...tight, perIp: roomyLimits.perIp }),
    })
    const from = (remoteAddress: string, headers: Record<string, string>) =>
      small.app.inject({ method: 'GET', url: '/rates', headers: { ...headers, host }, remoteAddress })
    try {
      const known = currentPayment(await signAuthorization(payer))
      expect((await from('10.0.0.1', known)).statusCode).toBe(200)
      for (let i = 0; i < 4; i++) expect([402, 429]).toContain((await from('10.0.0.9', known)).statusCode)
      expect((await from('10.0.0.1', currentPayment(await signAuthorization(payer)))).statusCode).toBe(200)
      // Of a contract wallet only the chain can say who has signed.
      const invented = async () => currentPayment({ ...(await signAuthorization(payer)), signature: `0x${'11'.repeat(130)}` })
      const strange = []
      for (let i = 0; i < 4; i++) strange.push((await from('10.0.0.9', await invented())).statusCode)
      expect(strange).toContain(429)
      expect((await from('10.0.0.1', await invented())).statusCode).toBe(402)
    } finally {
      await small.close()
    }
    expect(await income()).toBe(100_000n)
  })

  test('what has been charged is never called uncharged, and is repeated beside a full share', async () => {
    const small = await startTestServer({
      chain,
      database,
      config: testConfig(chain.run, { ...tight, perIp: roomyLimits.perIp }),
    })
    const wide = await startTestServer({
      chain,
      database,
      config: testConfig(chain.run, { ...roomyLimits, inFlightPerPayer: 1 }),
    })
    try {
      const headers = namedPayment(await signAuthorization(payer))
      const replies = []
      for (let i = 0; i < 4; i++) replies.push(await ask(small, headers))
      expect(replies.map(({ status }) => status)).toContain(429)
      for (const { body } of replies) expect(body).not.toContain('nothing was charged')
      let beside: Reply | undefined
      let refused: Reply | undefined
      wide.work.during = async () => {
        wide.work.during = null
        beside = await ask(wide, headers)
        refused = await ask(wide, currentPayment(await signAuthorization(payer)))
      }
      expect((await ask(wide, currentPayment(await signAuthorization(payer)))).status).toBe(200)
      expect(beside).toMatchObject({ status: 200, body: replies[0]!.body })
      expect(refused).toMatchObject({ status: 429 })
      expect(refused!.body).toContain('nothing was charged')
    } finally {
      await small.close()
      await wide.close()
    }
    expect(await income()).toBe(100_000n)
  })

  test('what was never charged is forgotten in time, however long it was to be good', async () => {
    const poor = privateKeyToAccount(generatePrivateKey())
    const signed = await signAuthorization(poor, { validBefore: String(2n ** 256n - 1n) })
    expect((await ask(one, currentPayment(signed))).status).toBe(402)
    const key = [signed.authorization.nonce]
    const { rows } = await database.pool.query('SELECT state, valid_before FROM payment WHERE nonce = $1', key)
    expect(rows).toMatchObject([{ state: 'released' }])
    // No later than what is offered lasts.
    expect(rows[0].valid_before.getTime()).toBeLessThan(Date.now() + 61_000)
    const old = `UPDATE payment SET claimed_at = now() - interval '2 days', lease_until = now() - interval '2 days' WHERE nonce = $1`
    await database.pool.query(old, key)
    await one.payments.books.forgetAnswers(86_400)
    expect((await database.pool.query('SELECT 1 FROM payment WHERE nonce = $1', key)).rows).toEqual([])
  })

  test('a payer may not occupy more than its share of what runs at once', async () => {
    const limits = { ...testConfig('').limits, inFlightPerPayer: 2 }
    const small = await startTestServer({ chain, database, config: testConfig(chain.run, limits) })
    try {
      const payments = await Promise.all(Array.from({ length: 5 }, () => signAuthorization(payer)))
      const replies = await Promise.all(payments.map((payment) => ask(small, currentPayment(payment), '/slow')))
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429, 429])
    } finally {
      await small.close()
    }
    expect(await income()).toBe(100_000n)
  })
})
