// What goes on while a drill kills: payers who repeat the same payment until it is answered, and records whose every append is counted.
import { setTimeout as wait } from 'node:timers/promises'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { readBalance } from '../../../devnet/faucet.ts'
import { fredObservations } from '../../../ingestors/sources/fred/topic.ts'
import type { DrillWorld } from './drill-world.ts'

export interface Purchase {
  /** When its first attempt was sent, and when it was answered 200. */
  readonly begunAt: number
  readonly answeredAt: number | null
  /** What else it was told for good: paid for, and no answer. */
  readonly refused: number | null
}

const funds = 1_000_000_000n
const route = '/api/rates/rates'
const patienceMs = 120_000
const pauseMs = 250

export async function startPayers(world: DrillWorld, count: number, perSecond: number) {
  const account = privateKeyToAccount(generatePrivateKey())
  await world.chain.mint(account.address, funds)
  const scheme = new ExactEvmScheme(account)
  const purchases: Purchase[] = []
  const over = new AbortController()
  const ask = (headers: Record<string, string>) =>
    fetch(`${world.url}${route}`, { headers, signal: AbortSignal.timeout(30_000) }).catch(() => null)
  const price = async () => {
    for (;;) {
      const header = (await ask({}))?.headers.get('payment-required')
      if (header) return JSON.parse(Buffer.from(header, 'base64').toString())
      await wait(pauseMs)
    }
  }
  const { accepts, resource } = await price()
  const accepted = accepts.find(({ network }: { network: string }) => network.startsWith('eip155:'))

  async function buy(): Promise<Purchase> {
    const { payload } = await scheme.createPaymentPayload(2, accepted)
    const payment = Buffer.from(JSON.stringify({ x402Version: 2, resource, accepted, payload })).toString('base64')
    const begunAt = performance.now()
    while (performance.now() - begunAt < patienceMs) {
      const answer = await ask({ 'payment-signature': payment })
      const text = await answer?.text().catch(() => null)
      if (answer?.status === 200 && text) return { begunAt, answeredAt: performance.now(), refused: null }
      // Told what it is for good: nothing that is repeated changes it.
      if (answer && text && answer.status !== 503 && answer.status !== 429)
        return { begunAt, answeredAt: null, refused: answer.status }
      await wait(pauseMs)
    }
    return { begunAt, answeredAt: null, refused: 0 }
  }
  const payer = async () => {
    while (!over.signal.aborted) {
      const next = performance.now() + (1_000 * count) / perSecond
      purchases.push(await buy())
      await wait(Math.max(0, next - performance.now()))
    }
  }
  const paying = Array.from({ length: count }, payer)
  return {
    purchases,
    async stop() {
      over.abort()
      await Promise.all(paying)
    },
    /** What left the payer's purse, in answers. */
    async charged(): Promise<number> {
      return Number((funds - (await readBalance(world.chain.rpc, account.address))) / BigInt(accepted.amount))
    },
  }
}

/**
 * Each record is a series of its own, of a name no upstream has: what became of it can be told, and no chore takes it, for nobody has
 * said how long a strange series is read.
 */
export function startRecords(world: DrillWorld, perSecond: number) {
  const over = new AbortController()
  let [made, acknowledged] = [0, 0]
  const vintage = new Date().toISOString()
  const date = vintage.slice(0, 10)
  const seriesOf = (n: number) => `DRILL${String(n).padStart(9, '0')}`
  const recordOf = (n: number) => ({ date, series: seriesOf(n), value: n % 300, vintage })
  const appending = (async () => {
    while (!over.signal.aborted) {
      const next = performance.now() + 1_000
      const batch = Array.from({ length: perSecond }, () => recordOf(made++))
      // As an ingestor does: the same again until it is acknowledged.
      const append = () =>
        world.log.append(fredObservations, batch).then(
          () => true,
          () => false,
        )
      while (!(await append())) await wait(pauseMs)
      acknowledged += batch.length
      await wait(Math.max(0, next - performance.now()))
    }
  })()
  const applied = async (most: number): Promise<number> => {
    const { rows } = await world.database.pool.query<{ n: string }>(
      `SELECT count(*) AS n FROM observation WHERE topic = $1 AND key LIKE 'DRILL%' AND key < $2`,
      [fredObservations.name, seriesOf(most)],
    )
    return Number(rows[0]!.n)
  }
  return {
    acknowledged: () => acknowledged,
    /** Of the first so many; -1 while nobody can tell. */
    applied: (most: number) => applied(most).catch(() => -1),
    async stop() {
      over.abort()
      await appending
    },
  }
}
