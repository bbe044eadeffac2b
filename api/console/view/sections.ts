// One section of an answer as a table: pairs for an object, rows for a list of objects, words for a list of words.
import { type Child, h, type PageNode } from './node.ts'
import { nameOf, sayValue } from './words.ts'

export type Scalar = string | number | boolean | null
export type JsonValue = Scalar | readonly JsonValue[] | { readonly [member: string]: JsonValue }
type Row = Readonly<Record<string, JsonValue>>

const mostRows = 50
const mostColumns = 12
// Deeper than this nobody reads a table.
const deepest = 4
const longestShown = 20_000
const longestBrief = 24

export function showSection(name: string, value: JsonValue, depth = 0): PageNode {
  const heading = h(depth === 0 ? 'h3' : 'h4', null, nameOf(name))
  return h('section', { class: isWide(value) ? 'wide' : null }, heading, showBody(name, value, depth))
}

function showBody(name: string, value: JsonValue, depth: number): Child {
  if (depth >= deepest) return h('pre', { tabindex: 0 }, JSON.stringify(value, null, 1).slice(0, longestShown))
  if (isRecord(value)) return showPairs(value, depth)
  if (Array.isArray(value)) return showList(name, value as readonly JsonValue[], depth)
  return h('p', { class: 'text' }, sayValue(name, value as Scalar).slice(0, longestShown))
}

function showPairs(record: Row, depth: number): Child {
  const entries = Object.entries(record)
  if (entries.length === 0) return h('p', { class: 'soft' }, 'nothing')
  const flat = entries.filter(([, value]) => isScalar(value) || isWords(value))
  const nested = entries.filter(([, value]) => !isScalar(value) && !isWords(value))
  return [
    flat.length > 0 &&
      h(
        'table',
        { class: 'pairs' },
        h(
          'tbody',
          null,
          flat.map(([name, value]) => h('tr', null, h('th', { scope: 'row' }, nameOf(name)), showCell(name, value))),
        ),
      ),
    nested.map(([name, value]) => showSection(name, value, depth + 1)),
  ]
}

function showList(name: string, list: readonly JsonValue[], depth: number): Child {
  if (list.length === 0) return h('p', { class: 'soft' }, 'none')
  const shown = list.slice(0, mostRows)
  const more = list.length > mostRows && h('p', { class: 'soft' }, `and ${list.length - mostRows} more`)
  if (isWords(list))
    return h(
      'ul',
      { class: 'words' },
      (shown as Scalar[]).map((one) => h('li', null, sayValue(name, one))),
    )
  if (!shown.every(isRecord)) return h('pre', { tabindex: 0 }, JSON.stringify(shown, null, 1).slice(0, longestShown))
  const rows = shown as readonly Row[]
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  // What has tables of its own is told one after the other.
  if (columns.length > mostColumns || rows.some((row) => Object.values(row).some((value) => !isScalar(value) && !isWords(value))))
    return [
      rows.map((row, i) => h('div', { class: 'entry' }, h('p', { class: 'soft' }, `${i + 1}`), showPairs(row, depth + 1))),
      more,
    ]
  return [
    h(
      'div',
      { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': nameOf(name) },
      h(
        'table',
        null,
        h(
          'thead',
          null,
          h(
            'tr',
            null,
            columns.map((column) => h('th', { scope: 'col', class: isNumeric(rows, column) ? 'number' : null }, nameOf(column))),
          ),
        ),
        h(
          'tbody',
          null,
          rows.map((row) =>
            h(
              'tr',
              null,
              columns.map((column) => showCell(column, row[column] ?? null)),
            ),
          ),
        ),
      ),
    ),
    more,
  ]
}

function showCell(name: string, value: JsonValue): PageNode {
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

const isRecord = (value: JsonValue): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)
const isScalar = (value: JsonValue): value is Scalar => typeof value !== 'object' || value === null
const isWords = (value: JsonValue): boolean => Array.isArray(value) && (value as JsonValue[]).every((one) => isScalar(one))
const isNumeric = (rows: readonly Row[], column: string) => rows.every((row) => typeof (row[column] ?? 0) === 'number')
const isWide = (value: JsonValue): boolean => Array.isArray(value) && isRecord((value[0] ?? null) as JsonValue)
