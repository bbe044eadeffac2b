// Fund reports by hand: money that left under either sign, returns compounded, sums over holdings, amendments, and a real report.
import { readFileSync } from 'node:fs'
import { Compile } from 'typebox/compile'
import { describe, expect, it } from 'vitest'
import nport from '../../../ingestors/sources/sec-nport/ingestor.ts'
import { readReport } from '../../../ingestors/sources/sec-nport/nport.ts'
import { composite } from '../../../processors/formula/index.ts'
import service from '../../../processors/services/funds/service.ts'
import { flowPct, labelOf, type Month, returnPct, scoreParts } from '../../../processors/services/funds/signal.ts'
import { draftsOf, pollSample, sampleHttp, toFacts } from '../../support/service-facts.ts'

const now = new Date('2026-11-18T12:00:00Z')
const month = (salesUsd: number | null, redeemedUsd: number | null, earned: number | null = 0): Month => ({
  salesUsd,
  reinvestedUsd: 1,
  redeemedUsd,
  returnPct: earned,
})

describe('the formula', () => {
  it('nets three months against what the fund began with', () => {
    expect(flowPct([month(30, 10), month(5, 26), month(0, 0)], 1_000)).toBeCloseTo(200 / 998, 12)
    expect(flowPct([month(30, 10), month(5, 26), month(0, 0)], 1_000, 1_250)).toBeCloseTo(0.16, 12)
    expect(flowPct([month(30, 10), month(5, null), month(0, 0)], 1_000)).toBeNull()
  })
  it('says fifty per cent where half of a fund left, however little is left', () => {
    const left = (usd: number): Month => ({ salesUsd: 0, reinvestedUsd: 0, redeemedUsd: usd, returnPct: 0 })
    expect(flowPct([left(0), left(50), left(0)], 50)).toBe(-50)
    // Thirty times what was left at the end: 97 per cent of what was there.
    expect(flowPct([left(30.69), left(0), left(0)], 1)).toBeCloseTo(-96.844, 3)
    // A tenth earned on what stayed: 50 of 100 left, 55 remain.
    expect(flowPct([{ ...left(50), returnPct: 10 }, left(0), left(0)], 55)).toBeCloseTo((100 * -50) / (105 / 1.1), 9)
    expect(flowPct([left(0), left(0), left(0)], 0)).toBeNull()
  })
  it('compounds returns: 10, -10 and 10 per cent are 8.9', () => {
    expect(returnPct([month(0, 0, 10), month(0, 0, -10), month(0, 0, 10)])).toBeCloseTo(8.9, 12)
    expect(returnPct([month(0, 0, 10), month(0, 0, null), month(0, 0, 10)])).toBeNull()
  })
  it('weighs flow by 0.6 of its scale of 5 per cent, return by 0.4 of 10', () => {
    expect(composite(scoreParts(2.5, -5, now), now).score).toBeCloseTo(0.6 * 50 - 0.4 * 50, 12)
    expect(composite(scoreParts(-80, null, now), now)).toMatchObject({ score: -100, availableWeight: 0.6 })
    expect([0.9, 1.1, -1.1, null].map(labelOf)).toEqual(['steady', 'inflow', 'outflow', 'steady'])
  })
})

