// Random interleavings of clients, payments, faults and crashes: charged exactly when answered, per payment, always.
import { setTimeout as wait } from 'node:timers/promises'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDeferredWrites, noDeferredWrites } from '../../api/payment/gate/deferred-writes.ts'
import { createGate, type Gate } from '../../api/payment/gate/index.ts'
import type { Delivery } from '../../api/payment/gate/outcome.ts'
import { checksHere } from '../../api/payment/proof/signature-checks.ts'
import { prepareRoute } from '../../api/payment/terms/challenge.ts'
import { openPaymentJournal } from '../../db/payments/journal.ts'
import { createPaymentOwner, type PaymentOwner } from '../../db/payments/owner.ts'
import { createPaymentStore, type PaymentStore } from '../../db/payments/store.ts'
import fc from '../support/chance.ts'
import { createDataDir, removeDataDir } from '../support/data-dir.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { type Chance, createFakeChain, type FakeChain } from '../support/payment/fake-chain.ts'
import { newIdentifier } from '../support/payment/proof.ts'
import { paidRoutes } from '../support/payment/routes.ts'
import { testConfig } from '../support/payment/settings.ts'
import { acceptedFor, currentPayment, nowSeconds, signAuthorization } from '../support/payment/sign.ts'
import { quiet } from '../support/quiet.ts'
import { until } from '../support/until.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase({ poolSize: 20 })
})
afterAll(() => database?.drop())

const payer = privateKeyToAccount(generatePrivateKey())
const crashed = Symbol('crashed')
// Longer than any lease.
const leaseMs = 200_000

type Process = {
  gate: Gate
  crash(): Promise<void>
  readonly gone: Promise<typeof crashed>
  caughtUp(): Promise<void>
  /** Stands still until its leases are over and others have taken its payments, then goes on as if nothing had been. */
  oversleep(ms: number): Promise<void>
}

// A crash freezes everything the process was about to do: its calls into database and facilitator never return.
async function startProcess(run: string, chain: FakeChain, folder: string | null): Promise<Process> {
  const owner: PaymentOwner = await createPaymentOwner(database.url)
  const { promise: gone, resolve } = Promise.withResolvers<typeof crashed>()
  let dead = false
  let awake: Promise<unknown> = Promise.resolve()
  let sleptMs = 0
  const clock = { now: () => new Date(Date.now() + sleptMs) }
  const mortal = <T extends object>(port: T): T =>
    new Proxy(port, {
      get: (target, name) => {
        const method = target[name as keyof T] as ((...args: unknown[]) => Promise<unknown>) | undefined
        if (method === undefined) return undefined
        return (...args: unknown[]) => {
          if (dead) return new Promise(() => undefined)
          const result = awake.then(() => method(...args))
          return result.finally(() => awake).then((value) => (dead ? new Promise(() => undefined) : value))
        }
      },
    })
  const store = mortal<PaymentStore>(createPaymentStore(database.pool, owner.id))
  const journal = folder === null ? null : openPaymentJournal(folder)
  const deferred = journal ? createDeferredWrites({ store, journal: mortal(journal), clock, logger: quiet }) : noDeferredWrites
  const deps = {
    store,
    facilitator: mortal(chain),
    chain,
    logger: quiet,
    svm: null,
    signatures: checksHere,
    deferred,
    clock,
    signers: new Set<string>(),
    usedSignIns: { take: async () => true },
  }
  return {
    gate: createGate({ ...deps, config: testConfig(run) }),
    gone,
    caughtUp: () => until('the ledger has everything', async () => dead || deferred.count === 0),
    async crash() {
      dead = true
      resolve(crashed)
      await owner.close()
    },
    async oversleep(ms) {
      const { promise, resolve: wake } = Promise.withResolvers<void>()
      awake = promise
      sleptMs += leaseMs
      const over = `UPDATE payment SET lease_until = now() - interval '1 second' WHERE run = $1 AND owner = $2`
      await database.pool.query(over, [run, owner.id])
      await wait(ms)
      wake()
    },
  }
}

const kinds = ['rates', 'risk', 'audit'] as const
type Kind = (typeof kinds)[number]
type Reply = { status: number; body: string } | typeof crashed

async function call(process: Process, kind: Kind, headers: Record<string, string>, work: () => Promise<number>): Promise<Reply> {
  const route = paidRoutes[kind]
  const prepared = prepareRoute(route, testConfig('x'), null)
  const shape = { method: route.method, host: 'api.test', path: route.path, query: '', body: undefined }
  const serve = async (): Promise<Reply> => {
    const admission = await process.gate.admit({ prepared, resource: `http://api.test${route.path}`, shape, headers })
    if (admission.kind === 'answer') return sent(admission)
    if (admission.kind !== 'serve') return { status: admission.kind === 'challenge' ? 402 : admission.status, body: '' }
    const status = await work()
    const body = `answer ${Math.random()}`
    const finish = await process.gate.finish(admission.ticket, { status, answer: { type: 'text/plain', body } })
    if (finish.kind === 'answer') return sent(finish)
    return { status: finish.kind === 'pass' ? status : finish.kind === 'challenge' ? 402 : finish.status, body: '' }
  }
  return Promise.race([serve(), process.gone])
}

