// How an answer names those of a list of tickers that are in none of its figures.
import type { Unresolved } from '../formula/lists.ts'
import { type Field, list, text, word } from '../kit/index.ts'

export const unresolvedFields = <const R extends string>(
  reasons: readonly R[],
  description?: string,
): Field<readonly Unresolved<R>[], undefined> =>
  list({ ticker: text(), reason: word(reasons) }, { ...(description && { description }) })
