// Rows in lanes: collateral that moves alike in much the same proportion under debts that move alike, so that one bound says how far
// down a lane a round reaches. Where all of a lane is of the same kinds, running sums close all that a fall has carried past rescue.
import type { BookArrays } from '../book/arrays.ts'
import { closeAllBelowHealth } from '../model/rules.ts'
import type { Alike } from './alike.ts'
import type { Classes } from './classify.ts'
import { closesByCollateral, closesByDebt, closesSingly, otherDebts, shockedDebts, stillClass, stillDebts } from './codes.ts'
import type { Tables } from './tables.ts'
import { isWide } from './wide.ts'

export type Lane = {
  // Of a wide lane only the group is known; its classes bound the reach.
  readonly group: number
  readonly leftClass: number
  readonly rightClass: number
  readonly debts: number
  readonly closing: number
  // Of a lane that closes by sums: all its rows are of these kinds.
  readonly leftKind: number
  readonly rightKind: number
  // Bounds of the left class's share of the weighted value or, where a lane closes by debt, of the larger debt's share.
  readonly shareLow: number
  readonly shareHigh: number
}

const noGroup = -1
// The finer, the fewer rows are looked at in vain; the coarser, the longer the stretches that a round reaches, each of which begins
// with memory that is not at hand. Of classes with few rows each, stretches are short enough.
const edgesOfMany = {
  closing: [0, 0.08, 0.2, 0.35, 0.5, 0.65, 0.8, 0.92, 1],
  still: [0, 0.08, 0.2, 0.35, 0.5, 0.65, 0.8, 0.92, 1],
  moving: [0, 0.1, 0.9, 1],
}
const edgesOfFew = { closing: [0, 0.1, 0.35, 0.65, 0.9, 1], still: [0, 0.1, 0.9, 1], moving: [0, 1] }
const manyRowsPerPair = 1000
const oneEdge = [0, 1]
const debtEdges = [0, 0.5, 0.56, 0.62, 0.68, 0.74, 0.8, 1]
// Beyond this many the rest share their group's wide lane: looser, never wrong.
const mostLanes = 8192

export type LanePlan = { readonly laneOf: Uint16Array; readonly lanes: readonly Lane[] }

export function planLanes(
  book: BookArrays,
  tables: Tables,
  alike: Alike,
  classes: Classes,
  members: Uint32Array,
  groupOf: Uint16Array,
  shocked: readonly boolean[],
): LanePlan {
  const { start, collateralLegs, debtLegs, legKind, legAmount } = book
  const { collateralPriceUsd, collateralThreshold, collateralBonus, collateralFollows, debtPriceUsd, debtFollows } = tables
  const classPairs = (alike.count * (alike.count + 1)) / 2
  const edges = members.length / classPairs >= manyRowsPerPair ? edgesOfMany : edgesOfFew
  const kindOf = onlyKinds(book, tables, alike, members)
  const { classOf } = alike
  const slots = new Map<number, number>()
  const lanes: Lane[] = []
  const laneOf = new Uint16Array(members.length)
  for (let at = 0; at < members.length; at++) laneOf[at] = laneFor(at)
  return { laneOf, lanes }

  function laneFor(at: number): number {
    const i = members[at]!
    const from = start[i]!
    const legs = collateralLegs[i]!
    if (isWide(book, tables, i) || !(classes.weightedUsd[i]! > 0)) return wide(groupOf[at]!)
    const one = classOf[collateralFollows[legKind[from]!]!]!
    const other = classOf[collateralFollows[legKind[from + legs - 1]!]!]!
    const debts = debtsMove(from + legs, from + legs + debtLegs[i]!)
    const closing =
      debts === stillDebts && kindOf[one]! >= 0 && kindOf[other]! >= 0 ? closingOf(from, legs, debtLegs[i]!) : closesSingly
    const spread = closing !== closesSingly ? edges.closing : debts === stillDebts ? edges.still : edges.moving
    const bounds = closing === closesByDebt ? debtEdges : one === other ? oneEdge : spread
    // Left is the lower class, in whatever order the legs came.
    const share = closing === closesByDebt ? largerDebtShare(from + legs) : shareOf(i, one <= other ? from : from + legs - 1)
    let bucket = 0
    while (bucket < bounds.length - 2 && share > bounds[bucket + 1]!) bucket++
    const [leftClass, rightClass] = [Math.min(one, other), Math.max(one, other)]
    const slot = (((leftClass * alike.count + rightClass) * 3 + debts) * 3 + closing) * 8 + bucket
    const known = slots.get(slot)
    if (known !== undefined) return known
    if (lanes.length >= mostLanes) return wide(groupOf[at]!)
    const [shareLow, shareHigh] = [bounds[bucket]!, bounds[bucket + 1]!]
    const [leftKind, rightKind] = closing === closesSingly ? [0, 0] : [kindOf[leftClass]!, kindOf[rightClass]!]
    return add(slot, { group: noGroup, leftClass, rightClass, debts, closing, leftKind, rightKind, shareLow, shareHigh })
  }

  function wide(group: number): number {
    const lane = {
      group,
      leftClass: stillClass,
      rightClass: stillClass,
      debts: otherDebts,
      closing: closesSingly,
      leftKind: 0,
      rightKind: 0,
      shareLow: 0,
      shareHigh: 1,
    }
    return slots.get(-1 - group) ?? add(-1 - group, lane)
  }

  function add(slot: number, lane: Lane): number {
    slots.set(slot, lanes.push(lane) - 1)
    return lanes.length - 1
  }

  function debtsMove(from: number, to: number): number {
    let [still, withShock] = [true, true]
    for (let k = from; k < to; k++) {
      const follows = debtFollows[legKind[k]!]!
      still &&= classOf[follows] === stillClass
      withShock &&= shocked[follows] === true
    }
    return still ? stillDebts : withShock ? shockedDebts : otherDebts
  }

  function shareOf(i: number, leg: number): number {
    const kind = legKind[leg]!
    return (legAmount[leg]! * collateralPriceUsd[kind]! * collateralThreshold[kind]!) / classes.weightedUsd[i]!
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

  function largerDebtShare(from: number): number {
    const one = legAmount[from]! * debtPriceUsd[legKind[from]!]!
    const other = legAmount[from + 1]! * debtPriceUsd[legKind[from + 1]!]!
    return Math.max(one, other) / (one + other)
  }
}

// Per class the one kind of collateral that all its rows own of it, or -1.
function onlyKinds(book: BookArrays, tables: Tables, alike: Alike, members: Uint32Array): Int32Array {
  const [unseen, several] = [-2, -1]
  const kindOf = new Int32Array(alike.count).fill(unseen)
  for (const i of members) {
    const from = book.start[i]!
    for (let leg = from; leg < from + book.collateralLegs[i]!; leg++) {
      const kind = book.legKind[leg]!
      const at = alike.classOf[tables.collateralFollows[kind]!]!
      if (kindOf[at] === unseen) kindOf[at] = kind
      else if (kindOf[at] !== kind) kindOf[at] = several
    }
  }
  return kindOf
}
