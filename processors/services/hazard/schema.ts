// The hazard answer, field by field, and the filters a buyer may put on it.
import Type, { type Static } from 'typebox'
import { answerSchema, signalSchema } from '../../answer.ts'
import { defineDays, defineLimit } from '../../inputs/amounts.ts'
import { box, cornersOf } from '../../inputs/box.ts'
import { defineChoice } from '../../inputs/choice.ts'
import { country, countryName } from '../../inputs/country.ts'
import { defineNumber } from '../../inputs/kind.ts'
import { optional, takeInputs } from '../../inputs/take.ts'
import { labelOf, labels, scoreOf } from './signal.ts'

const maybe = Type.Union([Type.Number(), Type.Null()])
const text = Type.Union([Type.String(), Type.Null()])

export const hazardAnswer = answerSchema(signalSchema(labels, [0, 100]), {
  counts: Type.Object({
    events: Type.Integer(),
    by_type: Type.Record(Type.String(), Type.Integer()),
    red: Type.Integer(),
    orange: Type.Integer(),
  }),
  events: Type.Array(
    Type.Object({
      id: Type.String(),
      type: Type.String(),
      title: Type.String(),
      severity: Type.Number({ description: '0 to 100, comparable between kinds' }),
      alert: text,
      lat: maybe,
      lon: maybe,
      country: Type.Union([Type.String(), Type.Null()], { description: 'ISO 3166-1 alpha-2, of several countries the first' }),
      countries: Type.Array(Type.String(), { description: 'all that are affected' }),
      population_exposed: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
        description: 'people, as USGS or GDACS count them; null where nobody does',
      }),
      population_basis: Type.Union([Type.String(), Type.Null()], { description: 'exposed to what' }),
      area: text,
      magnitude: Type.Union([Type.Object({ value: Type.Number(), unit: Type.String() }), Type.Null()]),
      started_at: Type.String(),
      updated_at: Type.String(),
      source: Type.String(),
      url: text,
      also: Type.Array(Type.String(), { description: 'the same event in other feeds' }),
    }),
  ),
  tropical: Type.Array(
    Type.Object({
      name: Type.String(),
      basin: text,
      category: Type.String(),
      wind_kt: Type.Number({ description: 'sustained wind now' }),
      pressure_mb: maybe,
      movement: text,
      lat: maybe,
      lon: maybe,
    }),
  ),
  us_alerts: Type.Object({
    extreme: Type.Integer(),
    severe: Type.Integer(),
    top_events: Type.Array(Type.Object({ event: Type.String(), count: Type.Integer() })),
  }),
})

const kinds = ['all', 'earthquake', 'cyclone', 'wildfire', 'flood', 'volcano', 'drought', 'weather'] as const
const severity = defineNumber({
  kind: 'severity',
  least: 0,
  most: 100,
  example: 50,
  description: 'only events at least this severe, 0 to 100; 20 without it',
})

export const takeHazard = takeInputs({
  type: optional(defineChoice('type', kinds, { description: 'one kind of event' })),
  country: optional(country),
  days: optional(defineDays({ most: 30, description: 'only events updated within this many days, 7 without it' })),
  bbox: optional(box),
  min_severity: optional(severity),
  limit: optional(defineLimit({ most: 100, description: 'how many events, 25 without it' })),
})

type HazardInput = Static<(typeof takeHazard)['input']>

const usual = { days: 7, min_severity: 20, limit: 25 }

/** What nobody said otherwise about: the week's events that matter. */
export const withUsual = (input: HazardInput): HazardInput => ({ ...usual, ...input })

export type HazardBody = Omit<Static<typeof hazardAnswer>, 'meta'>

export function shapeHazard(body: HazardBody, given: HazardInput): HazardBody {
  const input = withUsual(given)
  const code = input.country ?? null
  const name = code === null ? null : countryName(code).toLowerCase()
  const corners = input.bbox === undefined ? undefined : cornersOf(input.bbox)
  const newest = Date.parse((body.signal as { as_of: string }).as_of)
  const events = body.events.filter(
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
          event.lat <= corners[3])) &&
      event.severity >= (input.min_severity ?? 0),
  )
  const narrowed =
    code !== null || corners !== undefined || (input.type !== undefined && input.type !== 'all') || input.days !== usual.days
  const score = Math.round(10 * scoreOf(events.map((event) => event.severity / 100))) / 10
  const signal = !narrowed
    ? body.signal
    : {
        ...(body.signal as object),
        score,
        label: labelOf(score),
        summary: `${events.length} events where asked${code === null ? '' : ` (${code})`}; worst ${events[0]?.title.slice(0, 120) ?? 'none'}.`,
      }
  return { ...body, signal: signal as HazardBody['signal'], events: events.slice(0, input.limit) }
}
