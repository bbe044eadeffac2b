// Polls open events; the last of an event's places is where it is now. Storms and quakes are left to those who measure them.
import { defineIngestor } from '../../define.ts'
import { type Row, readNumberOrNull, readRow, readRows, readText, readTextOrNull } from '../../formats/json.ts'
import { type HazardEvent, type HazardFeed, type HazardType, plainEvent, toIso, toPlace } from '../../shapes/hazard-event.ts'
import { eonetEvents } from './topic.ts'

const types: Record<string, HazardType> = { wildfires: 'wildfire', volcanoes: 'volcano', floods: 'flood', drought: 'drought' }

export default defineIngestor<HazardFeed, unknown>({
  source: 'eonet-events',
  topic: eonetEvents,
  schedule: '7,37 * * * *',
  grade: 'A',
  proof: 'captured 2025-11',
  apart: 1,
  fetch: ({ http, signal }) => http.json('https://eonet.gsfc.nasa.gov/api/v3/events?status=open&days=30', { signal }),
  parse(raw, at) {
    const events = readRows(readRow(raw, 'the answer').events, 'the events')
    return [{ at: at.toISOString(), events: events.flatMap((event) => readEvent(event) ?? []) }]
  },
})

/** null: an iceberg, dust, or another kind of event that harms nobody or is measured better elsewhere. */
function readEvent(event: Row): HazardEvent | null {
  const [category] = readRows(event.categories, 'categories')
  const type = types[readText(category!.id, 'the category')]
  if (type === undefined) return null
  const places = readRows(event.geometry, 'geometry')
  const last = places.at(-1)!
  const [value, unit] = [
    readNumberOrNull(last.magnitudeValue, 'magnitudeValue'),
    readTextOrNull(last.magnitudeUnit, 'magnitudeUnit'),
  ]
  return {
    ...plainEvent,
    id: `eonet:${readText(event.id, 'id')}`,
    type,
    title: readText(event.title, 'title'),
    magnitude: value === null || unit === null ? null : { value, unit },
    ...(readText(last.type, 'type') === 'Point' ? toPlace(last.coordinates) : { lat: null, lon: null }),
    started_at: toIso(places[0]!.date),
    updated_at: toIso(last.date),
    url: readTextOrNull(event.link, 'link'),
  }
}
