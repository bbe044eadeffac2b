// Weather: one local day at any place, as a disruption score with its hours; fetched when somebody asks for the place.
import { TollgateError } from '../../../errors.ts'
import { type CellAlert, type ForecastStep, forecasts } from '../../../ingestors/sources/metno-forecast/topic.ts'
import { type Draft, defineRoute, defineService } from '../../define.ts'
import { defineChoice } from '../../inputs/choice.ts'
import { addDays, day, localDay, resolveDay } from '../../inputs/day.ts'
import { city, type Place, placeOfCell } from '../../inputs/place.ts'
import { optional, required, takeInputs } from '../../inputs/take.ts'
import { signalHead } from '../../signal-head.ts'
import { dealOut, isOnDay, spanOf } from './days.ts'
import { forecastAnswer, inUnits } from './schema.ts'
import { alertShare, computeDay, type DayStep, type Step } from './signal.ts'
import { sunTimes } from './sun.ts'

const hourS = 3_600
const aheadDays = 9

const units = defineChoice('units', ['metric', 'imperial'], {
  description: 'imperial adds the daily figures in °F, inches and mph',
})

const forecast = defineRoute({
  method: 'GET',
  path: '/forecast',
  price: '0.02',
  serve: 'demand',
  summary: 'The weather of one day at any place: disruption score, daily figures and hours, today and nine days ahead',
  tags: ['weather', 'forecast', 'world'],
  ...takeInputs({ city: required(city), date: required(day), units: optional(units) }),
  output: forecastAnswer,
  example: { input: { city: 'Berlin', date: 'tomorrow' }, output: undefined },
  refine(input, now) {
    const { timeZone } = placeOfCell(input.city)
    const date = resolveDay(input.date, now, timeZone)
    const today = localDay(now, timeZone)
    if (date < today || date > addDays(today, aheadDays))
      throw new TollgateError('input_unusable', `date: ${date} is not from ${today} to ${addDays(today, aheadDays)} there`)
    return { ...input, date }
  },
  key: ({ city: cell, date }) => `${cell} ${date}`,
  shape: (body, input) => inUnits(body, input.units),
  demand: { of: ({ city: cell }) => ({ source: 'metno-forecast', key: cell }) },
  maxAgeSeconds: 3 * hourS,
  hardMaxAgeSeconds: 12 * hourS,
})

export default defineService({
  label: 'weather',
  title: 'Weather',
  description: 'The weather of a day at any place on earth, as one disruption signal with the figures behind it and US alerts.',
  version: '2',
  tags: ['weather', 'world'],
  reads: [forecasts],
  routes: [forecast],
  affected: (records) => [...new Set(records.map((record) => record.key))],
  // Days 0: only the newest run.
  selects: (cell) => [{ topic: forecasts, keys: [cell], days: 0 }],
  compute(cell, seen, now) {
    const newest = seen.of(forecasts, cell).at(-1)
    if (newest === undefined) throw new TollgateError('not_enough_data', `no forecast of ${cell}`)
    const place = placeOfCell(cell)
    const days = dealOut(Object.entries(newest.value.steps).map(readStep), place.timeZone)
    return [...days].map(([date, steps]) =>
      draftDay(cell, place, date, steps, days.get(addDays(date, -1)) ?? [], now, newest.value.alerts ?? null),
    )
  },
})

function draftDay(
  cell: string,
  place: Place,
  date: string,
  steps: readonly DayStep[],
  before: readonly DayStep[],
  now: Date,
  known: readonly CellAlert[] | null,
): Draft {
  const alerts = known?.filter((alert) => isOnDay(alert, date, place.timeZone)) ?? null
  const { score, label, confidence, daily, components, comparison } = computeDay(steps, date, now, before, alerts)
  const { name, country, lat, lon, timeZone } = place
  const sorted = alerts?.toSorted((a, b) => alertShare(b) - alertShare(a) || (a.id < b.id ? -1 : 1)) ?? null
  const gravest = sorted?.[0]
  const summary =
    `${name} on ${date}: ${label}, ${daily.temp_min_c} to ${daily.temp_max_c} °C, ${daily.precip_mm ?? 'unknown'} mm, ` +
    `wind up to ${daily.wind_max_ms} m/s${daily.symbol === null ? '' : `, mostly ${daily.symbol.replace(/_(day|night|polartwilight)$/, '')}`}` +
    `${gravest === undefined ? '' : `; ${gravest.event.slice(0, 60)} in force`}.`
  const body = {
    signal: signalHead({ label, score, range: [0, 100], confidence, now, summary }),
    location: { name, country, lat, lon, timezone: timeZone },
    date,
    daily: { ...daily, ...sunTimes(date, lat, lon) },
    components,
    alerts: sorted?.map(describeAlert) ?? null,
    comparison,
    hourly: steps.map(describe),
  }
  const coverage =
    alerts === null
      ? {
          inputs_used: 1,
          inputs_expected: 2,
          missing: ['weather_alerts'],
          stale: [],
          detail: { weather_alerts: 'official alerts are read for the United States only, and only when its service answers' },
        }
      : { inputs_used: 2, inputs_expected: 2, missing: [], stale: [] }
  return { route: forecast.path, key: `${cell} ${date}`, body, coverage }
}

function describeAlert(alert: CellAlert) {
  const { event, severity, certainty, urgency, headline, url } = alert
  const { from, to } = spanOf(alert)
  return { event, severity, certainty, urgency, onset: from, expires: to, headline, url }
}

const describe = (step: DayStep) => ({
  time: step.at.toISOString(),
  hours: step.hours,
  temp_c: step.tempC,
  precip_mm: step.precipMm,
  wind_ms: step.windMs,
  wind_from_deg: step.windFromDeg,
  humidity_pct: step.humidityPct,
  symbol: step.symbol,
})

const readStep = ([time, step]: [string, ForecastStep]): Step => ({
  at: new Date(time),
  // A moment without a period stands for its own hour.
  hours: step.hours ?? 1,
  tempC: step.temp_c,
  windMs: step.wind_ms,
  windFromDeg: step.wind_from_deg,
  humidityPct: step.humidity_pct,
  cloudPct: step.cloud_pct,
  precipMm: step.precip_mm,
  symbol: step.symbol,
  gustMs: step.gust_ms ?? null,
  precipProbPct: step.precip_prob_pct ?? null,
})
