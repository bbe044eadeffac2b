// Status for people: is it well, which source is late and why, how far behind is anybody, how long does an answer take.
import type { checkHealth } from '../../health.ts'
import type { RouteCalls } from '../latency.ts'
import { type Child, h, type PageNode } from '../view/node.ts'
import { figure, lasting, sayText } from '../view/words.ts'
import { board, boardTable, milliseconds, tile } from './tiles.ts'

export type Health = Awaited<ReturnType<typeof checkHealth>>
type Source = Health['sources'][number]

export interface StatusOptions {
  readonly health: Health
  /** Null where that is nobody's business but the operator's. */
  readonly paymentsAnHour: number | null
  readonly calls: readonly RouteCalls[]
  /** What a source is called by people. */
  readonly titleOf?: (source: string) => string | undefined
}

// More of what needs nobody is a click away.
const mostOpen = 8
const words: Readonly<Record<string, string>> = { ok: 'All is well', degraded: 'Something is off', down: 'Down' }
const marks: Readonly<Record<string, string>> = { ok: 'good', degraded: 'warn', down: 'down' }

export function statusPage({ health, paymentsAnHour, calls, titleOf }: StatusOptions): Child {
  const { sources, lag, parts, status } = health
  const judged = sources
    .map((source) => ({ source, ...judge(source) }))
    .sort((a, b) => b.gravity - a.gravity || (a.source.source < b.source.source ? -1 : 1))
  const [well, off] = [judged.filter(({ gravity }) => gravity === 0), judged.filter(({ gravity }) => gravity > 0)]
  const timed = calls
    .filter(({ route, p50 }) => p50 !== null && route.startsWith('/api/'))
    .sort((a, b) => (b.p99 ?? 0) - (a.p99 ?? 0))
  return [
    h(
      'div',
      { class: 'hero' },
      h('h1', null, words[status] ?? status),
      h('p', { class: 'soft' }, `Looked at ${sayText(health.checked_at)}; reload to look again.`),
    ),
    h(
      'div',
      { class: 'tiles' },
      tile('Gateway', mark(marks[status] ?? '', status)),
      tile('Database', partState(parts.database)),
      tile('Event log', partState(parts.log), parts.log.kind),
      parts.payments !== undefined &&
        tile(
          'Payments',
          mark(parts.payments.ok ? 'good' : 'down', parts.payments.ok ? 'taken' : 'not taken'),
          paymentsAnHour === null ? null : `${figure(paymentsAnHour)} in the last hour`,
        ),
      tile('Sources', `${well.length} of ${sources.length}`, 'poll well and move'),
      tile('Lag', lag === null ? 'unknown' : figure(lag.total), 'records not applied yet'),
    ),
    board(
      'sources',
      'Sources',
      off.length > 0 && sourceTable('Sources that are not well', off, titleOf),
      well.length > 0 &&
        h(
          'details',
          { class: 'rest', open: well.length <= mostOpen },
          h(
            'summary',
            null,
            `${well.length} ${well.length === 1 ? 'source polls' : 'sources poll'} well and ${well.length === 1 ? 'moves' : 'move'}`,
          ),
          sourceTable('Sources that are well', well, titleOf),
        ),
    ),
    (lag?.behind.length ?? 0) > 0 &&
      board(
        'lag',
        'Behind',
        boardTable(
          'Behind',
          [
            { name: 'Reader', show: ({ group }) => group },
            { name: 'Topic', show: ({ topic, partition }) => `${topic} / ${partition}` },
            { name: 'Records', isNumber: true, show: (at) => figure(at.lag) },
          ],
          lag?.behind ?? [],
        ),
      ),
    timed.length > 0 &&
      board(
        'times',
        'Time to an answer',
        h('p', { class: 'soft' }, 'Of this process, since it started.'),
        boardTable(
          'Time to an answer',
          [
            { name: 'Route', show: ({ route }) => route.slice('/api/'.length) },
            { name: 'p50', isNumber: true, show: ({ p50 }) => milliseconds(p50) },
            { name: 'p99', isNumber: true, show: ({ p99 }) => milliseconds(p99) },
          ],
          timed,
        ),
      ),
  ]
}

function sourceTable(name: string, judged: readonly (Judged & { readonly source: Source })[], titleOf: StatusOptions['titleOf']) {
  // A chain of a source is named behind it.
  const titled = (source: string) => titleOf?.(source.split(':')[0]!)
  return boardTable(
    name,
    [
      {
        name: 'Source',
        show: ({ source, why }) => {
          const title = titled(source.source)
          return [
            source.source,
            title !== undefined && h('span', { class: 'titled' }, title),
            why !== '' && h('p', { class: 'why' }, why),
          ]
        },
      },
      { name: 'State', show: ({ state, mark: kind }) => mark(kind, state) },
      {
        name: 'Last good',
        isNumber: true,
        show: ({ source }) => (source.age_seconds === null ? 'never' : `${lasting(Math.max(0, source.age_seconds))} ago`),
      },
      {
        name: 'Newest',
        isNumber: true,
        show: ({ source }) => (source.newest_observed_at === null ? '—' : sayText(source.newest_observed_at)),
      },
    ],
    judged,
  )
}

const mark = (kind: string, text: string): PageNode => h('span', { class: `state ${kind}` }, text)
const partState = ({ ok, ms }: { readonly ok: boolean; readonly ms: number }): PageNode =>
  mark(ok ? 'good' : 'down', ok ? milliseconds(ms / 1_000) : 'away')

interface Judged {
  readonly gravity: number
  readonly state: string
  readonly mark: string
  readonly why: string
}

function judge(source: Source): Judged {
  const { failures_in_a_row: failures, late, late_series: lateSeries, last_error: error } = source
  if (failures > 0) return { gravity: 3, state: `failed ${failures}×`, mark: 'down', why: error ?? 'no word of why' }
  if (lateSeries > 0) {
    const named = late
      .slice(0, 3)
      .map(({ key, age_days }) => `${key === '*' ? 'all' : key} stands still for ${figure(age_days)} d`)
    return {
      gravity: 2,
      state: 'late',
      mark: 'warn',
      why: named.join('; ') + (lateSeries > named.length ? ` and ${lateSeries - named.length} more` : ''),
    }
  }
  const missed = 'chain' in source ? Object.keys(source.chain.differences) : []
  if (missed.length > 0) return { gravity: 2, state: 'incomplete', mark: 'warn', why: missed.slice(0, 3).join(', ') }
  if (source.last_success_at === null)
    return { gravity: 1, state: 'not yet', mark: '', why: 'it has not been polled since the start' }
  return { gravity: 0, state: 'well', mark: 'good', why: '' }
}
