// Polls the week's feed; its own generation time is the time of the snapshot.
import { TollgateError } from '../../../errors.ts'
import { defineIngestor } from '../../define.ts'
import { type HazardEvent, type HazardFeed, plainEvent, toIso } from '../../hazard-event.ts'
import { usgsQuakes } from './topic.ts'

interface Feature {
  readonly id: string
  readonly properties: Readonly<Record<string, any>>
  readonly geometry: { readonly coordinates: readonly number[] }
}

export default defineIngestor<HazardFeed, unknown>({
  source: 'usgs-quakes',
  topic: usgsQuakes,
  schedule: '*/5 * * * *',
  grade: 'A',
  fetch: ({ http, signal }) =>
    http.json('https://earthquake.usgs.gov/earthquakes/feed/v1.0/summary/4.5_week.geojson', { signal }),
  parse(raw) {
    const { features, metadata } = raw as { features?: Feature[]; metadata?: { generated: number } }
    if (!Array.isArray(features) || metadata === undefined)
      throw new TollgateError('upstream_changed', 'the feed has no features')
    const quakes = features.filter(({ properties }) => properties.type === 'earthquake' && typeof properties.mag === 'number')
    return [{ at: toIso(metadata.generated), events: quakes.map(readQuake) }]
  },
})

function readQuake({ id, properties, geometry }: Feature): HazardEvent {
  return {
    ...plainEvent,
    id: `usgs:${id}`,
    type: 'earthquake',
    title: String(properties.title),
    alert: properties.alert ?? null,
    magnitude: { value: properties.mag, unit: 'M' },
    tsunami: properties.tsunami === 1,
    lat: geometry.coordinates[1] ?? null,
    lon: geometry.coordinates[0] ?? null,
    area: properties.place ?? null,
    started_at: toIso(properties.time),
    updated_at: toIso(properties.time),
    url: properties.url ?? null,
  }
}
