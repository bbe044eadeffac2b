// What a hazard feed says at one moment: its events in one shape, and none of them is an answer too.
import Type, { type Static } from 'typebox'

export const hazardTypes = ['earthquake', 'cyclone', 'wildfire', 'flood', 'volcano', 'drought', 'weather', 'other'] as const
export type HazardType = (typeof hazardTypes)[number]

const maybe = Type.Union([Type.Number(), Type.Null()])
const maybeText = Type.Union([Type.String(), Type.Null()])

const event = Type.Object({
  id: Type.String(),
  type: Type.String({ enum: [...hazardTypes] }),
  title: Type.String(),
  alert: Type.Union([Type.String({ enum: ['green', 'yellow', 'orange', 'red'] }), Type.Null()]),
  alert_score: maybe,
  magnitude: Type.Union([Type.Object({ value: Type.Number(), unit: Type.String() }), Type.Null()]),
  tsunami: Type.Boolean(),
  certainty: maybeText,
  urgency: maybeText,
  severity: maybeText,
  lat: maybe,
  lon: maybe,
  countries: Type.Array(Type.String(), { description: 'ISO 3166-1 alpha-2' }),
  area: maybeText,
  started_at: Type.String({ format: 'date-time' }),
  updated_at: Type.String({ format: 'date-time' }),
  wind_kt: maybe,
  pressure_mb: maybe,
  movement: maybeText,
  basin: maybeText,
  url: maybeText,
})

export const hazardFeed = Type.Object({ at: Type.String({ format: 'date-time' }), events: Type.Array(event) })

export type HazardEvent = Static<typeof event>
export type HazardFeed = Static<typeof hazardFeed>

export const plainEvent = {
  alert: null,
  alert_score: null,
  magnitude: null,
  tsunami: false,
  certainty: null,
  urgency: null,
  severity: null,
  lat: null,
  lon: null,
  countries: [],
  area: null,
  wind_kt: null,
  pressure_mb: null,
  movement: null,
  basin: null,
  url: null,
} satisfies Partial<HazardEvent>

/** A time as a feed writes it, with or without an offset (then UTC). */
export function toIso(time: string | number): string {
  const text = typeof time === 'string' && !/(Z|[+-]\d{2}:?\d{2}|GMT)$/.test(time) ? `${time}Z` : time
  return new Date(text).toISOString()
}
