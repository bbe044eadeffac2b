// How far prices fell in a round, class by class of tokens that move alike, and who that may have made liquidatable.
import type { Alike } from '../index/alike.ts'
import type { Prices } from './prices.ts'
import type { Run } from './run.ts'
import { wake } from './waiting.ts'

export type Falls = {
  // The lowest and highest oracle multiplier of each class, and how far the deepest and the least fallen of it fell since the round before.
  readonly low: Float64Array
  readonly high: Float64Array
  readonly deepest: Float64Array
  readonly least: Float64Array
}

export function createFalls(alike: Alike): Falls {
  const ones = () => new Float64Array(alike.count).fill(1)
  return { low: ones(), high: ones(), deepest: ones(), least: ones() }
}

export function readFalls(falls: Falls, alike: Alike, prices: Prices, previousOracle: Float64Array): void {
  const { oracle } = prices
  for (let c = 1; c < alike.count; c++) {
    let [low, high, deepest, least] = [Number.POSITIVE_INFINITY, 0, Number.POSITIVE_INFINITY, 0]
    for (let k = alike.from[c]!; k < alike.from[c + 1]!; k++) {
      const now = oracle[alike.tokens[k]!]!
      const fallen = now / previousOracle[alike.tokens[k]!]!
      if (now < low) low = now
      if (now > high) high = now
      if (fallen < deepest) deepest = fallen
      if (fallen > least) least = fallen
    }
    falls.low[c] = low
    falls.high[c] = high
    falls.deepest[c] = deepest
    falls.least[c] = least
  }
}

export function wakeSingles(run: Run): void {
  const { deepest, least } = run.falls
  const { collateralClass, debtClass, count } = run.index.singleGroups
  const { waiting, due } = run.singles
  for (let g = 0; g < count; g++) wake(waiting, g, deepest[collateralClass[g]!]! / least[debtClass[g]!]!, due)
}

export function wakeRows(run: Run): void {
  const { classFrom, classes, count } = run.index.rows.groups
  for (let g = 0; g < count; g++) {
    let deepest = 1
    for (let k = classFrom[g]!; k < classFrom[g + 1]!; k++) {
      if (run.falls.deepest[classes[k]!]! < deepest) deepest = run.falls.deepest[classes[k]!]!
    }
    wake(run.live.waiting, g, deepest, run.live.due)
    if (run.wide.touched.length > 0) wake(run.wide.waiting, g, deepest, run.wide.due)
  }
}
