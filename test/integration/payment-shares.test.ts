// What one payer, or a stranger in their name, may use up: limits are told apart from charges, and nobody is locked out by another.
import type { Hex } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { payToAccount } from '../../devnet/accounts.ts'
import type { Devnet } from '../../devnet/index.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { balanceOf, fundedAccount } from '../support/payment/clients.ts'
import { namedPayment } from '../support/payment/proof.ts'
import { roomyLimits, testConfig } from '../support/payment/settings.ts'
import { currentPayment, signAuthorization } from '../support/payment/sign.ts'
import { startTestChain, startTestServer, type TestServer } from '../support/payment/world.ts'

let chain: Devnet
let database: TestDatabase
let one: TestServer
let payer: PrivateKeyAccount
let earned: bigint

const host = 'api.test'
beforeAll(async () => {
  ;[chain, database] = await Promise.all([startTestChain(), createTestDatabase({ poolSize: 24 })])
  one = await startTestServer({ chain, database })
})
beforeEach(async () => {
  payer = await fundedAccount(chain)
  earned = await balanceOf(chain, payToAccount.address)
})
afterAll(async () => {
  await one?.close()
  await database?.drop()
  await chain?.stop()
})

type Reply = { status: number; body: string; headers: Record<string, string | string[] | undefined> }
async function ask(server: TestServer, headers: Record<string, string>, path = '/rates'): Promise<Reply> {
  const answer = await server.app.inject({ method: 'GET', url: path, headers: { ...headers, host } })
  return { status: answer.statusCode, body: answer.body, headers: answer.headers as Reply['headers'] }
}
// Nothing is gained back while a slow machine takes its time.
const still = () => {
  const at = new Date()
  return { now: () => at }
}
const income = async () => (await balanceOf(chain, payToAccount.address)) - earned

describe('limits', () => {
  const tight = { perIp: { burst: 4, perSecond: 1 }, perPayer: { burst: 2, perSecond: 1 }, inFlightPerPayer: 1 }

  test('too many requests of one address, or of one payer → 429 with Retry-After, nothing charged', async () => {
    const small = await startTestServer({ chain, database, clock: still(), config: testConfig(chain.run, tight) })
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
    const small = await startTestServer({ chain, database, clock: still(), config: testConfig(chain.run, limits) })
    try {
      const forged = async (from: Hex) => {
        const signed = await signAuthorization(payer, { from })
        return currentPayment({ ...signed, signature: `0x${'11'.repeat(65 + 64)}` })
      }
      // A key's name: seen here to be nobody's signature, and no share is looked at.
      for (let i = 0; i < 4; i++) expect((await ask(small, await forged(payer.address))).status).toBe(402)
      // A contract's: only the facilitator can say, and it is not asked without end.
      const replies = []
      for (let i = 0; i < 4; i++) replies.push((await ask(small, await forged(chain.token))).status)
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
      clock: still(),
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
      const invented = async () =>
        currentPayment({ ...(await signAuthorization(payer, { from: chain.token })), signature: `0x${'11'.repeat(130)}` })
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
      clock: still(),
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
    const small = await startTestServer({ chain, database, clock: still(), config: testConfig(chain.run, limits) })
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
