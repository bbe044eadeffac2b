// A curve as a row holds it: cents instead of doubles, and nothing where a whole column is zero.
import { type ColumnName, type Columns, columnNames } from './columns.ts'
import { type Curve, gridDropsPct } from './curve.ts'

export type PackedCurve = Pick<
  Curve,
  'token' | 'shockedTokens' | 'debtUsd' | 'ownBaselineShare' | 'contagion' | 'contributors'
> & {
  readonly columns: Partial<Columns>
  readonly smooth: string
}

const scaleOf = (name: ColumnName): number => (name.endsWith('Usd') ? 100 : 1e6)
// No fall short of all ends at nothing, however near it comes.
const deepestFallPct = 100 - 1e-9
// Thousands of numbers a row: the exact decimal rounding of what is shown is done where it is shown.
const roundTo = (value: number, scale: number): number => Math.round(value * scale) / scale

export function packCurve({ columns, smooth, dropsPct: _, ...rest }: Curve): PackedCurve {
  const kept: Partial<Columns> = {}
  for (const name of columnNames) {
    const scale = scaleOf(name)
    const rounded = columns[name].map((value) => roundTo(value, scale))
    const values = name === 'finalDropPct' ? rounded.map((fall) => Math.min(fall, deepestFallPct)) : rounded
    if (values.some((value) => value !== 0)) kept[name] = values
  }
  return { ...rest, columns: kept, smooth: smooth.map((is) => (is ? '1' : '0')).join('') }
}

export function unpackCurve({ columns, smooth, ...rest }: PackedCurve): Curve {
  const none = gridDropsPct.map(() => 0)
  const whole = Object.fromEntries(columnNames.map((name) => [name, columns[name] ?? none])) as Columns
  return { ...rest, dropsPct: gridDropsPct, columns: whole, smooth: Array.from(smooth, (is) => is === '1') }
}
