// The client a gateway hands out: it compiles for every route there is, refuses wrong calls before they are made, and asks as is told.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import Type from 'typebox'
import { afterAll, describe, expect, test } from 'vitest'
import { writeTypescript } from '../../../api/discovery/typescript-client.ts'
import { typeOf } from '../../../api/discovery/typescript-types.ts'
import { discoverServices } from '../../../processors/index.ts'

const run = promisify(execFile)
const tsc = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url))
const strict = ['--ignoreConfig', '--noEmit', '--strict', '--exactOptionalPropertyTypes', '--allowImportingTsExtensions']
const folder = mkdtempSync(join(tmpdir(), 'typescript-client-'))
afterAll(() => rmSync(folder, { recursive: true }))

const services = await discoverServices()
const file = join(folder, 'client.ts')
const ownFile = join(folder, 'own.ts')
writeFileSync(file, writeTypescript({ title: 'Tollgate', origin: 'https://gate.test', services, isOnOwnHost: false }))
const pick = services.filter(({ label }) => label === 'funding')
writeFileSync(ownFile, writeTypescript({ title: 'Funding', origin: 'https://funding.test', services: pick, isOnOwnHost: true }))

test('it compiles for every route, takes right calls and refuses wrong ones', async () => {
  const use = join(folder, 'use.ts')
  writeFileSync(
    use,
    `import { createTollgate, type Answer } from './client.ts'
const ask = createTollgate({ url: 'https://gate.test' })
const rates: Answer<'rates/rates'> = await ask('rates/rates', {})
const score: number = rates.signal.score
const licences: string[] = rates.meta.sources.map(({ licence }) => licence)
const brief = await ask('rates/rates', {}, { meta: 'brief' })
const age: number = brief.meta.age_seconds + brief.signal.score
// @ts-expect-error a brief answer has no sources
const none: unknown[] = brief.meta.sources
// @ts-expect-error no such detail
await ask('rates/rates', {}, { meta: 'shorter' })
await ask('portfolio/analyze', { tickers: 'AAPL,MSFT' })
// @ts-expect-error no such route
await ask('rates/rate', {})
// @ts-expect-error a required input is missing
await ask('contract/check', {})
// @ts-expect-error an input is misspelled
await ask('cascade/cascade', { tokn: 'ETH' })
// @ts-expect-error a number is no text
await ask('cascade/cascade', { drop_pct: 'ten' })
// @ts-expect-error a score is no text
const text: string = rates.signal.score
export { score, text }
`,
  )
  const options = [...strict, '--target', 'es2023', '--lib', 'es2023,dom', '--module', 'esnext', '--moduleResolution', 'bundler']
  const { stdout } = await run(process.execPath, [tsc, ...options, use, file, ownFile]).catch((error) => error)
  expect(stdout).toBe('')
}, 60_000)

describe('a call', () => {
  const asking = async (from: string, answer: Response) => {
    const { createTollgate, TollgateError } = await import(pathToFileURL(from).href)
    const asked: [URL, RequestInit][] = []
    const ask = createTollgate({
      fetch: async (url: URL, init: RequestInit) => {
        asked.push([url, init])
        return answer.clone()
      },
    })
    return { ask, asked, TollgateError }
  }

  test('puts inputs into path and query, or into the body, and leaves out what is not told', async () => {
    const { ask, asked } = await asking(file, Response.json({ signal: {} }))
    await ask('stable/symbol/{symbol}', { symbol: 'USD/C' })
    await ask('cascade/cascade', { token: 'ETH', drop_pct: 10, chain_id: undefined })
    await ask('audit_a/audit', { source: 'contract A {}' }, { headers: { 'x-mine': '1' } })
    await ask('rates/rates', {}, { meta: 'brief' })
    await ask('audit_a/audit', { source: 'x' }, { meta: 'full' })
    expect(asked.map(([url, { method, body }]) => [method, url.href, body])).toEqual([
      ['GET', 'https://gate.test/api/stable/symbol/USD%2FC', undefined],
      ['GET', 'https://gate.test/api/cascade/cascade?token=ETH&drop_pct=10', undefined],
      ['POST', 'https://gate.test/api/audit_a/audit', '{"source":"contract A {}"}'],
      ['GET', 'https://gate.test/api/rates/rates?meta=brief', undefined],
      ['POST', 'https://gate.test/api/audit_a/audit?meta=full', '{"source":"x"}'],
    ])
    expect(asked[2]![1].headers).toMatchObject({ 'content-type': 'application/json', 'x-mine': '1' })
  })

  test('goes to the root of a service’s own host', async () => {
    const { ask, asked } = await asking(ownFile, Response.json({}))
    const [route] = pick[0]!.routes
    await ask(`funding${route!.path}`, {})
    expect(asked[0]![0].href).toBe(`https://funding.test${route!.path}`)
  })

  test('that is not answered throws what the gateway said, and when to come back', async () => {
    const refusal = { error: { code: 'settlement_pending', message: 'not known yet' } }
    const { ask, TollgateError } = await asking(file, Response.json(refusal, { status: 503, headers: { 'retry-after': '7' } }))
    const failure = await ask('rates/rates', {}).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(TollgateError)
    expect(failure).toMatchObject({
      status: 503,
      code: 'settlement_pending',
      message: 'not known yet',
      retryAfter: 7,
      body: refusal,
    })
    const page = await asking(file, new Response('<html>', { status: 502 }))
    expect(await page.ask('rates/rates', {}).catch((error: unknown) => error)).toMatchObject({
      code: 'http_502',
      retryAfter: null,
    })
  })
})

describe('a type', () => {
  test('is what its schema takes', () => {
    const schema = Type.Object({
      a: Type.Union([Type.String(), Type.Null()]),
      b: Type.Optional(Type.Array(Type.Integer())),
      'c-d': Type.Record(Type.String(), Type.Boolean()),
      e: Type.Unsafe<[1, string]>({
        type: 'array',
        prefixItems: [{ const: 1 }, { type: 'string', enum: ['x', 'y'] }],
        items: false,
      }),
      f: Type.Unknown(),
    })
    expect(typeOf(schema).replaceAll(/\s+/g, ' ')).toBe(
      '{ a: string | null b?: Array<number> "c-d": Record<string, boolean> e: [1, "x" | "y"] f: unknown }',
    )
  })

  test('has no description that ends its own comment', () => {
    const schema = Type.Object({ a: Type.String({ description: 'so */ throw 1 /* and\nso' }) })
    expect(typeOf(schema)).toContain('/** so * / throw 1 /* and so */')
  })
})
