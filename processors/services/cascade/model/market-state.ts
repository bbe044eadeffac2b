// Everything about a chain that is not a position: tokens, the rules legs stand under, and the model's stated assumptions.
import type { CollateralKind, DebtKind } from './position.ts'
import type { Token } from './token.ts'

export type MarketState = {
  readonly tokens: readonly Token[]
  readonly collateralKinds: readonly CollateralKind[]
  readonly debtKinds: readonly DebtKind[]
  /** By market of Compound v3: for how many USD of what it takes it has no wish to be paid, having more reserves than it aims at. */
  readonly shelvesUsd?: readonly number[]
}

export type Assumptions = {
  // Share of what a liquidator seizes that it sells at once.
  readonly sellFraction: number
  // Depth of every market times this; 1 is what was quoted, 0.5 a crash in which half of it left.
  readonly depthMultiplier: number
  // Share of the pressure of earlier sales that markets have taken back by the next round; no price recovers by it.
  readonly refillShare: number
  // A liquidation whose bonus would not pay this is never made.
  readonly gasCostUsd: number
  readonly maxRounds: number
}

export const defaultAssumptions: Assumptions = {
  sellFraction: 1,
  depthMultiplier: 1,
  refillShare: 0,
  gasCostUsd: 0,
  maxRounds: 60,
}
