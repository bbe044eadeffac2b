// Short positions of a half-month: days to buy them back, and how they changed.
import { ratio } from './index.ts'

export interface Positions {
  readonly at: Date
  readonly short: number
  readonly before: number
  readonly averageVolume: number
  readonly isSplit: boolean
}

/** Short shares over the mean day's volume, without the reporters' floor of 1 and cap of 999.99; null where nothing is traded. */
export const daysToCover = ({ short, averageVolume }: Pick<Positions, 'short' | 'averageVolume'>): number | null =>
  ratio(short, averageVolume)

/** Against the half-month before; a split between the two makes no change. */
export const changePct = ({ short, before, isSplit }: Pick<Positions, 'short' | 'before' | 'isSplit'>): number | null =>
  isSplit || before === 0 ? null : 100 * (short / before - 1)
