// The operators' own feeds and Europe's day-ahead prices: their samples through the service, their real answers, and clocks on walls.
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import { momentOf, wallClock } from '../../../base/calendar/zoned-time.ts'
import type { Ingestor, Sample } from '../../../ingestors/define.ts'
import { type GridState, seenState, withHourPrice } from '../../../ingestors/shapes/grid-state.ts'
import caiso from '../../../ingestors/sources/caiso-grid/ingestor.ts'
import energyCharts from '../../../ingestors/sources/energy-charts/ingestor.ts'
import entsoe, { readZone } from '../../../ingestors/sources/entsoe-prices/ingestor.ts'
import ercot from '../../../ingestors/sources/ercot-grid/ingestor.ts'
import ercotSample from '../../../ingestors/sources/ercot-grid/samples/sample.ts'
import miso from '../../../ingestors/sources/miso-grid/ingestor.ts'
import misoSample from '../../../ingestors/sources/miso-grid/samples/sample.ts'
import pjm, { readMix } from '../../../ingestors/sources/pjm-grid/ingestor.ts'
import spp from '../../../ingestors/sources/spp-grid/ingestor.ts'
import { describePlace } from '../../../processors/services/grid/places.ts'
import service from '../../../processors/services/grid/service.ts'
import { pastShare, priceScore, type Region, reserveScore } from '../../../processors/services/grid/signal.ts'
import { createReplay } from '../../support/replay.ts'
import { draftsOf, pollSample, toFacts } from '../../support/service-facts.ts'
import { pollOnce } from '../../support/sources.ts'

const now = new Date('2026-11-20T18:30:00Z')

describe('their samples', async () => {
  const sources = [ercot, caiso, miso, spp, pjm, energyCharts, entsoe]
  const facts = (await Promise.all(sources.map(async (one) => toFacts(one.topic, await pollSample(one, now))))).flat()
  const draft = (key: string) => draftsOf(service, facts, key)[0]! as unknown as { body: any; coverage: { missing: string[] } }

  it.each([
    ['ERCOT', 'HB_HUBAVG', []],
    ['CAISO', null, ['price']],
    ['MISO', 'INDIANA.HUB', ['reserve_margin', 'operator_status']],
    ['SPP', 'SPPSOUTH_HUB', ['reserve_margin', 'operator_status']],
    ['PJM', 'WESTERN HUB', ['reserve_margin', 'operator_status']],
  ])('%s has a price at %s and lacks %j', (code, hub, missing) => {
    const { body, coverage } = draft(code)
    expect(body.price).toMatchObject({ hub, currency: 'USD', rt_usd_mwh: hub === null ? null : expect.any(Number) })
    expect(coverage.missing).toEqual(missing)
    expect(body.demand.mw).toBeGreaterThan(10_000)
    expect(body.demand.peak_forecast_mw).toBeGreaterThan(body.demand.mw * 0.7)
  })
  it('shows the reserve and the imports of California, and the day-ahead price of the Midwest', () => {
    const { body } = draft('CAISO')
    expect(body.reserve).toEqual({ mw: 3_421, margin_pct: null })
    expect(body.interchange_mw).toBeLessThan(0)
    expect(body.signal.as_of).toBe('2026-11-20T18:30:00.000Z')
    expect(body.demand.peak_at).toBe('2026-11-21T02:00:00.000Z')
    expect(draft('MISO').body.price.da_usd_mwh).toBeGreaterThan(0)
  })
  it('names the region, its operator and the time there', () => {
    expect(draft('CAISO').body).toMatchObject({ name: 'California', operator: 'California ISO', local_time: '2026-11-20 10:30' })
    expect(draft('DE-LU').body).toMatchObject({ name: 'Germany and Luxembourg', local_time: '2026-11-20 19:30' })
    expect(describePlace('BPAT', now)).toEqual({ name: 'BPAT', operator: null, local_time: null })
  })
  it('reports on Europe by prices, on America as before, and on both', () => {
    const eu = draft('eu').body
    // Slovenia's sample is not free to pass on.
    expect(eu.regions.map((one: any) => one.code)).toEqual(expect.arrayContaining(['DE-LU', 'ES', 'IT-NORTH']))
    expect(eu.regions.some((one: any) => one.code === 'SI' || one.code === 'ERCOT')).toBe(false)
    expect(eu.regions.every((one: any) => one.price_eur_mwh !== null && one.price_usd_mwh === null)).toBe(true)
    expect(eu.cheapest.map((one: any) => one.price_mwh)).toEqual(
      eu.regions
        .map((one: any) => one.price_eur_mwh)
        .sort((a: number, b: number) => a - b)
        .slice(0, 3),
    )
    expect(draft('us').body.regions).toHaveLength(5)
    expect(draft('all').body.regions.length).toBe(eu.regions.length + 5)
    const [report] = service.routes
    expect([{}, { market: 'EU' }].map((given) => report!.key(report!.read!(given, now)))).toEqual(['us', 'eu'])
    const zone = draft('DE-LU').body
    expect(zone.price).toMatchObject({
      rt_usd_mwh: null,
      currency: 'EUR',
      pctile_30d: null,
      hub: 'day-ahead auction',
    })
    expect(zone.price.da_eur_mwh).toEqual(expect.any(Number))
  })
})

