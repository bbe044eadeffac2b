// From stored facts to the dated values a formula works on.
import type { Fact } from '../kit/define.ts'
import type { Point } from './series.ts'

export function toPoints<V>(facts: readonly Fact<V>[], read: (value: V) => number | null | undefined): Point[] {
  const points: Point[] = []
  // A list for each of ten thousand facts would cost more than their values.
  for (const fact of facts) {
    const value = read(fact.value)
    if (value !== null && value !== undefined) points.push({ at: fact.observedAt, value })
  }
  return points
}
