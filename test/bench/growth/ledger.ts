// Two ledgers side by side, a small one and a large one: what a paid call writes, what is done hourly, and what the books are compared with.
import { randomBytes } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Income } from '../../../api/payment/chain/income.ts'
import { compareBooks } from '../../../api/payment/gate/reconciliation.ts'
import { sideBySide } from '../../../api/payment/gate/side-by-side.ts'
import { createDatabase, type Database } from '../../../db/client.ts'
import { createPaymentBooks, type PaymentBooks } from '../../../db/payments/books.ts'
import type { NewClaim, PaymentRow } from '../../../db/payments/row.ts'
import { createPaymentStore, type PaymentStore } from '../../../db/payments/store.ts'
import { median, printFigure, quantile, quiet, rounded, secondsOf } from '../support/engine.ts'
import { withDatabases } from '../support/two-databases.ts'
import { type GrowthSizes, printLaw } from './law.ts'

const run = ''
const recipient = { network: 'eip155:8453', asset: `0x${'a'.repeat(40)}`, payTo: `0x${'b'.repeat(40)}` }
const answer = { type: 'application/json; charset=utf-8', body: JSON.stringify({ text: 'x'.repeat(2_400) }) }
const connections = 32
const roundMs = 700
const rounds = 7
const day = 86_400

interface Side {
  readonly database: Database
  readonly books: PaymentBooks
  readonly store: PaymentStore
  close(): Promise<void>
}

export async function benchLedger({ payments: sizes }: GrowthSizes): Promise<void> {
  await withDatabases(sizes.length, async (urls) => {
    const sides = urls.map(openSide)
    try {
      for (const [place, { database }] of sides.entries()) await fill(database, sizes[place]!)
      await measurePaidCalls(sizes, sides)
      const each = async (what: string, work: (side: Side) => Promise<unknown>) => {
        const took: number[] = []
        for (const side of sides) {
          const times: number[] = []
          for (let round = 0; round < 3; round++) times.push((await secondsOf(() => work(side))) * 1_000)
          took.push(median(times))
        }
        printLaw(what, 'ms', sizes, took)
      }
      await each('hourly chore of the ledger, nothing to do', ({ books }) => books.forgetAnswers(day))
      await each('sums of the ledger', ({ books }) => books.totals(run))
      await each('payments left open', ({ books }) => books.open(run, 50))
      await each('payment by its transaction', ({ books }) => books.byTransaction(run, transactionOf(77)))
      await compareAll(sizes, sides)
      await tidy(sizes, sides)
    } finally {
      for (const side of sides) await side.close()
    }
  })
}

function openSide(url: string): Side {
  const database = createDatabase({ url, poolSize: 8, logger: quiet })
  const ledger = { url, poolSize: 4, keepsPlans: true, logger: quiet }
  const [durable, relaxed] = [createDatabase(ledger), createDatabase({ ...ledger, isLazy: true })]
  return {
    database,
    books: createPaymentBooks(database.pool),
    store: createPaymentStore(database.pool, 1, { durable: durable.pool, relaxed: relaxed.pool }),
    async close() {
      for (const one of [durable, relaxed, database]) await one.close()
    },
  }
}

const transactionOf = (n: number) => `0x${n.toString(16).padStart(64, '0')}`

/** Settled payments of the last thirty days, as they lie when their answers are gone; the sums are what the triggers would keep. */
async function fill({ pool }: Database, count: number): Promise<void> {
  await pool.query('ALTER TABLE payment DISABLE TRIGGER USER')
  for (let from = 0; from < count; from += 50_000)
    await pool.query(
      `INSERT INTO payment (run, network, asset, payer, nonce, state, fingerprint, dialect, method, route, resource, pay_to, symbol, decimals,
         amount, valid_before, owner, lease_until, settle_tried, transaction, log_index, answer_type, claimed_at, served_at, settled_at, left_at)
       SELECT $1, $2, $3, '0x' || substr(md5((n % 5000)::text) || md5('p' || n % 5000), 1, 40), '0x' || md5('n' || n) || md5('m' || n), 'settled',
         md5('f' || n) || md5('g' || n), 2, 'GET', 'GET /api/rates/rates', 'https://example.org/api/rates/rates', $4, 'USDC', 6, 50000,
         at + interval '10 minutes', 1, at, true, '0x' || lpad(to_hex(n), 64, '0'), 0, 'application/json', at, at, at, at
       FROM (SELECT n, now() - interval '30 days' + interval '30 days' * (n::float8 / $7::int) AS at FROM generate_series($5::int, $6::int) n) rows`,
      [run, recipient.network, recipient.asset, recipient.payTo, from, Math.min(from + 50_000, count) - 1, count],
    )
  await pool.query(
    `INSERT INTO payment_total (run, state, network, symbol, decimals, shard, count, amount) VALUES ($1, 'settled', $2, 'USDC', 6, 0, $3::bigint, $3::bigint * 50000)`,
    [run, recipient.network, count],
  )
  await pool.query('ALTER TABLE payment ENABLE TRIGGER USER')
  await pool.query('VACUUM ANALYZE payment')
  const { rows } = await pool.query(
    `SELECT pg_total_relation_size('payment')::float8 AS all, pg_relation_size('payment_claim')::float8 AS claim FROM pg_class LIMIT 1`,
  )
  const [bytes, claimBytes] = [rows[0].all / count, rows[0].claim / count].map((one) => Math.round(one!))
  printFigure({ growth: 'a payment without its answer', payments: count, bytes, of_it_claim_index: claimBytes })
}

