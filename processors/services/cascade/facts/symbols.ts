// What a token is called: its own symbol, made harmless, and told apart from other tokens that call themselves the same.
import { standsForOthers } from '../families.ts'
import type { ChainFacts } from './chain-facts.ts'

export type Named = { readonly address: string; readonly symbol: string; readonly holdsSymbol: boolean }

const mostCharacters = 24

/** Every token the chain's markets name, by address; where two share a symbol, the one a lender lists has it, else the one exchanges buy most of; the others carry their address, and so does who is listed nowhere and calls itself by what others are priced by. */
export function nameTokens(facts: ChainFacts): Map<string, Named> {
  const claims = new Map<string, { symbol: string; listed: boolean }>()
  const claim = (address: string, symbol: string, listed: boolean) => {
    const known = claims.get(address)
    if (known === undefined || (listed && !known.listed)) claims.set(address, { symbol: plain(symbol, address), listed })
  }
  for (const reserve of facts.reserves) claim(reserve.reserve, reserve.symbol, true)
  for (const { base, assets } of facts.comets) for (const token of [base, ...assets]) claim(token.address, token.symbol, true)
  for (const { asset } of facts.vaults) claim(asset.address, asset.symbol, false)
  for (const { collateral, loan } of facts.fluids)
    for (const token of [collateral, loan]) claim(token.address, token.symbol, false)
  for (const market of facts.markets) {
    claim(market.loan.address, market.loan.symbol, false)
    claim(market.collateral.address, market.collateral.symbol, false)
  }
  const depth = new Map(facts.depths.map(({ token, quotes }) => [token, Math.max(0, ...quotes.map((q) => q.amount_out_usd))]))
  const depthOf = (address: string) => depth.get(address) ?? 0
  const sorted = [...claims].sort(
    ([a, x], [b, y]) => Number(y.listed) - Number(x.listed) || depthOf(b) - depthOf(a) || (a < b ? -1 : 1),
  )
  const taken = new Set<string>()
  const named = new Map<string, Named>()
  for (const [address, { symbol, listed }] of sorted) {
    const holdsSymbol = !taken.has(symbol.toLowerCase()) && (listed || !standsForOthers(symbol))
    taken.add(symbol.toLowerCase())
    named.set(address, { address, symbol: holdsSymbol ? symbol : `${symbol}@${address.slice(0, 10)}`, holdsSymbol })
  }
  return new Map([...named].sort(([a], [b]) => (a < b ? -1 : 1)))
}

// A symbol is whatever its token's author wrote; answers and summaries take plain characters only.
function plain(symbol: string, address: string): string {
  const safe = symbol.replace(/[^A-Za-z0-9._+-]/g, '_').slice(0, mostCharacters)
  return safe === '' ? address.slice(0, 10) : safe
}
