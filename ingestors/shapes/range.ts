// How far back a poll asks: the whole history at first, later only what may still be revised.
import type { FetchContext } from '../define.ts'

const dayMs = 86_400_000

export interface Reach {
  /** The first poll begins so many days back, or on a day. */
  readonly first: number | string
  /** Later polls begin so many days before the newest that is known. */
  readonly revisableDays: number
}

/** Every year from that one to this, and so many that are still to come. */
export const yearsFrom = (first: number, at: Date, ahead = 0): number[] =>
  Array.from({ length: at.getUTCFullYear() + ahead - first + 1 }, (_, i) => first + i)

/** The day to ask from, as YYYY-MM-DD. */
export function fromDay({ at, since }: Pick<FetchContext, 'at' | 'since'>, { first, revisableDays }: Reach): string {
  if (since === null && typeof first === 'string') return first
  const from = since === null ? at.getTime() - (first as number) * dayMs : since.getTime() - revisableDays * dayMs
  return new Date(from).toISOString().slice(0, 10)
}
