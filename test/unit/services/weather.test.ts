// The weather of a day: hand-made hours through the formula, local days over clock changes, and the published times of the sun.
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { mayBeCovered, readAlerts } from '../../../ingestors/sources/metno-forecast/alerts.ts'
import metno from '../../../ingestors/sources/metno-forecast/ingestor.ts'
import { dealOut, isOnDay } from '../../../processors/services/weather/days.ts'
import { inUnits } from '../../../processors/services/weather/schema.ts'
import weather from '../../../processors/services/weather/service.ts'
import { computeDay, type DayStep, type Step } from '../../../processors/services/weather/signal.ts'
import { sunTimes } from '../../../processors/services/weather/sun.ts'
import { draftsOf, pollSample, toFacts } from '../../support/service-facts.ts'

const hourMs = 3_600_000
const calm: Omit<Step, 'at'> = {
  hours: 1,
  tempC: 15,
  windMs: 3,
  windFromDeg: 90,
  humidityPct: 50,
  cloudPct: 20,
  precipMm: 0,
  symbol: 'clearsky_day',
}
const hoursOf = (date: string, change: (hour: number) => Partial<Step> = () => ({})): DayStep[] =>
  Array.from({ length: 24 }, (_, hour) => ({
    ...calm,
    at: new Date(Date.parse(`${date}T00:00:00Z`) + hour * hourMs),
    share: 1,
    ...change(hour),
  }))
const noon = new Date('2026-11-20T12:00:00Z')
const compute = (steps: DayStep[], before: DayStep[] = []) => computeDay(steps, '2026-11-20', noon, before)

describe('the score', () => {
  test('a calm day is fair and costs nothing', () => {
    expect(compute(hoursOf('2026-11-20'))).toMatchObject({ score: 0, label: 'fair', confidence: 1, daily: { precip_mm: 0 } })
  })

  test('a gale alone: 19 m/s is half of its scale, so 0.7 · 50 + 0.3 · 50 / 6', () => {
    const { score, label, components } = compute(hoursOf('2026-11-20', (hour) => (hour === 15 ? { windMs: 19 } : {})))
    expect(components.wind).toBe(0.5)
    expect(score).toBeCloseTo(37.5, 10)
    expect(label).toBe('minor')
  })

  test('rain of 45 mm and a heat of 38 °C: each half, so 35 + 0.3 · 100 / 6', () => {
    const { score, components } = compute(hoursOf('2026-11-20', (hour) => ({ precipMm: hour < 9 ? 5 : 0, tempC: 38 })))
    expect(components).toMatchObject({ rain: 0.5, heat: 0.5 })
    expect(score).toBeCloseTo(40, 10)
  })

  test('thunder all day is the worst there is of it', () => {
    const { score, label } = compute(hoursOf('2026-11-20', () => ({ symbol: 'heavyrainandthunder' })))
    expect(score).toBeCloseTo(75, 10)
    expect(label).toBe('disruptive')
  })

  test('a day further away is less sure: 14 days are a factor of 1/e', () => {
    const far = computeDay(hoursOf('2026-12-04'), '2026-12-04', noon, [])
    expect(far.confidence).toBe(0.37)
  })

  test('gusts and chances of rain are the highest of the day, and nothing where nobody computes them', () => {
    const { daily } = compute(
      hoursOf('2026-11-20', (hour) => ({ gustMs: hour === 3 ? 21.5 : 9, precipProbPct: hour === 4 ? 62 : null })),
    )
    expect(daily).toMatchObject({ gust_max_ms: 21.5, precip_prob_pct: 62 })
    expect(compute(hoursOf('2026-11-20')).daily).toMatchObject({ gust_max_ms: null, precip_prob_pct: null })
  })

  test('the day before is compared by the mean', () => {
    const { comparison } = compute(
      hoursOf('2026-11-20'),
      hoursOf('2026-11-19', () => ({ tempC: 12.5 })),
    )
    expect(comparison.vs_yesterday_c).toBe(2.5)
  })
})

