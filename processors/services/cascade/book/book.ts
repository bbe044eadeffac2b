// All borrowers of one chain in memory: a position comes, changes or goes in microseconds, whatever the size of the book.
import type { Leg, Position } from '../model/position.ts'
import { protocolIndex, protocols } from '../model/protocol.ts'
import { allocateArrays, type BookArrays, copyArrays, growArrays } from './arrays.ts'
import { rankOf } from './rank.ts'

export interface Book {
  readonly size: number
  upsert(position: Position): void
  remove(id: string): boolean
  get(id: string): Position | null
  ids(): IterableIterator<string>
  // The position that lies in a slot of the arrays, for naming the largest ones an analysis has found.
  idAt(slot: number): string | null
  // All of them as they are now, by slot.
  names(): (string | null)[]
  // The arrays as they are now, shared with the book: read them before the next change.
  view(): BookArrays
  snapshot(): BookArrays
}

export function createBook(expectedPositions = 1024): Book {
  let arrays = allocateArrays(expectedPositions, expectedPositions * 3)
  let used = 0
  let legsUsed = 0
  let legsDropped = 0
  const slotOf = new Map<string, number>()
  const idOf: (string | null)[] = []
  const free: number[] = []

  function upsert(position: Position): void {
    const wanted = position.collateral.length + position.debt.length
    let slot = slotOf.get(position.id)
    const had = slot === undefined ? 0 : legCount(slot)
    slot ??= takeSlot(position.id)
    if (wanted > had || had === 0) moveLegs(slot, wanted, had)
    else legsDropped += had - wanted
    write(slot, position)
    if (legsDropped > 4096 && legsDropped * 3 > legsUsed) compact()
  }

  function remove(id: string): boolean {
    const slot = slotOf.get(id)
    if (slot === undefined) return false
    legsDropped += legCount(slot)
    arrays.collateralLegs[slot] = 0
    arrays.debtLegs[slot] = 0
    slotOf.delete(id)
    idOf[slot] = null
    free.push(slot)
    return true
  }

  function get(id: string): Position | null {
    const slot = slotOf.get(id)
    if (slot === undefined) return null
    const from = arrays.start[slot]!
    const middle = from + arrays.collateralLegs[slot]!
    const position = {
      id,
      protocol: protocols[arrays.protocol[slot]!]!,
      collateral: readLegs(from, middle),
      debt: readLegs(middle, middle + arrays.debtLegs[slot]!),
    }
    return arrays.blocked[slot] ? { ...position, blocked: true } : position
  }

  function readLegs(from: number, to: number): Leg[] {
    const legs: Leg[] = []
    for (let at = from; at < to; at++) legs.push({ kind: arrays.legKind[at]!, amount: arrays.legAmount[at]! })
    return legs
  }

  function legCount(slot: number): number {
    return arrays.collateralLegs[slot]! + arrays.debtLegs[slot]!
  }

  function takeSlot(id: string): number {
    const slot = free.pop() ?? used++
    if (slot >= arrays.protocol.length) arrays = growArrays(arrays, arrays.protocol.length * 2, 0)
    slotOf.set(id, slot)
    idOf[slot] = id
    arrays.rank[slot] = rankOf(id)
    return slot
  }

  function moveLegs(slot: number, wanted: number, had: number): void {
    legsDropped += had
    if (legsUsed + wanted > arrays.legKind.length) {
      arrays = growArrays(arrays, 0, Math.max(legsUsed + wanted, arrays.legKind.length * 2))
    }
    arrays.start[slot] = legsUsed
    legsUsed += wanted
  }

  function write(slot: number, position: Position): void {
    arrays.protocol[slot] = protocolIndex(position.protocol)
    arrays.blocked[slot] = position.blocked ? 1 : 0
    arrays.collateralLegs[slot] = position.collateral.length
    arrays.debtLegs[slot] = position.debt.length
    let at = arrays.start[slot]!
    for (const leg of position.collateral) at = writeLeg(at, leg)
    for (const leg of position.debt) at = writeLeg(at, leg)
  }

  function writeLeg(at: number, leg: Leg): number {
    arrays.legKind[at] = leg.kind
    arrays.legAmount[at] = leg.amount
    return at + 1
  }

  // Spans left behind by positions that moved are reclaimed once they are a third of the whole.
  function compact(): void {
    const kinds = new Uint32Array(arrays.legKind.length)
    const amounts = new Float64Array(arrays.legAmount.length)
    let at = 0
    for (let slot = 0; slot < used; slot++) {
      const from = arrays.start[slot]!
      const to = from + legCount(slot)
      kinds.set(arrays.legKind.subarray(from, to), at)
      amounts.set(arrays.legAmount.subarray(from, to), at)
      arrays.start[slot] = at
      at += to - from
    }
    arrays = { ...arrays, legKind: kinds, legAmount: amounts }
    legsUsed = at
    legsDropped = 0
  }

  const view = (): BookArrays => ({ ...arrays, positions: used, legs: legsUsed })
  return {
    get size() {
      return slotOf.size
    },
    upsert,
    remove,
    get,
    ids: () => slotOf.keys(),
    idAt: (slot) => idOf[slot] ?? null,
    names: () => idOf.slice(),
    view,
    snapshot: () => copyArrays(view()),
  }
}
