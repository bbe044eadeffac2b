// One row that cannot be read in the answer about an asked key: it costs itself and is counted, or the key is refused by name.
import { expect, test } from 'vitest'
import { readKey } from '../../ingestors/demand/fetch-key.ts'
import { harmRow } from '../support/harm-row.ts'
import { createReplay } from '../support/replay.ts'
import { pollAt, sampleAnswer, sampledSources } from '../support/sources.ts'

/** Without one of its rows an answer would be another one: such a row costs the whole key, by its reason. */
const wholes = new Map([
  ['census-products', 'a sum of partners'],
  ['comtrade-products', 'a sum of partners'],
  ['gdelt-doc', 'one question: its articles are counted'],
  ['hyperliquid-account', 'a sum of fills and funding'],
  ['kraken-candles', 'an indicator over a row of candles without one of them is another'],
  ['occ-options', 'a sum of contracts'],
  ['metno-forecast', 'the extremes of a day'],
])

const token = 'any:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913@8453/0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
const keysOf = new Map([
  ['census-products', 'US:8542'],
  ['comtrade-products', 'DE:8542'],
  ['dexscreener-pairs', token],
  ['finnhub-recommendations', 'AAPL'],
  ['gdelt-doc', 'en oil tanker'],
  ['goplus-token', token],
  ['hyperliquid-account', '8453:0xdfc24b077bc1425ad1dea75bcb6f8158e10df303'],
  ['kraken-candles', 'BTC-USD 1d'],
  ['metno-forecast', '52.52,13.41'],
  ['occ-options', 'AAPL'],
  ['polygon-bars', 'AAPL'],
  ['polygon-options', 'AAPL'],
  ['sec-company', 'AAPL'],
  ['sec-earnings', 'AAPL,MSFT'],
  ['sec-nport', 'VTI'],
  ['sourcify', token],
])
const sources = (await sampledSources()).filter(({ ingestor }) => ingestor.openKeys !== undefined)

test.each(sources.map((one) => [one.ingestor.source, one] as const))('%s', async (name, { ingestor, sample }) => {
  const open = ingestor.openKeys!
  const key = keysOf.get(name)
  expect(key, `name a key of ${name} above`).toBeDefined()
  const replay = createReplay(sample)
  const context = {
    at: pollAt,
    since: null,
    http: replay,
    signal: AbortSignal.timeout(30_000),
    credential: () => 'a b@example.org',
  }
  const read = () => readKey(ingestor, open, key!, context)
  const right = await read()
  expect(right.aside).toEqual([])
  const rows = new Set(right.values.flatMap(partsOf))
  let harmed = 0
  for (const url of new Set(replay.asked)) {
    const { type, body } = sampleAnswer(sample, new URL(url))
    const corruption = typeof body === 'string' ? harmRow(type, body, 2) : null
    if (corruption === null) continue
    harmed++
    replay.corrupt(url, corruption)
    const got = await read().catch((error: Error) => error)
    if (got instanceof Error) {
      // The row may be the key's own.
      const isOwn = got.message.startsWith(`${key} is not among what can be read`)
      expect(wholes.has(name) || isOwn, `${url}: ${got.message}`).toBe(true)
      continue
    }
    const parts = got.values.flatMap(partsOf)
    const strange = parts.filter((part) => !rows.has(part))
    expect(got.aside.length > 0 || (strange.length === 0 && parts.length === rows.size), `${url} told of nothing`).toBe(true)
    // What stands beside the lost row is what it was.
    expect(parts.filter((part) => rows.has(part)).length, url).toBeGreaterThan(0)
  }
  expect(harmed > 0 || name === 'sourcify', `${name} has no list`).toBe(true)
})

/** A value by its members, and its lists by their entries. */
function partsOf(value: unknown): string[] {
  return Object.entries(value as object).flatMap(([member, inner]) =>
    Array.isArray(inner) ? inner.map((entry) => `${member} ${JSON.stringify(entry)}`) : [`${member} ${JSON.stringify(inner)}`],
  )
}
