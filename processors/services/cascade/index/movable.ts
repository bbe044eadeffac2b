// Which tokens' oracle prices can move in a scenario: the shocked ones, those that forced sales push, and what hangs on them.
import type { MarketState } from '../model/market-state.ts'

export function movableTokens(state: MarketState, shocked: readonly boolean[]): boolean[] {
  const { tokens, collateralKinds } = state
  const sold = new Set(collateralKinds.map((k) => k.token))
  const pushed = tokens.map((t, i) => sold.has(i) && t.impact.kind !== 'none')
  for (const i of sold) {
    const base = tokens[i]!.base
    if (base !== null && tokens[i]!.routedShare > 0 && tokens[base]!.impact.kind !== 'none') pushed[base] = true
  }
  return tokens.map((t, i) => {
    const followsPushedBase = t.base !== null && pushed[t.base]!
    return shocked[i]! || followsPushedBase || (pushed[i]! && t.oracle === 'market')
  })
}
