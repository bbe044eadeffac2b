// Which tokens a question about one token shocks: a numeraire moves its family, a derivative only its own ratio.
import type { MarketState } from './market-state.ts'

export function shockedBy(state: MarketState, token: number): boolean[] {
  const asked = state.tokens[token]!
  return state.tokens.map((t, i) => i === token || (asked.role === 'numeraire' && t.family === asked.family))
}
