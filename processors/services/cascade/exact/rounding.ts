// Integer division the way the contracts round: down, up, or half up, on plain, ray and basis-point scales.
export const ray = 10n ** 27n
export const wad = 10n ** 18n
export const bps = 10_000n
export const maxUint256 = (1n << 256n) - 1n

export type Rounding = 'down' | 'up' | 'half-up'

export function mulDiv(a: bigint, b: bigint, divisor: bigint, rounding: Rounding = 'down'): bigint {
  const product = a * b
  if (rounding === 'down') return product / divisor
  if (rounding === 'up') return (product + divisor - 1n) / divisor
  return (product + divisor / 2n) / divisor
}

export const min = (a: bigint, b: bigint): bigint => (a < b ? a : b)
export const max = (a: bigint, b: bigint): bigint => (a > b ? a : b)
export const floorAtZero = (a: bigint): bigint => (a > 0n ? a : 0n)
