// Africa, Asia, Latin America and the Middle East by hand: years beside months, rates of one day, real rates of one month, oil against budgets.
import { Compile } from 'typebox/compile'
import { describe, expect, it } from 'vitest'
import bis from '../../../ingestors/sources/bis-policy/ingestor.ts'
import ecb from '../../../ingestors/sources/ecb/ingestor.ts'
import fred from '../../../ingestors/sources/fred/ingestor.ts'
import breakevens from '../../../ingestors/sources/imf-breakevens/ingestor.ts'
import outlook from '../../../ingestors/sources/imf-outlook/ingestor.ts'
import oecd from '../../../ingestors/sources/oecd-cli/ingestor.ts'
import pinkSheet from '../../../ingestors/sources/pink-sheet/ingestor.ts'
import portwatch from '../../../ingestors/sources/portwatch/ingestor.ts'
import bank from '../../../ingestors/sources/world-bank/ingestor.ts'
import monthly from '../../../ingestors/sources/world-bank-monthly/ingestor.ts'
import { tellPrices, tellRates } from '../../../processors/families/region-markets.ts'
import { type Economy, judge } from '../../../processors/formula/economies.ts'
import type { Point } from '../../../processors/formula/index.ts'
import { passageZ } from '../../../processors/formula/passages.ts'
import { changeOverDays, meanChanges } from '../../../processors/formula/prices.ts'
import africa from '../../../processors/services/africa/service.ts'
import asia from '../../../processors/services/asia/service.ts'
import latam from '../../../processors/services/latam/service.ts'
import { realRates } from '../../../processors/services/latam/signal.ts'
import mena from '../../../processors/services/mena/service.ts'
import { readMarkets } from '../../../processors/services/mena/signal.ts'
import { draftsOf, pollSample, toFacts } from '../../support/service-facts.ts'

const now = new Date('2026-11-18T12:00:00Z')
const dayMs = 86_400_000
const months = (count: number, value: (i: number) => number): Point[] =>
  Array.from({ length: count }, (_, i) => ({ at: new Date(Date.UTC(2026, 9 - (count - 1 - i), 1)), value: value(i) }))
const years = (count: number, value: (i: number) => number): Point[] =>
  Array.from({ length: count }, (_, i) => ({ at: new Date(Date.UTC(2026 - count + i, 11, 31)), value: value(i) }))
const days = (count: number, value: (back: number) => number): Point[] =>
  Array.from({ length: count }, (_, i) => ({
    at: new Date(now.getTime() - (count - 1 - i) * dayMs),
    value: value(count - 1 - i),
  }))
const economy = (iso2: string, more: Partial<Economy>): Economy => ({
  iso2,
  name: iso2,
  gdpPpp: null,
  currentAccount: null,
  growth: [],
  inflation: [],
  unemployment: [],
  sentiment: [],
  debt: [],
  currency: { isEuro: false, points: [] },
  bond: [],
  policyRate: [],
  reserves: [],
  exports: [],
  imports: [],
  leading: [],
  ...more,
})
// The last of n equally spaced values lies sqrt(3 (n - 1) / (n + 1)) deviations above their mean.
const lastOf = (n: number): number => Math.sqrt((3 * (n - 1)) / (n + 1))

