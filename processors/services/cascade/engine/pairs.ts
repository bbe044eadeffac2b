// One round of the pair lists: the newly liquidatable stretch of each list, closed whole from running sums or half one by one.
import { closeAllBelowHealth } from '../index/classify.ts'
import { aave } from '../model/protocol.ts'
import type { Run } from './run.ts'
import { addSingle } from './singles.ts'

export function stepPairs(run: Run, protocolMask: number): void {
  const { pairs, tables } = run.index
  const { oracle } = run.prices
  for (let l = 0; l < pairs.lists; l++) {
    const end = pairs.from[l + 1]!
    const first = run.pairCursor[l]!
    if (first === end) continue
    const kind = pairs.collateralKind[l]!
    const protocol = tables.collateralProtocol[kind]!
    if (((protocolMask >> protocol) & 1) === 0) continue
    const debtMultiplier = oracle[pairs.debtFollows[l]!]!
    const ratio = oracle[tables.collateralFollows[kind]!]! / debtMultiplier
    if (!(pairs.threshold[first]! > ratio)) continue
    const reached = firstNotAbove(pairs.threshold, ratio, first, end)
    run.pairCursor[l] = reached
    const whole = pairs.closesWhole[l] ? reached : firstBelow(pairs.threshold, ratio / closeAllBelowHealth, first, reached)
    if (whole > first) closeWhole(run, l, first, whole, ratio, debtMultiplier)
    if (reached > whole) hold(run, l, whole, reached)
  }
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
