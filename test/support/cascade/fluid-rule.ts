// What Fluid's vault takes of one position, in whole numbers as its contract has them: by ticks of its TickMath, and no floating point.
import { mostTick, ratioAtTick, ratioUnit } from '../../../ingestors/sources/fluid/ticks.ts'

export type FluidTerms = {
  /** Raw debt for raw collateral, in 1e27. */
  readonly price: bigint
  readonly thresholdPermille: bigint
  readonly limitPermille: bigint
  readonly penaltyBps: bigint
}
export type FluidTaken = { readonly debt: bigint; readonly collateral: bigint; readonly isAbsorbed: boolean }

const priceUnit = 10n ** 27n

/** The highest whose ratio is not above this one. */
export function tickAtRatio(ratio: bigint): number {
  let [low, high] = [-mostTick, mostTick]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (ratioAtTick(middle) <= ratio) low = middle
    else high = middle - 1
  }
  return low
}

/** Of a position whose debt is the one at its tick; null where nobody may take anything. */
export function fluidTaken(collateral: bigint, debt: bigint, terms: FluidTerms): FluidTaken | null {
  const full = (terms.price * ratioUnit) / priceUnit
  const floorOf = (permille: bigint) => ratioAtTick(tickAtRatio((full * permille) / 1000n))
  const [target, most] = [floorOf(terms.thresholdPermille), floorOf(terms.limitPermille)]
  // Its own ratio is one of a tick, less the rounding of its amounts.
  const ratio = (debt * ratioUnit) / collateral
  const isAbove = (other: bigint) => ratio > other + other / 10n ** 9n
  if (!isAbove(target)) return null
  if (isAbove(most)) return { debt, collateral, isAbsorbed: true }
  const perDebt = ((10n ** 54n / terms.price) * (10_000n + terms.penaltyBps)) / 10_000n
  const taken = ((debt - (target * debt) / ratio) * priceUnit) / (priceUnit - (perDebt * target) / ratioUnit)
  return { debt: taken, collateral: (taken * perDebt) / priceUnit, isAbsorbed: false }
}
