// The page of one route: what it answers, by an example; its inputs as a form; and the exchange that pays for it, step by step.
import type { RouteDefinition, Service } from '../../../processors/kit/define.ts'
import type { RouteFreshness } from '../../discovery/freshness.ts'
import type { TextOptions } from '../../discovery/text.ts'
import type { Current } from '../current.ts'
import { toldByAnswer } from '../told-figures.ts'
import { showAnswer } from '../view/answer.ts'
import { drawScores } from '../view/line.ts'
import { type Child, h, type PageNode } from '../view/node.ts'
import { cellOf, isScalar, type JsonValue, type Row, type Told } from '../view/shapes.ts'
import { lasting } from '../view/words.ts'
import { ageBadge, priceBadge } from './badges.ts'
import { callBox } from './call-box.ts'
import { inputsForm } from './inputs-form.ts'

export interface RoutePageOptions extends TextOptions {
  readonly service: Service
  readonly route: RouteDefinition<any, any>
  readonly example: JsonValue | undefined
  /** Shown in the example's place, where there is one. */
  readonly current: Current | null
  readonly age: RouteFreshness | undefined
  /** Test dollars for nothing; only where they are worth nothing. */
  readonly faucet: string | null
  /** A path of this host, for the browser: as it stands in the bar. */
  readonly callPath: string
  readonly catalog: string
  /** Where receipts are read; null where this host has none. */
  readonly receipts: string | null
}

export function routePage(o: RoutePageOptions): Child {
  const { service, route, example, current, age } = o
  const told = toldByAnswer(route.output)
  return [
    h(
      'div',
      { class: 'hero' },
      h('p', { class: 'crumbs' }, h('a', { href: o.catalog }, 'Catalog'), ' / ', service.title),
      h('h1', { class: 'mono' }, `${service.label}${route.path}`),
      h('p', { class: 'lead' }, route.summary),
      h(
        'p',
        { class: 'marks' },
        h('span', { class: 'method' }, route.method),
        priceBadge(route),
        ageBadge(age),
        h(
          'span',
          { class: 'soft' },
          `fresh for ${lasting(route.maxAgeSeconds)}, never sold older than ${lasting(route.hardMaxAgeSeconds)}`,
        ),
      ),
    ),
    h(
      'div',
      { class: 'columns' },
      h('div', { class: 'column' }, tryPanel(o, told), programPanel(o)),
      h('div', { class: 'column' }, current === null ? examplePanel(example, o, told) : currentPanel(current, told)),
    ),
  ]
}

function programPanel({ service, route, baseOf, documentsAt }: RoutePageOptions): PageNode {
  return h(
    'section',
    { class: 'panel', 'aria-labelledby': 'call-title' },
    h('h2', { id: 'call-title' }, 'From a program'),
    callBox({ service, route, base: baseOf(service.label), mcpUrl: `${documentsAt}/mcp` }),
  )
}

function tryPanel({ route, faucet, callPath, receipts }: RoutePageOptions, told?: Told): PageNode {
  return h(
    'section',
    {
      class: 'panel try',
      'aria-labelledby': 'try-title',
      'data-try': JSON.stringify({ method: route.method, path: callPath, faucet, receipts, told }),
    },
    h('h2', { id: 'try-title' }, 'Try it'),
    inputsForm(route),
    h('ol', { class: 'steps', 'data-steps': true, 'aria-live': 'polite', 'aria-label': 'Exchange', tabindex: -1 }),
    h('div', { 'data-answer': true }),
    h(
      'noscript',
      null,
      h('p', { class: 'note' }, 'Paying in the browser takes a script of this page; the lines below need none.'),
    ),
  )
}

function examplePanel(example: JsonValue | undefined, o: RoutePageOptions, told?: Told): PageNode {
  return h(
    'section',
    { class: 'panel example', 'aria-labelledby': 'example-title' },
    h('h2', { id: 'example-title' }, 'Example answer'),
    example === undefined
      ? h('p', { class: 'note' }, 'What this route answers depends wholly on what is sent; its schema is in OpenAPI.')
      : [
          h(
            'p',
            { class: 'soft' },
            o.route.price === 'free'
              ? 'Made from sample data.'
              : 'Made from sample data, the same for everybody; what is sold is of today.',
          ),
          showAnswer(example, told),
          rawJson(example),
        ],
  )
}

function currentPanel({ body, scores }: Current, told?: Told): PageNode {
  // A verdict on a part of the row, as on two coins of a market, has another history than the row.
  const isOfRow = scores.at(-1)?.score === scoreOf(body)
  const line = drawScores(scores)
  const since = scores.length === 1 ? 'The score has one version so far.' : 'Its score, version by version:'
  return h(
    'section',
    { class: 'panel example', 'aria-labelledby': 'current-title' },
    h('h2', { id: 'current-title' }, 'Now'),
    h('p', { class: 'soft' }, 'The row as it stands, shown because this world is a demo; elsewhere it is sold.'),
    isOfRow && h('div', { class: 'history' }, h('p', { class: 'soft' }, since), line),
    showAnswer(body, told),
    rawJson(body),
  )
}

const memberOf = (value: JsonValue, name: string): JsonValue =>
  isScalar(value) || Array.isArray(value) ? null : cellOf(value as Row, name)

const scoreOf = (body: JsonValue): JsonValue => memberOf(memberOf(body, 'signal'), 'score')

const rawJson = (body: JsonValue): PageNode =>
  h(
    'details',
    { class: 'raw' },
    h('summary', null, 'JSON'),
    h('pre', { tabindex: 0 }, h('code', null, JSON.stringify(body, null, 2))),
  )
