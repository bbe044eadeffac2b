// Rows in lanes: the same kinds of collateral in much the same proportion under debts that move alike, so that one bound says how
// far down a lane a round reaches, and running sums close all that a fall has carried past rescue at once.
import type { BookArrays } from '../book/arrays.ts'
import { type Classes, closeAllBelowHealth } from './classify.ts'
import type { Tables } from './tables.ts'

// How the debts of a lane move: not at all, all with shocked tokens, or some other way.
export const stillDebts = 0
export const shockedDebts = 1
export const otherDebts = 2

// Which way a hopeless row of the lane goes: unknown, by its two collaterals in turn, or by one collateral and two debts.
export const closesSingly = 0
export const closesByCollateral = 1
export const closesByDebt = 2

export type Lane = {
  // Of more than two collaterals only the group is known; its tokens bound the reach.
  readonly group: number
  readonly leftKind: number
  readonly rightKind: number
  readonly debts: number
  readonly closing: number
  // Bounds of the left collateral's share of the weighted value or, where a lane closes by debt, of the larger debt's share.
  readonly shareLow: number
  readonly shareHigh: number
}

const wideLane = -1
const fineEdges = [0, 0.1, 0.35, 0.65, 0.9, 1]
const coarseEdges = [0, 0.1, 0.9, 1]
const oneEdge = [0, 1]
const debtEdges = [0, 0.5, 0.56, 0.62, 0.68, 0.74, 0.8, 1]
// Beyond this many the rest share their group's widest lane: looser, never wrong.
const mostLanes = 8192

export type LanePlan = { readonly laneOf: Uint16Array; readonly lanes: readonly Lane[] }

export function planLanes(
  book: BookArrays,
  tables: Tables,
  classes: Classes,
  members: Uint32Array,
  groupOf: Uint16Array,
  shocked: readonly boolean[],
  movable: readonly boolean[],
): LanePlan {
  const { start, collateralLegs, debtLegs, legKind, legAmount } = book
  const { collateralPriceUsd, collateralThreshold, collateralBonus, debtPriceUsd, debtFollows, tokens } = tables
  const kinds = collateralPriceUsd.length
  const slots = new Map<number, number>()
  const lanes: Lane[] = []
  const laneOf = new Uint16Array(members.length)
  for (let at = 0; at < members.length; at++) laneOf[at] = laneFor(at)
  return { laneOf, lanes }

  function laneFor(at: number): number {
    const i = members[at]!
    const from = start[i]!
    const legs = collateralLegs[i]!
    const owed = debtLegs[i]!
    if (legs > 2 || owed > 2 || !(classes.weightedUsd[i]! > 0)) return wide(groupOf[at]!)
    // Left is the lower kind, in whatever order the legs came.
    const one = legKind[from]!
    const other = legKind[from + legs - 1]!
    const leftKind = Math.min(one, other)
    const rightKind = Math.max(one, other)
    const debts = debtsMove(from + legs, from + legs + owed)
    const closing = debts === stillDebts ? closingOf(from, legs, owed) : closesSingly
    const edges =
      closing === closesByDebt
        ? debtEdges
        : closing === closesByCollateral
          ? fineEdges
          : debts === stillDebts
            ? coarseEdges
            : oneEdge
    const share = closing === closesByDebt ? largerDebtShare(from + legs) : leftShare(i, one <= other ? from : from + legs - 1)
    let bucket = 0
    while (bucket < edges.length - 2 && share > edges[bucket + 1]!) bucket++
    const slot = (((leftKind * kinds + rightKind) * 3 + debts) * 3 + closing) * 8 + bucket
    const known = slots.get(slot)
    if (known !== undefined) return known
    if (lanes.length >= mostLanes) return wide(groupOf[at]!)
    const [shareLow, shareHigh] = [edges[bucket]!, edges[bucket + 1]!]
    const lane = lanes.push({ group: wideLane, leftKind, rightKind, debts, closing, shareLow, shareHigh }) - 1
    slots.set(slot, lane)
    return lane
  }

  function wide(group: number): number {
    const known = slots.get(-1 - group)
    if (known !== undefined) return known
    const lane =
      lanes.push({ group, leftKind: 0, rightKind: 0, debts: otherDebts, closing: closesSingly, shareLow: 0, shareHigh: 1 }) - 1
    slots.set(-1 - group, lane)
    return lane
  }

  function debtsMove(from: number, to: number): number {
    let [still, withShock] = [true, true]
    for (let k = from; k < to; k++) {
      const follows = debtFollows[legKind[k]!]!
      still &&= follows === tokens || !movable[follows]
      withShock &&= shocked[follows] === true
    }
    return still ? stillDebts : withShock ? shockedDebts : otherDebts
  }

  // A row is hopeless once its collateral does not cover its debt after the bonus; below the close factor's bound it then always is.
  function closingOf(from: number, legs: number, owed: number): number {
    for (let k = from; k < from + legs; k++) {
      const kind = legKind[k]!
      if (!(legAmount[k]! > 0) || collateralThreshold[kind]! * collateralBonus[kind]! > closeAllBelowHealth - 1e-3)
        return closesSingly
      if (!(collateralThreshold[kind]! > 0)) return closesSingly
    }
    for (let k = from + legs; k < from + legs + owed; k++) if (!(legAmount[k]! > 0)) return closesSingly
    if (legs === 2 && owed === 1) return closesByCollateral
    return legs === 1 && owed === 2 ? closesByDebt : closesSingly
  }

  function leftShare(i: number, from: number): number {
    const kind = legKind[from]!
    return (legAmount[from]! * collateralPriceUsd[kind]! * collateralThreshold[kind]!) / classes.weightedUsd[i]!
  }

  function largerDebtShare(from: number): number {
    const one = legAmount[from]! * debtPriceUsd[legKind[from]!]!
    const other = legAmount[from + 1]! * debtPriceUsd[legKind[from + 1]!]!
    return Math.max(one, other) / (one + other)
  }
}
