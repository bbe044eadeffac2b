// From positions as they are stored, in any order and in raw units, to the book a simulation reads: whole tokens, one fixed order.
import { aside, ignored, unknown, type Wiring } from '../facts/chain-model.ts'
import { compound, euler } from '../model/protocol.ts'
import type { BookArrays } from './arrays.ts'

export type Arranged = {
  readonly book: BookArrays
  /** The stored slot of each position, for naming it. */
  readonly slots: Uint32Array
  /** Positions with a leg nothing is known about: they can be neither trusted nor valued. */
  readonly leftOut: number
}

export function arrange(stored: BookArrays, wiring: Wiring): Arranged {
  const chosen = choose(stored, wiring)
  const slots = inFixedOrder(chosen.slots, stored)
  const book = shared(slots.length, chosen.legs)
  let legs = 0
  for (let at = 0; at < slots.length; at++) {
    const slot = slots[at]!
    const middle = stored.start[slot]! + stored.collateralLegs[slot]!
    const from = legs
    legs = copyLegs(book, legs, stored, stored.start[slot]!, middle, wiring.collateral, wiring.collateralPerUnit)
    const debtFrom = legs
    legs = copyLegs(book, legs, stored, middle, middle + stored.debtLegs[slot]!, wiring.debt, wiring.debtPerUnit)
    book.start[at] = from
    book.protocol[at] = stored.protocol[slot]!
    book.rank[at] = stored.rank[slot]!
    book.collateralLegs[at] = debtFrom - from
    book.debtLegs[at] = legs - debtFrom
    // A liquidator needs one collateral to take and one debt to repay; Compound v3 takes all collateral at once or none, and Euler v2
    // asks for the price of each before it lets any be taken.
    const isUntakable = [compound, euler].includes(stored.protocol[slot]!) ? some : all
    const isBlocked = isUntakable(book, from, debtFrom, wiring.collateralBlocked) || all(book, debtFrom, legs, wiring.debtBlocked)
    book.blocked[at] = isBlocked ? 1 : 0
  }
  return { book: { ...book, positions: slots.length, legs }, slots, leftOut: chosen.leftOut }
}

function choose(stored: BookArrays, wiring: Wiring): { slots: number[]; legs: number; leftOut: number } {
  const slots: number[] = []
  let [legs, leftOut] = [0, 0]
  for (let slot = 0; slot < stored.positions; slot++) {
    const from = stored.start[slot]!
    const middle = from + stored.collateralLegs[slot]!
    const end = middle + stored.debtLegs[slot]!
    if (end === middle) continue
    let known = true
    let isAside = false
    for (let k = from; k < end; k++) {
      const places = k < middle ? wiring.collateral : wiring.debt
      isAside ||= places[stored.legKind[k]!] === aside
    }
    if (isAside) continue
    for (let k = from; k < middle; k++) known &&= wiring.collateral[stored.legKind[k]!] !== unknown
    for (let k = middle; k < end; k++) known &&= wiring.debt[stored.legKind[k]!] !== unknown
    if (!known) leftOut++
    else {
      slots.push(slot)
      legs += end - from
    }
  }
  return { slots, legs, leftOut }
}

// By rank; the few that share one are told apart by what they hold, and where that is the same too, either may come first.
function inFixedOrder(slots: readonly number[], stored: BookArrays): Uint32Array {
  const { rank } = stored
  return Uint32Array.from(slots).sort((a, b) => rank[a]! - rank[b]! || compareLegs(stored, a, b))
}

function compareLegs(stored: BookArrays, a: number, b: number): number {
  const amounts = (slot: number) => {
    const from = stored.start[slot]!
    return [...stored.legAmount.subarray(from, from + stored.collateralLegs[slot]! + stored.debtLegs[slot]!)].sort(
      (x, y) => x - y,
    )
  }
  const [left, right] = [amounts(a), amounts(b)]
  if (left.length !== right.length) return left.length - right.length
  for (let at = 0; at < left.length; at++) if (left[at] !== right[at]) return left[at]! - right[at]!
  return 0
}

function copyLegs(
  to: BookArrays,
  at: number,
  stored: BookArrays,
  from: number,
  end: number,
  places: Int32Array,
  perUnit: Float64Array,
): number {
  let next = at
  for (let k = from; k < end; k++) {
    const kind = places[stored.legKind[k]!]!
    if (kind === ignored) continue
    const amount = stored.legAmount[k]! * perUnit[kind]!
    // Few legs a position: sorted by kind as they come.
    let into = next++
    while (into > at && to.legKind[into - 1]! > kind) {
      to.legKind[into] = to.legKind[into - 1]!
      to.legAmount[into] = to.legAmount[into - 1]!
      into--
    }
    to.legKind[into] = kind
    to.legAmount[into] = amount
  }
  return next
}

function all(book: BookArrays, from: number, to: number, flags: Uint8Array): boolean {
  if (from === to) return false
  for (let k = from; k < to; k++) if (flags[book.legKind[k]!] === 0) return false
  return true
}

function some(book: BookArrays, from: number, to: number, flags: Uint8Array): boolean {
  for (let k = from; k < to; k++) if (flags[book.legKind[k]!] === 1) return true
  return false
}

// In memory that threads share: one arranges, others simulate.
function shared(positions: number, legs: number): BookArrays {
  const room = <A>(type: { new (buffer: SharedArrayBuffer): A; BYTES_PER_ELEMENT: number }, length: number) =>
    new type(new SharedArrayBuffer(length * type.BYTES_PER_ELEMENT))
  return {
    positions,
    legs,
    protocol: room(Uint8Array, positions),
    blocked: room(Uint8Array, positions),
    rank: room(Float64Array, positions),
    start: room(Uint32Array, positions),
    collateralLegs: room(Uint8Array, positions),
    debtLegs: room(Uint8Array, positions),
    legKind: room(Uint32Array, legs),
    legAmount: room(Float64Array, legs),
  }
}
