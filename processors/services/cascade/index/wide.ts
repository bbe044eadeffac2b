// Which rows are simulated leg by leg: those with more than two of a sort, and those under other rules than a newer pool's.
import type { BookArrays } from '../book/arrays.ts'
import { byTick, newer, olderCut, thresholdUnit, tickStep } from '../model/rules.ts'
import type { Classes } from './classify.ts'
import type { Tables } from './tables.ts'

export function isWide(book: BookArrays, tables: Tables, i: number): boolean {
  return book.collateralLegs[i]! > 2 || book.debtLegs[i]! > 2 || rulesOf(book, tables, i) !== newer
}

/** What the collateral weighs at least, whichever way the mean threshold of an older pool is cut, or that of a vault to a ratio it knows. */
export function leastWeightedUsd(book: BookArrays, tables: Tables, classes: Classes, i: number): number {
  const weightedUsd = classes.weightedUsd[i]!
  const rules = rulesOf(book, tables, i)
  if (rules === byTick) return weightedUsd / tickStep
  return rules === olderCut ? Math.max(0, weightedUsd - thresholdUnit * classes.collateralUsd[i]!) : weightedUsd
}

function rulesOf({ collateralLegs, start, legKind }: BookArrays, { collateralRules }: Tables, i: number): number {
  return collateralLegs[i]! > 0 ? collateralRules[legKind[start[i]!]!]! : newer
}
