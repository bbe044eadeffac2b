// Insider trades by hand: what counts, what an amendment replaces, when buyers are a cluster, and real filings.
import { readFileSync } from 'node:fs'
import { Compile } from 'typebox/compile'
import { describe, expect, it } from 'vitest'
import { readForm4 } from '../../../ingestors/sources/sec-form4/form4.ts'
import sec from '../../../ingestors/sources/sec-form4/ingestor.ts'
import service from '../../../processors/services/insider/service.ts'
import { computeInsider, computeRatios, type Filing, withoutAmended } from '../../../processors/services/insider/signal.ts'
import { draftsOf, pollSample, toFacts } from '../../support/service-facts.ts'

const now = new Date('2026-11-18T12:00:00Z')
const filing = (cik: string, code: string, usd: number, more: Partial<Filing> = {}): Filing => ({
  accession: '0000000000-26-000001',
  form: '4',
  filedAt: new Date('2026-11-10T20:00:00Z'),
  period: '2026-11-09',
  url: '',
  plan: false,
  owner: { cik, name: cik, role: 'director', isChief: false },
  trades: [{ date: '2026-11-09', code, acquired: code !== 'S', shares: usd / 10, priceUsd: 10, sharesAfter: null }],
  ...more,
})

describe('the formula', () => {
  it('counts a sale for a third of a purchase, and little money for little', () => {
    const both = [filing('1', 'P', 600_000), filing('2', 'S', 400_000)]
    expect(computeInsider(both, 90, now).score).toBeCloseTo((100 * (600 - 140)) / (600 + 140), 6)
    expect(computeInsider([filing('1', 'P', 100_000)], 90, now).score).toBeCloseTo(10, 6)
    expect(computeInsider([filing('1', 'S', 2_000_000)], 90, now).score).toBe(-100)
  })
  it('leaves out grants, exercises, gifts and sales by a plan', () => {
    const others = ['A', 'M', 'F', 'G'].map((code) => filing('1', code, 1e6))
    const { score, sums } = computeInsider([...others, filing('2', 'S', 1e6, { plan: true })], 90, now)
    expect([score, sums.buy_usd, sums.sell_usd]).toEqual([0, 0, 0])
  })
  it('knows a cluster of three and the purchase of a chief', () => {
    const three = ['1', '2', '3'].map((cik) => filing(cik, 'P', 100_000))
    expect(computeInsider(three, 90, now).score).toBeCloseTo(120 * 0.3, 6)
    expect(computeInsider([...three.slice(0, 2), filing('1', 'P', 100_000)], 90, now).sums.cluster_buy).toBe(false)
    const boss = filing('9', 'P', 100_000, { owner: { cik: '9', name: 'B', role: 'Chief Executive Officer', isChief: true } })
    expect(computeInsider([boss], 90, now).score).toBeCloseTo(110 * 0.1, 6)
  })
  it('lets an amendment stand for the filing it amends, and no other', () => {
    const amended = filing('1', 'P', 50, { form: '4/A', filedAt: new Date('2026-11-12T20:00:00Z') })
    const others = [filing('2', 'P', 10), filing('1', 'P', 20, { period: '2026-10-01' })]
    expect(withoutAmended([filing('1', 'P', 40), amended, ...others])).toEqual([amended, ...others])
  })
  it('takes no price of a footnote for nothing', () => {
    const footnote = filing('1', 'S', 1e6)
    const { sums, priced } = computeInsider([{ ...footnote, trades: [{ ...footnote.trades[0]!, priceUsd: 0 }] }], 90, now)
    expect([sums.sell_usd, sums.sellers, priced]).toEqual([0, 1, 0])
  })
})

describe('the ratios', () => {
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 10)
  const traded = (days: number, code: string, usd: number) => {
    const one = filing('1', code, usd, { period: ago(days) })
    return { ...one, trades: [{ ...one.trades[0]!, date: ago(days) }] }
  }
  // Windows of 90 days: 25 now; 10, 20, 10 and 20 before it are 15 on average with a deviation of 5.
  const windows = [25, 10, 20, 10, 20].map((usd, i) => traded(45 + 90 * i, 'P', usd))
  it('hold a window against those before it', () => {
    expect(computeRatios([...windows, traded(455, 'P', 1)], 90, now).z).toBeCloseTo(2, 12)
    expect(computeRatios(windows.slice(0, 4), 90, now).z).toBeNull()
  })
  it('hold purchases of a year against sales by no plan', () => {
    const sales = [traded(10, 'S', 50), { ...traded(20, 'S', 999), plan: true }, traded(400, 'S', 999)]
    expect(computeRatios([...windows, ...sales], 90, now).buySell).toBeCloseTo((25 + 10 + 20 + 10) / 50, 12)
    expect(computeRatios(windows, 90, now).buySell).toBeNull()
  })
})

describe('the service on its sample', async () => {
  const facts = toFacts(sec.topic, await pollSample(sec, now))
  const [route] = service.routes
  const of = (key: string) => draftsOf(service, facts, key)[0]!.body as any
  it('answers within its schema, with the plan and the amended told apart', () => {
    const { properties, ...schema } = route!.output
    const check = Compile({ ...schema, properties: { ...properties, meta: { type: 'object' } } })
    for (const key of ['GZMO', 'QXT-B']) expect([...check.Errors({ ...of(key), meta: {} })], key).toEqual([])
    expect(of('GZMO').summary_90d).toEqual({
      buy_usd: 586_400,
      sell_usd: 0,
      net_usd: 586_400,
      buyers: 2,
      sellers: 0,
      cluster_buy: false,
    })
    expect(of('QXT-B').summary_90d).toMatchObject({ sell_usd: 880_000, sellers: 1 })
    expect(of('GZMO').trades[0]).toMatchObject({ pct_change_holding: 20, value_usd: 490_000, plan_10b5_1: false })
  })
  it('reads a ticker as people write it', () => {
    expect(route!.key(route!.read!({ ticker: 'qxt.b' }, now))).toBe('QXT-B')
    expect(route!.shape!(of('GZMO'), { ticker: 'GZMO', days: 1 })).toMatchObject({ trades: [] })
  })
})

const captures = process.env.UPSTREAM_SAMPLES
describe.skipIf(captures === undefined)('real filings', () => {
  const text = (file: string) => readFileSync(`${captures}/samples/markets/${file}`, 'utf8')
  it('reads an exercise and sales of an officer', () => {
    const snow = readForm4(text('sec_form4_snow.xml'))!
    expect(snow).toMatchObject({
      form: '4',
      ticker: 'SNOW',
      plan_10b5_1: null,
      owners: [{ is_officer: true, is_director: false }],
    })
    expect(snow.trades.slice(0, 2)).toMatchObject([
      { code: 'M', acquired: true, price_usd: 8.88 },
      { code: 'S', acquired: false, price_usd: 150.841 },
    ])
  })
  it('reads a grant', () => {
    const small = readForm4(text('sec_form4_small.xml'))!
    expect(small.trades).toEqual([
      { date: '2025-04-30', code: 'A', acquired: true, shares: 757_756, price_usd: 0, shares_after: 757_756 },
    ])
    expect(small).toMatchObject({ ticker: 'SCWO', plan_10b5_1: false, issuer_cik: '0000933972' })
  })
})
