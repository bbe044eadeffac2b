// Fetches a cell's forecast when it is asked for, with the alerts in force there, and every hour those of two cities that are always there.

import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { fetchedOrAside } from '../../aside.ts'
import { defineIngestor, type FetchContext } from '../../define.ts'
import { fetchAlerts, readAlerts } from './alerts.ts'
import { type ForecastStep, forecasts } from './topic.ts'

const hourMs = 3_600_000
const base = 'https://api.met.no/weatherapi/locationforecast/2.0/complete'

// Berlin, which the documents show, and New York; whatever else is asked for stays fresh on the watch list.
const prefetched = ['52.52,13.41', '40.71,-74.01']

const units = {
  air_temperature: 'celsius',
  precipitation_amount: 'mm',
  wind_speed: 'm/s',
  relative_humidity: '%',
  cloud_area_fraction: '%',
}
/** Gusts and chances near the Nordic countries alone. */
const otherUnits = {
  wind_speed_of_gust: 'm/s',
  probability_of_precipitation: '%',
  air_temperature_max: 'celsius',
  air_temperature_min: 'celsius',
}

interface CellForecast {
  readonly cell: string
  readonly body: unknown
  /** Left out or null: there is none for the place. */
  readonly alerts?: unknown
}

type Members = Readonly<Record<string, unknown>>

async function fetchCell(cell: string, context: FetchContext): Promise<CellForecast> {
  const [lat, lon] = cell.split(',').map(Number) as [number, number]
  const body = await context.http.json(`${base}?lat=${lat}&lon=${lon}`, { signal: context.signal })
  return { cell, body, alerts: await fetchAlerts(lat, lon, context) }
}

export default defineIngestor<ValueOf<typeof forecasts>, CellForecast[]>({
  source: 'metno-forecast',
  topic: forecasts,
  schedule: '12 * * * *',
  grade: 'B',
  proof: 'captured 2020-10',
  apart: 1,
  async fetch(context) {
    const cells: CellForecast[] = []
    for (const cell of prefetched) {
      const fetched = await fetchedOrAside(cell, fetchCell(cell, context), context.setAside)
      if (fetched !== undefined) cells.push(fetched)
    }
    return cells
  },
  parse: (cells, at) =>
    cells.map(({ cell, body, alerts = null }) => ({
      ...readBody(cell, body),
      alerts: readAlerts(alerts),
      vintage: at.toISOString(),
    })),
  openKeys: {
    fetch: async (cell, context) => [await fetchCell(cell, context)],
    // An alert is worth more early than a forecast; the upstream's answers may be kept for half an hour.
    pollSeconds: 1_800,
    watchSeconds: 6 * 3_600,
    cooldownSeconds: 1_800,
    unknownSeconds: 86_400,
    concurrency: 4,
    perSecond: 10,
  },
})

function readBody(cell: string, body: unknown) {
  const { meta, timeseries } = within(within(body, 'properties'))
  for (const [name, unit] of Object.entries(units)) {
    const told = within(meta, 'units')[name]
    if (told !== unit) throw changed(`${name} is in ${JSON.stringify(told)} instead of ${unit}`)
  }
  for (const [name, unit] of Object.entries(otherUnits)) {
    const told = within(meta, 'units')[name]
    if (told !== undefined && told !== unit) throw changed(`${name} is in ${JSON.stringify(told)} instead of ${unit}`)
  }
  if (!Array.isArray(timeseries) || timeseries.length === 0) throw changed('there is no time series')
  const times = timeseries.map((entry) => wholeHour(within(entry).time))
  const hoursToNext = (i: number) => (Date.parse(times[i + 1] ?? '') - Date.parse(times[i]!)) / hourMs
  const steps = timeseries.map((entry, i) => [times[i], readStep(entry, hoursToNext(i))] as const)
  return { cell, updated_at: text(within(meta).updated_at), steps: Object.fromEntries(steps) }
}

function readStep(entry: unknown, hoursToNext: number): ForecastStep {
  const data = within(entry, 'data')
  const now = within(within(data, 'instant'), 'details')
  // A six-hour amount is only taken where six hours lie before the next step: earlier it would count hours twice.
  const hours = data.next_1_hours !== undefined ? 1 : data.next_6_hours !== undefined && hoursToNext >= 6 ? 6 : null
  const next = (hours === null ? undefined : data[`next_${hours}_hours`]) as Members | undefined
  const extremes = hours === 6 ? (next?.details as Members | undefined) : undefined
  return {
    hours,
    temp_c: number(now.air_temperature),
    wind_ms: number(now.wind_speed),
    wind_from_deg: numberOrNull(now.wind_from_direction),
    humidity_pct: numberOrNull(now.relative_humidity),
    cloud_pct: numberOrNull(now.cloud_area_fraction),
    precip_mm: next === undefined ? null : numberOrNull((next.details as Members | undefined)?.precipitation_amount),
    symbol: next === undefined ? null : symbolOf(next),
    gust_ms: numberOrNull(now.wind_speed_of_gust),
    precip_prob_pct:
      next === undefined ? null : numberOrNull((next.details as Members | undefined)?.probability_of_precipitation),
    temp_max_c: numberOrNull(extremes?.air_temperature_max),
    temp_min_c: numberOrNull(extremes?.air_temperature_min),
  }
}

// The double s of two of its words is the upstream's own.
const vocabulary =
  /^(clearsky|fair|partlycloudy|cloudy|fog|(lights?|heavy)?(rain|sleet|snow)(showers)?(andthunder)?)(_(day|night|polartwilight))?$/

function symbolOf(period: Members): string | null {
  const { symbol_code: symbol } = within(period, 'summary')
  return typeof symbol === 'string' && vocabulary.test(symbol) ? symbol : null
}

function within(value: unknown, member?: string): Members {
  const inner = member === undefined ? value : (value as Members | null)?.[member]
  if (typeof inner !== 'object' || inner === null) throw changed(`${member ?? 'a part'} is missing`)
  return inner as Members
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw changed('a time is missing')
  return value
}

function wholeHour(value: unknown): string {
  const time = text(value)
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:00:00Z$/.test(time) || Number.isNaN(Date.parse(time)))
    throw changed(`${JSON.stringify(time.slice(0, 30))} is no whole hour`)
  return time
}

function number(value: unknown): number {
  if (typeof value !== 'number') throw changed('a measure is missing')
  return value
}

const numberOrNull = (value: unknown): number | null => (value === undefined || value === null ? null : number(value))

const changed = (what: string) => new TollgateError('upstream_changed', `MET Norway: ${what}`)