describe('official alerts', async () => {
  const facts = toFacts(metno.topic, await pollSample(metno, noon))
  const dayOf = (cell: string, date: string) =>
    draftsOf(weather, facts, cell).find((draft) => draft.key === `${cell} ${date}`)! as unknown as { body: any; coverage: any }

  test('count where they are read: 0.7 · 0.85 · 0.8 of a warning raises a calm day to 47.6, and 0.3 / 7 of the mean', () => {
    const alert = { severity: 'Severe', certainty: 'Likely', urgency: 'Expected' }
    const { score, components } = computeDay(hoursOf('2026-11-20'), '2026-11-20', noon, [], [alert])
    expect(components.alert).toBeCloseTo(0.476, 10)
    expect(score).toBeCloseTo(70 * 0.476 + (30 * 0.476) / 7, 8)
    expect(computeDay(hoursOf('2026-11-20'), '2026-11-20', noon, [], []).components.alert).toBe(0)
    expect(compute(hoursOf('2026-11-20')).components.alert).toBeNull()
  })

  test('stand in the answer of an American day, gravest first, and in no other', () => {
    const { body, coverage } = dayOf('40.71,-74.01', '2026-11-20')
    expect(body.alerts.map((alert: any) => alert.event)).toEqual(['Wind Advisory', 'Flood Watch'])
    expect(body.alerts[1]).toMatchObject({ onset: '2026-11-20T14:00:00.000Z', expires: '2026-11-21T00:00:00.000Z' })
    expect(body.components.alert).toBeCloseTo(0.4 * 0.85 * 0.8, 10)
    expect(body.signal.summary).toContain('Wind Advisory in force')
    expect(coverage).toEqual({ inputs_used: 2, inputs_expected: 2, missing: [], stale: [] })
    expect(dayOf('40.71,-74.01', '2026-11-22').body).toMatchObject({ alerts: [], components: { alert: 0 } })
    const berlin = dayOf('52.52,13.41', '2026-11-20')
    expect(berlin.body).toMatchObject({ alerts: null, components: { alert: null } })
    expect(berlin.coverage).toMatchObject({ missing: ['weather_alerts'], detail: { weather_alerts: expect.any(String) } })
  })

  test('hold on every local day they touch', () => {
    const span = (from: string, to: string | null) => ({ effective_at: from, onset_at: null, ends_at: null, expires_at: to })
    const holds = (date: string, to: string | null) => isOnDay(span('2026-11-20T23:30:00Z', to), date, 'America/New_York')
    expect(['2026-11-19', '2026-11-20', '2026-11-21'].map((date) => holds(date, '2026-11-21T06:00:00Z'))).toEqual([
      false,
      true,
      true,
    ])
    expect(holds('2026-12-24', null)).toBe(true)
  })

  test('are read for the states and territories, without tests and what was taken back', () => {
    const places = [
      [40.71, -74.01],
      [61.2, -149.9],
      [21.3, -157.9],
      [18.4, -66.1],
      [13.5, 144.8],
      [52.5, 13.4],
      [-33.9, 151.2],
    ] as const
    expect(places.map(([lat, lon]) => mayBeCovered(lat, lon))).toEqual([true, true, true, true, true, false, false])
    const alert = (more: object) => ({
      properties: {
        id: 'a',
        event: 'E',
        status: 'Actual',
        messageType: 'Alert',
        effective: '2026-11-20T10:00:00-05:00',
        ...more,
      },
    })
    const features = [alert({}), alert({ status: 'Test' }), alert({ messageType: 'Cancel' })]
    expect(readAlerts({ features })).toMatchObject([{ id: 'a', effective_at: '2026-11-20T15:00:00.000Z', ends_at: null }])
    expect([readAlerts(null), readAlerts({ features: [] })]).toEqual([null, []])
  })
})

