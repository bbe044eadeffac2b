// From stored facts to the dated values a formula works on.
import type { Fact } from '../kit/define.ts'
import type { Point } from './series.ts'

export function toPoints<V>(facts: readonly Fact<V>[], read: (value: V) => number | null | undefined): Point[] {
  return facts.flatMap((fact) => {
    const value = read(fact.value)
    return value === null || value === undefined ? [] : [{ at: fact.observedAt, value }]
  })
}
