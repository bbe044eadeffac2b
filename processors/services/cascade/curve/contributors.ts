// Which collateral tokens a cascade's forced sales consist of.
import type { Outcome } from '../engine/simulate.ts'
import type { MarketState } from '../model/market-state.ts'

export type Contributor = {
  readonly token: string
  readonly soldUsd: number
  readonly sharePct: number
  readonly finalDropPct: number
}

// Valued at today's prices: at those the sales end at, what was sold into a collapse would count for nothing.
export function largestContributors(state: MarketState, outcome: Outcome, count = 5): Contributor[] {
  const soldUsd = state.tokens.map((t, i) => outcome.sold[i]! * t.priceUsd)
  const total = soldUsd.reduce((sum, usd) => sum + usd, 0)
  return soldUsd
    .map((usd, i) => ({
      token: state.tokens[i]!.symbol,
      soldUsd: usd,
      sharePct: total > 0 ? (usd / total) * 100 : 0,
      finalDropPct: (1 - outcome.marketMultiplier[i]!) * 100,
    }))
    .filter((c) => c.soldUsd > 0)
    .sort((a, b) => b.soldUsd - a.soldUsd || (a.token < b.token ? -1 : 1))
    .slice(0, count)
}
