// The catalog as a buyer meets it: every route paid once, every host audited, every document true.
import {
  checkL2ForOpenAPI,
  checkL4ForOpenAPI,
  discoverOriginSchema,
  getOpenAPI,
  getWarningsForL2,
  getWarningsForL4,
  getWarningsForOpenAPI,
  isOpenApiParseFailure,
  validatePaymentRequiredDetailed,
} from '@agentcash/discovery'
import { Compile } from 'typebox/compile'
import { Agent, fetch as undiciFetch } from 'undici'
import { privateKeyToAccount } from 'viem/accounts'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { exampleUrl } from '../../../api/discovery/calls.ts'
import { usd } from '../../../api/payment/terms/money.ts'
import { smoke } from '../../../cli/smoke/run.ts'
import { formatTable } from '../../../cli/table.ts'
import { payerAccount } from '../../../devnet/accounts.ts'
import { discoverServices } from '../../../processors/index.ts'
import weather from '../../../processors/services/weather/service.ts'
import { openAgedGateway } from '../../support/aged-gateway.ts'
import { buyAll, gatherFreeBytes, nameReader, withoutEverSaid } from '../../support/free-bytes.ts'
import type { Gateway } from '../../support/gateway.ts'
import { faultsOf } from '../../support/json-schema.ts'
import { leafFinder, tellingLeaves } from '../../support/leaves.ts'
import { balanceOf, fundedAccount, readHeader } from '../../support/payment/clients.ts'
import { paidRoutes } from '../../support/route-inputs.ts'
import { type Refusal, refuseAll } from '../../support/route-refusals.ts'
import type { WholeProgram } from '../../support/whole-program.ts'

