// Sovereign risk by hand: bands, what is dropped for those whose money others hold, old years refused, a year's trend.
import { readFileSync } from 'node:fs'
import { Compile } from 'typebox/compile'
import { describe, expect, it } from 'vitest'
import { sampleCountries } from '../../../ingestors/samples/yearly.ts'
import bis from '../../../ingestors/sources/bis-policy/ingestor.ts'
import ecb from '../../../ingestors/sources/ecb/ingestor.ts'
import eurostat from '../../../ingestors/sources/eurostat/ingestor.ts'
import imf from '../../../ingestors/sources/imf-outlook/ingestor.ts'
import bank from '../../../ingestors/sources/world-bank/ingestor.ts'
import service from '../../../processors/services/sovereign/service.ts'
import {
  assess,
  describe as describeState,
  isJudged,
  labelOf,
  newestOf,
  type State,
  trendOf,
} from '../../../processors/services/sovereign/signal.ts'
import { draftsOf, pollSample, toFacts } from '../../support/service-facts.ts'
import { rankCorrelation, ratedStates } from '../../support/sovereign/states.ts'

const now = new Date('2026-11-18T12:00:00Z')
const figures = (year: number, values: Readonly<Record<string, number>>) =>
  Object.entries(values).map(([measure, value]) => ({ measure, year, value }))
const state = (iso2: string, list: State['figures']): State => ({
  iso2,
  iso3: 'XXX',
  name: iso2,
  incomeGroup: null,
  figures: list,
  bond: null,
  policyRate: null,
})
// Each in the middle of its band, but for the debt, which is at its worst, and the reserves, which are at their best.
const middling = {
  debt_pct_gdp: 150,
  primary_balance_pct_gdp: -1.5,
  interest_to_revenue_pct: 13.5,
  current_account_pct_gdp: -1.5,
  inflation_pct: 13.5,
  growth_pct: 2,
  reserves_months: 10,
  short_term_debt_to_reserves_pct: 20,
}
const growth = [...figures(2024, { growth_pct: 2 }), ...figures(2023, { growth_pct: 2 })]

