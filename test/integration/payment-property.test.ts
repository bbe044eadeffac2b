// Charged = answered on a real chain, with an attacker on it: for every payment by exactly one transfer, and to nobody but its payer.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { request } from 'undici'
import type { PrivateKeyAccount } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readIncome } from '../../api/payment/chain-income.ts'
import { compareBooks } from '../../api/payment/reconciliation.ts'
import { createPaymentBooks } from '../../db/payment-books.ts'
import { payToAccount } from '../../devnet/accounts.ts'
import type { Devnet } from '../../devnet/index.ts'
import { createDataDir, removeDataDir } from '../support/data-dir.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { balanceOf, fundedAccount } from '../support/payment/clients.ts'
import type { Chance } from '../support/payment/fake-chain.ts'
import { type HttpFacilitator, startHttpFacilitator } from '../support/payment/http-facilitator.ts'
import { misbehave, watchSettlements } from '../support/payment/mischief.ts'
import { cancel, frontRun, sendTogether } from '../support/payment/onchain.ts'
import { newIdentifier, signIn } from '../support/payment/proof.ts'
import {
  acceptedFor,
  currentPayment,
  legacyPayment,
  nowSeconds,
  type Signed,
  signAuthorization,
} from '../support/payment/sign.ts'
import { startTestChain } from '../support/payment/world.ts'
import { until } from '../support/until.ts'

const script = fileURLToPath(new URL('../support/payment/property-process.ts', import.meta.url))
const host = 'api.test'
const routes = ['/rates', '/risk', '/audit'] as const
const fates = ['honest', 'honest', 'honest', 'front-run', 'cancelled', 'sent before', 'burnt'] as const
type Payment = {
  readonly payer: PrivateKeyAccount
  readonly signed: Signed
  readonly path: (typeof routes)[number]
  readonly price: bigint
  readonly fate: (typeof fates)[number]
  readonly headers: Record<string, string>
  readonly bodies: Set<string>
  /** When its payer had the first whole answer, and from which process. */
  answered: { atMs: number; by: ChildProcess } | null
}
type Server = { child: ChildProcess; origin: string }

let chain: Devnet
let database: TestDatabase
let remote: HttpFacilitator
let folder: string
const servers: Server[] = []
const killedAtMs = new Map<ChildProcess, number>()

beforeAll(async () => {
  ;[chain, database] = await Promise.all([startTestChain(), createTestDatabase({ poolSize: 20 })])
  folder = createDataDir('property')
  remote = await startHttpFacilitator(chain)
  servers.push(...(await Promise.all([start(0), start(1)])))
})
afterAll(async () => {
  for (const { child } of servers) child.kill('SIGKILL')
  await remote?.close()
  await database?.drop()
  await chain?.stop()
  removeDataDir(folder)
})

/** The first settles by itself, the second by a facilitator of whom nothing is believed. */
async function start(index: number): Promise<Server> {
  const args = [script, database.url, chain.rpcUrl, chain.run, folder, index === 0 ? 'own' : remote.url]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(child.stdout!, 'data')
  return { child, origin: String(line).trim() }
}

async function killAndRestart(index: number): Promise<void> {
  const { child } = servers[index]!
  child.kill('SIGKILL')
  killedAtMs.set(child, performance.now())
  await once(child, 'exit')
  servers[index] = await start(index)
}

type Reply = { status: number; text: string; by: ChildProcess }
async function ask(chance: Chance, path: string, headers: Record<string, string>): Promise<Reply> {
  const { origin, child } = servers[chance(servers.length)]!
  const posts = path === '/audit' ? { method: 'POST' as const, body: '{}', headers: { 'content-type': 'application/json' } } : {}
  // Killed on the way is as good as told to come back.
  const lost = { status: 503, text: '', by: child }
  const response = await request(origin + path, { ...posts, headers: { ...posts.headers, ...headers, host } }).catch(() => null)
  if (response === null) return lost
  const text = await response.body.text().catch(() => null)
  return text === null ? lost : { status: response.statusCode, text, by: child }
}

