// Two ends of a jump as one point: of every metric the end at which all protocols together come out worse by that metric.
import { type ColumnName, columnProtocols, latentOf, type Point, tallyFields } from './columns.ts'

/** A metric's first round and its protocols are taken from the same end as its total, so that they still add up. */
export function worseOf(below: Point, above: Point): Point {
  const worse = { ...above } as Record<ColumnName, number>
  const take = (names: readonly ColumnName[], sum: (point: Point) => number) => {
    if (sum(below) > sum(above)) for (const name of names) worse[name] = below[name]
  }
  for (const field of tallyFields) {
    const names = columnProtocols.flatMap((p): ColumnName[] => [`${p}.first.${field}`, `${p}.total.${field}`])
    take(names, (point) => columnProtocols.reduce((sum, p) => sum + point[`${p}.total.${field}`], 0))
  }
  take(
    columnProtocols.map((p): ColumnName => `${p}.latentBadDebtUsd`),
    latentOf,
  )
  for (const name of ['finalDropPct', 'rounds'] as const) take([name], (point) => point[name])
  worse.converged = Math.min(below.converged, above.converged)
  return worse
}
