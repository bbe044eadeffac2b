// Weather: one local day at any place, as a disruption score with its hours; fetched when somebody asks for the place.
import { TollgateError } from '../../../base/errors.ts'
import { type CellAlert, type ForecastStep, forecasts } from '../../../ingestors/sources/metno-forecast/topic.ts'
import { defineChoice } from '../../inputs/choice.ts'
import { addDays, day, localDay, resolveDay } from '../../inputs/day.ts'
import { city, type Place, placeOfCell } from '../../inputs/place.ts'
import { defineSignalService, mayTake, mustTake, newest, signalRoute } from '../../kit/index.ts'
import { dealOut, isOnDay, spanOf } from './days.ts'
import { figuresOf, forecastAnswer, inUnits } from './schema.ts'
import { alertShare, computeDay, type DayStep, labels, type Step } from './signal.ts'
import { sunTimes } from './sun.ts'

const aheadDays = 9

const units = defineChoice('units', ['metric', 'imperial'], {
  description: 'imperial adds the daily figures in °F, inches and mph, and tells the summary in them',
})

export default defineSignalService({
  label: 'weather',
  title: 'Weather',
  description: 'The weather of a day at any place on earth, as one disruption signal with the figures behind it and US alerts.',
  version: '3',
  tags: ['weather', 'world'],
  rows: 'byKey',
  // Days 0: only the newest run.
  facts: (cell) => ({ run: newest(forecasts, { key: cell, days: 0 }) }),
  route: signalRoute({
    path: '/forecast',
    price: '0.02',
    summary: 'The weather of one day at any place: disruption score, daily figures and hours, today and nine days ahead',
    tags: ['weather', 'forecast', 'world'],
    takes: { city: mustTake(city), date: mustTake(day), units: mayTake(units) },
    example: { city: 'Berlin', date: 'tomorrow' },
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
    fresh: { hours: 3 },
    sold: { hours: 12 },
    range: [0, 100],
    labels,
    answer: forecastAnswer,
  }),
  signal({ run }, now, cell) {
    if (run === undefined) throw new TollgateError('not_enough_data', `no forecast of ${cell}`)
    const place = placeOfCell(cell)
    const days = dealOut(Object.entries(run.value.steps).map(readStep), place.timeZone)
    return [...days].map(([date, steps]) =>
      describeDay(cell, place, date, steps, days.get(addDays(date, -1)) ?? [], now, run.value.alerts ?? null),
    )
  },
})

function describeDay(
  cell: string,
  place: Place,
  date: string,
  steps: readonly DayStep[],
  before: readonly DayStep[],
  now: Date,
  known: readonly CellAlert[] | null,
) {
  const alerts = known?.filter((alert) => isOnDay(alert, date, place.timeZone)) ?? null
  const { score, label, confidence, daily, components, comparison } = computeDay(steps, date, now, before, alerts)
  const { name, country, lat, lon, timeZone } = place
  const sorted = alerts?.toSorted((a, b) => alertShare(b) - alertShare(a) || (a.id < b.id ? -1 : 1)) ?? null
  const gravest = sorted?.[0]
  const summary =
    `${name} on ${date}: ${label}, ${figuresOf(daily)}` +
    `${daily.symbol === null ? '' : `, mostly ${daily.symbol.replace(/_(day|night|polartwilight)$/, '')}`}` +
    `${gravest === undefined ? '' : `; ${gravest.event.slice(0, 60)} in force`}.`
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
  return {
    mix: { score, confidence, coverage },
    label,
    summary,
    key: `${cell} ${date}`,
    location: { name, country, lat, lon, timezone: timeZone },
    date,
    daily: { ...daily, ...sunTimes(date, lat, lon) },
    components,
    alerts: sorted?.map(describeAlert) ?? null,
    comparison,
    hourly: steps.map(describe),
  }
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
  maxC: step.temp_max_c ?? null,
  minC: step.temp_min_c ?? null,
})
