// The bit fields in which Aave keeps a reserve's parameters and a user's flags.
export type ReserveConfig = {
  readonly ltvBps: bigint
  readonly liquidationThresholdBps: bigint
  readonly liquidationBonusBps: bigint
  readonly decimals: number
  readonly active: boolean
  readonly frozen: boolean
  readonly borrowable: boolean
  readonly paused: boolean
  readonly reserveFactorBps: bigint
  readonly protocolFeeBps: bigint
  // Of pools before v3.2: the one eMode the reserve is in, 0 for none.
  readonly category: number
}

export function decodeReserveConfig(data: bigint): ReserveConfig {
  return {
    ltvBps: bits(data, 0, 16),
    liquidationThresholdBps: bits(data, 16, 16),
    liquidationBonusBps: bits(data, 32, 16),
    decimals: Number(bits(data, 48, 8)),
    active: bits(data, 56, 1) === 1n,
    frozen: bits(data, 57, 1) === 1n,
    borrowable: bits(data, 58, 1) === 1n,
    paused: bits(data, 60, 1) === 1n,
    reserveFactorBps: bits(data, 64, 16),
    protocolFeeBps: bits(data, 152, 16),
    category: Number(bits(data, 168, 8)),
  }
}

export function userFlags(data: bigint, reserveId: number): { borrows: boolean; collateral: boolean } {
  return { borrows: bits(data, reserveId * 2, 1) === 1n, collateral: bits(data, reserveId * 2 + 1, 1) === 1n }
}

export function inBitmap(bitmap: bigint, reserveId: number): boolean {
  return bits(bitmap, reserveId, 1) === 1n
}

function bits(data: bigint, from: number, count: number): bigint {
  return (data >> BigInt(from)) & ((1n << BigInt(count)) - 1n)
}
