// A curve as a row holds it: cents instead of doubles, and nothing where a whole column is zero.
import { type ColumnName, type Columns, columnNames } from './columns.ts'
import { type Curve, gridDropsPct } from './curve.ts'
import { type Variant, variantDropsPct } from './variants.ts'

export type PackedCurve = Pick<
  Curve,
  'token' | 'shockedTokens' | 'debtUsd' | 'ownBaselineShare' | 'contagion' | 'contributors'
> & {
  readonly columns: Partial<Columns>
  readonly smooth: string
}

export type PackedVariant = Omit<Variant, 'columns'> & { readonly columns: Partial<Columns> }

const scaleOf = (name: ColumnName): number => (name.endsWith('Usd') ? 100 : 1e6)
// No fall short of all ends at nothing, however near it comes.
const deepestFallPct = 100 - 1e-9
// Thousands of numbers a row: the exact decimal rounding of what is shown is done where it is shown.
const roundTo = (value: number, scale: number): number => Math.round(value * scale) / scale

export function packCurve({ columns, smooth, dropsPct: _, ...rest }: Curve): PackedCurve {
  return { ...rest, columns: packColumns(columns), smooth: smooth.map((is) => (is ? '1' : '0')).join('') }
}

export function packVariant({ columns, ...rest }: Variant): PackedVariant {
  return { ...rest, columns: packColumns(columns) }
}

export function unpackVariant({ columns, ...rest }: PackedVariant): Variant {
  return { ...rest, columns: wholeOf(columns, variantDropsPct.length) }
}

function packColumns(columns: Columns): Partial<Columns> {
  const kept: Partial<Columns> = {}
  for (const name of columnNames) {
    const scale = scaleOf(name)
    const rounded = columns[name].map((value) => roundTo(value, scale))
    const values = name === 'finalDropPct' ? rounded.map((fall) => Math.min(fall, deepestFallPct)) : rounded
    if (values.some((value) => value !== 0)) kept[name] = values
  }
  return kept
}

function wholeOf(columns: Partial<Columns>, count: number): Columns {
  const none = Array.from({ length: count }, () => 0)
  return Object.fromEntries(columnNames.map((name) => [name, columns[name] ?? none])) as Columns
}

export function unpackCurve({ columns, smooth, ...rest }: PackedCurve): Curve {
  return {
    ...rest,
    dropsPct: gridDropsPct,
    columns: wholeOf(columns, gridDropsPct.length),
    smooth: Array.from(smooth, (is) => is === '1'),
  }
}
