// Polls the week's feed; its own generation time is the time of the snapshot.
import { TollgateError } from '../../../errors.ts'
import { defineIngestor } from '../../define.ts'
import { type HazardEvent, type HazardFeed, plainEvent, toIso, toPlace } from '../../hazard-event.ts'
import { type Row, readNumber, readNumberOrNull, readRow, readRows, readText, readTextOrNull } from '../../json.ts'
import { usgsQuakes } from './topic.ts'

export default defineIngestor<HazardFeed, unknown>({
  source: 'usgs-quakes',
  topic: usgsQuakes,
  schedule: '*/5 * * * *',
  grade: 'A',
  fetch: ({ http, signal }) =>
    http.json('https://earthquake.usgs.gov/earthquakes/feed/v1.0/summary/4.5_week.geojson', { signal }),
  parse(raw) {
    const feed = readRow(raw, 'the feed')
    const quakes = readRows(feed.features, 'features').flatMap((feature) => readQuake(feature) ?? [])
    return [{ at: toIso(readRow(feed.metadata, 'metadata').generated), events: quakes }]
  },
})

/** null: a quarry blast, or a quake nobody has measured yet. */
function readQuake(feature: Row): HazardEvent | null {
  const properties = readRow(feature.properties, 'properties')
  const magnitude = readNumberOrNull(properties.mag, 'mag')
  if (properties.type !== 'earthquake' || magnitude === null) return null
  const [tsunami, time] = [readNumber(properties.tsunami, 'tsunami'), toIso(properties.time)]
  if (tsunami !== 0 && tsunami !== 1) throw new TollgateError('upstream_changed', `tsunami is ${tsunami}`)
  return {
    ...plainEvent,
    id: `usgs:${readText(feature.id, 'id')}`,
    type: 'earthquake',
    title: readText(properties.title, 'title'),
    alert: readTextOrNull(properties.alert, 'alert'),
    magnitude: { value: magnitude, unit: 'M' },
    tsunami: tsunami === 1,
    ...toPlace(readRow(feature.geometry, 'geometry').coordinates, 3),
    area: readTextOrNull(properties.place, 'place'),
    started_at: time,
    updated_at: time,
    url: readTextOrNull(properties.url, 'url'),
  }
}
