// Short positions of a half-month: days to buy them back, and how they changed.
import type { ValueOf } from '../../db/log/topic.ts'
import type { shortInterest } from '../../ingestors/sources/finra-short-interest/topic.ts'
import { ratio } from './index.ts'

export type Positions = ValueOf<typeof shortInterest>

/** Short shares over the mean day's volume, without the reporters' floor of 1 and cap of 999.99; null where nothing is traded. */
export const daysToCover = (of: Pick<Positions, 'short' | 'average_volume'>): number | null => ratio(of.short, of.average_volume)

/** Against the half-month before; a split between the two makes no change. */
export const changePct = (of: Pick<Positions, 'short' | 'short_before' | 'is_split'>): number | null =>
  of.is_split || of.short_before === 0 ? null : 100 * (of.short / of.short_before - 1)
