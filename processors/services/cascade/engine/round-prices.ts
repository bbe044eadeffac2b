// Prices of a round for every kind of leg, and how far each class of tokens that move alike fell since the round before.
import type { CascadeIndex } from '../index/build.ts'
import { tickStep } from '../model/rules.ts'
import type { Arena } from './arena.ts'

export type RoundPrices = {
  // Multiplier on today's price as the lending protocols' oracles see it, by token; the last one stands for what never moves.
  readonly oracle: Float64Array
  readonly previousOracle: Float64Array
  readonly collateralPrice: Float64Array
  readonly collateralWeight: Float64Array
  // The oracle's multiplier, and the same in debt that the collateral's liquidation repays per weighted USD of today.
  readonly collateralMultiplier: Float64Array
  readonly collateralCover: Float64Array
  readonly perCollateralPrice: Float64Array
  // Of Fluid: its threshold and its limit by the ratios that a vault knows.
  readonly collateralTarget: Float64Array
  readonly collateralMost: Float64Array
  readonly debtPrice: Float64Array
  readonly perDebtPrice: Float64Array
  // By class: the lowest multiplier, and how far the deepest and the least fallen fell.
  readonly low: Float64Array
  readonly deepest: Float64Array
  readonly least: Float64Array
}

export function createRoundPrices(arena: Arena, { tables, alike }: CascadeIndex) {
  const floats = (length: number) => arena.place(Float64Array, length).fill(1)
  const [tokens, collateral, debt] = [tables.tokens + 1, tables.collateralPriceUsd.length, tables.debtPriceUsd.length]
  return {
    oracle: floats(tokens),
    previousOracle: floats(tokens),
    collateralPrice: floats(collateral),
    collateralWeight: floats(collateral),
    collateralMultiplier: floats(collateral),
    collateralCover: floats(collateral),
    perCollateralPrice: floats(collateral),
    collateralTarget: floats(collateral),
    collateralMost: floats(collateral),
    debtPrice: floats(debt),
    perDebtPrice: floats(debt),
    low: floats(alike.count),
    deepest: floats(alike.count),
    least: floats(alike.count),
  } satisfies RoundPrices
}

export function priceRound(prices: RoundPrices, { tables, alike }: CascadeIndex): void {
  const { oracle } = prices
  for (let k = 0; k < prices.collateralPrice.length; k++) {
    const multiplier = oracle[tables.collateralFollows[k]!]!
    prices.collateralMultiplier[k] = multiplier
    prices.collateralCover[k] = multiplier / (tables.collateralThreshold[k]! * tables.collateralBonus[k]!)
    prices.collateralPrice[k] = tables.collateralPriceUsd[k]! * multiplier
    prices.collateralWeight[k] = prices.collateralPrice[k]! * tables.collateralThreshold[k]!
    prices.perCollateralPrice[k] = 1 / prices.collateralPrice[k]!
  }
  for (let k = 0; k < prices.debtPrice.length; k++) {
    prices.debtPrice[k] = tables.debtPriceUsd[k]! * oracle[tables.debtFollows[k]!]!
    prices.perDebtPrice[k] = 1 / prices.debtPrice[k]!
  }
  for (const { kind, debt, limit, shift } of tables.ticked) {
    const ratio = prices.collateralPrice[kind]! / prices.debtPrice[debt]!
    prices.collateralTarget[kind] = cutToTick(tables.collateralThreshold[kind]!, ratio, shift)
    prices.collateralMost[kind] = cutToTick(limit, ratio, shift)
  }
  for (let c = 1; c < alike.count; c++) {
    let [low, deepest, least] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0]
    for (let k = alike.from[c]!; k < alike.from[c + 1]!; k++) {
      const now = oracle[alike.tokens[k]!]!
      const fallen = now / prices.previousOracle[alike.tokens[k]!]!
      if (now < low) low = now
      if (fallen < deepest) deepest = fallen
      if (fallen > least) least = fallen
    }
    prices.low[c] = low
    prices.deepest[c] = deepest
    prices.least[c] = least
  }
}

// A share of the collateral's value in debt, less up to the next ratio below. `ratio`: how many tokens of debt a token of collateral is worth.
function cutToTick(share: number, ratio: number, shift: number): number {
  const step = Math.log(tickStep)
  const tick = Math.log(share * ratio) / step + shift
  return share * Math.exp((Math.floor(tick) - tick) * step)
}
