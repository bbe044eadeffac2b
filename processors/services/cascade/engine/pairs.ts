// One round of the pair lists: the newly liquidatable stretch of each list, closed whole from running sums or half one by one.
import { closeAllBelowHealth } from '../index/classify.ts'
import type { PairLists } from '../index/pair-lists.ts'
import { aave } from '../model/protocol.ts'
import type { Run } from './run.ts'
import { addSingle } from './singles.ts'

// Of each list the first position that no fall has reached, and the ratio below which it is reached; 0 at the end of the list.
export type PairCursors = { readonly at: Int32Array; readonly next: Float64Array }

export function createPairCursors({ lists }: PairLists): PairCursors {
  return { at: new Int32Array(lists), next: new Float64Array(lists) }
}

export function resetPairCursors({ at, next }: PairCursors, { lists, from, threshold }: PairLists): void {
  for (let l = 0; l < lists; l++) {
    at[l] = from[l]!
    next[l] = threshold[from[l]!]!
  }
}

export function stepPairs(run: Run, protocolMask: number): void {
  const { collateralKind, debtFollows, lists } = run.index.pairs
  const { collateralProtocol } = run.index.tables
  const { collateralMultiplier } = run
  const { oracle } = run.prices
  const { next } = run.pairCursors
  for (let l = 0; l < lists; l++) {
    const kind = collateralKind[l]!
    const ratio = collateralMultiplier[kind]! / oracle[debtFollows[l]!]!
    if (next[l]! > ratio && ((protocolMask >> collateralProtocol[kind]!) & 1) === 1) stepList(run, l, ratio)
  }
}

function stepList(run: Run, list: number, ratio: number): void {
  const { pairs } = run.index
  const { at, next } = run.pairCursors
  const first = at[list]!
  const end = pairs.from[list + 1]!
  const reached = firstNotAbove(pairs.threshold, ratio, first, end)
  at[list] = reached
  next[list] = reached === end ? 0 : pairs.threshold[reached]!
  const whole = pairs.closesWhole[list] ? reached : firstBelow(pairs.threshold, ratio / closeAllBelowHealth, first, reached)
  if (whole > first) closeWhole(run, list, first, whole, ratio, run.prices.oracle[pairs.debtFollows[list]!]!)
  if (reached > whole) hold(run, list, whole, reached)
}

function closeWhole(run: Run, list: number, from: number, to: number, ratio: number, debtMultiplier: number): void {
  const { pairs, tables } = run.index
  const kind = pairs.collateralKind[list]!
  const bonus = tables.collateralBonus[kind]!
  const price = run.collateralPrice[kind]!
  const short = firstNotAbove(pairs.threshold, ratio / (bonus * tables.collateralThreshold[kind]!), from, to)
  const seizedShort = sumBetween(pairs.amountSum, list, from, short) * price
  const repaidShort = seizedShort / bonus
  const repaidFully = sumBetween(pairs.debtUsdSum, list, short, to) * debtMultiplier
  run.sums.seizedUsd[kind]! += seizedShort + repaidFully * bonus
  run.sums.repaidUsd[kind]! += repaidShort + repaidFully
  const tally = run.tallies[tables.collateralProtocol[kind] === aave ? 0 : 1]
  tally.positions += to - from
  tally.liquidations += to - from
  if (short > from) tally.badDebtUsd += sumBetween(pairs.debtUsdSum, list, from, short) * debtMultiplier - repaidShort
}

function hold(run: Run, list: number, from: number, to: number): void {
  const { pairs } = run.index
  const { due } = run.singles
  for (let at = from; at < to; at++) {
    due.ids[due.count++] = addSingle(
      run,
      pairs.collateralKind[list]!,
      pairs.debtFollows[list]!,
      pairs.amount[at]!,
      pairs.debtUsd[at]!,
    )
  }
  run.tallies[0].positions += to - from
}

function sumBetween(sums: Float64Array, list: number, from: number, to: number): number {
  return sums[to + list]! - sums[from + list]!
}

// In a falling array: the first place whose value is not above the bound.
function firstNotAbove(values: Float64Array, bound: number, from: number, to: number): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >>> 1
    if (values[middle]! > bound) low = middle + 1
    else high = middle
  }
  return low
}

function firstBelow(values: Float64Array, bound: number, from: number, to: number): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >>> 1
    if (values[middle]! >= bound) low = middle + 1
    else high = middle
  }
  return low
}