describe('the formula', () => {
  it('is the weighted mean of bands over what is known', () => {
    const { mix } = assess(state('BR', [...figures(2025, middling), ...growth]), 2025, now)
    // Known: 0.14 at 100, 0.07 + 0.12 + 0.07 + 0.10 + 0.05 at 50, 0.10 + 0.08 at 0; governance and currency are missing.
    expect(mix.score).toBeCloseTo((0.14 * 100 + 0.41 * 50) / 0.73, 6)
    expect(mix.availableWeight).toBeCloseTo(0.73)
    expect(mix.coverage.missing).toEqual(['governance', 'currency'])
  })
  it('counts the reserves of those whose money others hold as no risk, instead of leaving them out', () => {
    const { mix } = assess(state('JP', [...figures(2025, { ...middling, reserves_months: 1 }), ...growth]), 2025, now)
    expect(mix.score).toBeCloseTo((0.14 * 100 + 0.41 * 50) / 0.73, 6)
  })
  it('orders thirty states as their published ratings do: rank correlation .8 and more', () => {
    const judged = ratedStates.map((one) => ({ ...one, risk: assess(one.state, 2025, now).mix.score }))
    const ratings = judged.map(({ rating }) => rating)
    const risks = judged.map(({ risk }) => risk)
    expect(judged.length).toBeGreaterThanOrEqual(30)
    expect(rankCorrelation(ratings, risks)).toBeGreaterThan(0.85)
    const of = (iso2: string) => judged.find((one) => one.iso2 === iso2)!.risk
    // The faults it was found by: the United States above Argentina, Brazil close to Germany.
    expect(of('US')).toBeLessThan(of('BR'))
    expect(of('AR') - of('US')).toBeGreaterThan(10)
    // The measure itself: the other way round, it is its own negative.
    expect(
      rankCorrelation(
        ratings,
        ratings.map((rating) => -rating),
      ),
    ).toBeCloseTo(-1, 12)
  })
  it('takes the policy rate of the year whose inflation it is held against', () => {
    const one = {
      ...state('BR', [...figures(2025, middling), ...growth]),
      policyRate: { pct: 15, at: now },
      rateAtEndOf: { 2025: 14 },
    }
    const { sections } = describeState(assess(one, 2025, now), null)
    expect(sections.macro).toMatchObject({ policy_rate_pct: 15, real_rate_pct: 0.5 })
    expect(describeState(assess({ ...one, rateAtEndOf: {} }, 2025, now), null).sections.macro.real_rate_pct).toBeNull()
  })
  it('takes no forecast for a fact, and no figure of 1990 for one of today', () => {
    const list = [...figures(1990, { debt_pct_gdp: 20.9 }), ...figures(2026, { debt_pct_gdp: 70 })]
    expect(newestOf({ figures: list }, 'debt_pct_gdp', 2025)).toBeNull()
    expect(newestOf({ figures: [...list, ...figures(2024, { debt_pct_gdp: 62.9 })] }, 'debt_pct_gdp', 2025)?.value).toBe(62.9)
  })
  it('puts the interest back to have the balance before it', () => {
    const list = figures(2024, { central_balance_pct_gdp: -5, central_revenue_pct_gdp: 30, interest_to_revenue_pct: 10 })
    const { known, substitutes } = assess(state('BR', [...list, ...figures(2023, { central_debt_pct_gdp: 80 })]), 2025, now)
    expect([known.debt?.value, known.balance?.value, known.primary?.value]).toEqual([80, -5, -2])
    expect(substitutes).toEqual(['debt', 'balance', 'primary'])
  })
  it('judges nobody by five figures', () => {
    const { debt_pct_gdp, primary_balance_pct_gdp, interest_to_revenue_pct, current_account_pct_gdp, inflation_pct } = middling
    const five = { debt_pct_gdp, primary_balance_pct_gdp, interest_to_revenue_pct, current_account_pct_gdp, inflation_pct }
    expect(isJudged(assess(state('BR', figures(2025, five)), 2025, now).mix)).toBe(false)
    expect(isJudged(assess(state('BR', figures(2025, { ...five, reserves_months: 3 })), 2025, now).mix)).toBe(true)
  })
  it('moves by what is known of both years', () => {
    const before = { ...middling, debt_pct_gdp: 90 }
    const list = [...figures(2025, middling), ...figures(2024, before), ...growth, ...figures(2022, { growth_pct: 2 })]
    const one = state(
      'BR',
      list.filter((figure, i) => list.findIndex((other) => other.measure === figure.measure && other.year === figure.year) === i),
    )
    // The debt's band went from 50 to 100, all else stood still.
    expect(trendOf(assess(one, 2025, now), assess(one, 2024, now))).toBeCloseTo((0.14 * 50) / 0.73, 6)
  })
  it('names its buckets as they were set', () => {
    expect([0, 19.9, 20, 35, 50, 65, 80, 100].map(labelOf)).toEqual(
      'very_strong very_strong strong adequate weak vulnerable distressed distressed'.split(' '),
    )
  })
})

