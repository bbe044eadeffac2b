// A borrower as the float model sees it: amounts of what it owns and owes, each leg pointing at the rules that hold for it.
import type { Protocol } from './protocol.ts'

// The rules a collateral leg stands under: an Aave reserve (as its own or inside an eMode), a Morpho market, one asset of a Comet, one
// vault's shares in another vault of Euler, or a vault of Fluid.
export type CollateralKind = {
  readonly protocol: Protocol
  readonly label: string
  readonly token: number
  // The token whose price moves this leg's oracle; null when the oracle is fixed. A Morpho market with a hardcoded ratio follows
  // its loan token, so that the ratio stands still.
  readonly follows: number | null
  readonly priceUsd: number
  readonly liquidationThreshold: number
  // What a liquidator receives per unit of value repaid, as 1.05; on Euler v2 at most.
  readonly liquidationBonus: number
  // The share of the bonus the protocol keeps.
  readonly protocolFeeShare: number
  // Of an Aave pool before v3.3: near a health of one half of one debt is repaid, however small, and dust may be left. Whether the mean
  // threshold is cut to whole basis points. All of a position's collateral is of one pool.
  readonly older?: 'whole-bps' | 'exact'
  /** Of Fluid. */
  readonly ticks?: Ticks
  /** Of Compound v3: whose store front sells what was taken, as a place among the state's shelves. */
  readonly shelf?: number
}

export type Ticks = {
  /** Above which share of its value in debt a position is absorbed. */
  readonly limit: number
  /** The kind of that debt. */
  readonly debt: number
  /** What its ratios are counted by. */
  readonly shift: number
  /** What the vault took earlier and nobody has bought, in tokens of each. */
  readonly absorbed?: { readonly collateral: number; readonly debt: number }
}

export type DebtKind = {
  readonly protocol: Protocol
  readonly label: string
  readonly token: number
  readonly follows: number | null
  readonly priceUsd: number
}

export type Leg = { readonly kind: number; readonly amount: number }

export type Position = {
  readonly id: string
  readonly protocol: Protocol
  readonly collateral: readonly Leg[]
  readonly debt: readonly Leg[]
  // Paused reserve, inactive reserve, or a liquidation grace period that has not passed.
  readonly blocked?: boolean
}
