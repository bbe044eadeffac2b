// All sections of the scout as one report: each with its verdict and those it is made of, and which says most; and of stablecoins how many there are.
import type { Stablecoin } from '../../../ingestors/sources/defillama-stables/topic.ts'
import { composite, ratio, round } from '../../formula/index.ts'

const mostTop = 100
/** A week in which the dollars on chains change by less is flat. */
const flatPct = 0.25

/** One of those that a section is made of. */
export interface Top {
  readonly name: string
  /** null: of no one chain. */
  readonly chain: string | null
  /** What is locked, traded or there, by the section. */
  readonly usd: number | null
  readonly change_7d_pct: number | null
  readonly change_1d_pct: number | null
}

export interface Section {
  readonly label: string
  readonly mix: {
    readonly score: number
    readonly confidence: number
    readonly coverage: { readonly missing: readonly string[] }
  }
  readonly summary: string
  readonly top: readonly Top[]
}

export const reported = ['trending', 'narrative', 'tvl', 'whales', 'stables'] as const
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
      top: section.top.slice(0, mostTop),
    })),
    summary: first === undefined ? 'Nothing has come yet.' : `Most is said by ${first.name}: ${first.section.summary}`,
  }
}

/** How many dollars of stablecoins there are against a week ago, coin by coin where both are known. */
export function computeStables(coins: readonly Stablecoin[], observedAt: Date, now: Date): Section {
  // Counted in dollars at the price of now, those of a week ago too.
  const rows = coins.map((coin) => ({ coin, usd: coin.supply }))
  const known = rows.filter(({ coin }) => coin.supply_7d_ago !== null)
  const sum = (of: (row: (typeof rows)[number]) => number) => known.reduce((total, row) => total + of(row), 0)
  const [here, ago] = [sum(({ usd }) => usd), sum(({ coin }) => coin.supply_7d_ago!)]
  const share = ratio(here - ago, ago)
  const change = share === null ? null : 100 * share
  const label = change === null ? 'unknown' : Math.abs(change) < flatPct ? 'flat' : change > 0 ? 'growing' : 'shrinking'
  const score = change === null ? null : 100 * Math.tanh(change)
  const mix = composite([{ id: 'stablecoin_supply', weight: 1, score, observedAt, maxAgeDays: 0.1 }], now)
  const changeOf = (supply: number, before: number | null) =>
    before === null || before === 0 ? null : 100 * (supply / before - 1)
  return {
    mix,
    label,
    summary: `Stablecoins are ${round(rows.reduce((total, { usd }) => total + usd, 0) / 1e9, 1)} bn USD, ${change === null ? 'unknown' : round(change, 2)} % in 7 days (${label}).`,
    top: rows
      .toSorted((a, b) => b.usd - a.usd || (a.coin.id < b.coin.id ? -1 : 1))
      .map(({ coin, usd }) => ({
        name: coin.symbol,
        chain: null,
        usd,
        change_7d_pct: changeOf(coin.supply, coin.supply_7d_ago),
        change_1d_pct: changeOf(coin.supply, coin.supply_1d_ago),
      })),
  }
}
