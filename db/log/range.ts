// Clips an asked-for range to what a partition holds.
import type { Bounds, Range } from './port.ts'

export interface Span {
  readonly from: bigint
  readonly to: bigint
}

export function clipRange(range: Range, { partition, low, high }: Bounds): Span {
  const from = range.from?.get(partition) ?? low
  const to = range.to?.get(partition) ?? high
  return { from: from < low ? low : from, to: to > high ? high : to }
}
