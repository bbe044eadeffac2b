// What a stream's names mean, against what the paid route of the same inputs reads; and that the documents say nothing else.
import { describe, expect, test } from 'vitest'
import { inputLines } from '../../../api/discovery/calls.ts'
import { streamCatalog, streamOperation } from '../../../api/discovery/stream.ts'
import { writeLlms, writeSkill } from '../../../api/discovery/text.ts'
import { createInputReader } from '../../../api/inputs.ts'
import { createSubjectReader, type ReadSubject } from '../../../api/stream/names.ts'
import { streamOffers } from '../../../api/stream/offer.ts'
import { StreamRefusal } from '../../../api/stream/refusal.ts'
import { discoverServices } from '../../../processors/index.ts'
import type { RouteDefinition, Service } from '../../../processors/kit/define.ts'

const services = await discoverServices()
const now = new Date('2026-11-20T12:00:00Z')
const routes = services.flatMap((service) =>
  service.routes.map((route) => [service.label + route.path, service, route as RouteDefinition<any, any>] as const),
)
const streamed = routes.filter(([, , route]) => route.serve === 'precomputed')

/** Names read where exactly these rows exist. */
function readerAmong(keys: readonly string[], label: string | null = null): ReadSubject {
  const knownKeys = {
    find: async (_service: string, _path: string, key: string) => ({ isKnown: keys.includes(key), keys }),
    read: async (_service: string, route: RouteDefinition, given: object) => route.readAmong!(given as never, keys),
  }
  return createSubjectReader({ services, label, knownKeys })
}

const refusalOf = async (asked: Promise<unknown>): Promise<{ name: string; error: { code: string; message: string } }> => {
  const thrown = await asked.catch((error: unknown) => error)
  if (!(thrown instanceof StreamRefusal)) throw new Error(`not refused: ${String(thrown)}`)
  return thrown.document as never
}

describe.each(streamed.filter(([, , route]) => route.readAmong === undefined))('%s', (name, _service: Service, route) => {
  const example = route.example.input as Record<string, unknown>
  const input = createInputReader(route)({ query: example, params: {}, body: null } as never, now)

  test('with its example’s inputs is the row that the route reads for them', async () => {
    const params = new URLSearchParams()
    for (const { name: member } of inputLines(route))
      if (example[member] !== undefined && !route.path.includes(`{${member}}`)) params.set(member, String(example[member]))
    const filled = name.replace(/\{(\w+)\}/g, (_whole, member: string) => encodeURIComponent(String(example[member])))
    const key = route.key(input)
    expect(await readerAmong([key])(`${filled}?${params}`, now)).toMatchObject({ route, key, input })
  })

  test('without inputs is all its rows', async () => {
    expect(await readerAmong([])(name, now)).toMatchObject({ route, key: null })
  })
})

describe('names that are judged by the rows there are', () => {
  const among = readerAmong(['31337:ETH', '31337:WBTC'])
  test.each([
    ['cascade/cascade?token=eth', '31337:ETH', { token: 'ETH', drop_pct: 10, chain_id: 31_337 }],
    ['cascade/cascade?token=WBTC&drop_pct=30', '31337:WBTC', { token: 'WBTC', drop_pct: 30 }],
    ['cascade/cascade?', '31337:ETH', {}],
  ])('%s', async (name, key, input) => {
    expect(await among(name, now)).toMatchObject({ name, key, input })
  })

  test('say what there is, and before there is anything that it will come', async () => {
    expect(await refusalOf(among('cascade/cascade?token=DOGE', now))).toMatchObject({
      name: 'cascade/cascade?token=DOGE',
      error: { code: 'input_unusable', message: expect.stringMatching(/token.*ETH, WBTC/) },
    })
    expect(await refusalOf(readerAmong([])('cascade/cascade?token=ETH', now))).toMatchObject({ error: { code: 'not_ready' } })
    expect(await readerAmong([])('cascade/cascade', now)).toMatchObject({ key: null })
  })
})

describe('a name that is none says what is allowed', () => {
  const there = readerAmong(['ERCOT', 'NYISO'])
  test.each([
    ['nothing/here', 'route_unknown', /rates\/….*cot\/cot\?market=gold/],
    ['rates/other', 'route_unknown', /there are rates\/rates\./],
    ['weather/forecast?city=Oslo', 'route_unknown', /made when they are asked for/],
    ['grid/region/PJM', 'input_unusable', /PJM.*ERCOT, NYISO/],
    ['cot/cot?market=nonsense', 'input_unusable', /market/],
    ['rates/rates?__proto__=x', 'input_invalid', /^unknown parameter __proto__; there are none here$/],
    ['cot/cot?market=gold&__proto__=x', 'input_invalid', /^unknown parameter __proto__; there are market/],
  ])('%s', async (name, code, message) => {
    expect(await refusalOf(there(name, now))).toMatchObject({ name, error: { code, message: expect.stringMatching(message) } })
  })

  test('a service’s own host knows its own names', async () => {
    const own = readerAmong([], 'rates')
    expect(await own('rates/rates', now)).toMatchObject({ key: null })
    expect((await refusalOf(own('cot/cot', now))).error.message).toContain('there are rates/….')
  })
})

test('the documents name every stream with its price, and none where nothing is streamed', () => {
  const offers = streamOffers(services)
  expect(offers.map(({ subject }) => subject)).toEqual(streamed.map(([name]) => name))
  expect(offers.find(({ subject }) => subject === 'rates/rates')).toEqual({
    subject: 'rates/rates',
    updates: 10,
    price_usd: '0.5',
  })
  const origin = 'https://gate.example'
  const textsOf = (some: readonly Service[], base: string) => {
    const shared = {
      title: 'T',
      description: 'D',
      origin,
      world: 'live' as const,
      documentsAt: base,
      baseOf: () => base,
      exampleOf: () => undefined,
    }
    return [writeLlms({ ...shared, services: some }), writeSkill({ ...shared, services: some }, 't')]
  }
  expect(streamCatalog(services, origin)).toMatchObject({ url: 'wss://gate.example/stream', subjects: offers })
  for (const service of services) {
    const base = `https://${service.label}.gate.example`
    const own = streamOffers([service])
    const operation = streamOperation([service], base) as { 'x-stream': object } | null
    expect(operation === null).toBe(own.length === 0)
    if (operation !== null)
      expect(operation['x-stream']).toMatchObject({ url: `wss://${service.label}.gate.example/stream`, subjects: own })
    for (const text of textsOf([service], base)) expect(text.includes('/stream')).toBe(own.length > 0)
    for (const { subject } of own) expect(textsOf([service], base)[1]).toContain(`\`${subject}\`: `)
  }
})
