// The series of a curve, column by column: what one scenario's outcome leaves behind in a row.
import type { Outcome } from '../engine/simulate.ts'
import type { Tally } from '../engine/tally.ts'
import { addTallies } from '../engine/tally.ts'

export const tallyFields = ['positions', 'liquidations', 'repaidUsd', 'seizedUsd', 'feeUsd', 'badDebtUsd'] as const
const protocols = ['aave', 'morpho'] as const
const parts = ['first', 'total'] as const

type TallyColumn = `${(typeof protocols)[number]}.${(typeof parts)[number]}.${(typeof tallyFields)[number]}`
type PlainColumn = 'rounds' | 'converged' | 'finalDropPct' | 'aave.latentBadDebtUsd' | 'morpho.latentBadDebtUsd'
export type ColumnName = TallyColumn | PlainColumn
export type Columns = Record<ColumnName, number[]>

export const columnNames: readonly ColumnName[] = [
  ...protocols.flatMap((p) => parts.flatMap((part) => tallyFields.map((f): ColumnName => `${p}.${part}.${f}`))),
  'rounds',
  'converged',
  'finalDropPct',
  'aave.latentBadDebtUsd',
  'morpho.latentBadDebtUsd',
]

export function emptyColumns(): Columns {
  return Object.fromEntries(columnNames.map((name) => [name, [] as number[]])) as Columns
}

export function appendOutcome(columns: Columns, outcome: Outcome, token: number): void {
  protocols.forEach((name, p) => {
    appendTally(columns, `${name}.first`, outcome.firstRound[p]!)
    appendTally(columns, `${name}.total`, outcome.perProtocol[p]!)
    columns[`${name}.latentBadDebtUsd`].push(outcome.latentBadDebtUsd[p]!)
  })
  columns.rounds.push(outcome.rounds.length)
  columns.converged.push(outcome.converged ? 1 : 0)
  columns.finalDropPct.push((1 - outcome.marketMultiplier[token]!) * 100)
}

function appendTally(columns: Columns, prefix: `${(typeof protocols)[number]}.${(typeof parts)[number]}`, tally: Tally): void {
  for (const field of tallyFields) columns[`${prefix}.${field}`].push(tally[field])
}

export type Point = Readonly<Record<ColumnName, number>>

export function pointAt(columns: Columns, at: number): Point {
  return Object.fromEntries(columnNames.map((name) => [name, columns[name][at]!])) as Point
}

export function tallyOf(point: Point, protocol: 'aave' | 'morpho' | 'both', part: 'first' | 'total'): Tally {
  const read = (p: 'aave' | 'morpho') => Object.fromEntries(tallyFields.map((f) => [f, point[`${p}.${part}.${f}`]])) as Tally
  return protocol === 'both' ? addTallies([read('aave'), read('morpho')]) : read(protocol)
}