test('a step of six hours over midnight is dealt out by its hours', () => {
  const step = { ...calm, hours: 6, precipMm: 6, at: new Date('2026-11-20T21:00:00Z') }
  const days = dealOut([step], 'UTC')
  expect([...days].map(([day, [one]]) => [day, one!.share])).toEqual([
    ['2026-11-20', 3],
    ['2026-11-21', 3],
  ])
  expect(compute(days.get('2026-11-20')!).daily.precip_mm).toBe(3)
})

describe('a day of six-hour steps', () => {
  // 19 °C at three in the morning, 39 °C at three in the afternoon, as the clock of the place has it.
  const degreesAt = (ms: number) => 29 - 10 * Math.cos(((ms / hourMs - 3) / 24) * 2 * Math.PI)
  const runFrom = (withExtremes: boolean, shiftHours = 0) => {
    const units = { air_temperature: 'celsius', precipitation_amount: 'mm', wind_speed: 'm/s' }
    const timeseries = Array.from({ length: 9 }, (_, i) => {
      const at = Date.UTC(2026, 6, 20) + i * 6 * hourMs
      const degrees = Array.from({ length: 361 }, (_, minute) => degreesAt(at + shiftHours * hourMs + minute * 60_000))
      const extremes = { air_temperature_max: Math.max(...degrees), air_temperature_min: Math.min(...degrees) }
      const details = { precipitation_amount: 0, ...(withExtremes ? extremes : {}) }
      const instant = { details: { air_temperature: degrees[0], wind_speed: 3 } }
      const next_6_hours = { summary: { symbol_code: 'clearsky_day' }, details }
      return { time: `${new Date(at).toISOString().slice(0, 19)}Z`, data: { instant, ...(i < 8 ? { next_6_hours } : {}) } }
    })
    const meta = { updated_at: '2026-07-20T00:20:00Z', units: { ...units, relative_humidity: '%', cloud_area_fraction: '%' } }
    return { properties: { meta, timeseries } }
  }
  const dayOf = (cell: string, run: object, date = '2026-07-21') => {
    const facts = toFacts(metno.topic, metno.parse([{ cell, body: run }], noon))
    return draftsOf(weather, facts, cell).find((draft) => draft.key === `${cell} ${date}`)!.body as any
  }
  test('has the warmest and coldest hour of the upstream, not only what its steps begin with', () => {
    const { daily, signal } = dayOf('51.48,0.00', runFrom(true))
    expect(daily.temp_max_c).toBeCloseTo(39, 1)
    expect(daily.temp_min_c).toBeCloseTo(19, 1)
    // (39 − 32) / 12 of heat: .7 of it and .3 of a sixth.
    expect(signal.score).toBeCloseTo((100 * 7 * 0.75) / 12, 1)
    expect(dayOf('51.48,0.00', runFrom(false)).daily).toMatchObject({ temp_min_c: 21.9, temp_max_c: 36.1 })
  })
  test('keeps what began on the evening before to that evening', () => {
    // Steps begin at 20, 02, 08 and 14 of Honolulu's clock.
    const { daily } = dayOf('21.31,-157.86', runFrom(true, -10), '2026-07-20')
    expect(daily.temp_max_c).toBeCloseTo(39, 1)
    expect(daily.temp_min_c).toBeCloseTo(19, 1)
    const evening = { ...calm, hours: 6, tempC: 30, maxC: 30, minC: 12, at: new Date('2026-11-20T21:00:00Z') }
    const night = { ...calm, hours: 6, tempC: 11, maxC: 14, minC: 10, at: new Date('2026-11-21T03:00:00Z') }
    const days = dealOut([evening, night], 'UTC')
    expect(compute(days.get('2026-11-21')!).daily).toMatchObject({ temp_min_c: 10, temp_max_c: 14 })
  })
})

test('the day on which clocks go back has 25 hours', () => {
  const hours = Array.from({ length: 48 }, (_, hour) => ({ ...calm, at: new Date(Date.UTC(2026, 9, 24, 12 + hour)) }))
  const days = dealOut(hours, 'Europe/Berlin')
  expect(days.get('2026-10-25')).toHaveLength(25)
})

