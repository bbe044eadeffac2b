// The rules and prices of all legs as typed arrays, so that an inner loop reads them by a leg's kind.
import type { Assumptions, MarketState } from '../model/market-state.ts'
import type { CollateralKind, Ticks } from '../model/position.ts'
import { protocolIndex } from '../model/protocol.ts'
import { absorbing, byShortfall, byTick, newer, olderCut, olderExact } from '../model/rules.ts'

export type Tables = {
  readonly tokens: number
  readonly collateralPriceUsd: Float64Array
  readonly collateralThreshold: Float64Array
  readonly collateralBonus: Float64Array
  readonly collateralFeeShare: Float64Array
  readonly collateralToken: Uint16Array
  // Index of the token whose multiplier moves the leg; the number of tokens itself stands for "never moves".
  readonly collateralFollows: Uint16Array
  readonly collateralProtocol: Uint8Array
  readonly collateralRules: Uint8Array
  // The kinds whose ratios of debt to collateral lie in steps.
  readonly ticked: readonly Ticked[]
  readonly debtPriceUsd: Float64Array
  readonly debtToken: Uint16Array
  readonly debtFollows: Uint16Array
  readonly tokenPriceUsd: Float64Array
}

export type Ticked = Ticks & { readonly kind: number }

export function createTables(state: MarketState): Tables {
  const { tokens, collateralKinds, debtKinds } = state
  const still = tokens.length
  return {
    tokens: tokens.length,
    collateralPriceUsd: Float64Array.from(collateralKinds, (k) => k.priceUsd),
    collateralThreshold: Float64Array.from(collateralKinds, (k) => k.liquidationThreshold),
    collateralBonus: Float64Array.from(collateralKinds, (k) => k.liquidationBonus),
    collateralFeeShare: Float64Array.from(collateralKinds, (k) => k.protocolFeeShare),
    collateralToken: Uint16Array.from(collateralKinds, (k) => k.token),
    collateralFollows: Uint16Array.from(collateralKinds, (k) => k.follows ?? still),
    collateralProtocol: Uint8Array.from(collateralKinds, (k) => protocolIndex(k.protocol)),
    collateralRules: Uint8Array.from(collateralKinds, rulesOf),
    ticked: collateralKinds.flatMap(({ ticks }, kind) => (ticks === undefined ? [] : [{ kind, ...ticks }])),
    debtPriceUsd: Float64Array.from(debtKinds, (k) => k.priceUsd),
    debtToken: Uint16Array.from(debtKinds, (k) => k.token),
    debtFollows: Uint16Array.from(debtKinds, (k) => k.follows ?? still),
    tokenPriceUsd: Float64Array.from(tokens, (t) => t.priceUsd),
  }
}

function rulesOf({ protocol, older }: CollateralKind): number {
  if (protocol === 'compound-v3') return absorbing
  if (protocol === 'euler-v2') return byShortfall
  if (protocol === 'fluid') return byTick
  return older === undefined ? newer : older === 'whole-bps' ? olderCut : olderExact
}

// The debt below which no leg's bonus pays for the gas.
export function uneconomicDebtUsd(bonus: number, assumptions: Assumptions): number {
  return bonus > 1 ? assumptions.gasCostUsd / (bonus - 1) : Number.POSITIVE_INFINITY
}
