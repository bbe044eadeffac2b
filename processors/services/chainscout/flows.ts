// Into which chains large money moves: stablecoins made on or bridged to a chain less those gone, over a week; and all sections as one report.
import { composite, ratio, round } from '../../formula/index.ts'

export interface ChainStables {
  readonly chain: string
  readonly usd: number
  readonly agoUsd: number
  readonly nowUsd: number
}

const leastUsd = 50e6
const mattersShare = 0.002

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

export interface Section {
  readonly label: string
  readonly mix: {
    readonly score: number
    readonly confidence: number
    readonly coverage: { readonly missing: readonly string[] }
  }
  readonly summary: string
}

const reported = ['trending', 'narrative', 'tvl', 'whales'] as const
export type Reported = (typeof reported)[number]
export const leaders = [...reported, 'nothing'] as const

/** The section that says most, by how strongly and how surely; each beside it with its own verdict. */
export function computeReport(sections: { readonly [N in Reported]: Section | null }) {
  const told = reported.flatMap((name) => {
    const section = sections[name]
    // Heat runs from 0, where nothing is said, the others from -100 to 100.
    return section === null ? [] : [{ name, section, weight: Math.abs(section.mix.score) * section.mix.confidence }]
  })
  const first = told.toSorted((a, b) => b.weight - a.weight)[0]
  const missing = reported.filter((name) => sections[name] === null)
  const confidence = told.reduce((sum, { section }) => sum + section.mix.confidence, 0) / reported.length
  return {
    mix: {
      score: first?.section.mix.score ?? 0,
      confidence: round(confidence, 2),
      availableWeight: told.length / reported.length,
      coverage: { inputs_used: told.length, inputs_expected: reported.length, missing, stale: [] },
    },
    label: first?.name ?? ('nothing' as const),
    sections: told.map(({ name, section }) => ({
      section: name,
      label: section.label,
      score: section.mix.score,
      confidence: section.mix.confidence,
      summary: section.summary.slice(0, 240),
    })),
    summary: first === undefined ? 'Nothing has come yet.' : `Most is said by ${first.name}: ${first.section.summary}`,
  }
}
