// The hazard answer, field by field, and the filters a buyer may put on it.
import { defineDays, defineLimit } from '../../inputs/amounts.ts'
import { box, cornersOf } from '../../inputs/box.ts'
import { defineChoice } from '../../inputs/choice.ts'
import { country, countryName } from '../../inputs/country.ts'
import { defineNumber } from '../../inputs/kind.ts'
import { optional } from '../../inputs/take.ts'
import {
  count,
  dictionary,
  fields,
  type InputOf,
  known,
  list,
  maybe,
  number,
  type Stored,
  section,
  text,
} from '../../kit/index.ts'
import { labelOf, scoreOf } from './signal.ts'

export const hazardAnswer = fields({
  counts: section(
    { events: count(), by_type: dictionary(count()), red: count(), orange: count() },
    'of what is asked for, however severe: type, country, box and days',
  ),
  events: list({
    id: text(),
    type: text(),
    title: text(),
    severity: known(number('0 to 100, comparable between kinds', 1)),
    alert: maybe(text()),
    lat: number(),
    lon: number(),
    country: maybe(text('ISO 3166-1 alpha-2, of several countries the first')),
    countries: list(text(), 'all that are affected'),
    population_exposed: maybe(count(undefined, { minimum: 0 }), 'people, as USGS or GDACS count them; null where nobody does'),
    population_basis: maybe(text('exposed to what')),
    area: maybe(text()),
    magnitude: maybe(section({ value: known(number()), unit: text() })),
    started_at: text(),
    updated_at: text(),
    source: text(),
    url: maybe(text()),
    copies: count('how many reports were taken for this one event: of other feeds, or warnings of its kind in the same state'),
    also: list(text(), 'the same event in other feeds'),
  }),
  tropical: list({
    name: text(),
    basin: maybe(text()),
    category: text(),
    wind_kt: known(number('sustained wind now')),
    pressure_mb: number(),
    movement: maybe(text()),
    lat: number(),
    lon: number(),
  }),
  us_alerts: {
    extreme: count(),
    severe: count(),
    top_events: list({ event: text(), count: count() }),
  },
})

const kinds = ['all', 'earthquake', 'cyclone', 'wildfire', 'flood', 'volcano', 'drought', 'weather'] as const
const severity = defineNumber({
  kind: 'severity',
  least: 0,
  most: 100,
  example: 50,
  description: 'only events at least this severe, 0 to 100; 20 without it',
})

export const takeHazard = {
  type: optional(defineChoice('type', kinds, { description: 'one kind of event' })),
  country: optional(country),
  days: optional(defineDays({ most: 30, description: 'only events updated within this many days, 7 without it' })),
  bbox: optional(box),
  min_severity: optional(severity),
  limit: optional(defineLimit({ most: 100, description: 'how many events, 25 without it' })),
}

type HazardInput = InputOf<typeof takeHazard>

const usual = { days: 7, min_severity: 20, limit: 25 }

/** What nobody said otherwise about: the week's events that matter. */
export const withUsual = (input: HazardInput): HazardInput => ({ ...usual, ...input })

export type HazardBody = { readonly signal: { readonly as_of: string; readonly confidence: number } } & Stored<
  typeof hazardAnswer
>

// Weather services warn of more than the feeds of the world hold, and only the United States' is read.
const elsewhereAtMost = 0.8

function blindSpot(body: HazardBody, code: string | null, isBox: boolean): string {
  if (isBox) {
    const unplaced = body.events.filter(({ lat }) => lat === null).length
    return unplaced === 0 ? '' : `; ${unplaced} events of the world name no point and are in no box`
  }
  return code === null || code === 'US' ? '' : '; weather warnings are read of the United States alone'
}

export function shapeHazard(body: HazardBody, given: HazardInput): HazardBody {
  const input = withUsual(given)
  const code = input.country ?? null
  const name = code === null ? null : countryName(code).toLowerCase()
  const corners = input.bbox === undefined ? undefined : cornersOf(input.bbox)
  const newest = Date.parse((body.signal as { as_of: string }).as_of)
  const asked = body.events.filter(
    (event) =>
      (input.type === undefined || input.type === 'all' || event.type === input.type) &&
      (code === null || event.countries.includes(code) || (event.area ?? '').toLowerCase().includes(name!)) &&
      (input.days === undefined || newest - Date.parse(event.updated_at) <= input.days * 86_400_000) &&
      (corners === undefined ||
        (event.lat !== null &&
          event.lon !== null &&
          event.lon >= corners[0] &&
          event.lon <= corners[2] &&
          event.lat >= corners[1] &&
          event.lat <= corners[3])),
  )
  const least = input.min_severity ?? 0
  const events = asked.filter(({ severity }) => severity >= least)
  const lesser = asked.length - events.length
  const narrowed =
    code !== null || corners !== undefined || (input.type !== undefined && input.type !== 'all') || input.days !== usual.days
  const score = Math.round(10 * scoreOf(events.map((event) => event.severity / 100))) / 10
  const where = [...(code === null ? [] : [code]), ...(corners === undefined ? [] : ['in the box'])].join(' ')
  const signal = !narrowed
    ? body.signal
    : {
        ...(body.signal as object),
        score,
        label: labelOf(score),
        confidence: Math.min(code === 'US' || where === '' ? 1 : elsewhereAtMost, body.signal.confidence),
        summary: `${events.length} events where asked${where === '' ? '' : ` (${where})`}; worst ${events[0]?.title.slice(0, 120) ?? 'none'}${
          lesser === 0 ? '' : `; ${lesser} below severity ${least}`
        }${blindSpot(body, code, corners !== undefined)}.`,
      }
  const counts = narrowed ? countEvents(asked) : body.counts
  return { ...body, signal: signal as HazardBody['signal'], counts, events: events.slice(0, input.limit) }
}

/** How many of each kind, and of which alert. */
export function countEvents(events: readonly { readonly type: string; readonly alert: string | null }[]) {
  const ofAlert = (alert: string) => events.filter((one) => one.alert === alert).length
  return {
    events: events.length,
    by_type: Object.fromEntries([...Map.groupBy(events, ({ type }) => type)].map(([type, list]) => [type, list.length])),
    red: ofAlert('red'),
    orange: ofAlert('orange'),
  }
}
