// One statement for the claims, the answers or the charges of many calls: each row comes out as if it had been alone.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createDatabase } from '../../db/client.ts'
import type { NewClaim, PaymentName } from '../../db/payments/row.ts'
import { createPaymentStore } from '../../db/payments/store.ts'
import { type Claimed, type PaymentWrite, wasRefusedWhole, writePayments } from '../../db/payments/writes.ts'
import { createTestDatabase, quiet, type TestDatabase } from '../support/database.ts'
import { newClaim } from '../support/payment/claim.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase({ poolSize: 8 })
})
afterAll(() => database?.drop())

const patient = { timeout: 60_000 }
const answer = { type: 'application/json', body: '{"signal":{}}' }
const transactionOf = () => `0x${randomBytes(32).toString('hex')}`
const claimOf = (changes: Partial<NewClaim> = {}) => newClaim({ run: 'writes', ...changes })

test('many of a kind go in one statement, and each is told its own result', async () => {
  const store = createPaymentStore(database.pool, 1)
  const [cheap, long, taken] = [claimOf(), claimOf({ state: 'claimed' }), claimOf()]
  const [cheapRow, longRow] = (await Promise.all([cheap, long, taken].map((claim) => store.claim(claim)))) as [Claimed, Claimed]
  const fresh = claimOf()
  const write = (writes: PaymentWrite[]) => writePayments(database.pool, 1, writes)
  const [again, claimed] = await write([taken, fresh].map((claim) => ({ kind: 'claim', claim })))
  expect(again).toBe(null)
  expect(claimed).toMatchObject({ settleTried: false })
  const [cheapOne, longOne] = [named(cheap, cheapRow), named(long, longRow)]
  const serves = [longOne, cheapOne].map((of) => ({ kind: 'serve', of, answer }) as const)
  expect(await write(serves)).toEqual([true, false])
  const settles = [cheapOne, { ...cheapOne, id: '0' }].map(
    (of) => ({ kind: 'settle', of, charge: { transaction: transactionOf(), logIndex: 0, answer } }) as const,
  )
  expect(await write(settles)).toEqual([true, false])
  const states = await Promise.all([cheap, long, taken, fresh].map(async (claim) => (await store.find(claim))!.state))
  expect(states).toEqual(['settled', 'served', 'verified', 'verified'])
})

const ofA = { method: 'GET', route: 'GET /a', resource: 'https://example.org/a', amount: 1n, leaseSeconds: 60 }
const ofB = { ...ofA, method: 'POST', route: 'POST /a', amount: 9_007_199_254_740_993n, leaseSeconds: 90 }
const elsewhere = { dialect: 1, symbol: 'EURC', decimals: 18, payTo: `0x${'c'.repeat(40)}`, state: 'claimed' } as const
const mixes = { 'of one route': [ofA], 'of two routes': [ofA, ofB], 'of two routes and two price lists': [ofA, ofB, elsewhere] }
const kindsAndMixes = (['claim', 'reclaim'] as const).flatMap((kind) =>
  Object.entries(mixes).map(([mix, sold]) => ({ kind, mix, sold: sold as Partial<NewClaim>[] })),
)

test.each(kindsAndMixes)('each $kind in one statement with others $mix keeps its own', async ({ kind, sold }) => {
  const named = (n: number) => ({ payer: `0x${n}`, fingerprint: `f${n}`, validBefore: new Date(1_900_000_000_000 + n) })
  const claims = Array.from({ length: 30 }, (_, n) => claimOf({ ...named(n), ...sold[n % sold.length] }))
  await writePayments(
    database.pool,
    1,
    claims.map((claim) => ({ kind, claim })),
  )
  const store = createPaymentStore(database.pool, 1)
  for (const { leaseSeconds, ...claim } of claims) {
    expect(await store.find(claim as NewClaim)).toMatchObject(claim)
    const { rows } = await database.pool.query(
      'SELECT round(extract(epoch FROM lease_until - claimed_at))::int AS seconds FROM payment WHERE nonce = $1',
      [claim.nonce],
    )
    expect(rows).toEqual([{ seconds: leaseSeconds }])
  }
})

test('claims of one route are asked for with one value of each column that they have in common', async () => {
  const asked: unknown[][] = []
  const query = async ({ values }: { values: unknown[] }) => ({ rows: [], asked: asked.push(values) })
  const pool = { query } as unknown as pg.Pool
  const claims = (sold: Partial<NewClaim>[]) => sold.map((one) => ({ kind: 'claim' as const, claim: claimOf(one) }))
  for (const sold of [
    [ofA, ofA],
    [ofA, ofB],
    [ofA, elsewhere],
  ])
    await writePayments(pool, 1, claims(sold))
  expect(asked.map((values) => values.filter(Buffer.isBuffer).length)).toEqual([4, 9, 18])
})

