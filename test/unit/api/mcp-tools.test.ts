// Every route as a tool: a name that clients take, schemas that both kinds of clients check alike, and words that find it.
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv-provider.js'
import { describe, expect, test } from 'vitest'
import { clientSchema } from '../../../api/mcp/client-schema.ts'
import { listTool } from '../../../api/mcp/describe.ts'
import { createFilledFinder, createFinder, toolsOf } from '../../../api/mcp/names.ts'
import { isWelcome } from '../../../api/mcp/origin.ts'
import { routeRequest } from '../../../api/mcp/route-request.ts'
import { createSearch } from '../../../api/mcp/search.ts'
import { discoverServices } from '../../../processors/index.ts'
import { loadExamples } from '../../../processors/kit/examples.ts'
import { faultsOf } from '../../support/json-schema.ts'

const services = await discoverServices()
const examples = loadExamples(services)
const tools = toolsOf(services)
// The official client's own.
const validator = new AjvJsonSchemaValidator()

test('every tool has a name of its own, which all clients take', () => {
  expect(tools.length).toBeGreaterThan(80)
  expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length)
  for (const { name } of tools) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
})

describe.each(tools.map((tool) => [tool.name, tool] as const))('%s', (_name, tool) => {
  const { outputSchema } = listTool(tool, 'https://gate.example/')
  const example = examples.get(tool.route)

  test.runIf(example !== undefined)('an answer passes the client’s check, in either draft', () => {
    expect(validator.getValidator(outputSchema as never)(example)).toMatchObject({ valid: true })
    expect(faultsOf(outputSchema!, example)).toEqual([])
  })

  test('so do a price and an error, and nothing else does', () => {
    const check = validator.getValidator(outputSchema as never)
    expect(check({ x402Version: 2, accepts: [] }).valid).toBe(true)
    expect(check({ error: { code: 'busy' } }).valid).toBe(true)
    expect(check({ signal: 'wrong' }).valid).toBe(false)
    expect(check({}).valid).toBe(false)
  })

  test('its example is the request that its own caller would send', () => {
    const input = tool.route.example.input as Record<string, unknown>
    const request = routeRequest(tool.route, `/api/${tool.service.label}`, { ...input, left_out: null, meta: 'brief' })
    expect(request.method).toBe(tool.route.method)
    expect(request.path.startsWith(`/api/${tool.service.label}/`)).toBe(true)
    expect(request.path).not.toMatch(/[{}]|left_out|null/)
    expect(request.path).toMatch(/[?&]meta=brief$/)
    expect(request.body ?? '').not.toContain('brief')
    expect(new URL(request.path, 'https://gate.example').pathname).toBe(request.path.split('?')[0])
  })
})

test('a tuple means the same in both drafts', () => {
  const tuple = { type: 'array', prefixItems: [{ const: 0 }, { const: 100 }], items: false, minItems: 2, maxItems: 2 }
  expect(validator.getValidator(tuple)([0, 100]).valid).toBe(false)
  for (const [value, isOne] of [
    [[0, 100], true],
    [[0], false],
    [[0, 7], false],
  ] as const) {
    expect(validator.getValidator(clientSchema(tuple))(value).valid).toBe(isOne)
    expect(faultsOf(clientSchema(tuple), value).length === 0).toBe(isOne)
  }
})

test.each([
  ['yield curve', 'rates_rates'],
  ['interest rates', 'rates_rates'],
  ['jobs and unemployment', 'labor_labor'],
  ['liquidation cascade', 'cascade_cascade'],
  ['sanctions screening of a name', 'sanctions_screen'],
  ['convert a pdf to markdown', 'doc_convert'],
  ['weather forecast', 'weather_'],
  ['read a web page', 'read_read'],
  ['funding rates of perpetuals', 'funding_'],
  ['insider trades', 'insider_'],
  ['is this wallet sanctioned', 'sanctions_'],
  ['what is the probability of a recession?', 'cycle_'],
  ['home prices in Texas', 'realestate_'],
  ['electricity', 'grid_'],
  ['war', 'conflict_'],
])('who asks for "%s" finds %s among the first three', (query, wanted) => {
  const found = createSearch(tools)(query).slice(0, 3)
  expect(found.some(({ name }) => name.startsWith(wanted))).toBe(true)
})

test('a route is found by any name that an agent has read of it, and by nobody else’s', () => {
  const find = createFinder(tools)
  const names = ['rates_rates', 'rates/rates', '/api/rates/rates', 'GET /rates/rates', 'Rates_Rates', '/api/rates/rates/']
  const urls = ['https://gate.example/api/rates/rates?meta=brief', 'http://rates.localhost:8402/rates']
  for (const name of [...names, ...urls]) expect([name, find(name)?.name]).toEqual([name, 'rates_rates'])
  for (const name of ['', 'rates', 'https://gate.example/', 'get rates', 'https://rates.gate.example/rates/..', 'constructor'])
    expect([name, find(name)]).toEqual([name, null])
})

test('a path that is filled in names its route and its inputs', () => {
  const find = createFilledFinder(tools)
  const urls = ['https://gate.example/api/grid/region/ERCOT?meta=brief', 'http://grid.localhost:8402/region/ERCOT']
  for (const asked of ['grid/region/ERCOT', 'GET /api/grid/region/ercot', ...urls])
    expect([asked, find(asked)?.tool.name, find(asked)?.input]).toEqual([asked, 'grid_region_code', { code: 'ercot' }])
  for (const asked of ['grid/region/', 'grid/region/a/b', 'rates/rates', 'grid/regions/ERCOT', ''])
    expect([asked, find(asked)]).toEqual([asked, null])
})

test('words that every question has change nothing', () => {
  const search = createSearch(tools)
  expect(search('is this wallet')).toEqual(search('wallet'))
})

test('who asks for nothing that is sold finds nothing', () => {
  expect(createSearch(tools)('zzzz qqqq')).toEqual([])
})

test.each([
  [undefined, 'https://gate.example', true],
  ['https://app.example', 'https://gate.example', true],
  ['http://localhost:3000', 'https://gate.example', true],
  ['null', 'https://gate.example', false],
  ['https://app.example/path', 'https://gate.example', false],
  ['chrome-extension://abc', 'https://gate.example', false],
  ['https://app.example', 'http://127.0.0.1:8402', false],
  ['https://app.example', 'http://rates.localhost:8402', false],
  ['https://app.example', 'http://[::1]:8402', false],
  ['http://[::1]:3000', 'http://127.0.0.1:8402', true],
])('a page of %s may speak to %s: %s', (origin, ours, welcome) => {
  expect(isWelcome(origin, ours)).toBe(welcome)
})
