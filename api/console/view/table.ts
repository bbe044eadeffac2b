// Rows with columns as a table that scrolls by itself: the first rows open, the rest of them one click away.
import { type Child, h, type PageNode } from './node.ts'
import { cellOf, type JsonValue, type Row, type Scalar, type Told, toldOf } from './shapes.ts'
import { nameOf, sayValue } from './words.ts'

export const mostRows = 50
const mostOpen = 12
// A few more are sooner read than asked for.
const fewMore = 4
const longestBrief = 24

export interface TableOf {
  readonly name: string
  readonly rows: readonly Row[]
  readonly columns: readonly string[]
  /** Of each row, where it is not a column. */
  readonly heads?: readonly string[]
  readonly told?: Told | undefined
}

export function showTable({ name, rows, columns, heads, told }: TableOf): Child {
  const open = rows.length <= mostOpen + fewMore ? rows.length : mostOpen
  const shown = Math.min(rows.length, mostRows)
  const part = (from: number, to: number, label: string) =>
    h(
      'div',
      { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': label },
      h(
        'table',
        null,
        h(
          'thead',
          null,
          h(
            'tr',
            null,
            heads !== undefined && h('td', null),
            columns.map((column) =>
              h(
                'th',
                { scope: 'col', class: isNumeric(rows, column) ? 'number' : null },
                nameOf(column),
                explained(told, column),
              ),
            ),
          ),
        ),
        h(
          'tbody',
          null,
          rows.slice(from, to).map((row, i) =>
            h(
              'tr',
              null,
              heads !== undefined && h('th', { scope: 'row' }, heads[from + i]),
              columns.map((column) => showCell(column, cellOf(row, column))),
            ),
          ),
        ),
      ),
    )
  return [
    part(0, open, nameOf(name)),
    shown > open &&
      h(
        'details',
        { class: 'rest' },
        h('summary', null, `${shown - open} more rows`),
        part(open, shown, `${nameOf(name)}, further rows`),
      ),
    rows.length > shown && h('p', { class: 'soft' }, `and ${rows.length - shown} more`),
  ]
}

export function showCell(name: string, value: JsonValue): PageNode {
  if (Array.isArray(value)) return h('td', null, (value as Scalar[]).map((one) => sayValue(name, one)).join(', ') || '—')
  const text = sayValue(name, value as Scalar)
  const isRounded = typeof value === 'number' && /[kMBT]$/.test(text)
  return h(
    'td',
    {
      class: typeof value === 'number' ? 'number' : text.length <= longestBrief ? 'brief' : null,
      title: isRounded ? String(value) : null,
    },
    text,
  )
}

/** What the schema says of a figure, beside its name: seen where somebody asks for it. */
export function explained(told: Told | undefined, name: string): Child {
  const says = toldOf(told, name)?.says
  return says !== undefined && h('small', { class: 'told' }, says)
}

const isNumeric = (rows: readonly Row[], column: string) => rows.every((row) => typeof (cellOf(row, column) ?? 0) === 'number')
