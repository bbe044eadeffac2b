// Positions the pair lists cannot hold, laid out in the order in which a falling price can reach them.
import type { BookArrays } from '../book/arrays.ts'
import type { Alike } from './alike.ts'
import { type Classes, row } from './classify.ts'
import { countingOrder, settleSpan } from './counting-order.ts'
import { allocateLanes, type Lanes, sumLanes } from './lanes.ts'
import { membersOf } from './pair-lists.ts'
import { groupRows, type RowGroups } from './row-groups.ts'
import { planLanes } from './row-lanes.ts'
import type { Tables } from './tables.ts'
import { isWide, leastWeightedUsd } from './wide.ts'

export type Rows = {
  readonly count: number
  readonly groups: RowGroups
  readonly groupOf: Uint16Array
  readonly lanes: Lanes
  // Falling in each lane: debt over weighted collateral today. The row can be liquidatable only once prices have fallen below it.
  readonly entry: Float64Array
  readonly legs: RowLegs
  // Index among the wide rows, or -1 for a row that fits the four places above and stands under the newer rules.
  readonly wide: Int32Array
  readonly wideLegs: WideLegs
}

// Two collateral, then two debt legs at 4 * row; a missing leg has amount 0.
export type RowLegs = { readonly kind: Uint16Array; readonly amount: Float64Array }

// All legs of the rows that have more than two of a sort.
export type WideLegs = {
  readonly group: Uint16Array
  readonly collateralFrom: Int32Array
  readonly debtFrom: Int32Array
  readonly collateralKind: Uint16Array
  readonly collateralAmount: Float64Array
  readonly debtKind: Uint16Array
  readonly debtAmount: Float64Array
}

export function buildRows(book: BookArrays, tables: Tables, classes: Classes, alike: Alike, shocked: readonly boolean[]): Rows {
  const members = membersOf(classes.classOf, row)
  const { groupOf, groups } = groupRows(book, tables, alike, members)
  const { laneOf, lanes: plan } = planLanes(book, tables, alike, classes, members, groupOf, shocked)
  const lanes = allocateLanes(plan, laneOf)
  const negated = Float64Array.from(members, (i) => -classes.debtUsd[i]! / leastWeightedUsd(book, tables, classes, i))
  const cursor = lanes.from.slice()
  const order = new Uint32Array(members.length)
  for (const item of countingOrder(negated, -1.25, 0)) order[cursor[laneOf[item]!]!++] = item
  for (let l = 0; l < lanes.count; l++) settleSpan(order, negated, lanes.from[l]!, lanes.from[l + 1]!)
  const rows = allocate(book, tables, members, groups, lanes)
  for (let at = 0; at < order.length; at++) {
    const item = order[at]!
    rows.groupOf[at] = groupOf[item]!
    rows.entry[at] = -negated[item]!
  }
  sumLanes(lanes, book, tables, (at) => members[order[at]!]!)
  layOutLegs(rows, book, tables, members, order)
  return rows
}

function allocate(book: BookArrays, tables: Tables, members: Uint32Array, groups: RowGroups, lanes: Lanes): Rows {
  let collateral = 0
  let debt = 0
  let wide = 0
  for (const i of members) {
    if (!isWide(book, tables, i)) continue
    collateral += book.collateralLegs[i]!
    debt += book.debtLegs[i]!
    wide++
  }
  const count = members.length
  return {
    count,
    groups,
    lanes,
    groupOf: new Uint16Array(count),
    entry: new Float64Array(count),
    legs: allocateLegs(count),
    wide: new Int32Array(count).fill(-1),
    wideLegs: {
      group: new Uint16Array(wide),
      collateralFrom: new Int32Array(wide + 1),
      debtFrom: new Int32Array(wide + 1),
      collateralKind: new Uint16Array(collateral),
      collateralAmount: new Float64Array(collateral),
      debtKind: new Uint16Array(debt),
      debtAmount: new Float64Array(debt),
    },
  }
}

export function allocateLegs(count: number): RowLegs {
  return { kind: new Uint16Array(count * 4), amount: new Float64Array(count * 4) }
}

function layOutLegs(rows: Rows, book: BookArrays, tables: Tables, members: Uint32Array, order: Uint32Array): void {
  const { start, collateralLegs, debtLegs, legKind, legAmount } = book
  const { wideLegs: wide } = rows
  let wideAt = 0
  for (let at = 0; at < order.length; at++) {
    const i = members[order[at]!]!
    const from = start[i]!
    const middle = from + collateralLegs[i]!
    const end = middle + debtLegs[i]!
    if (!isWide(book, tables, i)) {
      copyLegs(rows.legs.kind, rows.legs.amount, at * 4, legKind, legAmount, from, middle)
      copyLegs(rows.legs.kind, rows.legs.amount, at * 4 + 2, legKind, legAmount, middle, end)
      largerFirst(rows.legs, at * 4, tables.collateralPriceUsd)
      largerFirst(rows.legs, at * 4 + 2, tables.debtPriceUsd)
      continue
    }
    rows.wide[at] = wideAt
    wide.group[wideAt] = rows.groupOf[at]!
    const [cFrom, dFrom] = [wide.collateralFrom[wideAt]!, wide.debtFrom[wideAt]!]
    copyLegs(wide.collateralKind, wide.collateralAmount, cFrom, legKind, legAmount, from, middle)
    copyLegs(wide.debtKind, wide.debtAmount, dFrom, legKind, legAmount, middle, end)
    wideAt++
    wide.collateralFrom[wideAt] = cFrom + collateralLegs[i]!
    wide.debtFrom[wideAt] = dFrom + debtLegs[i]!
  }
}

function copyLegs(
  kinds: Uint16Array,
  amounts: Float64Array,
  to: number,
  legKind: Uint32Array,
  legAmount: Float64Array,
  from: number,
  end: number,
): void {
  for (let k = from, at = to; k < end; k++, at++) {
    kinds[at] = legKind[k]!
    amounts[at] = legAmount[k]!
  }
}

// A liquidator takes the larger collateral and repays the larger debt: with these first, the branch is nearly always the same.
function largerFirst(legs: RowLegs, at: number, priceUsd: Float64Array): void {
  const { kind, amount } = legs
  const [firstKind, secondKind, firstAmount, secondAmount] = [kind[at]!, kind[at + 1]!, amount[at]!, amount[at + 1]!]
  if (secondAmount * priceUsd[secondKind]! <= firstAmount * priceUsd[firstKind]!) return
  kind[at] = secondKind
  kind[at + 1] = firstKind
  amount[at] = secondAmount
  amount[at + 1] = firstAmount
}
