// Prices of a round for every kind of leg, and how far each class of tokens that move alike fell since the round before.
import type { CascadeIndex } from '../index/build.ts'
import { tickStep } from '../model/rules.ts'
import type { Arena } from './arena.ts'
import { cover, debtPrice, most, multiplier, perDebtPrice, perKind, perPrice, price, target, weight } from './kinds.ts'

export type RoundPrices = {
  // Multiplier on today's price as the lending protocols' oracles see it, by token; the last one stands for what never moves.
  readonly oracle: Float64Array
  readonly previousOracle: Float64Array
  // By kind of leg, the fields of kinds.ts.
  readonly kinds: Float64Array<ArrayBuffer>
  // By class: the lowest multiplier, and how far the deepest and the least fallen fell.
  readonly low: Float64Array
  readonly deepest: Float64Array
  readonly least: Float64Array
}

export function createRoundPrices(arena: Arena, { tables, alike }: CascadeIndex, kinds: RoundPrices['kinds']) {
  const floats = (length: number) => arena.place(Float64Array, length).fill(1)
  return {
    oracle: floats(tables.tokens + 1),
    previousOracle: floats(tables.tokens + 1),
    kinds,
    low: floats(alike.count),
    deepest: floats(alike.count),
    least: floats(alike.count),
  } satisfies RoundPrices
}

export function priceRound(prices: RoundPrices, { tables, alike }: CascadeIndex): void {
  const { oracle, kinds } = prices
  const { collateralPriceUsd, collateralThreshold, collateralBonus, collateralFollows, debtPriceUsd, debtFollows } = tables
  for (let k = 0, at = 0; k < collateralPriceUsd.length; k++, at += perKind) {
    const now = oracle[collateralFollows[k]!]!
    const worth = collateralPriceUsd[k]! * now
    kinds[at + multiplier] = now
    kinds[at + cover] = now / (collateralThreshold[k]! * collateralBonus[k]!)
    kinds[at + price] = worth
    kinds[at + weight] = worth * collateralThreshold[k]!
    kinds[at + perPrice] = 1 / worth
  }
  for (let k = 0, at = 0; k < debtPriceUsd.length; k++, at += perKind) {
    const worth = debtPriceUsd[k]! * oracle[debtFollows[k]!]!
    kinds[at + debtPrice] = worth
    kinds[at + perDebtPrice] = 1 / worth
  }
  for (const { kind, debt, limit, shift } of tables.ticked) {
    const ratio = kinds[kind * perKind + price]! / kinds[debt * perKind + debtPrice]!
    kinds[kind * perKind + target] = cutToTick(tables.collateralThreshold[kind]!, ratio, shift)
    kinds[kind * perKind + most] = cutToTick(limit, ratio, shift)
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
