// Europe by hand: cells of a table by their place, z-scores of known series, weights by size, spreads of the same month.
import { Compile } from 'typebox/compile'
import { describe, expect, it } from 'vitest'
import { readJsonStat } from '../../../ingestors/formats/json-stat.ts'
import bis from '../../../ingestors/sources/bis-policy/ingestor.ts'
import ecb from '../../../ingestors/sources/ecb/ingestor.ts'
import eurostat from '../../../ingestors/sources/eurostat/ingestor.ts'
import oecd from '../../../ingestors/sources/oecd-cli/ingestor.ts'
import pinkSheet from '../../../ingestors/sources/pink-sheet/ingestor.ts'
import bank from '../../../ingestors/sources/world-bank/ingestor.ts'
import monthly from '../../../ingestors/sources/world-bank-monthly/ingestor.ts'
import {
  depreciation,
  type Economy,
  judge,
  reserveMonths,
  surveyRegion,
  tradeBalance,
} from '../../../processors/formula/economies.ts'
import type { Point } from '../../../processors/formula/index.ts'
import service from '../../../processors/services/europe/service.ts'
import { type EuropeInputs, readMarkets } from '../../../processors/services/europe/signal.ts'
import { draftsOf, pollSample, toFacts } from '../../support/service-facts.ts'

const now = new Date('2026-11-18T12:00:00Z')
const months = (count: number, value: (i: number) => number): Point[] =>
  Array.from({ length: count }, (_, i) => ({ at: new Date(Date.UTC(2026, 9 - (count - 1 - i), 1)), value: value(i) }))
const quarters = (count: number, value: (i: number) => number): Point[] =>
  Array.from({ length: count }, (_, i) => ({ at: new Date(Date.UTC(2026, 6 - 3 * (count - 1 - i), 1)), value: value(i) }))
