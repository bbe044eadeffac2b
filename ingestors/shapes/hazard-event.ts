// What a hazard feed says at one moment: its events in one shape, and none of them is an answer too.
import Type, { type Static } from 'typebox'
import { TollgateError } from '../../base/errors.ts'
import { readList, readNumber, readText } from '../formats/json.ts'

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
  ends_at: maybeText,
  expires_at: maybeText,
  wind_kt: maybe,
  pressure_mb: maybe,
  movement: maybeText,
  basin: maybeText,
  url: maybeText,
  /** Optional, both: feeds on the log from before they were read do not have them. */
  population: Type.Optional(
    Type.Union([
      Type.Object({
        people: Type.Integer({ minimum: 0 }),
        basis: Type.String({ description: 'exposed to what, in the words of whoever counted' }),
      }),
      Type.Null(),
    ]),
  ),
  country: Type.Optional(Type.Union([Type.String({ pattern: '^[A-Z]{2}$' }), Type.Null()])),
  /** Optional likewise: the state of the United States a warning is for, by its two letters. */
  region: Type.Optional(Type.Union([Type.String({ pattern: '^[A-Z]{2}$' }), Type.Null()])),
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
  ends_at: null,
  expires_at: null,
  wind_kt: null,
  pressure_mb: null,
  movement: null,
  basin: null,
  url: null,
  population: null,
  country: null,
} satisfies Partial<HazardEvent>

/** A time as a feed writes it, with or without an offset (then UTC), or in milliseconds. */
export function toIso(time: unknown): string {
  if (typeof time === 'number' && time > 0) return new Date(time).toISOString()
  const text = readText(time, 'a time')
  const date = new Date(/^\d{4}-\d{2}-\d{2}T[\d:.]+$/.test(text) ? `${text}Z` : text)
  if (Number.isNaN(date.getTime()) || !/^\d{4}-\d{2}-\d{2}T/.test(text))
    throw new TollgateError('upstream_changed', `${JSON.stringify(text.slice(0, 40))} is not a time`)
  return date.toISOString()
}

/** Longitude first, as GeoJSON has it; a feed with depths has three parts. */
export function toPlace(coordinates: unknown, parts = 2): { lat: number; lon: number } {
  const numbers = readList(coordinates, 'coordinates').map((one) => readNumber(one, 'a coordinate'))
  const [lon, lat] = numbers
  if (lon === undefined || lat === undefined || numbers.length !== parts || Math.abs(lat) > 90 || Math.abs(lon) > 180)
    throw new TollgateError('upstream_changed', `${JSON.stringify(coordinates).slice(0, 60)} is not a place`)
  return { lat, lon }
}