describe('the service on its sample', async () => {
  const values = await pollSample(nport, now)
  const facts = toFacts(nport.topic, values)
  const [route] = service.routes
  const body = draftsOf(service, facts, 'VTI')[0]!.body as any
  it('answers within its schema', () => {
    const { properties, ...schema } = route!.output
    const check = Compile({ ...schema, properties: { ...properties, meta: { type: 'object' } } })
    expect([...check.Errors({ ...body, meta: {} })]).toEqual([])
  })
  it('sums holdings: longs for concentration, derivatives by either side', () => {
    // 21.5² + 17.25² + 12.5² + 11² + 9.75² + 8² + 7.5² + 5² + 4² + 2.5² + 0.75²
    expect(body.risk).toEqual({ holdings: 12, hhi: 1_300.2, top10_pct: 99, derivatives_pct: 0.75 })
    expect(body.exposure.by_asset[0]).toEqual({ code: 'EC', name: 'common equity', pct: 84.5 })
    expect(body.exposure.by_country.slice(0, 2)).toEqual([
      { code: 'US', name: null, pct: 67 },
      { code: 'GB', name: null, pct: 12.5 },
    ])
    expect(body.holdings_top[3]).toMatchObject({ name: 'Mustermann AG', ticker: null, cusip: '000000404' })
    expect(body.holdings_top.at(-1)).toMatchObject({ cusip: null })
  })
  it('counts a redemption as money out whichever sign it was filed with', () => {
    const { m1_usd, m2_usd, m3_usd, net_pct } = body.flows
    const flow = m1_usd + m2_usd + m3_usd
    const opening = (body.fund.net_assets_usd - flow) / (1 + body.returns.quarter_pct / 100)
    // The quarter before is reported too: what it ended with is what this one began with.
    const began = body.changes === null ? opening : body.fund.net_assets_usd / (1 + body.changes.net_assets_pct / 100)
    expect((100 * flow) / began).toBeCloseTo(net_pct, 1)
    expect(Math.max(m1_usd, m2_usd, m3_usd) / body.fund.net_assets_usd).toBeLessThan(0.02)
  })
  it('takes the returns of its own class, and shows the quarter before', () => {
    expect(body.returns.m1_pct).not.toBe(9)
    expect(body.history.map((one: any) => one.report_date)).toEqual(['2026-06-30', '2026-03-31'])
    expect(body.changes).toMatchObject({ since: '2026-03-31', added: [], dropped: [] })
  })
  it('lets an amendment stand for what it amends, and names what is new', () => {
    const newest = structuredClone(values[0]) as any
    newest.filed_at = '2026-10-01T12:00:00Z'
    newest.top[1] = { ...newest.top[1], name: 'Newcomer Corp', cusip: '999999999' }
    const amended = draftsOf(service, toFacts(nport.topic, [...values, newest]), 'VTI')[0]!.body as any
    expect(amended.history).toHaveLength(2)
    expect(amended.changes.added.map((one: any) => one.name)).toEqual(['Newcomer Corp'])
    expect(amended.changes.dropped.map((one: any) => one.name)).toEqual(['Quextron Corp'])
  })
  it('knows no fund under a company’s ticker', async () => {
    const http = await sampleHttp(now)
    const context = { http, at: now, since: null, signal: new AbortController().signal, credential: () => undefined }
    // Its holders come unasked: it is no unknown key, whatever of them has come yet.
    await expect(nport.openKeys!.fetch('AAPL', context)).rejects.toMatchObject({ code: 'upstream_refused' })
    await expect(nport.openKeys!.fetch('NOPE', context)).rejects.toMatchObject({ code: 'key_unknown' })
    await expect(nport.openKeys!.fetch('LACAX', context)).rejects.toMatchObject({ code: 'key_unknown' })
  })
})

const captures = process.env.UPSTREAM_SAMPLES
describe.skipIf(captures === undefined)('a real report', () => {
  it('of a fund in its last quarter: redemptions under a minus, no holdings left', () => {
    const text = readFileSync(`${captures}/samples/markets/sec_nport.xml`, 'utf8')
    const report = readReport(text, 'S000030880', 'C000095824')
    expect(report).toMatchObject({
      name: 'AST Bond Portfolio 2022',
      report_date: '2022-12-30',
      is_final: true,
      net_assets_usd: 1_389_080.74,
      holdings: 0,
    })
    expect(report.months[0]).toEqual({
      sales_usd: 30_926.1,
      reinvested_usd: 0,
      redeemed_usd: 10_925_162.46,
      return_pct: 0.34,
    })
  })
})
