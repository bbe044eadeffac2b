// The pages for people: every route on them, callable as it stands there; nothing on them runs that we have not written.
import { describe, expect, test } from 'vitest'
import { type Current, createCurrent } from '../../../api/console/current.ts'
import { writeHtml } from '../../../api/console/html.ts'
import { policyOf, writeFrame } from '../../../api/console/layout.ts'
import { type CatalogOptions, catalogPage } from '../../../api/console/pages/catalog.ts'
import { routePage } from '../../../api/console/pages/route.ts'
import { statusPage } from '../../../api/console/pages/status.ts'
import { toldPage } from '../../../api/console/pages/told.ts'
import { pageOf } from '../../../api/console/places.ts'
import type { Child } from '../../../api/console/view/node.ts'
import { exampleUrl, inputLines } from '../../../api/discovery/calls.ts'
import type { RouteFreshness } from '../../../api/discovery/freshness.ts'
import { discoverServices } from '../../../processors/index.ts'
import type { RouteDefinition, Service } from '../../../processors/kit/define.ts'
import { loadExamples } from '../../../processors/kit/examples.ts'

const services = await discoverServices()
const examples = loadExamples(services)
const origin = 'https://gate.example'
const options: CatalogOptions = {
  title: 'Tollgate',
  description: 'Data <by> the "call" & more.',
  origin,
  world: 'demo',
  services,
  documentsAt: origin,
  baseOf: (label) => `${origin}/api/${label}`,
  isOwnHost: false,
  ages: new Map(),
  exampleOf: (route) => examples.get(route) as never,
}
const frame = {
  assets: '/assets/x',
  places: [{ label: 'Catalog', href: '/' }],
  here: '/',
  documentsAt: origin,
  icon: '/favicon.ico',
}
const write = (main: Child, world: 'demo' | 'live' = 'demo') =>
  writeFrame({ ...frame, title: options.title, description: options.description, world }, main)
const catalog = write(catalogPage(options))
const routes = services.flatMap((service) =>
  service.routes.map((route) => [`${route.method} ${service.label}${route.path}`, service, route] as const),
)
const pageFor = (
  service: Service,
  route: RouteDefinition<any, any>,
  example: unknown = examples.get(route),
  current: Current | null = null,
) =>
  write(
    routePage({
      ...options,
      service,
      route,
      example: example as never,
      current,
      age: undefined,
      faucet: null,
      receipts: null,
      callPath: '/x',
      catalog: '/',
    }),
  )
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll("'", '&#39;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

test('the catalog written again is the same, and another one at another host, with other ages and with other examples', () => {
  const listed = (other: Partial<CatalogOptions> = {}) => writeHtml(catalogPage({ ...options, ...other }))
  const first = listed()
  const at = 'https://other.example'
  const elsewhere = listed({ origin: at, documentsAt: at, baseOf: (label) => `${at}/api/${label}` })
  expect(elsewhere === first.replaceAll('gate.example', 'other.example')).toBe(true)
  expect(listed({ exampleOf: () => undefined }).includes('Example answer')).toBe(false)
  const age = { state: 'fresh', age_seconds: 77, max_age_seconds: 100, newest_observed_at: new Date(0).toISOString() }
  expect(listed({ ages: new Map([[routes[0]![2], age as RouteFreshness]]) }) === first).toBe(false)
  expect(listed() === first).toBe(true)
})

describe.each(routes)('%s', (_name, service: Service, route: RouteDefinition<any, any>) => {
  test('is in the catalog with its price, its page and how it is called; its page has a field for every input', () => {
    const url = exampleUrl(options.baseOf(service.label), route)
    expect(catalog).toContain(escaped(url))
    expect(catalog).toContain(`href="${pageOf(service, route, false)}"`)
    expect(catalog).toContain(escaped(route.summary))
    const page = pageFor(service, route)
    expect(page).toContain(escaped(url))
    for (const { name } of inputLines(route)) expect(page).toContain(`name="${name}"`)
    const example = examples.get(route) as { signal?: { label?: string } } | undefined
    if (example?.signal?.label !== undefined) expect(page).toContain('class="label"')
  })
})

test('no two routes share a page, and none shares one with a document', () => {
  const places = routes.map(([, service, route]) => pageOf(service, route, false))
  expect(new Set(places).size).toBe(places.length)
  for (const place of places) expect(place).toMatch(/^\/console\/[a-z_]+\/[a-z0-9/_-]+$/)
})

test('a page loads only files of its own host and no script or style stands in it', () => {
  for (const page of [catalog, pageFor(routes[0]![1], routes[0]![2])]) {
    const loaded = [...page.matchAll(/<(script|link(?! rel="alternate")|img|iframe)[^>]*?(?:src|href)="([^"]*)"/g)].map(
      ([, tag, url]) => `${tag} ${url}`,
    )
    expect(loaded).toEqual(['link /favicon.ico', 'link /assets/x/style.css', 'script /assets/x/main.js'])
    expect(page.match(/<script/g)).toHaveLength(1)
    expect(page).not.toMatch(/<style|\sstyle=|\son[a-z]+=|javascript:/i)
  }
  for (const policy of [policyOf({}), policyOf({ showsFiles: true })]) {
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
  }
  expect(policyOf({})).not.toMatch(/frame-src|blob:/)
})

