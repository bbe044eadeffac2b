// One row in the middle that cannot be read: it is set aside and counted, every other value is what it was. For every source there is.
import { expect, test } from 'vitest'
import { pollUpstream } from '../../ingestors/poll.ts'
import { harmRow } from '../support/harm-row.ts'
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
    const corruption = harmRow(type, body)
    if (corruption === null) continue
    replay.corrupt(url, corruption)
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
