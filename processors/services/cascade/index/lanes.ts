// The lanes of an index as arrays, with the running sums by which the hopeless end of a lane is closed at once.
import type { BookArrays } from '../book/arrays.ts'
import { closesByCollateral, closesByDebt, closesSingly, sumsPerRow } from './codes.ts'
import type { Lane } from './row-lanes.ts'
import type { Tables } from './tables.ts'

export type Lanes = {
  readonly count: number
  // Lane l covers rows [from[l], from[l + 1]); its running sums start one place later per lane: at 3 * (from[l] + l).
  readonly from: Int32Array
  // The group whose classes bound the reach, or -1 where the two classes do.
  readonly group: Int32Array
  readonly leftClass: Uint16Array
  readonly rightClass: Uint16Array
  readonly debts: Uint8Array
  readonly closing: Uint8Array
  // Of a lane that closes by sums.
  readonly leftKind: Uint16Array
  readonly rightKind: Uint16Array
  readonly shareLow: Float64Array
  readonly shareHigh: Float64Array
  // Of a lane that closes by collateral: left amounts, right amounts and debts, side by side. By debt: amounts, larger debts and
  // smaller debts.
  readonly sums: Float64Array
}

export function allocateLanes(lanes: readonly Lane[], laneOf: Uint16Array): Lanes {
  const from = new Int32Array(lanes.length + 1)
  for (const lane of laneOf) from[lane + 1]!++
  for (let l = 0; l < lanes.length; l++) from[l + 1]! += from[l]!
  return {
    count: lanes.length,
    from,
    group: Int32Array.from(lanes, (l) => l.group),
    leftClass: Uint16Array.from(lanes, (l) => l.leftClass),
    rightClass: Uint16Array.from(lanes, (l) => l.rightClass),
    debts: Uint8Array.from(lanes, (l) => l.debts),
    closing: Uint8Array.from(lanes, (l) => l.closing),
    leftKind: Uint16Array.from(lanes, (l) => l.leftKind),
    rightKind: Uint16Array.from(lanes, (l) => l.rightKind),
    shareLow: Float64Array.from(lanes, (l) => l.shareLow),
    shareHigh: Float64Array.from(lanes, (l) => l.shareHigh),
    sums: new Float64Array((laneOf.length + lanes.length) * sumsPerRow),
  }
}

// `positionAt` says which position lies at a row.
export function sumLanes(lanes: Lanes, book: BookArrays, tables: Tables, positionAt: (row: number) => number): void {
  const { start, collateralLegs, legKind, legAmount } = book
  const { sums } = lanes
  for (let l = 0; l < lanes.count; l++) {
    const closing = lanes.closing[l]!
    if (closing === closesSingly) continue
    for (let row = lanes.from[l]!, at = row + l; row < lanes.from[l + 1]!; row++, at++) {
      const i = positionAt(row)
      const leg = start[i]!
      const debtLeg = leg + collateralLegs[i]!
      const one = legAmount[debtLeg]! * tables.debtPriceUsd[legKind[debtLeg]!]!
      const swapped = closing === closesByCollateral && legKind[leg]! !== lanes.leftKind[l]!
      let second = legAmount[swapped ? leg : leg + 1]!
      let debt = one
      if (closing === closesByDebt) {
        const other = legAmount[debtLeg + 1]! * tables.debtPriceUsd[legKind[debtLeg + 1]!]!
        second = Math.max(one, other)
        debt = Math.min(one, other)
      }
      const next = (at + 1) * sumsPerRow
      sums[next] = sums[next - sumsPerRow]! + legAmount[swapped ? leg + 1 : leg]!
      sums[next + 1] = sums[next + 1 - sumsPerRow]! + second
      sums[next + 2] = sums[next + 2 - sumsPerRow]! + debt
    }
  }
}
