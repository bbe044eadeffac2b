// Past awards by industry and agency: what one is worth, who wins them, and which end soon.
import type { Award } from '../../../ingestors/sources/usaspending-awards/topic.ts'
import { median, percentile, round } from '../../formula/index.ts'
import { mostFirst } from '../../formula/lists.ts'

export interface Pair {
  readonly awards: number
  readonly median_award_usd: number
  /** The share of the money that the largest recipient has. */
  readonly top_share_pct: number
  readonly incumbents: readonly {
    readonly recipient: string
    readonly awards: number
    readonly amount_usd: number
    readonly share_pct: number
  }[]
  readonly recent: readonly {
    readonly award_id: string
    readonly recipient: string
    readonly amount_usd: number
    readonly ends: string | null
    readonly url: string
  }[]
}

export interface Market {
  pairOf(
    naics: string | null,
    agency: string | null,
  ): { readonly pair: Pair; readonly basis: 'naics_and_agency' | 'naics' } | null
  /** Where a pair's median stands among all of them, 0 to 1. */
  valueRank(pair: Pair): number
  readonly awards: readonly Award[]
}

const fewest = 2
const listed = 3

// The two systems write an agency in their own ways: words in any order, "DEPT" for department.
const filler = new Set(['DEPARTMENT', 'DEPT', 'OF', 'THE', 'AND', 'US', 'FOR'])
export const agencyKey = (name: string): string =>
  name
    .toUpperCase()
    .split(/[^A-Z]+/)
    .filter((word) => word !== '' && !filler.has(word))
    .sort()
    .join(' ')

export const urlOfAward = (id: string): string => `https://www.usaspending.gov/award/${encodeURIComponent(id)}`

function readPair(awards: readonly Award[]): Pair {
  const total = awards.reduce((sum, { amount_usd }) => sum + Math.max(0, amount_usd), 0)
  const incumbents = [...Map.groupBy(awards, ({ recipient }) => recipient)]
    .map(([recipient, own]) => ({
      recipient,
      awards: own.length,
      amount_usd: own.reduce((sum, { amount_usd }) => sum + amount_usd, 0),
    }))
    .sort(mostFirst('amount_usd', 'recipient'))
    .map((one) => ({ ...one, share_pct: total === 0 ? 0 : round((100 * one.amount_usd) / total, 1) }))
  const recent = awards.toSorted((a, b) => ((a.began ?? '') > (b.began ?? '') ? -1 : 1)).slice(0, listed)
  return {
    awards: awards.length,
    median_award_usd: round(median(awards.map(({ amount_usd }) => amount_usd)), 0),
    top_share_pct: incumbents[0]?.share_pct ?? 0,
    incumbents: incumbents.slice(0, listed),
    recent: recent.map(({ id, recipient, amount_usd, ends }) => ({
      award_id: id,
      recipient,
      amount_usd,
      ends,
      url: urlOfAward(id),
    })),
  }
}

export function createMarket(awards: readonly Award[]): Market {
  const coded = awards.filter((one): one is Award & { naics: string } => one.naics !== null)
  const both = new Map(
    [...Map.groupBy(coded, ({ naics, agency }) => `${naics} ${agencyKey(agency ?? '')}`)].map(([key, own]) => [
      key,
      readPair(own),
    ]),
  )
  const industries = new Map([...Map.groupBy(coded, ({ naics }) => naics)].map(([key, own]) => [key, readPair(own)]))
  const medians = [...both.values()].map(({ median_award_usd }) => median_award_usd)
  return {
    awards,
    pairOf(naics, agency) {
      if (naics === null) return null
      const pair = both.get(`${naics} ${agencyKey(agency ?? '')}`)
      if (pair !== undefined && pair.awards >= fewest) return { pair, basis: 'naics_and_agency' }
      const industry = industries.get(naics)
      return industry === undefined ? null : { pair: industry, basis: 'naics' }
    },
    valueRank: (pair) => (medians.length === 0 ? 0 : percentile(pair.median_award_usd, medians) / 100),
  }
}
