// Polls the alerts in force; tests, cancellations and what has expired are not alerts. The list may be tens of megabytes.
import { TollgateError } from '../../../errors.ts'
import { defineIngestor } from '../../define.ts'
import { type HazardEvent, type HazardFeed, plainEvent, toIso } from '../../hazard-event.ts'
import { nwsAlerts } from './topic.ts'

type Alert = Readonly<Record<string, any>>

const mostEvents = 300
const severities = ['Extreme', 'Severe', 'Moderate', 'Minor', 'Unknown']

export default defineIngestor<HazardFeed, unknown>({
  source: 'nws-alerts',
  topic: nwsAlerts,
  schedule: '2-59/5 * * * *',
  grade: 'A',
  fetch: ({ http, signal }) => http.json('https://api.weather.gov/alerts/active?status=actual', { signal }),
  parse(raw, at) {
    const { features } = raw as { features?: { properties: Alert; geometry: { coordinates: any } | null }[] }
    if (!Array.isArray(features)) throw new TollgateError('upstream_changed', 'the alerts have no features')
    const live = features
      .filter(({ properties }) => properties.status === 'Actual' && properties.messageType !== 'Cancel')
      .filter(({ properties }) => properties.ends === null || Date.parse(properties.ends ?? properties.expires) > at.getTime())
      .sort((a, b) => severities.indexOf(a.properties.severity) - severities.indexOf(b.properties.severity))
    return [
      {
        at: at.toISOString(),
        events: live.slice(0, mostEvents).map(({ properties, geometry }) => readAlert(properties, geometry)),
      },
    ]
  },
})

function readAlert(alert: Alert, geometry: { coordinates: any } | null): HazardEvent {
  // Most alerts name zones and have no shape; of those that do, a corner is near enough.
  const corner = geometry?.coordinates?.[0]?.[0] as number[] | undefined
  return {
    ...plainEvent,
    id: `nws:${alert.id}`,
    type: /flood/i.test(alert.event) ? 'flood' : 'weather',
    title: String(alert.event),
    severity: alert.severity ?? null,
    certainty: alert.certainty ?? null,
    urgency: alert.urgency ?? null,
    lat: typeof corner?.[1] === 'number' ? corner[1] : null,
    lon: typeof corner?.[0] === 'number' ? corner[0] : null,
    countries: ['US'],
    area: String(alert.areaDesc ?? '').slice(0, 200),
    started_at: toIso(alert.onset ?? alert.effective ?? alert.sent),
    updated_at: toIso(alert.sent),
    url: alert['@id'] ?? null,
  }
}
