// Indexes of a reserve at a moment: linear interest for suppliers, three terms of compound interest for borrowers.
import { mulDiv, ray } from './rounding.ts'

const secondsPerYear = 31_536_000n

export type ReserveInterest = {
  readonly liquidityIndex: bigint
  readonly debtIndex: bigint
  readonly liquidityRate: bigint
  readonly debtRate: bigint
  readonly updatedAt: bigint
}

export function indexesAt(reserve: ReserveInterest, timestamp: bigint): { liquidityIndex: bigint; debtIndex: bigint } {
  const seconds = timestamp - reserve.updatedAt
  if (seconds <= 0n) return { liquidityIndex: reserve.liquidityIndex, debtIndex: reserve.debtIndex }
  const linear = ray + (reserve.liquidityRate * seconds) / secondsPerYear
  const x = (reserve.debtRate * seconds) / secondsPerYear
  const compound = ray + x + rayMul(x, x / 2n + rayMul(x, x / 6n))
  return { liquidityIndex: rayMul(linear, reserve.liquidityIndex), debtIndex: rayMul(compound, reserve.debtIndex) }
}

function rayMul(a: bigint, b: bigint): bigint {
  return mulDiv(a, b, ray, 'half-up')
}