function sent({ departure, answer }: Delivery): Reply {
  departure.tell(true)
  return { status: 200, body: answer.body }
}

function chanceFrom(seed: number): Chance {
  let state = seed >>> 0
  return (n) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0
    return ((state ^ (state >>> 13)) >>> 0) % n
  }
}

const named = () => ({ 'payment-identifier': { info: { required: false, id: newIdentifier() } } })

type World = { seed: number; payments: number; clients: number; crashes: number }
async function runWorld(o: World, run: string, folder: string | null): Promise<void> {
  const chance = chanceFrom(o.seed)
  const pause = () => wait(chance(4))
  const chain = createFakeChain(chance, pause)
  const processes = await Promise.all([startProcess(run, chain, folder), startProcess(run, chain, folder)])
  const dear = acceptedFor('2000000')
  const validBefore = String(nowSeconds() + 36_000)
  const payments = await Promise.all(
    Array.from({ length: o.payments }, async (_, index) => {
      const kind = kinds[index % 3]!
      const first = kind === 'audit'
      const signed = await signAuthorization(payer, { validBefore, ...(first ? { value: '2000000' } : {}) })
      return {
        nonce: signed.authorization.nonce.toLowerCase(),
        kind,
        headers: currentPayment(signed, { ...(first ? { accepted: dear } : {}), extensions: named() }),
        bodies: new Set<string>(),
      }
    }),
  )
  let calm = false
  const work = async () => {
    await pause()
    return !calm && chance(8) === 0 ? 503 : 200
  }
  const attempt = async (payment: (typeof payments)[number]): Promise<number> => {
    const reply = await call(processes[chance(processes.length)]!, payment.kind, payment.headers, work)
    if (reply === crashed) return 0
    if (reply.status === 200) payment.bodies.add(reply.body)
    // A 402 would make the payer sign a second payment for what the first may have paid already.
    expect(reply.status).not.toBe(402)
    return reply.status
  }
  const client = async () => {
    for (let tries = 0; tries < 6; tries++) {
      await attempt(payments[chance(payments.length)]!)
      await pause()
    }
  }
  const crasher = async () => {
    for (let i = 0; i < o.crashes; i++) {
      await wait(3 + chance(30))
      const index = chance(processes.length)
      if (chance(2) === 0) await processes[index]!.oversleep(chance(60))
      else {
        const doomed = processes[index]!
        processes[index] = await startProcess(run, chain, folder)
        await doomed.crash()
      }
    }
  }
  await Promise.all([...Array.from({ length: o.clients }, client), crasher()])
  calm = true
  chain.land()
  // Every payer repeats until answered, as the protocol tells them to.
  for (const payment of payments) {
    let status = 0
    for (let tries = 0; tries < 30 && status !== 200; tries++) status = await attempt(payment)
    expect({ nonce: payment.nonce, status }).toEqual({ nonce: payment.nonce, status: 200 })
    expect(payment.bodies.size).toBe(1)
    expect(chain.charges.get(payment.nonce)).toHaveLength(1)
  }
  await Promise.all(processes.map((process) => process.caughtUp()))
  const { rows } = await database.pool.query('SELECT state, nonce, transaction FROM payment WHERE run = $1', [run])
  expect(rows).toHaveLength(o.payments)
  for (const row of rows) expect(row).toMatchObject({ state: 'settled', transaction: chain.charges.get(row.nonce)![0] })
  await Promise.all(processes.map((process) => process.crash()))
}

// Both mostly wait, each for its own.
test.concurrent.each([
  ['the ledger', false],
  ['the journal', true],
])(
  'charged = answered, whatever happens in between, when answers wait for %s',
  async (_name, isAhead) => {
    let world = 0
    const folder = isAhead ? createDataDir('interleavings') : null
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          seed: fc.integer({ min: 1, max: 2 ** 31 }),
          payments: fc.integer({ min: 1, max: 6 }),
          clients: fc.integer({ min: 1, max: 6 }),
          crashes: fc.integer({ min: 0, max: 5 }),
        }),
        (options) => runWorld(options, `world-${isAhead}-${++world}`, folder),
      ),
      { numRuns: 60, endOnFailure: true },
    )
    if (folder !== null) removeDataDir(folder)
  },
  120_000,
)