const attack = `"'><img src=x onerror=alert(1)><script>alert(2)</script>\u2028</pre>`

test('what a service, a route or an answer says is text, whatever it is', () => {
  const [, service, route] = routes[0]!
  const hostileRoute = {
    ...route,
    summary: attack,
    path: `/${attack}` as const,
    input: { properties: { [attack]: { type: 'string', description: attack, enum: [attack] } } },
  }
  const hostile = { ...service, title: attack, description: attack, tags: [attack], routes: [hostileRoute] } as unknown as Service
  const answer = {
    signal: { label: attack, score: 3, score_range: [0, 9], summary: attack },
    [attack]: [{ [attack]: attack }],
    words: [attack],
    deep: { a: { b: { c: { d: { e: attack } } } } },
    meta: { sources: [{ name: attack, url: `javascript:alert(3)//${attack}`, licence: attack }], formula: attack },
  }
  const pages = [
    write(catalogPage({ ...options, title: attack, description: attack, services: [hostile] })),
    pageFor(hostile, hostileRoute as never, answer),
    pageFor(hostile, hostileRoute as never, undefined, { body: answer, scores: [] }),
  ]
  for (const page of pages) {
    expect(page).toContain('&quot;&#39;&gt;&lt;img src=x')
    expect(page).not.toMatch(/<img|<script>|onerror=alert\(1\)>|<\/pre>"|href="javascript/)
    expect(page.match(/<script/g)).toHaveLength(1)
  }
})

test('in a demo a page shows the row as it stands, with a line of its scores', () => {
  const [, service, route] = routes.find(([name]) => name === 'GET rates/rates')!
  const example = examples.get(route) as { signal: object }
  const scored = (score: number) => ({ ...example, signal: { ...example.signal, score } }) as never
  const body = scored(12)
  const at = (minute: number) => `2026-11-20T12:0${minute}:00.000Z`
  const scores = [3, -4.5, 12].map((score, i) => ({ at: at(i), score }))
  const page = pageFor(service, route, body, { body, scores })
  expect(page).toContain('>Now</h2>')
  expect(page).not.toContain('Example answer')
  expect(page).toContain('Score in 3 versions from 11-20 12:00 to 11-20 12:02 UTC: first 3, last 12, between −4.5 and 12')
  expect(page.match(/class="mark"/g)).toHaveLength(3)
  expect(pageFor(service, route, body, { body: scored(3), scores: scores.slice(0, 1) })).toContain('one version so far')
  // The line of a whole market says nothing of a verdict on two of its coins.
  expect(pageFor(service, route, body, { body: scored(-19.6), scores })).not.toContain('version by version')
})

test.each(['live', 'recorded'] as const)('in the %s world no row is even read for a page', async (world) => {
  const unread = new Proxy({}, { get: () => expect.fail('the database was asked') }) as never
  const currentOf = createCurrent({ database: unread, clock: unread, world, standingOf: unread })
  expect(await currentOf(routes[0]![1], routes[0]![2])).toBeNull()
})

test('an attribute that a browser would run is refused, and a link that is a script leads nowhere', () => {
  for (const name of ['onclick', 'style', 'srcdoc', 'a b', 'x"y'])
    expect(() => writeHtml({ tag: 'p', attributes: { [name]: 'x' }, children: [] })).toThrow(TypeError)
  for (const href of ['javascript:alert(1)', ' javascript:alert(1)', 'data:text/html,x', '//evil.example'])
    expect(writeHtml({ tag: 'a', attributes: { href }, children: ['x'] })).toBe('<a href="#">x</a>')
})