const claimOf = (): NewClaim => ({
  ...{ run, ...recipient, payer: `0x${randomBytes(20).toString('hex')}`, nonce: `0x${randomBytes(32).toString('hex')}` },
  ...{ state: 'verified', fingerprint: randomBytes(32).toString('hex'), identifier: null, dialect: 2, method: 'GET' },
  ...{ route: 'GET /api/rates/rates', resource: 'https://example.org/api/rates/rates', symbol: 'USDC', decimals: 6 },
  ...{ amount: 50_000n, validBefore: new Date(Date.now() + 600_000), leaseSeconds: 60 },
})

/** In turns: a machine changes its speed from second to second. */
async function measurePaidCalls(sizes: readonly number[], sides: readonly Side[]): Promise<void> {
  const took: number[][] = sides.map(() => [])
  const rates: number[][] = sides.map(() => [])
  for (let round = 0; round <= rounds; round++)
    for (const [place, { store }] of [...sides.entries()].sort(() => (round % 2 === 0 ? 1 : -1))) {
      const { calls, times } = await payFor(store, roundMs)
      if (round === 0) continue // warm-up
      rates[place]!.push(calls / (roundMs / 1_000))
      took[place]!.push(...times)
    }
  const ratio = median(rates[0]!.map((rate, round) => rates[1]![round]! / rate))
  printFigure({
    ...{ growth: 'a paid call: claim and charge', sizes, calls_per_second: rates.map((own) => Math.round(median(own))) },
    ...{ p50_ms: took.map((own) => rounded(median(own))), p99_ms: took.map((own) => rounded(quantile(own, 0.99))) },
    ...{ large_to_small: rounded(ratio), bar: 'at least 0.9', is_met: ratio >= 0.9 },
  })
}

async function payFor(store: PaymentStore, ms: number): Promise<{ calls: number; times: number[] }> {
  const until = performance.now() + ms
  const times: number[] = []
  const worker = async () => {
    while (performance.now() < until) {
      const startedAt = performance.now()
      const claim = claimOf()
      const { id } = (await store.claim(claim))!
      const charge = { transaction: `0x${randomBytes(32).toString('hex')}`, logIndex: 0, answer, canRepeat: true, hasLeft: true }
      await store.settle({ id, nonce: claim.nonce }, charge)
      times.push(performance.now() - startedAt)
    }
  }
  await Promise.all(Array.from({ length: connections }, worker))
  return { calls: times.length, times }
}

/** As `npm run ledger` does, beside a chain that says the same. */
async function compareAll(sizes: readonly number[], sides: readonly Side[]): Promise<void> {
  const [took, held]: [number[], number[]] = [[], []]
  for (const { books } of sides) {
    const pages = () => books.countable(run, recipient, new Date(0), new Date())
    const before = heldMb()
    let most = before
    const seconds = await secondsOf(async () => {
      let pieces = 0
      for await (const { rows, income } of sideBySide(pages(), received(pages()))) {
        if (compareBooks(rows, income).length > 0) throw new Error('the chain was told the same')
        if (++pieces % 40 === 7) most = Math.max(most, heldMb())
      }
    })
    took.push(seconds * 1_000)
    held.push(Math.max(0, most - before))
  }
  printLaw('npm run ledger: all payments beside the chain', 'ms', sizes, took, {
    held_mb: held.map((mb) => Math.round(mb)),
    bar: 'below 200 MB',
  })
}

async function* received(pages: AsyncIterable<readonly PaymentRow[]>): AsyncGenerator<Income[]> {
  for await (const rows of pages)
    yield rows.map(({ transaction, logIndex, payer, nonce, amount }) => ({
      ...{ transaction: transaction!, logIndex, payer, nonce, amount, late: false },
    }))
}

// What is really held: garbage that nobody has come for yet grows with the heap's size, not with the work.
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
function heldMb(): number {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1_048_576
}

/** A day's answers of a ledger, and a tenth as many claims that were never charged: what goes costs what it is, not what stays. */
async function tidy(sizes: readonly number[], sides: readonly Side[]): Promise<void> {
  const took: number[] = []
  for (const { database, books } of sides) {
    await database.pool.query(
      `UPDATE payment SET answer = 'x' WHERE id IN (SELECT id FROM payment WHERE settled_at < now() - interval '2 days' ORDER BY id LIMIT 2000)`,
    )
    took.push((await secondsOf(() => books.forgetAnswers(day))) * 1_000)
  }
  printLaw('hourly chore of the ledger, 2,000 answers to forget', 'ms', sizes, took)
}
