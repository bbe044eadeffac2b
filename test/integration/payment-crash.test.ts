// kill -9 of the API at every point between claim and send: the client repeats its request and is charged exactly once, answered. Payments
// that stop at one point each die with one process.
import { once } from 'node:events'
import { request } from 'undici'
import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { payToAccount } from '../../devnet/accounts.ts'
import type { Devnet } from '../../devnet/index.ts'
import { createDataDir, removeDataDir } from '../support/data-dir.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { balanceOf, fundedAccount } from '../support/payment/clients.ts'
import { endDoomed, startDoomed } from '../support/payment/doomed.ts'
import { signIn } from '../support/payment/proof.ts'
import { acceptedFor, currentPayment, signAuthorization } from '../support/payment/sign.ts'
import { startTestChain, startTestServer, type TestServer } from '../support/payment/world.ts'
import { until } from '../support/until.ts'

const host = 'api.test'
const funded = 100_000_000n
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
afterEach(endDoomed)
afterAll(async () => {
  endDoomed()
  await next?.close()
  await database?.drop()
  await chain?.stop()
})

const startCrashing = (crashAt: string, journalFolder?: string) => startDoomed({ database, chain }, crashAt, journalFolder)

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
async function proven(call: Call, by = payer): Promise<Call> {
  return { ...call, headers: { ...call.headers, ...(await signIn(by, `http://${host}${call.path}`)) } }
}

type Stopped = { payer: PrivateKeyAccount; call: Call }

/** A payment for each point, all of them in one process that is killed when the last has come to its own. */
async function killAtAll(points: readonly string[], sign: (payer: PrivateKeyAccount) => Promise<Call>) {
  const { origin, child, stops } = await startCrashing('')
  const died = once(child, 'exit')
  const stopped: (Stopped & { point: string; answer: Promise<unknown> })[] = []
  for (const point of points) {
    const payer = await fundedAccount(chain, funded)
    const call = await sign(payer)
    let isOver = false
    const answer = ask(origin, { ...call, headers: { ...call.headers, 'stops-at': point } }).finally(() => {
      isOver = true
    })
    answer.catch(() => undefined)
    await until(`it stops ${point}`, () => isOver || stops.has(point), 30_000)
    stopped.push({ point, payer, call, answer })
    expect([point, isOver]).toEqual([point, false])
  }
  child.kill('SIGKILL')
  expect((await died)[1]).toBe('SIGKILL')
  for (const { answer } of stopped) await expect(answer).rejects.toThrow()
  return stopped
}

/**
 * `rounds`: each of one process. Writes of a kind go one after the other, and so do transactions: whoever stops at one stops all that
 * come there later. So the last point comes first, and of a write the point before and the one after are in two rounds.
 */
function describeKilled(
  name: string,
  price: bigint,
  rounds: readonly (readonly string[])[],
  sign: (payer: PrivateKeyAccount) => Promise<Call>,
) {
  describe(name, () => {
    const stopped = new Map<string, Stopped>()
    let before: bigint
    let payments = 0
    const kill = async (points: readonly string[]) => {
      for (const one of await killAtAll(points, sign)) stopped.set(one.point, one)
      payments += points.length
    }
    beforeAll(async () => {
      before = await balanceOf(chain, payToAccount.address)
    })

    // Asked again right after its end, before the reconciler has been there.
    describe.each(rounds.map((points) => ({ points, last: points.at(-1) })))('with one that ends $last', ({ points }) => {
      beforeAll(() => kill(points))

      test.each(points)('killed %s', async (point) => {
        // A second try pays anew.
        if (!stopped.has(point)) await kill([point])
        const { payer, call } = stopped.get(point)!
        stopped.delete(point)
        const answer = await answerFrom(next.origin, call)
        expect(answer.status).toBe(200)
        expect(answer.receipt).toBeDefined()
        expect(await ask(next.origin, call)).toMatchObject({ status: 402 })
        expect(await ask(next.origin, await proven(call, payer))).toEqual(answer)
        expect(funded - (await balanceOf(chain, payer.address))).toBe(price)
      })
    })

    test('and all of it is ours', async () => {
      expect((await balanceOf(chain, payToAccount.address)) - before).toBe(BigInt(payments) * price)
    })
  })
}

const points = [
  [
    'before send',
    'before payment_settle',
    'after settle',
    'after broadcast',
    'before settle',
    'before payment_serve',
    'in handler',
    'after verify',
    'before payment_claim',
  ],
  ['after payment_settle', 'after payment_serve', 'after payment_claim'],
]
describeKilled('answer first', 50_000n, points, async (payer) => ({
  path: '/risk',
  headers: currentPayment(await signAuthorization(payer)),
}))

const cheapPoints = [
  [
    'before send',
    'before payment_settle',
    'after settle',
    'after broadcast',
    'before settle',
    'in handler',
    'after verify',
    'before payment_claim',
  ],
  ['after payment_settle', 'after payment_claim'],
]
describeKilled('cheap to repeat', 50_000n, cheapPoints, async (payer) => ({
  path: '/rates',
  headers: currentPayment(await signAuthorization(payer)),
}))

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
    const { origin, child } = await startCrashing(crashAt, journals)
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
  ['before send', 'before payment_settle', 'in handler', 'after settle', 'after broadcast', 'before payment_verify'],
  ['after payment_owe', 'after payment_verify', 'after payment_claim'],
]
describeKilled('charged first', 2_000_000n, dearPoints, async (payer) => {
  const signed = await signAuthorization(payer, { value: '2000000' })
  return { path: '/audit', headers: currentPayment(signed, { accepted: acceptedFor('2000000') }), body: '{}' }
})

// Told that the payment has expired, the payer would sign and pay another.
test.each([
  ['/risk', 'settled'],
  ['/rates', 'owed'],
])(
  'killed after the broadcast of %s: the books know the charge all the same, as %s, and an hour later its payer is answered',
  async (path, state) => {
    const since = new Date()
    const { origin, child } = await startCrashing('after broadcast')
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
