// From positions to something that simulates, in one call.
import { createBook } from '../../../processors/services/cascade/book/book.ts'
import { createRun, type Run } from '../../../processors/services/cascade/engine/run.ts'
import type { Outcome } from '../../../processors/services/cascade/engine/simulate.ts'
import { buildIndex } from '../../../processors/services/cascade/index/build.ts'
import {
  type Assumptions,
  defaultAssumptions,
  type MarketState,
} from '../../../processors/services/cascade/model/market-state.ts'
import type { Position } from '../../../processors/services/cascade/model/position.ts'

export function bookOf(positions: readonly Position[]) {
  const book = createBook(Math.max(16, positions.length))
  for (const position of positions) book.upsert(position)
  return book
}

export function runOf(
  positions: readonly Position[],
  state: MarketState,
  shocked: readonly boolean[],
  assumptions: Assumptions = defaultAssumptions,
): Run {
  return createRun(buildIndex(bookOf(positions).view(), state, shocked, assumptions))
}

export function totalOf(outcome: Outcome, field: keyof Outcome['perProtocol'][0]): number {
  return outcome.perProtocol.reduce((sum, tally) => sum + tally[field], 0)
}

// How far apart two numbers are, as a share of the larger, or of one where both are smaller than that.
export function apart(a: number, b: number): number {
  return Math.abs(a - b) / Math.max(1, Math.abs(a), Math.abs(b))
}
