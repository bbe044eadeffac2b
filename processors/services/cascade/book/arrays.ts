// Positions as struct-of-arrays: what the index reads, and what travels to a worker without being serialised field by field.
export type BookArrays = {
  readonly positions: number
  readonly legs: number
  readonly protocol: Uint8Array
  readonly blocked: Uint8Array
  // A position's legs lie together, collateral first: from start, collateralLegs of them, then debtLegs.
  readonly start: Uint32Array
  readonly collateralLegs: Uint8Array
  readonly debtLegs: Uint8Array
  readonly legKind: Uint16Array
  readonly legAmount: Float64Array
}

export function allocateArrays(positions: number, legs: number): BookArrays {
  return {
    positions: 0,
    legs: 0,
    protocol: new Uint8Array(positions),
    blocked: new Uint8Array(positions),
    start: new Uint32Array(positions),
    collateralLegs: new Uint8Array(positions),
    debtLegs: new Uint8Array(positions),
    legKind: new Uint16Array(legs),
    legAmount: new Float64Array(legs),
  }
}

// A copy in exactly the size in use, so that a worker can own it while the book goes on changing.
export function copyArrays(from: BookArrays): BookArrays {
  const { positions, legs } = from
  return {
    positions,
    legs,
    protocol: from.protocol.slice(0, positions),
    blocked: from.blocked.slice(0, positions),
    start: from.start.slice(0, positions),
    collateralLegs: from.collateralLegs.slice(0, positions),
    debtLegs: from.debtLegs.slice(0, positions),
    legKind: from.legKind.slice(0, legs),
    legAmount: from.legAmount.slice(0, legs),
  }
}

export function growArrays(from: BookArrays, positions: number, legs: number): BookArrays {
  const to = allocateArrays(Math.max(positions, from.protocol.length), Math.max(legs, from.legKind.length))
  to.protocol.set(from.protocol)
  to.blocked.set(from.blocked)
  to.start.set(from.start)
  to.collateralLegs.set(from.collateralLegs)
  to.debtLegs.set(from.debtLegs)
  to.legKind.set(from.legKind)
  to.legAmount.set(from.legAmount)
  return { ...to, positions: from.positions, legs: from.legs }
}

export function buffersOf(arrays: BookArrays): ArrayBuffer[] {
  const { protocol, blocked, start, collateralLegs, debtLegs, legKind, legAmount } = arrays
  return [protocol, blocked, start, collateralLegs, debtLegs, legKind, legAmount].map((a) => a.buffer as ArrayBuffer)
}
