// The catalog: what is sold here, by the question it answers, with price, inputs, age and how it is called.
import type { RouteDefinition, Service } from '../../../processors/kit/define.ts'
import { inputLines } from '../../discovery/calls.ts'
import type { FreshnessByRoute } from '../../discovery/freshness.ts'
import type { TextOptions } from '../../discovery/text.ts'
import { groupServices } from '../groups.ts'
import { lasting } from '../html.ts'
import { pageOf } from '../places.ts'
import { type Child, h, type PageNode } from '../view/node.ts'
import { isRecord, type JsonValue } from '../view/shapes.ts'
import { figure, nameOf } from '../view/words.ts'
import { ageBadge, priceBadge } from './badges.ts'
import { callBox } from './call-box.ts'

export interface CatalogOptions extends TextOptions {
  readonly isOwnHost: boolean
  readonly ages: FreshnessByRoute
  readonly exampleOf: (route: RouteDefinition<any, any>) => JsonValue | undefined
}

export function catalogPage(o: CatalogOptions): Child {
  const routes = o.services.reduce((sum, { routes }) => sum + routes.length, 0)
  const isWhole = o.services.length > 1
  const groups = groupServices(o.services)
  return [
    h(
      'div',
      { class: 'hero' },
      h('h1', null, isWhole ? 'Answers by the call.' : o.title),
      h('p', { class: 'lead' }, o.description),
      h(
        'p',
        { class: 'soft' },
        `${routes} ${routes === 1 ? 'route' : 'routes'}. No account, no key: call one unpaid, the 402 names its price, sign it, and only a 200 is charged.`,
      ),
      isWhole && searchBox(routes),
      isWhole &&
        h(
          'nav',
          { class: 'groups', 'aria-label': 'Groups' },
          groups.map(({ id, title, services }) =>
            h(
              'a',
              { href: `#${id}` },
              title,
              h(
                'span',
                { class: 'count' },
                services.reduce((sum, one) => sum + one.routes.length, 0),
              ),
            ),
          ),
        ),
    ),
    groups.map(({ id, title, question, services }) =>
      h(
        'section',
        { class: 'group', id: isWhole ? id : null, 'aria-labelledby': `${id}-title`, 'data-group': true },
        h(
          'div',
          { class: 'group-head' },
          h('h2', { id: `${id}-title` }, isWhole ? title : 'Routes'),
          isWhole && h('p', { class: 'soft' }, question),
        ),
        services.map((service) => describeService(service, o, isWhole)),
      ),
    ),
    h('p', { class: 'nothing', hidden: true, 'data-nothing': true }, 'No route answers that. Try fewer or other words.'),
  ]
}

function searchBox(routes: number): PageNode {
  return h(
    'div',
    { class: 'search', role: 'search' },
    h('label', { for: 'search' }, 'Search'),
    h('input', {
      id: 'search',
      type: 'search',
      autocomplete: 'off',
      spellcheck: 'false',
      placeholder: 'yield curve, wallet, gas, PDF …',
      'data-search': true,
    }),
    h('output', { for: 'search', 'aria-live': 'polite', 'data-found': true }, `${routes} routes`),
  )
}

function describeService(service: Service, o: CatalogOptions, isWhole: boolean): PageNode {
  const { label, title, description, tags } = service
  return h(
    'article',
    { class: 'service', 'data-service': true, 'data-words': [label, title, description, ...tags].join(' ').toLowerCase() },
    isWhole &&
      h(
        'div',
        { class: 'service-head' },
        h('h3', null, h('a', { href: o.baseOf(label) }, title)),
        service.routes.length > 1 && h('p', { class: 'soft' }, description),
      ),
    h(
      'div',
      { class: 'routes' },
      service.routes.map((route) => describeRoute(service, route, o)),
    ),
  )
}

function describeRoute(service: Service, route: RouteDefinition<any, any>, o: CatalogOptions): PageNode {
  const words = [route.path, route.summary, ...route.tags, ...inputLines(route).map(({ name }) => name)].join(' ').toLowerCase()
  return h(
    'div',
    { class: 'route', 'data-route': true, 'data-words': words },
    h(
      'div',
      { class: 'route-line' },
      h(
        'a',
        { class: 'path', href: pageOf(service, route, o.isOwnHost) },
        route.method === 'POST' && h('span', { class: 'method' }, 'POST '),
        `${o.services.length > 1 ? service.label : ''}${route.path}`,
      ),
      ageBadge(o.ages.get(route)),
      priceBadge(route),
    ),
    howToAsk(service, route, o),
  )
}

// All of it is known when the gateway starts, and most of what there is to write: kept for every place it is shown at, which are few.
type Asked = { readonly example: JsonValue | undefined; readonly told: readonly Child[] }
const asked = new WeakMap<RouteDefinition<any, any>, Map<string, Asked>>()
const mostPlaces = 8

function howToAsk(service: Service, route: RouteDefinition<any, any>, o: CatalogOptions): readonly Child[] {
  const isAlone = o.services.length === 1 && service.routes.length === 1
  const base = o.baseOf(service.label)
  const place = [base, o.documentsAt, o.isOwnHost, isAlone].join(' ')
  const example = o.exampleOf(route)
  const places = asked.get(route) ?? new Map<string, Asked>()
  const known = places.get(place)
  if (known !== undefined && known.example === example) return known.told
  const inputs = inputLines(route)
  const told = [
    h('p', { class: 'what' }, route.summary),
    inputs.length > 0 &&
      h(
        'p',
        { class: 'inputs' },
        inputs.map(({ name, isRequired, description }) => [
          h('code', { title: description, class: isRequired ? 'required' : null }, isRequired ? name : `${name}?`),
          ' ',
        ]),
      ),
    h(
      'details',
      { class: 'call', open: isAlone },
      h('summary', null, 'Call it', h('span', { class: 'hidden' }, ` ${service.label}${route.path}`)),
      callBox({ service, route, base, mcpUrl: `${o.documentsAt}/mcp` }),
    ),
    sampleBox(service, route, o, example),
  ].map((node) => node && lasting(node))
  if (places.size >= mostPlaces) places.clear()
  asked.set(route, places.set(place, { example, told }))
  return told
}

/** What an answer says in a sentence; the whole of it is read out of the service's OpenAPI by whoever opens this. */
function sampleBox(
  service: Service,
  route: RouteDefinition<any, any>,
  o: CatalogOptions,
  example: JsonValue | undefined,
): PageNode | null {
  if (example === undefined) return null
  const signal = isRecord(example) && isRecord(example.signal) ? example.signal : {}
  const said = [
    typeof signal.label === 'string' && nameOf(signal.label),
    typeof signal.score === 'number' && figure(signal.score),
  ]
  const at = `${o.isOwnHost ? '' : `/api/${service.label}`}/openapi.json`
  return h(
    'details',
    { class: 'call', 'data-sample': JSON.stringify({ at, path: route.path, method: route.method.toLowerCase() }) },
    h('summary', null, 'Example answer', h('span', { class: 'hidden' }, ` of ${service.label}${route.path}`)),
    typeof signal.summary === 'string' &&
      h('p', { class: 'said' }, h('strong', null, said.filter((one) => one !== false).join(' ')), ` ${signal.summary}`),
    h('div', { 'data-json': true }),
    h('p', { class: 'soft' }, 'Made from sample data. ', h('a', { href: pageOf(service, route, o.isOwnHost) }, 'As tables'), '.'),
  )
}
