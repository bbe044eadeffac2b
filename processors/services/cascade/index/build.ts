// The index of one scenario family: built once from a snapshot of the book, then walked for every drop of the curve.
import type { BookArrays } from '../book/arrays.ts'
import { type Assumptions, defaultAssumptions, type MarketState } from '../model/market-state.ts'
import { type Alike, findAlike } from './alike.ts'
import { classify } from './classify.ts'
import { buildLatentRows, type LatentRows } from './latent-rows.ts'
import { movableTokens } from './movable.ts'
import { buildPairLists, type PairLists } from './pair-lists.ts'
import { buildRows, type Rows } from './rows.ts'
import { findSingleGroups, type SingleGroups } from './single-groups.ts'
import { createTables, type Tables } from './tables.ts'

export type CascadeIndex = {
  readonly state: MarketState
  readonly assumptions: Assumptions
  readonly tables: Tables
  readonly shocked: readonly boolean[]
  readonly alike: Alike
  readonly pairs: PairLists
  readonly rows: Rows
  readonly singleGroups: SingleGroups
  readonly latent: LatentRows
  readonly debtUsd: number
  readonly positions: number
  /** Those that somebody in the book owes. */
  readonly protocols: readonly number[]
}

export function buildIndex(
  book: BookArrays,
  state: MarketState,
  shocked: readonly boolean[],
  assumptions: Assumptions = defaultAssumptions,
): CascadeIndex {
  const tables = createTables(state)
  const classes = classify(book, state, tables, assumptions)
  const movable = movableTokens(state, shocked)
  const alike = findAlike(state, shocked, movable)
  const pairs = buildPairLists(book, tables, classes, shocked, movable)
  const rows = buildRows(book, tables, classes, alike, shocked)
  return {
    state,
    assumptions,
    tables,
    shocked,
    alike,
    pairs,
    rows,
    singleGroups: findSingleGroups(tables, alike, pairs, rows),
    latent: buildLatentRows(book, tables, classes),
    debtUsd: classes.debtUsd.reduce((sum, usd) => sum + usd, 0),
    positions: book.positions,
    protocols: [...new Set(book.protocol.subarray(0, book.positions))].sort((a, b) => a - b),
  }
}
