// A token as the simulation sees it: what it is worth, what it belongs to, and how its price answers a forced sale.
import type { ImpactCurve } from './impact.ts'

// `market`: the protocols' oracle follows the traded price. `rate`: the oracle is an exchange rate times the base token's price,
// so that a depeg on the exchanges does not move it.
export type OracleBinding = 'market' | 'rate'

export type Token = {
  readonly symbol: string
  readonly priceUsd: number
  // Tokens of one family share the numeraire's price; a derivative alone can be shocked by its ratio.
  readonly family: string
  readonly role: 'numeraire' | 'derivative'
  // Index of the token whose price this one's oracle multiplies, or null when it stands alone.
  readonly base: number | null
  readonly oracle: OracleBinding
  // Share of every forced sale that is routed on through the base token's own markets.
  readonly routedShare: number
  readonly impact: ImpactCurve
  /** True where no lender lists it: it is collateral only in markets that anybody opens. */
  readonly isUnlisted?: boolean
}
