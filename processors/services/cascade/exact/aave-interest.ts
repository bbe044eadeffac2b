// Indexes of a reserve at a moment: linear interest for suppliers, three terms of compound interest for borrowers.
import { isOlder } from './aave-rules.ts'
import { mulDiv, ray } from './rounding.ts'

const secondsPerYear = 31_536_000n

export type ReserveInterest = {
  readonly liquidityIndex: bigint
  readonly debtIndex: bigint
  readonly liquidityRate: bigint
  readonly debtRate: bigint
  readonly updatedAt: bigint
  readonly poolRevision: number
}

export function indexesAt(reserve: ReserveInterest, timestamp: bigint): { liquidityIndex: bigint; debtIndex: bigint } {
  const seconds = timestamp - reserve.updatedAt
  if (seconds <= 0n) return { liquidityIndex: reserve.liquidityIndex, debtIndex: reserve.debtIndex }
  const linear = ray + (reserve.liquidityRate * seconds) / secondsPerYear
  const compound = (isOlder(reserve.poolRevision) ? binomial : exponential)(reserve.debtRate, seconds)
  return { liquidityIndex: rayMul(linear, reserve.liquidityIndex), debtIndex: rayMul(compound, reserve.debtIndex) }
}

function exponential(rate: bigint, seconds: bigint): bigint {
  const x = (rate * seconds) / secondsPerYear
  return ray + x + rayMul(x, x / 2n + rayMul(x, x / 6n))
}

// Older pools expand (1 + rate a second) to the power of the seconds instead.
function binomial(rate: bigint, seconds: bigint): bigint {
  const squared = rayMul(rate, rate) / secondsPerYear ** 2n
  const cubed = rayMul(squared, rate) / secondsPerYear
  const before = seconds > 2n ? seconds - 2n : 0n
  const second = (seconds * (seconds - 1n) * squared) / 2n
  const third = (seconds * (seconds - 1n) * before * cubed) / 6n
  return ray + (rate * seconds) / secondsPerYear + second + third
}

function rayMul(a: bigint, b: bigint): bigint {
  return mulDiv(a, b, ray, 'half-up')
}
