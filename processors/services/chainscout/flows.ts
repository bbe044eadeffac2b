// Into which chains large money moves: stablecoins made on or bridged to a chain less those gone, over a week.
import { composite, ratio, round } from '../../formula/index.ts'

export interface ChainStables {
  readonly chain: string
  readonly usd: number
  readonly agoUsd: number
  readonly nowUsd: number
}

const leastUsd = 50e6
const mattersShare = 0.002

/** Of one chain: what came or went in a week, as a percentage of what was there. */
export function verdictOfFlow(changePct: number | null) {
  const score = changePct === null ? 0 : 100 * Math.tanh(changePct / 1)
  const isMuch = changePct !== null && Math.abs(changePct) >= 100 * mattersShare
  return { score, label: isMuch ? (changePct > 0 ? ('inflow' as const) : ('outflow' as const)) : ('quiet' as const) }
}

export function computeFlows(chains: readonly ChainStables[], observedAt: Date | null, now: Date) {
  const rows = chains
    .filter(({ usd }) => usd >= leastUsd)
    .map(({ chain, usd, agoUsd, nowUsd }) => ({
      chain,
      stables_usd: usd,
      net_stable_7d_usd: nowUsd - agoUsd,
      change_7d_pct: agoUsd === 0 ? null : 100 * (nowUsd / agoUsd - 1),
    }))
    .sort((a, b) => Math.abs(b.net_stable_7d_usd) - Math.abs(a.net_stable_7d_usd) || (a.chain < b.chain ? -1 : 1))
  const total = rows.reduce((sum, { stables_usd }) => sum + stables_usd, 0)
  const net = rows.reduce((sum, row) => sum + row.net_stable_7d_usd, 0)
  const gross = rows.reduce((sum, row) => sum + Math.abs(row.net_stable_7d_usd), 0)
  const share = ratio(net, total)
  const label: 'inflow' | 'outflow' | 'rotation' | 'quiet' =
    total === 0 || gross / total < mattersShare
      ? 'quiet'
      : Math.abs(net) < gross / 3
        ? 'rotation'
        : net > 0
          ? 'inflow'
          : 'outflow'
  const mix = composite(
    [
      {
        id: 'stablecoin_supply',
        weight: 0.5,
        score: share === null ? null : 100 * Math.tanh(share / 0.01),
        ...(observedAt === null ? {} : { observedAt, maxAgeDays: 0.1 }),
      },
      // Single transfers, bridges and exchanges are not read.
      { id: 'large_transfers', weight: 0.5, score: null },
    ],
    now,
  )
  const first = rows[0]
  return {
    mix,
    label,
    totals: { stables_usd: total, net_stable_7d_usd: net, moved_share_pct: total === 0 ? null : (100 * gross) / total },
    chains: rows,
    summary:
      `Stablecoins on chains: ${label}, net ${round(net / 1e6, 0)} m USD in 7 days; most ${first === undefined ? 'unknown' : `${first.chain} ${round(first.net_stable_7d_usd / 1e6, 0)} m`}. ` +
      'Made of supplies by chain, not of single transfers.',
  }
}