test('the catalog tells how old the answers are', () => {
  const [, , route] = routes.find(([, , one]) => one.serve === 'precomputed')!
  const aged = (state: RouteFreshness['state'], seconds: number) =>
    write(catalogPage({ ...options, ages: new Map([[route, { state, age_seconds: seconds } as RouteFreshness]]) }))
  expect(aged('fresh', 60)).toMatch(/class="age fresh"[^>]*>60 s old</)
  expect(aged('too_old', 7_200)).toMatch(/class="age too_old"[^>]*>2 h old, too old to sell</)
})

test('a page says when its world is not the real one', () => {
  expect(catalog).toContain('demo world')
  expect(write(catalogPage({ ...options, world: 'live' }), 'live')).not.toContain('demo world')
})

describe('whoever opens the address of a call is told', () => {
  const asked = { asked: 'GET /api/x/y', sold: null, route: '/console/x/y' }
  const told = (status: number, document: Parameters<typeof toldPage>[0]['document'], rest = {}) =>
    write(toldPage({ ...asked, ...rest, status, document }).main)

  test('when to ask again', () => {
    const page = told(503, { error: { message: 'not yet; nothing was charged.', retry_after: 30 } })
    expect(page).toContain('not yet; nothing was charged.')
    expect(page).toContain('again in 30 s')
  })

  test('once what may have been meant, as a link, and where all is', () => {
    const page = told(404, { error: { message: 'No such route. Did you mean /a?', suggestions: ['/a'] } }, { route: null })
    const [words] = page.split('<details')
    expect(words!.match(/Did you mean/g)).toHaveLength(1)
    expect(words).toContain('href="/a"')
    expect(words).toContain('href="/"')
  })

  test('each wrong input of a route that lists them', () => {
    const detail = [
      { loc: ['query', 'token'], msg: 'Input should be one of: WETH' },
      { loc: ['query', 'drop_pct'], msg: 'Input should be less than 100' },
    ]
    const page = told(422, { detail })
    expect(page).toContain('token: Input should be one of: WETH; drop_pct: Input should be less than 100')
  })
})

test('a source that is not well says why beside its name, so that a narrow page shows it too', () => {
  const source = { source: 'acme', age_seconds: 60, failures_in_a_row: 2, late: [], late_series: 0, last_error: '<b>503</b>' }
  const health = {
    status: 'degraded',
    checked_at: '2026-11-20T12:00:00.000Z',
    sources: [{ ...source, newest_observed_at: null, last_success_at: null }],
    lag: null,
    parts: { database: { ok: true, ms: 1 }, log: { ok: true, ms: 1, kind: 'kafka' } },
  }
  const titleOf = () => 'Acme <figures>'
  const page = write(statusPage({ health: health as never, paymentsAnHour: null, calls: [], titleOf }))
  expect(page).toMatch(
    /<td>acme<span class="titled">Acme &lt;figures&gt;<\/span><p class="why">&lt;b&gt;503&lt;\/b&gt;<\/p><\/td>/,
  )
})

test('what needs nobody does not bury what does: sources that are well are folded behind those that are not', () => {
  const well = {
    age_seconds: 60,
    failures_in_a_row: 0,
    late: [],
    late_series: 0,
    last_error: null,
    last_success_at: 'x',
    newest_observed_at: null,
  }
  const many = Array.from({ length: 40 }, (_, i) => ({ ...well, source: `well-${i}` }))
  const health = (sources: unknown[]) => ({
    status: 'degraded',
    checked_at: '2026-11-20T12:00:00.000Z',
    sources,
    lag: null,
    parts: { database: { ok: true, ms: 1 }, log: { ok: true, ms: 1, kind: 'kafka' } },
  })
  const pageOfSources = (sources: unknown[]) =>
    write(statusPage({ health: health(sources) as never, paymentsAnHour: null, calls: [] }))
  const page = pageOfSources([...many, { ...well, source: 'zinc', failures_in_a_row: 1, last_error: 'gone' }])
  const [open, folded] = page.split('<details')
  expect([open!.includes('zinc'), open!.includes('well-0'), folded!.includes('well-39')]).toEqual([true, false, true])
  expect(folded).toContain('40 sources poll well and move')
  expect(pageOfSources(many.slice(0, 2))).toContain('<details class="rest" open>')
})
