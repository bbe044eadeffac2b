// Pays every live route once and judges each answer by what the gateway itself has published.
import type { privateKeyToAccount } from 'viem/accounts'
import type { Usd } from '../../api/payment/terms/money.ts'
import { type Limits, type PaidAnswer, payOnce } from './pay-once.ts'
import { listSmokeRoutes, type SmokeRoute } from './routes.ts'

export interface SmokeRow {
  readonly route: string
  /** away: the example lies on a network that is not there. */
  readonly verdict: 'ok' | 'away' | 'failed'
  readonly status: number
  readonly ms: number
  readonly price: string | null
  readonly label: string | null
  readonly age_s: number | null
  readonly stale: boolean | null
  readonly schema: string
  readonly transaction: string | null
}

const onePaymentMs = 20_000
const offline = new Set(['host_not_found', 'dns_unavailable', 'connect_failed', 'tls_failed', 'timed_out'])

export async function smoke(
  url: string,
  account: ReturnType<typeof privateKeyToAccount>,
  options: {
    readonly patienceMs: number
    readonly mostUsd: Usd
    isWanted?(route: string): boolean
    done?(row: SmokeRow, body: unknown): void
  },
): Promise<SmokeRow[]> {
  const rows: SmokeRow[] = []
  for (const route of await listSmokeRoutes(url)) {
    if (options.isWanted?.(route.name) === false) continue
    const answer = await payPatiently(route, account, options)
    const row = judge(route, answer)
    options.done?.(row, answer.body)
    rows.push(row)
  }
  return rows
}

// An answer that is not there yet was not charged; by the time it is, the first payment may have run out.
async function payPatiently(
  route: SmokeRoute,
  account: Parameters<typeof payOnce>[0],
  { patienceMs, mostUsd }: Limits,
): Promise<PaidAnswer> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const answer = await payOnce(account, route.call, { patienceMs: Math.min(onePaymentMs, patienceMs), mostUsd })
    const isUncharged = answer.transaction === null && answer.body?.error?.code === 'not_ready'
    if (!isUncharged || performance.now() > deadline) return answer
  }
}

function judge(route: SmokeRoute, { status, price, ms, body, transaction }: PaidAnswer): SmokeRow {
  const shared = { route: route.name, status, ms, price, transaction }
  if (status !== 200) {
    const code = String(body?.error?.code ?? body?.error ?? 'refused')
    const verdict = transaction === null && offline.has(code) ? 'away' : 'failed'
    return { ...shared, verdict, label: null, age_s: null, stale: null, schema: code }
  }
  const faults = route.faultsOf(body)
  if (price !== null && Number(price) !== Number(route.price)) faults.push(`charged ${price} instead of ${route.price}`)
  if (transaction === null) faults.push('no receipt')
  return {
    ...shared,
    verdict: faults.length === 0 ? 'ok' : 'failed',
    label: String(body.signal?.label ?? '-'),
    age_s: body.meta?.age_seconds ?? null,
    stale: body.meta?.stale ?? null,
    schema: faults.length === 0 ? 'valid' : faults.slice(0, 2).join('; '),
  }
}
