// Two ends of a jump as one point: of every metric the end at which both protocols together come out worse by that metric.
import { type ColumnName, type Point, tallyFields } from './columns.ts'

const protocols = ['aave', 'morpho'] as const

/** A metric's first round and its protocols are taken from the same end as its total, so that they still add up. */
export function worseOf(below: Point, above: Point): Point {
  const worse = { ...above } as Record<ColumnName, number>
  const take = (names: readonly ColumnName[], sum: (point: Point) => number) => {
    if (sum(below) > sum(above)) for (const name of names) worse[name] = below[name]
  }
  for (const field of tallyFields) {
    const names = protocols.flatMap((p): ColumnName[] => [`${p}.first.${field}`, `${p}.total.${field}`])
    take(names, (point) => point[`aave.total.${field}`] + point[`morpho.total.${field}`])
  }
  take(['aave.latentBadDebtUsd', 'morpho.latentBadDebtUsd'], (p) => p['aave.latentBadDebtUsd'] + p['morpho.latentBadDebtUsd'])
  for (const name of ['finalDropPct', 'rounds'] as const) take([name], (point) => point[name])
  worse.converged = Math.min(below.converged, above.converged)
  return worse
}
