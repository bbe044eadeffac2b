// What an answer leaves out of its figures because anybody can make it without a cost, told so that a reader can judge.
import Type from 'typebox'
import type { SetAside } from '../facts/soundness.ts'
import { cents } from './render.ts'
import { count, orNull, usd } from './sections.ts'

export const notWeighed = Type.Object(
  {
    markets: count('markets of Morpho Blue that are in no figure of this answer'),
    claimed_debt_usd: usd('what they say is owed, as far as their loan tokens have a price; not to be trusted'),
    backed_debt_usd: usd('the part with collateral that has a price of its own'),
    largest: Type.Array(
      Type.Object({
        chain_id: Type.Integer(),
        market: Type.String({ description: 'market id' }),
        reason: Type.String(),
        claimed_debt_usd: orNull(usd('what it says is owed')),
        backed_debt_usd: usd('the part with collateral that has a price of its own'),
      }),
      { description: 'by what is backed' },
    ),
  },
  { description: 'markets left out, for anybody may open one, price it himself and borrow from himself' },
)

const mostNamed = 10

export function renderNotWeighed(chains: readonly { readonly chainId: number; readonly setAside: readonly SetAside[] }[]) {
  const all = chains.flatMap(({ chainId, setAside }) => setAside.map((one) => ({ chainId, ...one })))
  const largest = all.toSorted(
    (a, b) => b.backedUsd - a.backedUsd || (b.debtUsd ?? 0) - (a.debtUsd ?? 0) || (a.market < b.market ? -1 : 1),
  )
  return {
    markets: all.length,
    claimed_debt_usd: cents(all.reduce((sum, one) => sum + (one.debtUsd ?? 0), 0)),
    backed_debt_usd: cents(all.reduce((sum, one) => sum + one.backedUsd, 0)),
    largest: largest.slice(0, mostNamed).map(({ chainId, market, reason, debtUsd, backedUsd }) => ({
      chain_id: chainId,
      market,
      reason,
      claimed_debt_usd: debtUsd === null ? null : cents(debtUsd),
      backed_debt_usd: cents(backedUsd),
    })),
  }
}
