// Polls the alerts in force; tests, cancellations and what has expired are not alerts. The list may be tens of megabytes.
import { defineIngestor } from '../../define.ts'
import { type Row, readList, readRow, readRows, readText, readTextOrNull } from '../../formats/json.ts'
import { type HazardEvent, type HazardFeed, plainEvent, toIso, toPlace } from '../../shapes/hazard-event.ts'
import { nwsAlerts } from './topic.ts'

const mostEvents = 300
const severities = ['Extreme', 'Severe', 'Moderate', 'Minor', 'Unknown']

export default defineIngestor<HazardFeed, unknown>({
  source: 'nws-alerts',
  topic: nwsAlerts,
  schedule: '2-59/5 * * * *',
  grade: 'A',
  proof: 'captured 2026-01-06',
  apart: 1,
  nothingIsNews: true,
  fetch: ({ http, signal }) => http.json('https://api.weather.gov/alerts/active?status=actual', { signal }),
  parse(raw, at) {
    const features = readRows(readRow(raw, 'the alerts').features, 'features', { mayBeEmpty: true })
    const alerts = features.flatMap((feature) => readAlert(feature) ?? [])
    const rank = ({ severity }: HazardEvent) =>
      (severities.indexOf(severity ?? '') + severities.length + 1) % (severities.length + 1)
    return [{ at: at.toISOString(), events: alerts.sort((a, b) => rank(a) - rank(b)).slice(0, mostEvents) }]
  },
})

/** null: a test, or an alert taken back. Whether one has ended is judged by whoever reads it, when it is read. */
function readAlert(feature: Row): HazardEvent | null {
  const alert = readRow(feature.properties, 'properties')
  if (alert.status !== 'Actual' || (alert.messageType !== 'Alert' && alert.messageType !== 'Update')) return null
  const time = (member: string) => (alert[member] == null ? null : toIso(alert[member]))
  return {
    ...plainEvent,
    id: `nws:${readText(alert.id, 'id')}`,
    type: 'weather',
    title: readText(alert.event, 'event'),
    severity: readTextOrNull(alert.severity, 'severity'),
    certainty: readTextOrNull(alert.certainty, 'certainty'),
    urgency: readTextOrNull(alert.urgency, 'urgency'),
    ...cornerOf(feature.geometry),
    countries: ['US'],
    region: stateOf(alert.geocode),
    area: readTextOrNull(alert.areaDesc, 'areaDesc')?.slice(0, 200) ?? null,
    started_at: toIso(alert.effective),
    updated_at: toIso(alert.sent),
    ends_at: time('ends'),
    expires_at: time('expires'),
    url: readTextOrNull(alert['@id'], '@id'),
  }
}

// Zones are "ORZ001"; the first is enough, an office's warning seldom leaves its state.
function stateOf(geocode: unknown): string | null {
  const zones = geocode == null ? [] : readRow(geocode, 'geocode').UGC
  const [zone] = zones == null ? [] : readList(zones, 'UGC')
  return typeof zone === 'string' && /^[A-Z]{2}[CZ]\d{3}$/.test(zone) ? zone.slice(0, 2) : null
}

// Most alerts name zones and have no shape; of those that do, a corner is near enough. A ring ends where it began.
function cornerOf(geometry: unknown): { lat: number | null; lon: number | null } {
  const unknown = { lat: null, lon: null }
  if (geometry == null || readRow(geometry, 'geometry').type !== 'Polygon') return unknown
  const [ring] = readList(readRow(geometry, 'geometry').coordinates, 'coordinates')
  const corners = readList(ring, 'a ring').map((corner) => toPlace(corner))
  const [first, last] = [corners[0], corners.at(-1)]
  return first === undefined || first.lat !== last?.lat || first.lon !== last.lon ? unknown : first
}
