// Sorts every position into the one place where it is cheapest to simulate: a pair list, a row, or the ones nobody will liquidate.
import type { BookArrays } from '../book/arrays.ts'
import type { Assumptions, MarketState } from '../model/market-state.ts'
import { absorbing, byTick, newer } from '../model/rules.ts'
import type { Tables } from './tables.ts'
import { uneconomicDebtUsd } from './tables.ts'

export const notABorrower = 0
export const pair = 1
export const row = 2
export const never = 3

export type Classes = {
  readonly classOf: Uint8Array
  // USD at today's oracle prices.
  readonly collateralUsd: Float64Array
  readonly weightedUsd: Float64Array
  readonly debtUsd: Float64Array
  // Positions with a leg whose oracle does not follow its token's market: they can be short without being liquidatable.
  readonly blind: Uint8Array
}

export function classify(book: BookArrays, state: MarketState, tables: Tables, assumptions: Assumptions): Classes {
  const { positions, blocked, start, collateralLegs, debtLegs, legKind, legAmount } = book
  const { collateralPriceUsd, collateralThreshold, collateralBonus, collateralRules, debtPriceUsd } = tables
  const classes: Classes = {
    classOf: new Uint8Array(positions),
    collateralUsd: new Float64Array(positions),
    weightedUsd: new Float64Array(positions),
    debtUsd: new Float64Array(positions),
    blind: new Uint8Array(positions),
  }
  const blindKind = Uint8Array.from(state.collateralKinds, (k) => (k.follows === k.token ? 0 : 1))
  for (let i = 0; i < positions; i++) {
    const middle = start[i]! + collateralLegs[i]!
    const end = middle + debtLegs[i]!
    let collateralUsd = 0
    let weightedUsd = 0
    let debtUsd = 0
    let bonus = 1
    let blind = 0
    for (let k = start[i]!; k < middle; k++) {
      const kind = legKind[k]!
      const value = legAmount[k]! * collateralPriceUsd[kind]!
      collateralUsd += value
      weightedUsd += value * collateralThreshold[kind]!
      // Whoever calls absorb is not paid by the collateral: it is bought by others later. Of a tick everybody is taken in one call.
      const pays = [absorbing, byTick].includes(collateralRules[kind]!) ? Number.POSITIVE_INFINITY : collateralBonus[kind]!
      if (pays > bonus) bonus = pays
      blind |= blindKind[kind]!
    }
    for (let k = middle; k < end; k++) {
      debtUsd += legAmount[k]! * debtPriceUsd[legKind[k]!]!
    }
    classes.collateralUsd[i] = collateralUsd
    classes.weightedUsd[i] = weightedUsd
    classes.debtUsd[i] = debtUsd
    classes.blind[i] = blind
    if (!(debtUsd > 0)) continue
    if (blocked[i] || !(collateralUsd > 0) || debtUsd < uneconomicDebtUsd(bonus, assumptions)) classes.classOf[i] = never
    else {
      const isPair = collateralLegs[i] === 1 && debtLegs[i] === 1 && weightedUsd > 0
      classes.classOf[i] = isPair && [newer, absorbing].includes(collateralRules[legKind[start[i]!]!]!) ? pair : row
    }
  }
  return classes
}
