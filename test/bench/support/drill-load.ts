// What goes on while a drill kills: payers who repeat the same payment until it is answered, and records whose every append is counted.
import { setTimeout as wait } from 'node:timers/promises'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { readBalance } from '../../../devnet/faucet.ts'
import { nyfedRates } from '../../../ingestors/sources/nyfed-rates/topic.ts'
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

const kinds = ['EFFR', 'OBFR', 'SOFR', 'BGCR', 'TGCR'] as const
const firstDay = Date.UTC(2001, 0, 1)

/** Each record has a day of its own in the past, so that what became of it can be told. */
export function startRecords(world: DrillWorld, perSecond: number) {
  const over = new AbortController()
  let [made, acknowledged] = [0, 0]
  const vintage = new Date().toISOString()
  const recordOf = (n: number) => ({
    date: new Date(firstDay + Math.floor(n / kinds.length) * 86_400_000).toISOString().slice(0, 10),
    ...{ type: kinds[n % kinds.length]!, rate_pct: 1 + (n % 300) / 100, volume_usd_bn: 1_000 + (n % 97) },
    ...{ target_low_pct: null, target_high_pct: null, vintage },
  })
  const appending = (async () => {
    while (!over.signal.aborted) {
      const next = performance.now() + 1_000
      const batch = Array.from({ length: perSecond }, () => recordOf(made++))
      // As an ingestor does: the same again until it is acknowledged.
      const append = () =>
        world.log.append(nyfedRates, batch).then(
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
      'SELECT count(DISTINCT (key, observed_at)) AS n FROM observation WHERE topic = $1 AND observed_at < $2',
      [nyfedRates.name, new Date(firstDay + (most / kinds.length) * 86_400_000)],
    )
    return Number(rows[0]!.n)
  }
  return {
    /** Whole days of them. */
    acknowledged: () => acknowledged - (acknowledged % kinds.length),
    /** Of the first so many; -1 while nobody can tell. */
    applied: (most: number) => applied(most).catch(() => -1),
    async stop() {
      over.abort()
      await appending
    },
  }
}