const computeEurope = (inputs: EuropeInputs, at: Date) => {
  const { sections, ...markets } = readMarkets(inputs)
  return { ...surveyRegion({ name: 'Europe', economies: inputs.economies, ...markets }, at), ...sections }
}
const economy = (iso2: string, more: Partial<Economy> = {}): Economy => ({
  iso2,
  name: iso2,
  gdpPpp: null,
  currentAccount: null,
  growth: [],
  inflation: [],
  unemployment: [],
  sentiment: [],
  debt: [],
  currency: { isEuro: true, points: [] },
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

describe('the tables', () => {
  it('has the cells of JSON-stat in row-major order, as the format says, and empty ones nowhere', () => {
    const index = (...keys: string[]) => ({ category: { index: Object.fromEntries(keys.map((key, i) => [key, i])) } })
    const table = {
      id: ['geo', 'time'],
      size: [2, 3],
      dimension: { geo: index('DE', 'EL'), time: index('2026-08', '2026-09', '2026-10') },
      value: { 1: 2.1, 3: 4.4, 5: null },
    }
    expect(readJsonStat(table)).toEqual([
      { at: { geo: 'DE', time: '2026-09' }, value: 2.1 },
      { at: { geo: 'EL', time: '2026-08' }, value: 4.4 },
    ])
    expect(() => readJsonStat({ ...table, size: [2, 2] })).toThrow(/categories/)
    expect(() => readJsonStat({ ...table, value: { 6: 1 } })).toThrow(/cell/)
    expect(() => readJsonStat({ ...table, value: [1, 2] })).toThrow(/2 values for 6/)
    expect(eurostat.parse([{ id: 'inflation_pct', body: table }], now).map(({ place, period }) => [place, period])).toEqual([
      ['DE', '2026-09-01'],
      ['GR', '2026-08-01'],
    ])
  })
  it('dates a month by its first day, and a shut market says nothing', () => {
    const rows = 'IRS.M.DE.L.L40.CI.0000.EUR.N.Z,2026-10,2.6\r\nIRS.M.IT.L.L40.CI.0000.EUR.N.Z,2026-10,NaN\r\n'
    expect(ecb.parse([{ id: 'IRS', body: `KEY,TIME_PERIOD,OBS_VALUE\r\n${rows}` }], now)).toMatchObject([
      { date: '2026-10-01', value: 2.6 },
    ])
    expect(() => ecb.parse([{ id: 'EXR', body: `KEY,TIME_PERIOD,OBS_VALUE\r\n${rows}` }], now)).toThrow(/sends/)
  })
})

describe('the formula', () => {
  it('weighs what is there: growth at its best, prices farthest from their aim', () => {
    const best = economy('DE', { growth: quarters(40, (i) => i / 10), inflation: months(60, (i) => 2 + i / 10) })
    const { mix } = judge(best, now)
    const full = (z: number) => 100 * Math.min(1, z / 2)
    expect(mix.score).toBeCloseTo((0.3 * full(lastOf(40)) - 0.2 * full(lastOf(60))) / 0.5, 6)
    expect(mix.availableWeight).toBeCloseTo(0.5)
    expect(mix.coverage.missing).toEqual(['currency', 'reserves', 'trade_balance'])
  })
  it('takes a dearer euro for a loss of the crown, and for a gain of the euro', () => {
    const points = months(4, (i) => 10 + i)
    expect(depreciation({ isEuro: false, points })[0]!.value).toBeCloseTo(30)
    expect(depreciation({ isEuro: true, points })[0]!.value).toBeCloseTo(-30)
    const falls = judge(economy('SE', { currency: { isEuro: false, points } }), now)
    expect(falls.fxPct).toBeCloseTo(-30)
  })
  it('judges by months of imports and by the leading indicator, or by trade where there is none', () => {
    // 120 a month bought, 80 sold; reserves rise from 300.
    const trade = { imports: months(72, () => 120), exports: months(72, () => 80), reserves: months(60, (i) => 300 + i) }
    expect(reserveMonths(trade).at(-1)!.value).toBeCloseTo(359 / 120, 9)
    expect(tradeBalance(trade).at(-1)!.value).toBeCloseTo(-20, 9)
    const known = { growth: quarters(40, () => 1), ...trade }
    const { mix } = judge(economy('PL', { ...known, leading: months(60, (i) => 100 - i / 60) }), now)
    // Growth stands still, the reserves are at their best and the indicator at its worst.
    expect(mix.score).toBeCloseTo(0, 6)
    expect(judge(economy('PL', known), now).mix.score).toBeCloseTo((0.15 * 100 * (lastOf(60) / 2)) / 0.6, 6)
    const poor = economy('PL', { ...known, currency: { isEuro: false, points: [] } })
    expect(computeEurope({ economies: [poor], stress: [] }, now).risks).toEqual([{ iso2: 'PL', flag: 'low_reserves', value: 3 }])
    const member = computeEurope({ economies: [economy('FR', known)], stress: [] }, now)
    expect(member.risks).toEqual([])
  })
  it('weighs a country by its output at purchasing power, and leaves out whose output is not known', () => {
    const at = (value: number, gdp: number, iso2: string) =>
      economy(iso2, {
        growth: quarters(40, () => value),
        inflation: months(60, () => value),
        gdpPpp: gdp === 0 ? null : gdp,
      })
    const { aggregate } = computeEurope({ economies: [at(1, 300, 'DE'), at(3, 100, 'FR'), at(50, 0, 'IT')], stress: [] }, now)
    expect(aggregate).toMatchObject({ growth_pct: 1.5, inflation_pct: 1.5 })
  })
  it('has spreads only over the same month, and flags what is beyond its bound', () => {
    const known = { growth: quarters(40, () => 1), inflation: months(60, () => 6), gdpPpp: 1 }
    const german = months(30, () => 2).slice(0, -1)
    const { spreads, risks } = computeEurope(
      {
        economies: [
          economy('DE', { ...known, bond: german }),
          economy('IT', { ...known, bond: months(30, (i) => 3 + i / 100), debt: quarters(2, () => 135.2) }),
        ],
        stress: [],
      },
      now,
    )
    // September's: 3.28 - 2, the last of 29 months; October's has no German yield to go with.
    expect(spreads).toEqual([
      {
        iso2: 'IT',
        spread_vs_de_bp: expect.closeTo(128, 6),
        z: expect.closeTo(lastOf(29), 6),
        month: new Date('2026-09-01T00:00:00Z'),
      },
    ])
    expect(risks).toEqual([
      { iso2: 'DE', flag: 'high_inflation', value: 6 },
      { iso2: 'IT', flag: 'high_inflation', value: 6 },
      { iso2: 'IT', flag: 'debt_distress', value: 135.2 },
    ])
  })
})

describe('what each figure is of', () => {
  it('says the month of a figure, and leaves a series that stopped long ago out of the aggregate', () => {
    const until = (points: Point[], last: string) => points.filter(({ at }) => at <= new Date(`${last}-01T00:00:00Z`))
    const known = { growth: quarters(40, () => 1), inflation: months(60, () => 2), gdpPpp: 100 }
    const frozen = {
      ...known,
      inflation: until(
        months(60, () => 9),
        '2025-12',
      ),
    }
    const { aggregate, summary, risks, countries } = computeEurope(
      { economies: [economy('DE', known), economy('FR', frozen)], stress: [] },
      now,
    )
    expect(aggregate).toMatchObject({ inflation_pct: 2, as_of: { growth: '2026-07', inflation: '2026-10' } })
    expect(summary).toContain('growth 1 % (2026-07), inflation 2 % (2026-10)')
    expect(risks).toEqual([])
    // What France's offices said last stays there, under its month.
    expect(countries[1]).toMatchObject({ inflation_pct: 9, vintage: { inflation: new Date('2025-12-01T00:00:00Z') } })
  })
  it('tells no change over three months where the month to compare with was never published', () => {
    const gap = months(6, (i) => 10 + i).filter(({ at }) => at.getUTCMonth() !== 6)
    expect(judge(economy('SE', { currency: { isEuro: false, points: gap } }), now).fxPct).toBeNull()
    const imports = months(13, () => 100).filter(({ at }) => at.getUTCMonth() !== 3)
    expect(reserveMonths({ imports, reserves: months(13, () => 300) })).toEqual([])
  })
})

describe('the service on its samples', async () => {
  const sources = [eurostat, ecb, bis, oecd, monthly, bank, pinkSheet]
  const polled = await Promise.all(sources.map(async (one) => toFacts(one.topic, await pollSample(one, now))))
  const drafts = draftsOf(service, polled.flat(), 'europe')
  it('answers for Europe and for each country, within its schema', () => {
    const { properties, ...schema } = service.routes[0]!.output
    const check = Compile({ ...schema, properties: { ...properties, meta: { type: 'object' } } })
    for (const draft of drafts) expect([...check.Errors({ ...draft.body, meta: {} })], draft.key).toEqual([])
    // Switzerland without growth, and Britain, which Eurostat has nothing of.
    expect(drafts.map(({ key }) => key)).toEqual('europe DE FR IT ES NL BE AT IE PT GR FI PL SE DK CZ HU RO CH NO GB'.split(' '))
    const [whole] = drafts
    expect(whole!.body.euro_area).toMatchObject({
      hicp_yoy_pct: expect.any(Number),
      hicp_month: '2026-10',
      esi_month: '2026-10',
      deposit_rate_pct: expect.any(Number),
      deposit_rate_date: expect.any(String),
    })
    expect((whole!.body.spreads as unknown[]).length).toBe(10)
    const of = (iso2: string) => (drafts.find(({ key }) => key === iso2)!.body as any).countries[0]
    // One central bank for the members of the euro, and one of its own for each of the others.
    expect(of('FR').policy_rate_pct).toBe(of('DE').policy_rate_pct)
    for (const iso2 of ['GB', 'CH', 'PL'])
      expect(of(iso2)).toMatchObject({ policy_rate_pct: expect.any(Number), reserves_months: expect.any(Number) })
    expect(of('GB')).toMatchObject({ growth_pct: null, leading_index: expect.any(Number) })
    expect(of('PL').leading_index).toBeNull()
    expect(whole!.body.aggregate).toMatchObject({ current_account_pct_gdp: expect.any(Number) })
    const british = drafts.find(({ key }) => key === 'GB')!.body
    expect([british.region, british.aggregate]).toEqual(['United Kingdom', whole!.body.aggregate])
    expect(british.aggregate).toMatchObject({ of: 'Europe' })
    expect(whole!.body.commodity_exposure).toEqual([
      { name: 'Brent crude oil', change_3m_pct: expect.any(Number), month: expect.any(String) },
      { name: 'Natural gas, Europe', change_3m_pct: expect.any(Number), month: expect.any(String) },
    ])
  })
  it('knows a country by any of its names, and refuses what is none before the price', () => {
    const [route] = service.routes
    expect(route!.key(route!.read!({ country: 'Greece' }, now))).toBe('GR')
    expect(() => route!.read!({ country: 'Atlantis' }, now)).toThrow(expect.objectContaining({ code: 'input_unusable' }))
  })
})