test('a price is judged by its own past once there are 14 days of it', () => {
  const past = Array.from({ length: 14 }, (_, i) => 10 * i)
  expect(pastShare(65, past.slice(1))).toBeNull()
  expect(pastShare(65, past)).toBe(50)
  expect(pastShare(60, past)).toBeCloseTo((100 * 6.5) / 14, 10)
  expect([priceScore(140), priceScore(140, past), priceScore(2_000, past)]).toEqual([50, 100, 100])
})

test('a reserve that is kept running is no margin: 2 GW for 25 GW of load is a normal day in California', () => {
  const state = {
    ...seenState(now),
    region: 'CAISO',
    at: now.toISOString(),
    demand_mw: 25_000,
    reserve_mw: 2_000,
    state: 'Normal',
  }
  const answer = (more: object) => {
    const facts = toFacts(caiso.topic, [{ ...state, peak_forecast_mw: 30_000, ...more }])
    return draftsOf(service, facts, 'CAISO')[0]!.body as any
  }
  expect(answer({}).signal.label).toBe('normal')
  expect(answer({}).reserve).toEqual({ mw: 2_000, margin_pct: null })
  expect(answer({}).signal.summary).toContain('operating reserve 2000 MW')
  // At three percent the operator sheds load.
  expect(answer({ reserve_mw: 750, state: 'Restricted maintenance' }).signal.score).toBeGreaterThan(60)
  const texas = (reserve_mw: number) => reserveScore({ region: 'ERCOT', demandMw: 60_000, reserveMw: reserve_mw } as Region)
  expect([6_341, 3_000, 1_500].map(texas)).toEqual([0, 50, 100])
  expect(reserveScore({ region: 'PJM', demandMw: 60_000, reserveMw: 3_000 } as Region)).toBeNull()
})

test('an American price is compared with the same hour of the days before, which are kept beside its states', () => {
  const at = (day: number, time: string) => new Date(`2026-11-${String(day).padStart(2, '0')}T${time}:00Z`)
  const poll = (day: number, time: string, price: number | null) =>
    withHourPrice(
      { ...seenState(at(day, time)), region: 'ERCOT', at: at(day, time).toISOString(), price_usd_mwh: price, price_hub: 'H' },
      at(day, time),
    )
  const days = Array.from({ length: 15 }, (_, i) => [...poll(i + 1, '17:55', 500), ...poll(i + 1, '18:25', i)])
  const values = [...days.flat(), ...poll(16, '18:30', 7)]
  expect(poll(1, '18:00', null)).toHaveLength(1)
  const [draft] = draftsOf(service, toFacts(ercot.topic, values), 'ERCOT')
  // Seven days below, one the same, of fifteen.
  expect((draft!.body as any).price).toMatchObject({ rt_usd_mwh: 7, pctile_30d: 50 })
  const report = draftsOf(service, toFacts(ercot.topic, values), 'us')[0]!.body as any
  expect(report.regions.map((one: any) => one.code)).toEqual(['ERCOT'])
  expect(service.affected([{ topic: ercot.topic.name, key: 'ERCOT-P', observedAt: now }] as never)).toEqual([
    'ERCOT',
    'us',
    'all',
  ])
})

test.each([
  ['2026-11-20T23:20:00Z', '2026-11-20T23:15:00.000Z'],
  ['2026-07-01T22:05:00Z', '2026-07-01T22:00:00.000Z'],
])("in the last hours of a universal day Europe's price of now is already the next day's: %s", async (late, quarter) => {
  const newest = (await pollSample(energyCharts, new Date(late))).filter(({ zone }: any) => zone === 'FR').at(-1) as any
  expect(newest.at).toBe(quarter)
})

