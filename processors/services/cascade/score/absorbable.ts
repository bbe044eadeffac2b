// How much of a token's family its markets take before the price impact passes the liquidation bonus.
import { amountUntil } from '../model/impact.ts'
import type { MarketState } from '../model/market-state.ts'

export function absorbableUsd(state: MarketState, shocked: readonly boolean[]): number {
  return state.tokens.reduce((sum, token, t) => {
    // A bonus of nothing pays nobody, and says nothing of what could be sold within it.
    const bonuses = state.collateralKinds.flatMap((k) => (k.token === t && k.liquidationBonus > 1 ? [k.liquidationBonus] : []))
    if (!shocked[t] || bonuses.length === 0) return sum
    return sum + amountUntil(token.impact, 2 - Math.min(...bonuses)) * token.priceUsd
  }, 0)
}