async function newPayment(chance: Chance, fate: Payment['fate']): Promise<Payment> {
  const payer = await fundedAccount(chain)
  const path = routes[chance(routes.length)]!
  const price = path === '/audit' ? 2_000_000n : 50_000n
  const validBefore = String(nowSeconds() + 3_600)
  const signed = await signAuthorization(payer, { value: price.toString(), validBefore })
  const named =
    chance(2) === 0 ? { extensions: { 'payment-identifier': { info: { required: false, id: newIdentifier() } } } } : {}
  const envelope = { accepted: acceptedFor(price.toString()), ...named }
  const headers = chance(3) === 0 ? legacyPayment(signed) : currentPayment(signed, envelope)
  return { payer, signed, path, price, fate, headers, bodies: new Set(), answered: null }
}

async function proofOf({ payer, path }: Payment): Promise<Record<string, string>> {
  return signIn(payer, `http://${host}${path}`)
}

async function attempt(payment: Payment, chance: Chance, isProven: boolean): Promise<Reply> {
  const reply = await ask(chance, payment.path, { ...payment.headers, ...(isProven ? await proofOf(payment) : {}) })
  if (reply.status === 200) {
    payment.bodies.add(reply.text)
    payment.answered ??= { atMs: performance.now(), by: reply.by }
  }
  return reply
}

async function live(payment: Payment, chance: Chance): Promise<void> {
  const { fate, signed, payer } = payment
  if (fate === 'sent before') await frontRun(chain, signed)
  if (fate === 'cancelled' && chance(2) === 0) await cancel(chain, payer, signed.authorization.nonce)
  if (fate === 'burnt') await burn(payment, chance)
  const meddle = async () => {
    await wait(chance(40))
    if (fate === 'front-run') await frontRun(chain, signed).catch(() => undefined)
    if (fate === 'cancelled') await cancel(chain, payer, signed.authorization.nonce).catch(() => undefined)
  }
  const client = async () => {
    for (let tries = 0; tries < 4 && payment.bodies.size === 0; tries++) {
      const { status } = await attempt(payment, chance, tries > 0)
      if (status === 400) throw new Error('an honest payment is called malformed')
      await wait(chance(60))
    }
  }
  await Promise.all([client(), ...(chance(3) === 0 ? [client()] : []), meddle()])
}

// Beside one transfer that pays, many that do not are burnt, and their nonces presented as if they had.
async function burn({ payer, signed, path, price }: Payment, chance: Chance): Promise<void> {
  const burnt = await Promise.all(Array.from({ length: 5 }, () => signAuthorization(payer, { to: payer.address, value: '0' })))
  await sendTogether(chain, [...burnt, signed])
  for (const { authorization } of burnt) {
    const presented = await signAuthorization(payer, { nonce: authorization.nonce, value: price.toString() })
    const proof = await signIn(payer, `http://${host}${path}`)
    const headers = currentPayment(presented, { accepted: acceptedFor(price.toString()) })
    const reply = await ask(chance, path, { ...headers, ...proof })
    expect(reply.text).not.toContain('answer')
    const mixed = await ask(chance, path, currentPayment({ ...presented, permit2Authorization: { from: payer.address } }))
    expect([400, 503]).toContain(mixed.status)
  }
}

function chanceFrom(seed: number): Chance {
  let state = seed >>> 0
  return (n) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0
    return ((state ^ (state >>> 13)) >>> 0) % n
  }
}

