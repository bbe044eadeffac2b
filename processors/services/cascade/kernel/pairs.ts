// One round of the pair lists: the newly liquidatable stretch of each list, closed whole from running sums or half one by one.
import { badDebtUsd, liquidations, positions, talliesPerProtocol } from '../index/codes.ts'
import { absorbing, closeAllBelowHealth } from '../model/rules.ts'
import { F64s } from './arrays.ts'
import { firstBelow, firstNotAbove } from './falling.ts'
import { Kind } from './kinds.ts'
import { Run } from './records.ts'

export function resetPairs(run: Run): void {
  const pairs = run.pairs
  for (let list = 0; list < pairs.lists; list++) {
    pairs.cursor[list] = pairs.from[list]
    pairs.next[list] = pairs.threshold[pairs.from[list]]
  }
}

export function stepPairs(run: Run, protocolMask: i32): void {
  const pairs = run.pairs
  const protocol = run.tables.collateralProtocol
  const oracle = run.prices.oracle
  for (let list = 0; list < pairs.lists; list++) {
    const kind = pairs.collateralKind[list]
    const ratio = Kind.at(kind).multiplier / oracle[pairs.debtFollows[list]]
    if (pairs.next[list] > ratio && ((protocolMask >> protocol[kind]) & 1) === 1) stepList(run, list, ratio)
  }
}

function stepList(run: Run, list: i32, ratio: f64): void {
  const pairs = run.pairs
  const threshold = pairs.threshold
  const first = pairs.cursor[list]
  const end = pairs.from[list + 1]
  const reached = firstNotAbove(threshold, ratio, first, end)
  pairs.cursor[list] = reached
  pairs.next[list] = reached === end ? 0 : threshold[reached]
  const whole = pairs.closesWhole[list] !== 0 ? reached : firstBelow(threshold, ratio / closeAllBelowHealth, first, reached)
  if (whole > first) closeWhole(run, list, first, whole, ratio, run.prices.oracle[pairs.debtFollows[list]])
  if (reached > whole) hold(run, list, whole, reached)
}

function closeWhole(run: Run, list: i32, from: i32, to: i32, ratio: f64, debtMultiplier: f64): void {
  const pairs = run.pairs
  const tables = run.tables
  const kind = pairs.collateralKind[list]
  const bonus = Kind.at(kind).bonus
  const price = Kind.at(kind).price
  const short = firstNotAbove(pairs.threshold, ratio / (bonus * Kind.at(kind).threshold), from, to)
  const seizedShort = sumBetween(pairs.amountSum, list, from, short) * price
  const repaidShort = seizedShort / bonus
  const repaidFully = sumBetween(pairs.debtUsdSum, list, short, to) * debtMultiplier
  // Absorbed whole, what covers the debt is taken too, though not all it sells for repays it.
  const seizedRest =
    tables.collateralRules[kind] === absorbing ? sumBetween(pairs.amountSum, list, short, to) * price : repaidFully * bonus
  Kind.at(kind).seizedUsd += seizedShort + seizedRest
  Kind.at(kind).repaidUsd += repaidShort + repaidFully
  const tally = run.tallies
  const own = tables.collateralProtocol[kind] * talliesPerProtocol
  tally[own + positions] += <f64>(to - from)
  tally[own + liquidations] += <f64>(to - from)
  if (short === from) return
  tally[own + badDebtUsd] += sumBetween(pairs.debtUsdSum, list, from, short) * debtMultiplier - repaidShort
}

function hold(run: Run, list: i32, from: i32, to: i32): void {
  const pairs = run.pairs
  const due = run.singles.agenda.due
  const kind = pairs.collateralKind[list]
  const follows = pairs.debtFollows[list]
  const ids = due.ids
  let count = due.count
  for (let at = from; at < to; at++) {
    ids[count++] = run.singles.add(kind, follows, pairs.amount[at], pairs.debtUsd[at])
  }
  due.count = count
  run.tallies[positions] += <f64>(to - from)
}

function sumBetween(sums: F64s, list: i32, from: i32, to: i32): f64 {
  return sums[to + list] - sums[from + list]
}