test('what was given back is claimed again, what is at work or paid for is not', async () => {
  const store = createPaymentStore(database.pool, 1)
  const claims = Array.from({ length: 4 }, () => claimOf())
  const [released, failed, working, paid] = (await Promise.all(claims.map((claim) => store.claim(claim)))) as Claimed[]
  await Promise.all([store.release(named(claims[0]!, released!), 'x'), store.fail(named(claims[1]!, failed!), 'x')])
  await store.settle(named(claims[3]!, paid!), { transaction: transactionOf(), logIndex: 0, answer })
  const again = await Promise.all(claims.map((claim) => createPaymentStore(database.pool, 2).claim(claim)))
  expect(again).toEqual([{ id: released!.id, settleTried: false }, { id: failed!.id, settleTried: true }, null, null])
  expect((await store.find(claims[2]!))!.id).toBe(working!.id)
})

test('a row the database cannot take fails alone', async () => {
  const store = createPaymentStore(database.pool, 1)
  const good = Array.from({ length: 10 }, () => claimOf())
  const bad = claimOf({ resource: 'a\0b' })
  const [refused, ...won] = await Promise.allSettled([bad, ...good].map((claim) => store.claim(claim)))
  expect(refused!.status).toBe('rejected')
  expect(wasRefusedWhole((refused as PromiseRejectedResult).reason)).toBe(true)
  expect(won.map((result) => result.status === 'fulfilled' && result.value !== null)).toEqual(good.map(() => true))
  expect(wasRefusedWhole(new Error('Connection terminated unexpectedly'))).toBe(false)
})

// Two processes are handed the same payments in opposite order while each settles its own: nobody waits in a circle.
test.each(['claim', 'reclaim'] as const)('crossing %ss of two processes are won once each, without a deadlock', async (kind) => {
  for (let round = 0; round < 20; round++) {
    const claims = Array.from({ length: 12 }, () => claimOf())
    const sets = await Promise.all(
      [claims, claims.toReversed()].map(async (wanted, index) => {
        const own = wanted.map((claim): PaymentWrite => ({ kind, claim }))
        const won = await writePayments(database.pool, index + 10, own)
        const settles = won.flatMap((row, at) => (row === null ? [] : [settleOf(named(wanted[at]!, row as Claimed))]))
        const writes = settles.length > 0 ? [own, settles] : []
        await Promise.all(writes.map((some) => writePayments(database.pool, index + 10, some)))
        return settles.length
      }),
    )
    expect(sets[0]! + sets[1]!).toBe(claims.length)
  }
})

// The loser of a claim holds its first row and still waits for another when the winner settles.
test.each([1, -1])(
  'payments given back, lost in the middle of a claim and settled in the order %i, wait in no circle',
  async (order) => {
    const { pool } = database
    const store = createPaymentStore(pool, 9)
    const claims = Array.from({ length: 3 }, () => claimOf()).toSorted((a, b) => (a.nonce < b.nonce ? 1 : -1))
    for (const claim of claims) await store.release(named(claim, (await store.claim(claim))!), 'x')
    const reclaim = (owner: number, wanted: NewClaim[]) =>
      writePayments(
        pool,
        owner,
        wanted.map((claim) => ({ kind: 'reclaim', claim })),
      )
    const [one, two, three] = claims as [NewClaim, NewClaim, NewClaim]
    const [ends, middle] = [await hold([one, three]), await hold([two])]
    const winner = reclaim(10, [one, three])
    await expect.poll(countWaiting, patient).toBe(1)
    const loser = reclaim(11, claims)
    await expect.poll(countWaiting, patient).toBe(2)
    await ends.free()
    const won = (await winner) as Claimed[]
    await expect.poll(() => countWaitingFor(middle.holder), patient).toBe(1)
    const settled = writePayments(
      pool,
      10,
      [named(one, won[0]!), named(three, won[1]!)].toSorted((a, b) => order * (Number(a.id) - Number(b.id))).map(settleOf),
    )
    await expect.poll(countWaiting, patient).toBe(2)
    await middle.free()
    expect((await loser).map((row) => row !== null)).toEqual([false, true, false])
    expect(await settled).toEqual([true, true])
  },
)