test.each([
  ['miso', miso, misoSample, 'FuelMix'],
  ['ercot', ercot, ercotSample, 'fuel-mix.json'],
])('of %s, displays that stand still tell nothing of an hour of days later', async (_name, source, sample, newest) => {
  const before = new Date(now.getTime() - 3 * 86_400_000)
  const still: Sample = { answer: (url) => sample.answer(url, url.pathname.endsWith(newest) ? now : before) }
  const [state] = (await pollOnce(source as Ingestor, createReplay(still, { at: now }), null, { at: now })) as GridState[]
  expect(Math.abs(Date.parse(state!.at) - now.getTime())).toBeLessThan(600_000)
  expect(state!.mix.length).toBeGreaterThan(3)
  const told = Object.entries(state!).filter(
    ([name, value]) => value !== null && !['region', 'at', 'mix', 'vintage'].includes(name),
  )
  // What Texas uses is the sum of its fuels.
  expect(told.map(([name]) => name)).toEqual(source === ercot ? ['demand_mw'] : [])
})

test('the past of a European price is the same quarter of the days before', async () => {
  const at = (day: number, hour: number) => new Date(Date.UTC(2026, 10, day, hour)).toISOString()
  const zone = (time: string, price: number) => ({ zone: 'FR', at: time, minutes: 60, price_eur_mwh: price })
  const days = Array.from({ length: 15 }, (_, i) => [zone(at(i + 1, 18), i), zone(at(i + 1, 17), 500)]).flat()
  const [draft] = draftsOf(service, toFacts(energyCharts.topic, days), 'FR')
  expect((draft!.body as any).price).toMatchObject({ da_eur_mwh: 14, pctile_30d: 100 })
})

test('clocks on walls, also where they go back or forward', () => {
  const iso = (day: string, time: string, zone: string) => new Date(momentOf(day, time, zone)).toISOString()
  expect(iso('2026-07-01', '12:00', 'America/Los_Angeles')).toBe('2026-07-01T19:00:00.000Z')
  expect(iso('2026-11-20', '10:30', 'America/Los_Angeles')).toBe('2026-11-20T18:30:00.000Z')
  // Clocks go back on 1 November at two: of the two half past ones the first, still in summer time.
  expect(iso('2026-11-01', '01:30', 'America/Los_Angeles')).toBe('2026-11-01T08:30:00.000Z')
  expect(iso('2026-11-01', '02:30', 'America/Los_Angeles')).toBe('2026-11-01T10:30:00.000Z')
  expect(iso('2026-03-08', '03:30', 'America/Los_Angeles')).toBe('2026-03-08T10:30:00.000Z')
  expect(wallClock(new Date('2026-03-08T09:59:00Z'), 'America/Los_Angeles')).toBe('2026-03-08 01:59:00')
  expect(() => momentOf('2026-11-01', '25:00', 'UTC')).toThrow(expect.objectContaining({ code: 'upstream_changed' }))
})

test("MISO's load is told for the hour it was measured in, not for that of a display that goes on above a list that stands", () => {
  const demandAt = (ref: string, time: string) => {
    const forecast = [{ Forecast: { HourEnding: '5', LoadForecast: '70000' } }]
    const loads = ['00:00', time].map((one) => ({ Load: { Time: one, Value: one === time ? '69728' : '1' } }))
    const load = { LoadInfo: { RefId: ref, MediumTermLoadForecast: forecast, FiveMinTotalLoad: loads } }
    return miso.parse({ load }, now, () => undefined)[0]!.demand_mw
  }
  expect(demandAt('25-Jan-2018 - Interval 04:30 EST', '04:25')).toBe(69_728)
  expect(demandAt('25-Jan-2018 - Interval 04:30 EST', '02:25')).toBe(null)
  expect(demandAt('25-Jan-2018 - Interval 00:05 EST', '23:55')).toBe(69_728)
})

