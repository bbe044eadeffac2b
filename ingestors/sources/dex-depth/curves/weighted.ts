// Balancer's weighted pools: a product of balances, each to the power of its weight, stays what it was; the fee is taken off what comes in.
import { closed, type Venue } from './venue.ts'

export interface WeightedPool {
  /** Of what is sold, and of what is paid out, in raw units. */
  readonly balanceIn: number
  readonly balanceOut: number
  readonly weightIn: number
  readonly weightOut: number
  /** Of what is sold. */
  readonly feeShare: number
}

export function sellWeighted({ balanceIn, balanceOut, weightIn, weightOut, feeShare }: WeightedPool, amount: number): number {
  return -balanceOut * Math.expm1((weightIn / weightOut) * -Math.log1p((amount * (1 - feeShare)) / balanceIn))
}

/** Raw units. */
export function weighted({ balanceIn, balanceOut, weightIn, weightOut, feeShare }: WeightedPool): Venue {
  const [ratio, keep] = [weightIn / weightOut, 1 - feeShare]
  const top = (balanceOut / balanceIn) * ratio * keep
  if (!(top > 0 && Number.isFinite(top))) return closed
  return {
    top,
    at(price) {
      // The price falls as the share that the old balance is of the new one, to the power of ratio + 1.
      const share = Math.min(0, Math.log(price / top)) / (ratio + 1)
      return { in: (balanceIn * Math.expm1(-share)) / keep, out: -balanceOut * Math.expm1(ratio * share) }
    },
  }
}