describe('the formula', () => {
  it('judges yearly growth by eight years, and reserves by the yearly figure where no month tells them', () => {
    const known = { growth: years(10, (i) => i), inflation: months(60, () => 2), monthsOfImports: years(9, (i) => i) }
    const { mix } = judge(economy('NG', { ...known, yearly: ['growth'] }), now)
    expect(mix.score).toBeCloseTo((100 * (0.3 * (lastOf(10) / 2) + 0.15 * (lastOf(9) / 2))) / 0.65, 6)
    expect(mix.coverage.stale).toEqual([])
    // The same as quarters are too few and too old.
    expect(judge(economy('NG', known), now).mix.coverage.missing).toContain('growth')
  })
  it('takes a rate to the dollar and one to the euro of the same day, or none', () => {
    const perDollar = days(40, (back) => (back < 31 ? 5.5 : 5))
    expect(changeOverDays(perDollar, 30)).toBeCloseTo(0, 9)
    expect(changeOverDays(perDollar.slice(0, -1), 31)).toBeCloseTo(10, 9)
    expect(changeOverDays(perDollar.slice(-20), 30)).toBeNull()
    expect(tellRates([{ currency: 'BRL', perDollar }])).toMatchObject([{ pair: 'USD/BRL', rate: 5.5, date: now }])
  })
  it('tells what a policy rate is worth only of a month that has its inflation', () => {
    const states = [
      { iso2: 'BR', policyRate: months(3, () => 15), inflation: months(3, () => 5).slice(0, 2) },
      { iso2: 'PA', policyRate: [], inflation: months(3, () => 1) },
      { iso2: 'AR', policyRate: months(3, () => 30), inflation: months(3, () => 40), yearly: ['inflation' as const] },
    ]
    expect(realRates(states)).toEqual([{ iso2: 'BR', pct: 10, month: new Date('2026-09-01T00:00:00Z') }])
  })
  it('has a three-month change only of the newest month', () => {
    const whole = { name: 'Copper', unit: 'USD/t', prices: months(4, (i) => 100 + 10 * i) }
    const holed = { name: 'Cocoa', unit: 'USD/kg', prices: months(4, () => 8).toSpliced(0, 1) }
    expect(tellPrices([whole, holed]).map(({ change_3m_pct }) => change_3m_pct)).toEqual([expect.closeTo(30, 9), null])
    // One of two has a change: half is enough.
    expect(meanChanges([whole, holed]).at(-1)!.value).toBeCloseTo(30, 9)
  })
  it('weighs margins over what budgets need by output, and leaves out an estimate of three years ago', () => {
    const economies = [economy('SA', { gdpPpp: 3 }), economy('AE', { gdpPpp: 1 }), economy('IQ', { gdpPpp: 9 })]
    const known = [
      { iso2: 'SA', year: 2026, usd: 90 },
      { iso2: 'AE', year: 2026, usd: 50 },
      { iso2: 'IQ', year: 2023, usd: 10 },
    ]
    const { markets, sections } = readMarkets({ economies, brent: days(40, () => 75), straits: [], breakevens: known })
    // -15 by three and +25 by one: -5 of 30.
    expect(markets[0]!.score).toBeCloseTo((-5 / 30) * 100, 9)
    expect(markets[1]!.score).toBeNull()
    expect(sections.oil).toMatchObject({ brent_usd: 75, chg_1m_pct: 0 })
    expect(sections.oil.breakevens).toEqual([
      { iso2: 'SA', breakeven_usd: 90, year: 2026, margin_usd: -15 },
      { iso2: 'AE', breakeven_usd: 50, year: 2026, margin_usd: 25 },
    ])
  })
  it('feels one strait that falls shut though the others are as ever', () => {
    const still = { ships: days(400, () => 100) }
    const shut = { ships: days(400, (back) => (back < 7 ? 10 : 100)) }
    expect(passageZ([still, still])).toBe(0)
    expect(passageZ([still, shut])).toBeLessThan(-2)
    expect(passageZ([{ ships: days(100, () => 100) }])).toBeNull()
  })
})

describe('the services on their samples', async () => {
  const sources = [monthly, bis, oecd, bank, outlook, pinkSheet, portwatch, ecb, fred, breakevens]
  const polled = await Promise.all(sources.map(async (one) => toFacts(one.topic, await pollSample(one, now))))
  const without = (...topics: readonly { name: string }[]) =>
    polled.flat().filter((fact) => !topics.some(({ name }) => name === fact.topic))
  const found = { africa: 16, asia: 14, latam: 14, mena: 16 }
  for (const service of [africa, asia, latam, mena]) {
    const drafts = draftsOf(service, polled.flat(), service.label)
    it(`${service.label} answers for the whole and for each country, within its schema, no surer than 0.6`, () => {
      const { properties, ...schema } = service.routes[0]!.output
      const check = Compile({ ...schema, properties: { ...properties, meta: { type: 'object' } } })
      for (const draft of drafts) {
        expect([...check.Errors({ ...draft.body, meta: {} })], draft.key).toEqual([])
        expect((draft.body.signal as any).confidence).toBeLessThanOrEqual(0.6)
        expect(JSON.stringify(draft.body)).not.toMatch(/unemployment|sentiment/)
      }
      expect(drafts).toHaveLength(found[service.label as keyof typeof found] + 1)
    })
    it(`${service.label} says by what it judges where the IMF is not on`, () => {
      const [whole] = draftsOf(service, without(outlook.topic, breakevens.topic), service.label)
      expect(whole!.body.basis).toMatchObject({ yearly: 'world_bank_actuals', debt: 'central_government' })
      expect(drafts[0]!.body.basis).toMatchObject({ yearly: 'imf_estimates' })
      const dates = (whole!.body.countries as any[]).map(({ vintage }) => vintage.growth)
      expect(new Set(dates)).toEqual(new Set(['2025-12']))
    })
    it(`${service.label} knows its own countries by any name, and no other's row is there`, () => {
      const [route] = service.routes
      const keys = new Set(drafts.map(({ key }) => key))
      expect(keys.has('DE')).toBe(false)
      expect(route!.closed).toBe(true)
      expect(() => route!.read!({ country: 'Atlantis' }, now)).toThrow(expect.objectContaining({ code: 'input_unusable' }))
      expect(() => route!.read!({ country: '%' }, now)).toThrow(expect.objectContaining({ code: 'input_invalid' }))
    })
  }
  it('leaves Taiwan out where only the World Bank tells, which has nothing of it', () => {
    const drafts = draftsOf(asia, without(outlook.topic), 'asia')
    expect(drafts.map(({ key }) => key)).not.toContain('TW')
  })
  it('cuts lists to the country that is asked for', () => {
    const brazil = draftsOf(latam, polled.flat(), 'latam').find(({ key }) => key === 'BR')!
    expect((brazil.body.real_policy_rates as any[]).map(({ iso2 }) => iso2)).toEqual(['BR'])
    expect((brazil.body.countries as any[]).map(({ iso2 }) => iso2)).toEqual(['BR'])
  })
})