const services = await discoverServices()
// The demo's lending market and specimens take minutes to build on a loaded machine; their answers have suites of their own.
const later = /^GET (aero|bundle|cascade|contract|token|whale)\//
const forSale = paidRoutes(services).filter(
  ({ name, service, route }) => !later.test(name) && service.label !== 'read' && route.method !== 'POST',
)
export function describeCatalog(program: () => WholeProgram): void {
  let gateway: Gateway
  beforeAll(() => {
    gateway = program().gateway
  })

  const load = async (path: string) => {
    const answer = await fetch(gateway.url + path)
    return { status: answer.status, type: answer.headers.get('content-type') ?? '', text: await answer.text() }
  }
  const loadJson = async (path: string) => JSON.parse((await load(path)).text)

  test('every live route is paid once and answers as it has published', async () => {
    const rows = await smoke(gateway.url, privateKeyToAccount(payerAccount.privateKey), {
      mostUsd: usd('2'),
      // All first histories are read beside it, as fast as the machine is.
      patienceMs: 300_000,
      isWanted: (route) => !later.test(route),
      done: ({ route, verdict, schema }) => console.info(`${verdict} ${route} ${schema}`),
    })
    console.info(formatTable(rows, ['verdict', 'route', 'status', 'ms', 'price', 'label', 'age_s', 'stale', 'schema']))
    expect(rows.filter(({ verdict }) => verdict === 'failed')).toEqual([])
    const sold = services
      .filter(({ label }) => !later.test(`GET ${label}/`))
      .flatMap((service) => service.routes.filter(({ price }) => price !== 'free'))
    expect(rows).toHaveLength(sold.length)
    // Of what was sold each says how old it is, and whether that is older than promised.
    for (const { verdict, route, age_s, stale } of rows.filter((row) => row.verdict === 'ok'))
      expect({ route, verdict, stale: typeof stale, isAged: (age_s ?? -1) >= 0 }).toMatchObject({
        stale: 'boolean',
        isAged: true,
      })
    // Only what lies on another network may be away.
    expect(rows.filter(({ verdict }) => verdict === 'away').map(({ route }) => route)).toEqual(
      rows.filter(({ route }) => route === 'GET read/read').map(({ route }) => route),
    )
  }, 900_000)

  test('a place nobody has asked for is answered in the request that asks for it', async () => {
    const { status, body } = await gateway.get('/api/weather/forecast?city=Reykjavik&date=tomorrow&units=imperial')
    expect(status).toBe(200)
    expect([...Compile(weather.routes[0]!.output).Errors(body)]).toEqual([])
    expect(body).toMatchObject({ location: { name: 'Reykjavik' }, imperial: {}, meta: { world: 'demo', stale: false } })
    const again = await gateway.get('/api/weather/forecast?location=64.15,-21.94&date=tomorrow')
    expect(again.body.meta.provenance.row).toBe(body.meta.provenance.row)
  })

  test('what cannot be answered is refused before the price is named', async () => {
    expect(await gateway.get('/api/weather/forecast?date=tomorrow')).toMatchObject({
      status: 400,
      body: { error: { code: 'input_invalid' } },
    })
    const unknown = await gateway.get('/api/weather/forecast?city=Atlantis&date=tomorrow')
    expect(unknown).toMatchObject({ status: 422, body: { error: { code: 'input_unusable' } } })
    const { status, body } = await gateway.get('/api/rates/nothing-here')
    expect({ status, message: body.error.message }).toEqual({ status: 404, message: expect.stringContaining('/catalog.json') })
  })

  test('every input of every route: malformed or missing is 400, unknown is 422, by name; a payment beside it is left alone', async () => {
    const account = await fundedAccount(gateway.chain)
    const before = await balanceOf(gateway.chain, account.address)
    const routes = paidRoutes(services).filter(({ name, route }) => route.readAmong === undefined && !later.test(name))
    const refusals = await refuseAll(gateway.url, routes, account)
    const counted = Object.entries(Object.groupBy(refusals, ({ asked }) => asked)).map(
      ([asked, list]) => `${list.length} ${asked}`,
    )
    console.info(`${refusals.length} requests to ${routes.length} routes: ${counted.join(', ')}`)
    const isRight = ({ input, asked, status, message }: Refusal) =>
      status === (asked === 'unknown' ? 422 : 400) && new RegExp(`^${input}\\b.{10,}`).test(message)
    expect(refusals.filter((refusal) => !isRight(refusal))).toEqual([])
    expect(refusals.length).toBeGreaterThan(2 * routes.length)
    expect(await balanceOf(gateway.chain, account.address)).toBe(before)
  }, 600_000)

  test('every answer past its age is sold as stale up to its limit, and beyond it is 503: its source is down', async () => {
    const aged = await openAgedGateway(services, gateway.database)
    onTestFinished(() => aged.close())
    const routes = paidRoutes(services).filter(({ route }) => route.serve !== 'queued' && route.readAmong === undefined)
    const sold: string[] = []
    for (const one of routes) {
      const { maxAgeSeconds, hardMaxAgeSeconds } = one.route
      const ask = async (seconds: number) => ({ route: one.name, ...(await aged.askAged(one, seconds)) })
      const told = { route: one.name, status: 200, code: null, retryAfter: null }
      if ((await aged.askAged(one, 0)) === null) continue
      sold.push(one.name)
      expect(await ask(0)).toEqual({ ...told, stale: false })
      if (hardMaxAgeSeconds > maxAgeSeconds) expect(await ask(maxAgeSeconds + 1)).toEqual({ ...told, stale: true })
      expect(await ask(hardMaxAgeSeconds + 1)).toMatchObject({
        route: one.name,
        status: 503,
        code: expect.stringMatching(/^(not_ready|upstream_unavailable)$/),
        retryAfter: expect.stringMatching(/^\d+$/),
      })
    }
    console.info(`${sold.length} of ${routes.length} routes have an answer, each asked for at three ages`)
    expect(sold.length).toBeGreaterThan(routes.length / 2)
  }, 180_000)

  test('the examples in OpenAPI fit the schemas beside them, and every answer that is sold fits its own', async () => {
    const { paths } = await loadJson('/openapi.json')
    const operations = Object.values<Record<string, any>>(paths).flatMap((methods) => Object.values(methods))
    const shown = operations.flatMap(({ responses }) => {
      const { schema, example } = responses[200]?.content['application/json'] ?? {}
      return example === undefined ? [] : [{ schema, example }]
    })
    for (const { schema, example } of shown)
      expect({ faults: faultsOf(schema, example), world: example.meta.world }).toEqual({ faults: [], world: 'demo' })
    console.info(`${shown.length} of ${operations.length} operations show an answer`)
    expect(shown.length).toBeGreaterThan(operations.length / 2)
    for (const { name, status, body, route } of await buyAll(gateway, forSale))
      expect({ name, status, faults: faultsOf(route.output, body) }).toEqual({ name, status: 200, faults: [] })
  }, 600_000)

  test('no free byte says what is sold', async () => {
    const free = await gatherFreeBytes(gateway, services)
    const toldIn = leafFinder(free)
    const isName = nameReader(services)
    let compared = 0
    const leaked: { name: string; told: readonly string[] }[] = []
    for (const { name, service, status, body } of await buyAll(gateway, forSale)) {
      expect({ name, status }).toEqual({ name, status: 200 })
      const { meta: _free, ...goods } = body
      const leaves = [...tellingLeaves(goods)]
      compared += leaves.length
      // Among so many figures one is met by chance.
      const most = 1 + leaves.length / 50
      const found = toldIn(leaves).filter((leaf) => !isName(leaf))
      const told = await withoutEverSaid(service, found, most)
      if (told.length > most) leaked.push({ name, told })
    }
    console.info(`${compared} leaves of paid answers against ${free.length} free bytes`)
    expect(leaked).toEqual([])
    expect(compared).toBeGreaterThan(200)
  }, 600_000)

  test('every 402 is below 8 KB, and the rates show an answer in it', async () => {
    for (const service of services) {
      for (const route of service.routes.filter(({ price, method }) => price !== 'free' && method === 'GET')) {
        const answer = await fetch(exampleUrl(`${gateway.url}/api/${service.label}`, route))
        // What cannot be sold yet is not offered.
        if (later.test(`GET ${service.label}/`) && answer.status === 503) continue
        const header = answer.headers.get('payment-required')!
        expect(answer.status, route.path).toBe(402)
        const [offer] = readHeader(answer, 'payment-required').accepts
        expect(offer.amount, route.path).toBe(String(Math.round(Number(route.price) * 1_000_000)))
        expect(header.length).toBeLessThan(8_192)
        const { issues } = validatePaymentRequiredDetailed(readHeader(answer, 'payment-required'), {
          requireInputSchema: true,
          requireOutputSchema: true,
        })
        expect(
          issues.filter(({ severity }) => severity === 'error'),
          route.path,
        ).toEqual([])
      }
    }
    const challenge = readHeader(await fetch(`${gateway.url}/api/rates/rates`), 'payment-required')
    expect(challenge.extensions.bazaar.info.output.example.signal.label).toEqual(expect.any(String))
  })

  // A resolver that knows no names below localhost is not what is tested: the name goes where browsers send it.
  function resolveLocalhost(): () => void {
    const lookup = (_name: string, _options: object, done: (error: null, found: { address: string; family: number }[]) => void) =>
      done(null, [{ address: '127.0.0.1', family: 4 }])
    const dispatcher = new Agent({ connect: { lookup: lookup as never } })
    const spy = vi
      .spyOn(globalThis, 'fetch')
      .mockImplementation(((input: string, init?: object) => undiciFetch(input, { ...init, dispatcher })) as never)
    return () => {
      spy.mockRestore()
      void dispatcher.close()
    }
  }

  test('directories find no fault on the gateway or on any host', async () => {
    const restore = resolveLocalhost()
    onTestFinished(restore)
    for (const origin of [gateway.url, ...services.map(({ label }) => gateway.url.replace('127.0.0.1', `${label}.localhost`))]) {
      const found = await discoverOriginSchema({ target: origin })
      if (!found.found) throw new Error(`${origin}: ${JSON.stringify(found)}`)
      const openapi = (await getOpenAPI(origin))._unsafeUnwrap()!
      if (isOpenApiParseFailure(openapi)) throw new Error(`${origin}: openapi.json does not parse`)
      const warnings = [
        ...getWarningsForOpenAPI(openapi),
        ...getWarningsForL2(checkL2ForOpenAPI(openapi)),
        ...getWarningsForL4(checkL4ForOpenAPI(openapi)),
      ]
      // The gateway's document is the sum of all services, however many they become; each host's own is short.
      const isSum = origin === gateway.url
      expect(
        warnings.filter(({ code }) => !(isSum && code === 'L2_ROUTE_COUNT_HIGH')),
        origin,
      ).toEqual([])
    }
  })

  test('every host has its page, its manual, its list and its health', async () => {
    for (const base of ['', ...services.map(({ label }) => `/api/${label}`)]) {
      for (const [path, type] of [
        ['/', 'text/html'],
        ['/SKILL.md', 'text/markdown'],
        ['/llms.txt', 'text/plain'],
      ] as const) {
        const document = await load(base + path)
        expect({ path: base + path, status: document.status }).toEqual({ path: base + path, status: 200 })
        expect(document.type).toContain(type)
        expect(document.text).toContain(gateway.url)
      }
      const { status, routes } = await loadJson(`${base}/health`)
      expect(['ok', 'degraded']).toContain(status)
      expect(routes.length).toBeGreaterThan(0)
    }
    const { routes } = await loadJson('/api/rates/health')
    expect(routes).toEqual([
      expect.objectContaining({ label: 'rates', route: '/rates', state: 'fresh', rows: 1, max_age_seconds: expect.any(Number) }),
    ])
  })
}
