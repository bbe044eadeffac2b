// kill -9 of the API at every point between claim and send: the client repeats its request and is charged exactly once, answered.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { request } from 'undici'
import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { payToAccount } from '../../devnet/accounts.ts'
import type { Devnet } from '../../devnet/index.ts'
import { createDataDir, removeDataDir } from '../support/data-dir.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { balanceOf, fundedAccount } from '../support/payment/clients.ts'
import { signIn } from '../support/payment/proof.ts'
import { acceptedFor, currentPayment, signAuthorization } from '../support/payment/sign.ts'
import { startTestChain, startTestServer, type TestServer } from '../support/payment/world.ts'
import { until } from '../support/until.ts'

const script = fileURLToPath(new URL('../support/payment/crashing-server.ts', import.meta.url))
const host = 'api.test'
let chain: Devnet
let database: TestDatabase
let next: TestServer
let payer: PrivateKeyAccount
let earned: bigint

beforeAll(async () => {
  ;[chain, database] = await Promise.all([startTestChain(), createTestDatabase()])
  next = await startTestServer({ chain, database })
})
beforeEach(async () => {
  payer = await fundedAccount(chain)
  earned = await balanceOf(chain, payToAccount.address)
})
afterAll(async () => {
  await next?.close()
  await database?.drop()
  await chain?.stop()
})

async function startDoomed(crashAt: string, journalFolder?: string): Promise<{ origin: string; child: ChildProcess }> {
  const args = [script, database.url, chain.rpcUrl, chain.run, crashAt, ...(journalFolder === undefined ? [] : [journalFolder])]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  // One that was to die and did not would keep the whole run from ending.
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = await once(child.stdout!, 'data')
  return { origin: String(line).trim(), child }
}