const named = ({ nonce }: NewClaim, { id }: Claimed) => ({ id, nonce })

function settleOf(of: PaymentName): PaymentWrite {
  return { kind: 'settle', of, charge: { transaction: transactionOf(), logIndex: 0, answer } }
}

async function hold(claims: readonly NewClaim[]): Promise<{ holder: number; free(): Promise<void> }> {
  const client = await database.pool.connect()
  await client.query('BEGIN')
  const holder = (await client.query('SELECT pg_backend_pid() AS pid')).rows[0].pid
  await client.query('SELECT FROM payment WHERE nonce = ANY($1) FOR UPDATE', [claims.map(({ nonce }) => nonce)])
  return {
    holder,
    async free() {
      await client.query('ROLLBACK')
      client.release()
    },
  }
}

async function countWaitingFor(holder: number): Promise<number> {
  const text = 'SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND $1 = ANY(pg_blocking_pids(pid))'
  return (await database.pool.query(text, [holder])).rows[0].count
}

async function countWaiting(): Promise<number> {
  const text = `SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  return (await database.pool.query(text)).rows[0].count
}

// Planned while the table was empty and never analysed, as in the first minute of a new gateway.
test('a plan that is kept finds each row by its key', async () => {
  const { url } = database
  const ledger = createDatabase({ url, poolSize: 1, keepsPlans: true, logger: quiet })
  onTestFinished(() => ledger.close())
  const said: pg.QueryConfig[] = []
  const listening = { query: async (statement: pg.QueryConfig) => ({ rows: [void said.push(statement)].slice(1) }) }
  const claim = claimOf()
  const of = { id: '1', nonce: claim.nonce }
  for (const write of [
    { kind: 'claim', claim },
    { kind: 'reclaim', claim },
    { kind: 'serve', of, answer },
    { kind: 'settle', of, charge: { transaction: transactionOf(), logIndex: 0, answer } },
    { kind: 'leave', of },
  ] satisfies PaymentWrite[]) {
    await writePayments(listening as unknown as pg.Pool, 1, [write])
  }
  const plans: string[] = []
  for (const [index, { text, values }] of said.entries()) {
    await ledger.pool.query(`PREPARE kept_${index} AS ${text}`)
    const given = values!.map((value) => pg.escapeLiteral(Buffer.isBuffer(value) ? '{}' : String(value))).join(', ')
    const { rows } = await ledger.pool.query(`EXPLAIN EXECUTE kept_${index}(${given})`)
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
  }
  expect(plans).toHaveLength(5)
  expect(plans[0]).toMatch(/Conflict Arbiter Indexes: payment_claim/)
  expect(plans[1]).toMatch(/Index Scan using payment_claim on payment q .*\n *Index Cond: /)
  for (const moves of plans.slice(2)) expect(moves).toMatch(/Index Scan using payment_pkey on payment p .*\n *Index Cond: /)
  for (const plan of plans) expect(plan).not.toMatch(/Seq Scan|Materialize|Hash/)
})

test('a number that a lost server and its successor gave to two payments moves neither by the word of the other', async () => {
  const store = createPaymentStore(database.pool, 1)
  const [lost, fresh] = [claimOf(), claimOf()]
  const first = named(lost, (await store.claim(lost))!)
  await database.pool.query('DELETE FROM payment WHERE id = $1', [first.id])
  await database.pool.query(`ALTER TABLE payment ALTER COLUMN id RESTART WITH ${first.id}`)
  const second = named(fresh, (await store.claim(fresh))!)
  expect(second.id).toBe(first.id)
  const before = await store.find(fresh)
  expect(await store.settle(first, { transaction: transactionOf(), logIndex: 0, answer })).toBe(false)
  expect(await store.owe(first, { transaction: transactionOf(), logIndex: 0 })).toBe(false)
  expect(await store.pend(first, null, answer)).toBe(false)
  expect(await store.release(first, 'x')).toBe(false)
  expect(await store.takeOver({ ...before!, nonce: first.nonce }, 5)).toBe(false)
  for (const move of [store.fail(first, 'x'), store.unclaim(first), store.letGo(first), store.leave(first)]) await move
  expect(await store.find(fresh)).toEqual(before)
  // Both at once: one statement would only say that the number has moved.
  const settled = [first, second].map((of) => store.settle(of, { transaction: transactionOf(), logIndex: 0, answer }))
  expect(await Promise.all(settled)).toEqual([false, true])
})
