// One row in the middle that cannot be read: it is set aside and counted, every other value is what it was. For every source there is.
import { expect, test } from 'vitest'
import { pollUpstream } from '../../ingestors/poll.ts'
import { createReplay } from '../support/replay.ts'
import { pollAt, sampleAnswer, sampledSources } from '../support/sources.ts'

/** One value made of all of its rows: without one of them it would be another one, so it is refused or goes without that part. */
const wholes = new Map([
  ['caiso-grid', 'a sum of fuels'],
  ['ercot-grid', 'a sum of fuels'],
  ['miso-grid', 'a sum of fuels'],
  ['nyiso-grid', 'a sum of fuels'],
  ['pjm-grid', 'a sum of fuels'],
  ['spp-grid', 'a sum of fuels'],
  ['solana-stake', 'a sum of validators'],
  ['ucdp-candidate', 'sums by country, and a row that cannot be read may be of any'],
  ['nws-alerts', 'what is no alert in force is none of its entries'],
  ['fhfa-hpi', 'a row of no place that is asked for is none of its entries'],
  ['zillow-research', 'a row of no place that is asked for is none of its entries'],
  ['sec-form4-daily', 'the index of a quarter names what is asked next'],
  ['world-bank', 'a row costs its indicator, which every country then lacks'],
  ['census-products', 'a sum of partners'],
  ['comtrade-products', 'a sum of partners'],
  ['gdelt-doc', 'one question'],
  ['goplus-token', 'one token'],
  ['sec-earnings', 'one company'],
])

/** Beside their lists they give the account of a whole one, which the row is missing in too. */
const accounted = (name: string) => name.endsWith('-sanctions') || name === 'blm-leases'

const sources = await sampledSources()
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The largest list of records, with what one of them is turned into; null where there is none worth the name. */
function harmJson(root: any): unknown {
  let best: { path: (string | number)[]; size: number } = { path: [], size: 4 }
  const look = (value: any, path: (string | number)[]): void => {
    if (Array.isArray(value) && value.length > best.size && value.every((one) => isRecord(one) || Array.isArray(one)))
      best = { path, size: value.length }
    if (Array.isArray(value)) for (const [i, one] of value.slice(0, 3).entries()) look(one, [...path, i])
    else if (isRecord(value)) for (const [member, inner] of Object.entries(value).slice(0, 60)) look(inner, [...path, member])
  }
  look(root, [])
  if (best.size === 4) return null
  const harmed = structuredClone(root)
  const list = best.path.reduce((inner: any, member) => inner[member], harmed)
  const at = Math.floor(list.length / 2)
  list[at] = Array.isArray(list[at]) ? ['oops', 'oops'] : harmRecord(list[at])
  return harmed
}

/** Whatever is a number of it, in whatever form, is one no more; where nothing is, whatever it says. */
function harmRecord(record: Record<string, unknown>): unknown {
  const isNumber = (value: unknown) => typeof value === 'number' || (typeof value === 'string' && /^-?[\d.]+$/.test(value))
  const harmed = (inner: Record<string, unknown>, change: (value: unknown) => unknown): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(inner).map(([name, value]) => [name, isRecord(value) ? harmed(value, change) : change(value)]),
    )
  const counted = harmed(record, (value) => (isNumber(value) ? 'oops' : value))
  return JSON.stringify(counted) === JSON.stringify(record) ? harmed(record, () => 7) : counted
}

function harmCsv(body: string): string | null {
  const lines = body.split('\n')
  const at = Math.floor(lines.length / 2)
  if (lines.length < 6 || lines[at]!.trim() === '') return null
  return lines.with(at, lines[at]!.replaceAll(/[^,;\r"]+/g, 'oops')).join('\n')
}

test.each(sources.map((one) => [one.ingestor.source, one] as const))('%s', async (name, { ingestor, sample }) => {
  const replay = createReplay(sample)
  const credentials = Object.fromEntries((ingestor.needs ?? []).map((need) => [need, 'a-key']))
  const poll = () =>
    pollUpstream(
      ingestor,
      { http: replay, credentials },
      { at: pollAt, since: new Date('2026-10-20') },
      AbortSignal.timeout(30_000),
    )
  const right = new Map((await poll()).values.map((value) => [identity(value), value]))
  function identity(value: unknown): string {
    return `${ingestor.topic.key(value)} ${ingestor.topic.observedAt(value).toISOString()}`
  }
  const asked = [...replay.asked]
  for (const url of new Set([asked[0]!, asked.at(-1)!])) {
    const { type, body } = sampleAnswer(sample, new URL(url))
    if (typeof body !== 'string') continue
    const parsed = type.includes('json') && !type.includes('ndjson') ? harmJson(JSON.parse(body)) : null
    const text = parsed !== null ? JSON.stringify(parsed) : type.includes('csv') ? harmCsv(body) : null
    if (text === null) continue
    replay.corrupt(url, { name: 'one row', body: text, ...(parsed === null ? {} : { parsed }) })
    const got = await poll().catch((error: Error) => error)
    if (got instanceof Error) {
      expect(wholes.has(name), `${url}: ${got.message}`).toBe(true)
      continue
    }
    let other = 0
    for (const value of got.values) {
      const before = right.get(identity(value))
      if (before !== undefined && JSON.stringify(value) !== JSON.stringify(before)) other++
    }
    // A row that nobody reads may say anything.
    const isTold = got.aside.length > 0 || (other === 0 && got.values.length === right.size)
    expect(isTold || wholes.has(name), `${url} told of nothing`).toBe(true)
    // A list that lost the row is one value, the account of a whole list or another venue's a second; nothing else may differ.
    if (wholes.has(name)) continue
    expect(other).toBeLessThanOrEqual(accounted(name) || name === 'hyperliquid-predicted' ? 2 : 1)
  }
})
