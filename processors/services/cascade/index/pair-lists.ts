// Positions with one collateral and one debt, in lists sorted by the price ratio below which they become liquidatable.
// All that such a list contributes in a round is then two or three differences of running sums.
import type { BookArrays } from '../book/arrays.ts'
import { aave } from '../model/protocol.ts'
import { smallUsd } from '../model/rules.ts'
import { type Classes, pair } from './classify.ts'
import { countingOrder, settleSpan } from './counting-order.ts'
import type { Tables } from './tables.ts'

export type PairLists = {
  readonly lists: number
  // List l covers [from[l], from[l + 1]); its running sums start one place later per list: at from[l] + l.
  readonly from: Int32Array
  readonly collateralKind: Uint16Array
  readonly debtFollows: Uint16Array
  // Closed whole whatever its health; the others are, once their health is at most 0.95, and until then half.
  readonly closesWhole: Uint8Array
  // Falling within a list: the position is liquidatable while collateral multiplier / debt multiplier is below it.
  readonly threshold: Float64Array
  readonly amount: Float64Array
  // At today's price.
  readonly debtUsd: Float64Array
  readonly amountSum: Float64Array
  readonly debtUsdSum: Float64Array
}

export function buildPairLists(
  book: BookArrays,
  tables: Tables,
  classes: Classes,
  shocked: readonly boolean[],
  movable: readonly boolean[],
): PairLists {
  const { start, legAmount } = book
  const { debtUsd, weightedUsd } = classes
  const members = membersOf(classes.classOf, pair)
  const negated = Float64Array.from(members, (i) => -debtUsd[i]! / weightedUsd[i]!)
  const { listOf, keys } = assignLists(book, tables, classes, members, shocked, movable)
  const lists = allocate(keys, listOf)
  const cursor = lists.from.slice()
  const sorted = new Uint32Array(members.length)
  for (const item of countingOrder(negated, -1.25, 0)) sorted[cursor[listOf[item]!]!++] = item
  for (let l = 0; l < lists.lists; l++) {
    settleSpan(sorted, negated, lists.from[l]!, lists.from[l + 1]!)
    for (let at = lists.from[l]!, sumsAt = at + l; at < lists.from[l + 1]!; at++, sumsAt++) {
      const i = members[sorted[at]!]!
      lists.threshold[at] = -negated[sorted[at]!]!
      lists.amount[at] = legAmount[start[i]!]!
      lists.debtUsd[at] = debtUsd[i]!
      lists.amountSum[sumsAt + 1] = lists.amountSum[sumsAt]! + lists.amount[at]!
      lists.debtUsdSum[sumsAt + 1] = lists.debtUsdSum[sumsAt]! + lists.debtUsd[at]!
    }
  }
  return lists
}

type ListKey = { collateralKind: number; debtFollows: number; closesWhole: boolean }

// A list per rules of the collateral, per token that moves the debt (one for all that stand still), and per way of closing.
function assignLists(
  book: BookArrays,
  tables: Tables,
  classes: Classes,
  members: Uint32Array,
  shocked: readonly boolean[],
  movable: readonly boolean[],
): { listOf: Int32Array; keys: ListKey[] } {
  const still = tables.tokens
  const slots = new Map<number, number>()
  const keys: ListKey[] = []
  const listOf = new Int32Array(members.length)
  for (let at = 0; at < members.length; at++) {
    const i = members[at]!
    const collateralKind = book.legKind[book.start[i]!]!
    const follows = tables.debtFollows[book.legKind[book.start[i]! + 1]!]!
    const debtFollows = movable[follows] ? follows : still
    // A small debt can outgrow the rule for small debts only where a shock raises its price.
    const closesWhole = book.protocol[i] !== aave || (classes.debtUsd[i]! < smallUsd && !shocked[follows])
    const slot = (collateralKind * (still + 1) + debtFollows) * 2 + (closesWhole ? 1 : 0)
    let list = slots.get(slot)
    if (list === undefined) {
      list = keys.push({ collateralKind, debtFollows, closesWhole }) - 1
      slots.set(slot, list)
    }
    listOf[at] = list
  }
  return { listOf, keys }
}

function allocate(keys: readonly ListKey[], listOf: Int32Array): PairLists {
  const from = new Int32Array(keys.length + 1)
  for (const list of listOf) from[list + 1]!++
  for (let l = 0; l < keys.length; l++) from[l + 1]! += from[l]!
  return {
    lists: keys.length,
    from,
    collateralKind: Uint16Array.from(keys, (k) => k.collateralKind),
    debtFollows: Uint16Array.from(keys, (k) => k.debtFollows),
    closesWhole: Uint8Array.from(keys, (k) => (k.closesWhole ? 1 : 0)),
    threshold: new Float64Array(listOf.length),
    amount: new Float64Array(listOf.length),
    debtUsd: new Float64Array(listOf.length),
    amountSum: new Float64Array(listOf.length + keys.length),
    debtUsdSum: new Float64Array(listOf.length + keys.length),
  }
}

export function membersOf(classOf: Uint8Array, wanted: number): Uint32Array {
  let count = 0
  for (let i = 0; i < classOf.length; i++) if (classOf[i] === wanted) count++
  const members = new Uint32Array(count)
  let at = 0
  for (let i = 0; i < classOf.length; i++) if (classOf[i] === wanted) members[at++] = i
  return members
}