test.each([
  // As almanacs print them, to the minute.
  ['2026-06-21', 52.52, 13.41, '2026-06-21T02:43', '2026-06-21T19:33'],
  ['2026-12-21', 52.52, 13.41, '2026-12-21T07:15', '2026-12-21T14:54'],
  ['2026-03-20', 0, 0, '2026-03-20T06:04', '2026-03-20T18:10'],
  ['2026-12-21', -33.87, 151.21, '2026-12-20T18:41', '2026-12-21T09:06'],
])('the sun on %s at %d, %d', (date, lat, lon, rise, set) => {
  const { sunrise, sunset } = sunTimes(date, lat, lon)
  expect(Math.abs(Date.parse(sunrise!) - Date.parse(`${rise}:00Z`))).toBeLessThanOrEqual(4 * 60_000)
  expect(Math.abs(Date.parse(sunset!) - Date.parse(`${set}:00Z`))).toBeLessThanOrEqual(4 * 60_000)
})

test('where the sun does not set there is neither', () => {
  expect(sunTimes('2026-06-21', 69.65, 18.96)).toEqual({ sunrise: null, sunset: null })
})

describe('what may be asked', () => {
  const [route] = weather.routes
  const read = (given: Record<string, unknown>, at = '2026-11-20T23:30:00Z') => {
    const now = new Date(at)
    return route!.refine!(route!.read!(given, now), now)
  }

  test('a day by the clock of the place; names of one place are one row', () => {
    expect(route!.key(read({ city: 'Berlin', date: 'today' }))).toBe('52.52,13.41 2026-11-21')
    expect(route!.key(read({ location: 'berlin, de', date: '2026-11-21' }))).toBe('52.52,13.41 2026-11-21')
    expect(route!.key(read({ city: 'Honolulu', date: 'today' }))).toBe('21.31,-157.86 2026-11-20')
  })

  test.each([
    ['input_invalid', { date: 'today' }],
    ['input_invalid', { city: 'Berlin' }],
    ['input_invalid', { city: 'Berlin', date: 'soon' }],
    ['input_invalid', { city: 'Berlin', date: 'today', units: 'kelvin' }],
    ['input_unusable', { city: 'Atlantis', date: 'today' }],
    ['input_unusable', { city: 'Berlin', date: '2026-11-20' }],
    ['input_unusable', { city: 'Berlin', date: '2026-12-01' }],
  ])('%s for %j', (code, given) => {
    expect(() => read(given)).toThrow(expect.objectContaining({ code }))
  })

  test('imperial figures stand beside the metric ones', () => {
    const body = {
      signal: { summary: 'Berlin on 2026-11-27: fair, 0 to 100 °C, 25.4 mm, wind up to 10 m/s, mostly cloudy.' },
      daily: { temp_min_c: 0, temp_max_c: 100, precip_mm: 25.4, wind_max_ms: 10 },
      comparison: { vs_yesterday_c: -5 },
    }
    expect(inUnits(body as never, 'imperial')).toMatchObject({
      daily: body.daily,
      imperial: { temp_min_f: 32, temp_max_f: 212, precip_in: 1, wind_max_mph: 22.4, vs_yesterday_f: -9 },
    })
    expect(inUnits(body as never, 'imperial').signal.summary).toBe(
      'Berlin on 2026-11-27: fair, 32 to 212 °F, 1 in, wind up to 22.4 mph, mostly cloudy.',
    )
    expect(inUnits(body as never, undefined)).toBe(body)
  })
})

const capture = `${process.env.UPSTREAM_SAMPLES ?? ''}/samples/world/hazard-nws-alerts.json`
test.skipIf(!existsSync(capture))("the weather service's real alerts", () => {
  const alerts = readAlerts(JSON.parse(readFileSync(capture, 'utf8')))!
  expect(alerts.length).toBeGreaterThan(0)
  expect(alerts.find((alert) => alert.event === 'Flood Watch')).toMatchObject({
    severity: expect.any(String),
    url: expect.any(String),
  })
})
