// Grids: stress against hand-computed values, local times, the operators' real files, and one region from two sources.
import { existsSync, readFileSync } from 'node:fs'
import { Compile } from 'typebox/compile'
import { describe, expect, it } from 'vitest'
import eia from '../../../ingestors/sources/eia-930/ingestor.ts'
import ercot from '../../../ingestors/sources/ercot-grid/ingestor.ts'
import nyiso from '../../../ingestors/sources/nyiso-grid/ingestor.ts'
import service from '../../../processors/services/grid/service.ts'
import {
  alertOf,
  computeRegion,
  computeReport,
  marginPct,
  priceScore,
  type Region,
} from '../../../processors/services/grid/signal.ts'
import { draftsOf, pollSample, toFacts } from '../../support/service-facts.ts'

const now = new Date('2026-11-20T18:30:00Z')
const region = (more: Partial<Region> = {}): Region => ({
  region: 'X',
  observedAt: now,
  demandMw: 900,
  forecastMw: 1_000,
  peakForecastMw: 1_000,
  peakAt: null,
  availableMw: 1_003.5,
  reserveMw: 50,
  state: 'normal',
  note: null,
  price: 140,
  priceHub: 'H',
  currency: 'USD',
  dayAheadPrice: null,
  pastPrices: [],
  interchangeMw: null,
  mix: [
    { fuel: 'gas', mw: 600 },
    { fuel: 'wind', mw: 400 },
    { fuel: 'storage', mw: -100 },
  ],
  ...more,
})

describe('a region', () => {
  it('adds reserve, price, load and status', () => {
    const answer = computeRegion(region(), now)
    // margin 11.5 %: halfway from 20 to 3 → 50; price 140: half of 30..250 → 50; load 0.9 of the peak → 75; status 0
    expect(marginPct(region())).toBeCloseTo(11.5, 10)
    expect(answer.score).toBeCloseTo(0.35 * 50 + 0.3 * 50 + 0.2 * 75, 8)
    expect(answer.label).toBe('watch')
    expect(answer.generation).toMatchObject({ renewables_share_pct: 40, storage_mw: -100 })
    expect(answer.carbon_g_kwh_estimate).toBe(252)
    expect(answer.demand.error_pct).toBe(-10)
  })
  it('believes the operator about emergencies', () => {
    expect(['normal', 'Energy Conservation', 'EEA 2', 'Warning', 'purple', null].map(alertOf)).toEqual([
      0,
      0.5,
      1,
      0.8,
      null,
      null,
    ])
    expect(computeRegion(region({ state: 'EEA1' }), now).label).toBe('emergency')
  })
  it('renormalises over what it knows', () => {
    const poor = region({ price: null, state: null, availableMw: null, reserveMw: null })
    const answer = computeRegion(poor, now)
    expect(answer.score).toBeCloseTo(75, 10)
    expect(answer.mix.coverage.missing).toEqual(['reserve_margin', 'price', 'operator_status'])
    expect(answer.mix.confidence).toBeLessThanOrEqual(0.2)
    expect([priceScore(-5), priceScore(30), priceScore(250), priceScore(5_000)]).toEqual([0, 0, 100, 100])
  })
})

it('the report weighs the worst and the mean, and leaves out regions known by load alone', () => {
  const poor = region({ region: 'P', price: null, state: null, availableMw: null, reserveMw: null })
  const easy = region({ region: 'E', price: 30, availableMw: 2_000, demandMw: 600 })
  const answer = computeReport([region(), poor, easy], now)
  expect(answer.score).toBeCloseTo(0.6 * 47.5 + 0.4 * ((900 * 47.5 + 600 * 0) / 1_500), 6)
  expect(answer.most_stressed).toEqual(['X', 'E'])
  // However high its load: no score, no label, and below those that are judged.
  expect(answer.regions.map(({ code, score, label }) => [code, score, label])).toEqual([
    ['X', 47.5, expect.any(String)],
    ['E', 0, 'normal'],
    ['P', null, null],
  ])
})

it('of regions whose load nobody tells there is no sum, and of some it is of those', () => {
  const silent = { ...region(), region: 'FR', demandMw: null, mix: [] }
  expect(computeReport([silent], now, 'eu').national).toEqual({ demand_mw: null, mix: [] })
  const loud = region()
  expect(computeReport([silent, loud], now).national.demand_mw).toBe(Math.round(loud.demandMw!))
})

describe('the service on its samples', async () => {
  const polled = await Promise.all(
    [ercot, nyiso, eia].map(async (ingestor) => toFacts(ingestor.topic, await pollSample(ingestor, now))),
  )
  it.each(['us', 'ERCOT', 'NYISO', 'BPAT'])('computes a valid row for %s', (key) => {
    const [draft] = draftsOf(service, polled.flat(), key)
    const { properties, ...schema } = service.routes.find((route) => route.path === draft!.route)!.output
    const check = Compile({ ...schema, properties: { ...properties, meta: { type: 'object' } } })
    expect([...check.Errors({ ...draft!.body, meta: {} })]).toEqual([])
    expect(draft!.key).toBe(key)
  })
  it('lets the EIA fill what the operator does not say', () => {
    const [draft] = draftsOf(service, polled.flat(), 'NYISO')
    expect(draft!.body).toMatchObject({ interchange_mw: 250, price: { hub: 'N.Y.C.' } })
    expect(service.routes[1]!.key(service.routes[1]!.read!({ code: 'iso-ne' }, now))).toBe('ISONE')
  })
  it('leaves out sums over regions', () => {
    expect(polled[2]!.some((fact) => fact.key === 'US48')).toBe(false)
  })
})

const captures = process.env.UPSTREAM_SAMPLES === undefined ? null : `${process.env.UPSTREAM_SAMPLES}/samples/world`
describe.skipIf(captures === null || !existsSync(captures ?? ''))('real answers', () => {
  const json = (file: string) => JSON.parse(readFileSync(`${captures}/${file}`, 'utf8'))
  it("parses ERCOT's dashboards", () => {
    const raw = {
      mix: json('grid-ercot-fuel-mix.json'),
      load: json('grid-ercot-load-forecast.json'),
      reserve: { current_condition: { state: 'normal', prc_value: '6,341' } },
    }
    const [state] = ercot.parse(raw, now)
    expect(state).toMatchObject({ at: '2025-10-09T11:44:56.000Z', reserve_mw: 6_341 })
    expect(state!.mix.find((fuel) => fuel.fuel === 'gas')!.mw).toBeCloseTo(29_640.3, 1)
  })
  it("parses NYISO's files", () => {
    const text = (file: string) => readFileSync(`${captures}/${file}`, 'utf8')
    const [state] = nyiso.parse(
      {
        mix: text('grid-nyiso-rtfuelmix.csv'),
        forecast: text('grid-nyiso-load-forecast.csv'),
        load: 'Time Stamp,Time Zone,Name,Load\n',
        price: 'Time Stamp,Name,LBMP ($/MWHr)\n02/01/2025 00:05:00,N.Y.C.,41.5',
      },
      now,
    )
    expect(state).toMatchObject({ price_usd_mwh: 41.5, demand_mw: null })
    expect(state!.at.startsWith('2025-02-01T05:')).toBe(true)
  })
  it("parses EIA's hours", () => {
    const [state] = eia.parse({ region: json('grid-eia930-region-data.json'), fuel: json('grid-eia930-fuel-type.json') }, now)
    expect(state).toMatchObject({ region: 'BPAT', at: '2023-05-01T11:00:00.000Z', demand_mw: 6_215 })
  })
})