type Call = { path: string; headers: Record<string, string>; body?: string }
async function ask(origin: string, { path, headers, body }: Call) {
  const method = body === undefined ? 'GET' : 'POST'
  const sent = { ...headers, host, ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
  const response = await request(origin + path, { method, headers: sent, body: body ?? null })
  return { status: response.statusCode, receipt: response.headers['payment-response'], text: await response.body.text() }
}

async function answerFrom(origin: string, call: Call) {
  let answer = await ask(origin, call)
  await until('the retry is answered', async () => {
    if (answer.status === 503) answer = await ask(origin, call)
    return answer.status !== 503
  })
  return answer
}

/** The same call with its payer's proof: what has been answered is repeated for nobody else. */
async function proven(call: Call): Promise<Call> {
  return { ...call, headers: { ...call.headers, ...(await signIn(payer, `http://${host}${call.path}`)) } }
}

async function crashAndRetry(crashAt: string, call: Call): Promise<void> {
  const { origin, child } = await startDoomed(crashAt)
  const died = once(child, 'exit')
  await expect(ask(origin, call)).rejects.toThrow()
  expect((await died)[1]).toBe('SIGKILL')
  const answer = await answerFrom(next.origin, call)
  expect(answer.status).toBe(200)
  expect(answer.receipt).toBeDefined()
  expect(await ask(next.origin, call)).toMatchObject({ status: 402 })
  expect(await ask(next.origin, await proven(call))).toEqual(answer)
}

const points = [
  'before payment_claim',
  'after payment_claim',
  'after verify',
  'in handler',
  'before payment_serve',
  'after payment_serve',
  'before settle',
  'after broadcast',
  'after settle',
  'before payment_settle',
  'after payment_settle',
  'before send',
]
describe('answer first', () => {
  test.each(points)('killed %s', async (point) => {
    await crashAndRetry(point, { path: '/risk', headers: currentPayment(await signAuthorization(payer)) })
    expect((await balanceOf(chain, payToAccount.address)) - earned).toBe(50_000n)
  })
})

const cheapPoints = [
  'before payment_claim',
  'after payment_claim',
  'after verify',
  'in handler',
  'before settle',
  'after broadcast',
  'after settle',
  'before payment_settle',
  'after payment_settle',
  'before send',
]
describe('cheap to repeat', () => {
  test.each(cheapPoints)('killed %s', async (point) => {
    await crashAndRetry(point, { path: '/rates', headers: currentPayment(await signAuthorization(payer)) })
    expect((await balanceOf(chain, payToAccount.address)) - earned).toBe(50_000n)
  })
})

describe('answered before the ledger knows', () => {
  let journals: string
  let heir: TestServer
  beforeEach(async () => {
    journals = createDataDir('journals')
    heir = await startTestServer({ chain, database, journalFolder: journals })
  })
  afterEach(async () => {
    await heir?.close()
    removeDataDir(journals)
  })

  async function payAndKill(crashAt: string) {
    const { origin, child } = await startDoomed(crashAt, journals)
    const died = once(child, 'exit')
    const call = { path: '/rates', headers: currentPayment(await signAuthorization(payer)) }
    const first = await ask(origin, call).catch(() => null)
    expect((await died)[1]).toBe('SIGKILL')
    return { call, first }
  }
  async function payDoomed() {
    const { call, first } = await payAndKill('before payment_settle')
    expect(first?.status).toBe(200)
    return { call, first: first! }
  }

  test('killed then, the next process gives the very same answer', async () => {
    const { call, first } = await payDoomed()
    expect(await answerFrom(heir.origin, call)).toEqual(first)
    expect(await ask(next.origin, await proven(call))).toEqual(first)
    expect(heir.work.runs).toBe(0)
    expect((await balanceOf(chain, payToAccount.address)) - earned).toBe(50_000n)
  })

  test('killed then, the books know the charge and the answer before anybody asks', async () => {
    const { call, first } = await payDoomed()
    await until('the reconciler has recalled it', async () => (await heir.payments.reconciler.run()) > 0)
    const { transaction } = JSON.parse(Buffer.from(String(first.receipt), 'base64').toString())
    expect((await request(`${next.origin}/receipts/${transaction}`)).statusCode).toBe(200)
    expect(await ask(next.origin, await proven(call))).toEqual(first)
    expect((await balanceOf(chain, payToAccount.address)) - earned).toBe(50_000n)
  })

  test('killed then, and found as owed by a process on another machine, the very same answer is given here', async () => {
    const { call, first } = await payDoomed()
    await until('the other machine has found the charge', async () => (await next.payments.reconciler.run()) > 0)
    expect(await answerFrom(heir.origin, call)).toEqual(first)
    expect(heir.work.runs).toBe(0)
    expect((await balanceOf(chain, payToAccount.address)) - earned).toBe(50_000n)
  })

  test('killed then, with its machine lost, the payer is answered anew and not charged again', async () => {
    const { call, first } = await payDoomed()
    const answer = await answerFrom(next.origin, call)
    expect(answer).toMatchObject({ status: 200, receipt: first.receipt })
    expect(await ask(heir.origin, await proven(call))).toEqual(answer)
    expect((await balanceOf(chain, payToAccount.address)) - earned).toBe(50_000n)
  })

  test.each(['after settle', 'before send', 'after payment_settle'])('killed %s', async (point) => {
    const { call, first } = await payAndKill(point)
    // What left before the kill may be marked as gone already.
    const answer = await answerFrom(heir.origin, first === null ? call : await proven(call))
    expect(answer.status).toBe(200)
    if (first !== null) expect(answer).toEqual(first)
    expect((await balanceOf(chain, payToAccount.address)) - earned).toBe(50_000n)
  })
})

const dearPoints = [
  'after payment_claim',
  'before payment_verify',
  'after payment_verify',
  'after broadcast',
  'after settle',
  'after payment_owe',
  'in handler',
  'before payment_settle',
  'before send',
]
describe('charged first', () => {
  test.each(dearPoints)('killed %s', async (point) => {
    const signed = await signAuthorization(payer, { value: '2000000' })
    const headers = currentPayment(signed, { accepted: acceptedFor('2000000') })
    await crashAndRetry(point, { path: '/audit', headers, body: '{}' })
    expect((await balanceOf(chain, payToAccount.address)) - earned).toBe(2_000_000n)
  })
})

// Told that the payment has expired, the payer would sign and pay another.
test.each([
  ['/risk', 'settled'],
  ['/rates', 'owed'],
])(
  'killed after the broadcast of %s: the books know the charge all the same, as %s, and an hour later its payer is answered',
  async (path, state) => {
    const since = new Date()
    const { origin, child } = await startDoomed('after broadcast')
    const died = once(child, 'exit')
    const call = { path, headers: currentPayment(await signAuthorization(payer)) }
    await expect(ask(origin, call)).rejects.toThrow()
    await died
    const rows = () => next.payments.books.between(chain.run, since, new Date(Date.now() + 1000))
    await until('the reconciler has settled it', async () => {
      await next.payments.reconciler.run()
      const [row, ...others] = await rows()
      return others.length === 0 && row?.state === state && row.transaction !== null
    })
    const clock = { now: () => new Date(Date.now() + 3_600_000) }
    const later = await startTestServer({ chain, database, clock })
    try {
      const answer = await ask(later.origin, call)
      expect(answer.status).toBe(200)
      expect(answer.receipt).toBeDefined()
      const issuedAt = clock.now().toISOString()
      const proof = await signIn(payer, `http://${host}${path}`, { issuedAt })
      expect(await ask(later.origin, { path, headers: { ...call.headers, ...proof } })).toEqual(answer)
      const neverUsed = { path, headers: currentPayment(await signAuthorization(payer)) }
      expect((await ask(later.origin, neverUsed)).status).toBe(402)
    } finally {
      await later.close()
    }
    expect((await rows()).map((row) => row.state)).toEqual(['settled'])
    expect((await balanceOf(chain, payToAccount.address)) - earned).toBe(50_000n)
  },
)
