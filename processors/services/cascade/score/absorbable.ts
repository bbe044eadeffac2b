// How much of a token's family its markets take before the price impact passes the liquidation bonus.
import { amountUntil } from '../model/impact.ts'
import type { MarketState } from '../model/market-state.ts'

export function absorbableUsd(state: MarketState, shocked: readonly boolean[]): number {
  return state.tokens.reduce((sum, token, t) => {
    const bonuses = state.collateralKinds.filter((k) => k.token === t).map((k) => k.liquidationBonus)
    if (!shocked[t] || bonuses.length === 0) return sum
    return sum + amountUntil(token.impact, 2 - Math.min(...bonuses)) * token.priceUsd
  }, 0)
}