describe('the service on its samples', async () => {
  const polled = await Promise.all([imf, bank, ecb, bis].map(async (one) => toFacts(one.topic, await pollSample(one, now))))
  const drafts = draftsOf(service, polled.flat(), 'world')
  const [route] = service.routes
  const of = (iso2: string) => drafts.find(({ key }) => key === iso2)!.body as any
  it('has an answer for every country, within its schema, and none for the world', () => {
    const { properties, ...schema } = route!.output
    const check = Compile({ ...schema, properties: { ...properties, meta: { type: 'object' } } })
    for (const draft of drafts) expect([...check.Errors({ ...draft.body, meta: {} })], draft.key).toEqual([])
    // Every sample country, but Taiwan: the World Bank has nothing of it.
    const told = Object.values(sampleCountries).flatMap(({ iso2, bank }) => (Object.keys(bank).length > 0 ? [iso2] : []))
    expect(drafts.map(({ key }) => key).sort()).toEqual(told.sort())
  })
  it('finds Switzerland stronger than Egypt, and Germany no spread over itself', () => {
    expect(of('CH').signal.score).toBeLessThan(of('EG').signal.score - 20)
    expect(of('DE').market.spread_bp).toBe(0)
    expect(of('US').market.fx_12m_pct).toBeNull()
    expect(of('BR').vintages).toMatchObject({ debt_pct_gdp: 2025, wgi_mean: 2024 })
    // Of so many of its income the nearest five.
    expect(of('BR').peers).toHaveLength(5)
  })
  it('has the policy rate where there is one, that of the inflation’s year less it, and the euro’s for its members', () => {
    const ofDecember = polled.flat().find(({ topic, key, observedAt }) => {
      return topic === bis.topic.name && key === 'BR' && observedAt.toISOString().startsWith('2025-12')
    })!
    const { real_rate_pct, inflation_pct } = of('BR').macro
    expect(real_rate_pct).toBeCloseTo((ofDecember.value as { rate_pct: number }).rate_pct - inflation_pct, 1)
    expect(of('FR').macro.policy_rate_pct).toBe(of('DE').macro.policy_rate_pct)
    expect(of('GH').macro).toMatchObject({ policy_rate_pct: null, real_rate_pct: null })
  })
  it('judges without the IMF by central government, says so, and is less sure', () => {
    const others = polled.filter((facts) => facts[0]!.topic !== imf.topic.name).flat()
    const brazil = draftsOf(service, others, 'world').find(({ key }) => key === 'BR')!
    expect(brazil.coverage).toMatchObject({ detail: { substitutes: ['debt', 'balance', 'primary'] }, missing: [] })
    expect((brazil.body.signal as any).confidence).toBeLessThanOrEqual(0.6)
    expect(Math.abs((brazil.body.signal as any).score - of('BR').signal.score)).toBeLessThan(10)
  })
  it('knows the debt of Germany without the IMF, from Eurostat', async () => {
    const facts = [...polled.slice(1), toFacts(eurostat.topic, await pollSample(eurostat, now))].flat()
    const germany = draftsOf(service, facts, 'world').find(({ key }) => key === 'DE')!
    expect(germany.body.fiscal).toMatchObject({ debt_pct_gdp: expect.any(Number) })
    expect((germany.coverage as any).detail.substitutes).not.toContain('debt')
    expect(germany.body.vintages).toMatchObject({ debt_pct_gdp: 2025 })
  })
  it('refuses what is no country before the price', () => {
    expect(route!.key(route!.read!({ country: 'Brazil' }, now))).toBe('BR')
    expect(() => route!.read!({ country: 'European Union' }, now)).toThrow(expect.objectContaining({ code: 'input_unusable' }))
  })
})

const captures = process.env.UPSTREAM_SAMPLES
describe.skipIf(captures === undefined)('real answers', () => {
  const json = (file: string) => JSON.parse(readFileSync(`${captures}/samples/markets/${file}`, 'utf8'))
  it("reads the DataMapper's years", () => {
    const table = json('imf_datamapper.json')
    const others = ['PCPIPCH', 'GGXWDG_NGDP', 'GGXCNL_NGDP', 'GGXONLB_G01_GDP_PT', 'BCA_NGDPD'] as const
    const same = others.map((id) => ({ id, body: { values: { [id]: table.values.NGDP_RPCH } } }))
    const usa = imf.parse([{ id: 'NGDP_RPCH', body: table }, ...same], now).find(({ iso3 }) => iso3 === 'USA')!
    expect(usa.figures.filter(({ measure }) => measure === 'growth_pct')).toEqual([
      { measure: 'growth_pct', year: 2022, value: 2.5 },
      { measure: 'growth_pct', year: 2024, value: 2.8 },
    ])
  })
})
