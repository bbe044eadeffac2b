// What boards are made of: figures with a name, and tables whose columns say how they are read.
import { type Child, h, type PageNode } from '../view/node.ts'

export const tile = (name: string, figure: Child, beside: Child = null): PageNode =>
  h(
    'div',
    { class: 'tile' },
    h('p', null, name),
    h('p', { class: 'figure' }, figure),
    beside !== null && h('p', { class: 'soft' }, beside),
  )

export interface Column<T> {
  readonly name: string
  readonly isNumber?: boolean
  show(row: T): Child
}

export function boardTable<T>(name: string, columns: readonly Column<T>[], rows: readonly T[]): PageNode {
  const classOf = ({ isNumber = false }: Column<T>) => (isNumber ? 'number' : null)
  return h(
    'div',
    // Not the heading's own name: two landmarks would be told apart by nothing.
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': `${name}: table` },
    h(
      'table',
      null,
      h(
        'thead',
        null,
        h(
          'tr',
          null,
          columns.map((column) => h('th', { scope: 'col', class: classOf(column) }, column.name)),
        ),
      ),
      h(
        'tbody',
        null,
        rows.map((row) =>
          h(
            'tr',
            null,
            columns.map((column) => h('td', { class: classOf(column) }, column.show(row))),
          ),
        ),
      ),
    ),
  )
}

export const board = (id: string, title: string, ...children: readonly Child[]): PageNode =>
  h('section', { class: 'board', 'aria-labelledby': id }, h('h2', { id }, title), children)

export function milliseconds(seconds: number | null): string {
  if (seconds === null) return '—'
  const ms = seconds * 1_000
  if (ms >= 1_000) return `${(ms / 1_000).toFixed(1)} s`
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`
}