test.each([1, 2, 3].map((round) => [round, Math.floor(Math.random() * 2 ** 31)]))(
  'round %i (chance %i): transfers to us = charged = distinct answers × price, and no copy fetched another’s answer',
  async (_round, seed) => {
    const chance = chanceFrom(seed)
    const since = new Date(Date.now() - 1_000)
    const before = await balanceOf(chain, payToAccount.address)
    const isOurs = ({ nonce }: { nonce: string }) => byNonce.has(nonce as Signed['authorization']['nonce'])
    const kinds = Array.from({ length: 24 }, (_, index) => fates[index % fates.length]!)
    const payments = await Promise.all(kinds.map((fate) => newPayment(chance, fate)))
    const byNonce = new Map(payments.map((payment) => [payment.signed.authorization.nonce, payment]))
    const stolen: { payment: Payment; reply: Reply; askedAtMs: number; path: string }[] = []
    let isOver = false
    let copies = 0
    const thief = async () => {
      for await (const copied of watchSettlements(chain, () => isOver)) {
        const payment = byNonce.get(copied.authorization.nonce)
        if (payment === undefined) continue
        copies += 1
        const value = copied.authorization.value
        const spellings = [legacyPayment(copied), currentPayment(copied, { accepted: acceptedFor(value) })]
        void (async () => {
          for (const path of [payment.path, ...routes.filter(() => chance(2) === 0)]) {
            const askedAtMs = performance.now()
            const reply = await ask(chance, path, spellings[chance(2)]!)
            if (reply.text.includes('"answer"')) stolen.push({ payment, reply, askedAtMs, path })
          }
        })()
      }
    }
    const facilitator = async () => {
      while (!isOver) {
        const { rows } = await database.pool.query('SELECT transaction FROM payment WHERE transaction IS NOT NULL')
        misbehave(
          remote,
          chance,
          rows.map(({ transaction }) => transaction),
        )
        await wait(30 + chance(100))
      }
    }
    const killer = async () => {
      for (let kills = 0; kills < 2; kills++) {
        await wait(chance(400))
        await killAndRestart(chance(2))
      }
    }
    const mischief = [thief(), facilitator()]
    await Promise.all([
      killer(),
      ...payments.map(async (payment) => {
        await wait(chance(2_500))
        await live(payment, chance)
      }),
    ])
    isOver = true
    await Promise.all(mischief)
    remote.settle = { kind: 'honest' }
    // Every payer comes back until they are answered, or certainly not charged.
    const left = await Promise.all(
      payments.map(async (payment) => {
        let reply = { status: 0, text: '' }
        for (const until = performance.now() + 30_000; performance.now() < until; await wait(100)) {
          reply = await attempt(payment, chance, true)
          if (reply.status === 200 || (reply.status === 402 && payment.fate === 'cancelled')) break
        }
        return {
          fate: payment.fate,
          path: payment.path,
          status: reply.status,
          text: reply.status === 200 ? '' : reply.text.slice(0, 300),
        }
      }),
    )
    for (const one of left)
      expect([one, one.status === 200 || (one.fate === 'cancelled' && one.status === 402)]).toEqual([one, true])
    for (const { bodies, fate } of payments)
      expect({ fate, answers: bodies.size }).toEqual({ fate, answers: fate === 'cancelled' ? bodies.size : 1 })

    const answered = payments.filter(({ bodies }) => bodies.size > 0)
    const income = (await balanceOf(chain, payToAccount.address)) - before
    expect(new Set(answered.flatMap(({ bodies }) => [...bodies])).size).toBe(answered.length)
    expect(income).toBe(answered.reduce((sum, { price }) => sum + price, 0n))
    const books = createPaymentBooks(database.pool)
    const booked = async () => (await books.between(chain.run, since, new Date(Date.now() + 1_000))).filter(isOurs)
    await until('the ledger has everything', async () => {
      const charged = (await booked()).filter(({ state }) => state === 'settled' || state === 'owed')
      return charged.reduce((sum, { amount }) => sum + amount, 0n) === income
    })
    const rows = await booked()
    const read = await readIncome({
      rpcUrl: chain.rpcUrl,
      asset: chain.token,
      payTo: payToAccount.address,
      since,
      until: new Date(),
    })
    expect(compareBooks(rows, read.filter(isOurs))).toEqual([])
    const transfers = rows.flatMap(({ transaction, logIndex, state }) =>
      state === 'settled' ? [`${transaction} ${logIndex}`] : [],
    )
    expect(new Set(transfers).size).toBe(answered.length)

    // A copy may fetch what nobody knows to have arrived: its payer had no whole answer yet, or the process that gave it was killed
    // before it could write down that it had left.
    expect(copies).toBeGreaterThan(0)
    for (const { payment, reply, askedAtMs, path } of stolen) {
      const { answered: first } = payment
      const wasKilled = first !== null && (killedAtMs.get(first.by) ?? Number.POSITIVE_INFINITY) < first.atMs + 1_500
      const isAllowed = path === payment.path && (first === null || first.atMs > askedAtMs || wasKilled)
      expect({ fate: payment.fate, path, own: payment.path, isAllowed, status: reply.status }).toMatchObject({ isAllowed: true })
    }
  },
  90_000,
)
