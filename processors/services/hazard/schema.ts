// The hazard answer, field by field, and the filters a buyer may put on it.
import Type, { type Static } from 'typebox'
import { TollgateError } from '../../../errors.ts'
import { answerSchema, signalSchema } from '../../answer.ts'
import { country, countryName } from '../../inputs/country.ts'
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
      countries: Type.Array(Type.String()),
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

export const hazardInput = Type.Object({
  type: Type.Optional(
    Type.String({
      enum: ['all', 'earthquake', 'cyclone', 'wildfire', 'flood', 'volcano', 'drought', 'weather'],
      description: 'one kind of event',
    }),
  ),
  country: Type.Optional(country.schema),
  days: Type.Optional(Type.Integer({ minimum: 1, maximum: 30, description: 'only events updated within this many days' })),
  bbox: Type.Optional(
    Type.String({ pattern: '^-?\\d+(\\.\\d+)?(,-?\\d+(\\.\\d+)?){3}$', description: 'minLon,minLat,maxLon,maxLat' }),
  ),
  min_severity: Type.Optional(Type.Number({ minimum: 0, maximum: 100, description: 'only events at least this severe' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'how many events' })),
})

export type HazardBody = Omit<Static<typeof hazardAnswer>, 'meta'>

/** What can be refused without a fact; the country becomes its code. */
export function refineHazard(input: Static<typeof hazardInput>, now: Date): Static<typeof hazardInput> {
  const box = input.bbox?.split(',').map(Number)
  if (box !== undefined && (box[0]! > box[2]! || box[1]! > box[3]!))
    throw new TollgateError('input_invalid', 'bbox must be minLon,minLat,maxLon,maxLat')
  return input.country === undefined ? input : { ...input, country: country.parse(input.country, { name: 'country', now }) }
}

export function shapeHazard(body: HazardBody, input: Static<typeof hazardInput>): HazardBody {
  const code = input.country ?? null
  const name = code === null ? null : countryName(code).toLowerCase()
  const box = input.bbox?.split(',').map(Number)
  const newest = Date.parse((body.signal as { as_of: string }).as_of)
  const events = body.events.filter(
    (event) =>
      (input.type === undefined || input.type === 'all' || event.type === input.type) &&
      (code === null || event.countries.includes(code) || (event.area ?? '').toLowerCase().includes(name!)) &&
      (input.days === undefined || newest - Date.parse(event.updated_at) <= input.days * 86_400_000) &&
      (box === undefined ||
        (event.lat !== null &&
          event.lon !== null &&
          event.lon >= box[0]! &&
          event.lon <= box[2]! &&
          event.lat >= box[1]! &&
          event.lat <= box[3]!)) &&
      event.severity >= (input.min_severity ?? 0),
  )
  const narrowed =
    code !== null || box !== undefined || (input.type !== undefined && input.type !== 'all') || input.days !== undefined
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