const captures = `${process.env.UPSTREAM_SAMPLES ?? ''}/samples/world`
describe.skipIf(!existsSync(captures))('real answers', () => {
  const text = (file: string) => readFileSync(`${captures}/${file}`, 'utf8')
  const json = (file: string) => JSON.parse(text(file))
  it("of MISO's fuels", () => {
    const load = {
      LoadInfo: {
        RefId: '25-Jan-2018 - Interval 04:30 EST',
        MediumTermLoadForecast: [{ Forecast: { HourEnding: '5', LoadForecast: '70000' } }],
        FiveMinTotalLoad: [{ Load: { Time: '04:25', Value: '69728' } }],
      },
    }
    const prices = { LMPData: { FiveMinLMP: { PricingNode: [{ name: 'INDIANA.HUB', LMP: '24.10' }] } } }
    const [state] = miso.parse({ mix: json('grid-miso-fuelmix.json'), load, prices }, now)
    expect(state).toMatchObject({
      at: '2018-01-25T09:30:00.000Z',
      demand_mw: 69_728,
      forecast_mw: 70_000,
      peak_forecast_mw: null,
      price_usd_mwh: 24.1,
    })
    expect(state!.mix.find((fuel) => fuel.fuel === 'coal')!.mw).toBe(40_384)
  })
  it("of PJM's hub, by its number and its name, with milliseconds or without", () => {
    const prices = JSON.parse(readFileSync(`${captures}/../captured/pjm-grid/rt_unverified_fivemin_lmps_shape.json`, 'utf8'))
    const load = { items: [{ datetime_beginning_utc: '2025-02-09T04:45:00.000', area: 'PJM RTO', instantaneous_load: 95_000 }] }
    const mix = { items: json('grid-pjm-gen-by-fuel.json').items }
    const [state] = pjm.parse({ load, mix, prices, forecast: { items: [{ forecast_area: 'X' }] } }, now)
    expect(state).toMatchObject({ at: '2025-02-09T04:45:00.000Z', price_usd_mwh: 32.92, price_hub: 'WESTERN HUB' })
  })
  it("of PJM's fuels", () => {
    const mix = readMix(json('grid-pjm-gen-by-fuel.json').items, Date.parse('2025-02-09T00:00:00Z'))
    // Multiple fuels burn gas before anything else.
    expect(mix.find((fuel) => fuel.fuel === 'gas')!.mw).toBe(47_280 + 1_179)
    expect(mix.find((fuel) => fuel.fuel === 'nuclear')!.mw).toBe(32_919)
  })
  it("of SPP's prices beside a load file with hours to come first", () => {
    const lines = ['03/31/2025 09:00:00,03/31/2025 14:00:00,,29500,', '03/31/2025 08:50:00,03/31/2025 13:50:00,29100,,29012.5']
    const load = `Interval,GMTIntervalEnd,STLF,MTLF,Actual Load\n${lines.join('\n')}\n`
    const prices = `${text('grid-spp-rt-lmp.csv').trimEnd()}\n03/31/2025 08:50:00,03/31/2025 13:50:00,SPPSOUTH_HUB,SPPSOUTH_HUB,31.2,-0.1,-0.1,29.81\n`
    const [state] = spp.parse({ prices, load }, now)
    expect(state).toMatchObject({ at: '2025-03-31T13:50:00.000Z', demand_mw: 29_012.5, forecast_mw: 29_100, price_usd_mwh: 31.2 })
    expect(spp.parse({ prices: text('grid-spp-rt-lmp.csv'), load }, now)[0]).toMatchObject({
      price_usd_mwh: null,
      price_hub: null,
    })
  })
  it("of Energy-Charts and ENTSO-E's day-ahead prices", () => {
    const at = new Date('2026-07-01T00:00:00Z')
    expect(energyCharts.parse([{ zone: 'DE-LU', body: json('grid-energy-charts-price.json') }], at)).toEqual([
      { zone: 'DE-LU', at: '2026-06-30T22:00:00.000Z', minutes: 60, price_eur_mwh: 164.42, vintage: at.toISOString() },
    ])
    const prices = readZone('FR', text('grid-entsoe-day-ahead-price.xml'), now)
    expect(prices).toHaveLength(48)
    expect(prices[0]).toEqual({
      zone: 'FR',
      at: '2023-05-06T22:00:00.000Z',
      minutes: 60,
      price_eur_mwh: 106.78,
      vintage: now.toISOString(),
    })
    expect(readZone('FR', text('grid-entsoe-day-ahead-price.xml'), new Date('2023-05-06T23:30:00Z'))).toHaveLength(2)
  })
})
