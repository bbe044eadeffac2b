// The series of a curve, column by column: what one scenario's outcome leaves behind in a row.
import type { Outcome } from '../engine/simulate.ts'
import type { Tally } from '../engine/tally.ts'
import { addTallies } from '../engine/tally.ts'

export const tallyFields = ['positions', 'liquidations', 'repaidUsd', 'seizedUsd', 'feeUsd', 'badDebtUsd'] as const
/** In the order of the protocols' own numbers. */
export const columnProtocols = ['aave', 'morpho', 'compound', 'euler', 'fluid'] as const
export type ColumnProtocol = (typeof columnProtocols)[number]
const parts = ['first', 'total'] as const

type TallyColumn = `${ColumnProtocol}.${(typeof parts)[number]}.${(typeof tallyFields)[number]}`
type PlainColumn = 'rounds' | 'converged' | 'finalDropPct' | `${ColumnProtocol}.latentBadDebtUsd`
export type ColumnName = TallyColumn | PlainColumn
export type Columns = Record<ColumnName, number[]>

export const columnNames: readonly ColumnName[] = [
  ...columnProtocols.flatMap((p) => parts.flatMap((part) => tallyFields.map((f): ColumnName => `${p}.${part}.${f}`))),
  'rounds',
  'converged',
  'finalDropPct',
  ...columnProtocols.map((p): ColumnName => `${p}.latentBadDebtUsd`),
]

export function emptyColumns(): Columns {
  return Object.fromEntries(columnNames.map((name) => [name, [] as number[]])) as Columns
}

export function appendOutcome(columns: Columns, outcome: Outcome, token: number): void {
  columnProtocols.forEach((name, p) => {
    appendTally(columns, `${name}.first`, outcome.firstRound[p]!)
    appendTally(columns, `${name}.total`, outcome.perProtocol[p]!)
    columns[`${name}.latentBadDebtUsd`].push(outcome.latentBadDebtUsd[p]!)
  })
  columns.rounds.push(outcome.rounds.length)
  columns.converged.push(outcome.converged ? 1 : 0)
  columns.finalDropPct.push((1 - outcome.marketMultiplier[token]!) * 100)
}

function appendTally(columns: Columns, prefix: `${ColumnProtocol}.${(typeof parts)[number]}`, tally: Tally): void {
  for (const field of tallyFields) columns[`${prefix}.${field}`].push(tally[field])
}

export type Point = Readonly<Record<ColumnName, number>>

export function pointAt(columns: Columns, at: number): Point {
  return Object.fromEntries(columnNames.map((name) => [name, columns[name][at]!])) as Point
}

export function tallyOf(point: Point, protocol: ColumnProtocol | 'all', part: 'first' | 'total'): Tally {
  const read = (p: ColumnProtocol) => Object.fromEntries(tallyFields.map((f) => [f, point[`${p}.${part}.${f}`]])) as Tally
  return protocol === 'all' ? addTallies(columnProtocols.map(read)) : read(protocol)
}

export function latentOf(point: Point): number {
  return columnProtocols.reduce((sum, p) => sum + point[`${p}.latentBadDebtUsd`], 0)
}
