// Positions as struct-of-arrays: what the index reads, and what travels to a worker without being serialised field by field.
export type BookArrays = {
  readonly positions: number
  readonly legs: number
  readonly protocol: Uint8Array
  readonly blocked: Uint8Array
  // A number made of the position's id alone, by which books are put in an order that does not depend on how they came to be.
  readonly rank: Float64Array
  // A position's legs lie together, collateral first: from start, collateralLegs of them, then debtLegs.
  readonly start: Uint32Array
  readonly collateralLegs: Uint8Array
  readonly debtLegs: Uint8Array
  // Wide, for a market is free to open and each is a kind.
  readonly legKind: Uint32Array
  readonly legAmount: Float64Array
}

export function allocateArrays(positions: number, legs: number): BookArrays {
  return {
    positions: 0,
    legs: 0,
    protocol: new Uint8Array(positions),
    blocked: new Uint8Array(positions),
    rank: new Float64Array(positions),
    start: new Uint32Array(positions),
    collateralLegs: new Uint8Array(positions),
    debtLegs: new Uint8Array(positions),
    legKind: new Uint32Array(legs),
    legAmount: new Float64Array(legs),
  }
}

// A copy in exactly the size in use, in memory that worker threads can share while the book goes on changing.
export function copyArrays(from: BookArrays): BookArrays {
  const { positions, legs } = from
  return {
    positions,
    legs,
    protocol: copy(Uint8Array, from.protocol, positions),
    blocked: copy(Uint8Array, from.blocked, positions),
    rank: copy(Float64Array, from.rank, positions),
    start: copy(Uint32Array, from.start, positions),
    collateralLegs: copy(Uint8Array, from.collateralLegs, positions),
    debtLegs: copy(Uint8Array, from.debtLegs, positions),
    legKind: copy(Uint32Array, from.legKind, legs),
    legAmount: copy(Float64Array, from.legAmount, legs),
  }
}

type TypedArray = Uint8Array | Uint16Array | Uint32Array | Float64Array
type Constructor<A> = { new (buffer: SharedArrayBuffer): A; readonly BYTES_PER_ELEMENT: number }

function copy<A extends TypedArray>(type: Constructor<A>, from: A, length: number): A {
  const to = new type(new SharedArrayBuffer(length * type.BYTES_PER_ELEMENT))
  to.set(from.subarray(0, length))
  return to
}

export function growArrays(from: BookArrays, positions: number, legs: number): BookArrays {
  const to = allocateArrays(Math.max(positions, from.protocol.length), Math.max(legs, from.legKind.length))
  to.protocol.set(from.protocol)
  to.blocked.set(from.blocked)
  to.rank.set(from.rank)
  to.start.set(from.start)
  to.collateralLegs.set(from.collateralLegs)
  to.debtLegs.set(from.debtLegs)
  to.legKind.set(from.legKind)
  to.legAmount.set(from.legAmount)
  return { ...to, positions: from.positions, legs: from.legs }
}
