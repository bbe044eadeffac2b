// Polls open events; the last of an event's places is where it is now. Storms and quakes are left to those who measure them.
import { TollgateError } from '../../../errors.ts'
import { defineIngestor } from '../../define.ts'
import { type HazardEvent, type HazardFeed, type HazardType, plainEvent, toIso } from '../../hazard-event.ts'
import { eonetEvents } from './topic.ts'

type Place = Readonly<Record<string, any>>
interface Event {
  readonly id: string
  readonly title: string
  readonly link?: string
  readonly categories: readonly { readonly id: string }[]
  readonly geometry: readonly Place[]
}

const types: Record<string, HazardType> = { wildfires: 'wildfire', volcanoes: 'volcano', floods: 'flood', drought: 'drought' }

export default defineIngestor<HazardFeed, unknown>({
  source: 'eonet-events',
  topic: eonetEvents,
  schedule: '7,37 * * * *',
  grade: 'A',
  fetch: ({ http, signal }) => http.json('https://eonet.gsfc.nasa.gov/api/v3/events?status=open&days=30', { signal }),
  parse(raw, at) {
    const { events } = raw as { events?: Event[] }
    if (!Array.isArray(events)) throw new TollgateError('upstream_changed', 'the events are not a list')
    return [{ at: at.toISOString(), events: events.flatMap(readEvent) }]
  },
})

function readEvent(event: Event): HazardEvent[] {
  const type = types[event.categories[0]?.id ?? '']
  const last = event.geometry.at(-1)
  if (type === undefined || last === undefined) return []
  const point = last.type === 'Point' ? (last.coordinates as number[]) : null
  const { magnitudeValue, magnitudeUnit } = last
  return [
    {
      ...plainEvent,
      id: `eonet:${event.id}`,
      type,
      title: event.title,
      magnitude:
        typeof magnitudeValue === 'number' && magnitudeUnit ? { value: magnitudeValue, unit: String(magnitudeUnit) } : null,
      lat: point?.[1] ?? null,
      lon: point?.[0] ?? null,
      started_at: toIso(event.geometry[0]!.date),
      updated_at: toIso(last.date),
      url: event.link ?? null,
    },
  ]
}
