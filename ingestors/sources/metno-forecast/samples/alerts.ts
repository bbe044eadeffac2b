// Written by us in the weather service's shape: a point it knows, a watch and a warning for it, one of them without an end.
import type { SampleAnswer } from '../../../define.ts'

/** null: this is asked of the whole country, which is another source's. */
export function answerAlerts(url: URL, now: Date): SampleAnswer | null {
  if (url.pathname.startsWith('/points/')) {
    const properties = {
      gridId: 'OKX',
      timeZone: 'America/New_York',
      forecastZone: 'https://api.weather.gov/zones/forecast/NYZ072',
    }
    return { type: 'application/geo+json', body: JSON.stringify({ type: 'Feature', properties }) }
  }
  if (!url.pathname.startsWith('/alerts') || !url.searchParams.has('point')) return null
  const local = (hours: number) =>
    `${new Date(Math.floor(now.getTime() / 3_600_000) * 3_600_000 + (hours - 5) * 3_600_000).toISOString().slice(0, 19)}-05:00`
  const alert = (id: number, event: string, severity: string, certainty: string, urgency: string, ends: number | null) => ({
    id: `https://api.weather.gov/alerts/urn:oid:9.${id}`,
    type: 'Feature',
    geometry: null,
    properties: {
      '@id': `https://api.weather.gov/alerts/urn:oid:9.${id}`,
      id: `urn:oid:9.${id}`,
      areaDesc: 'Sample County',
      sent: local(-1),
      effective: local(-1),
      onset: local(2),
      expires: local(12),
      ends: ends === null ? null : local(ends),
      status: 'Actual',
      messageType: 'Alert',
      severity,
      certainty,
      urgency,
      event,
      headline: `${event} issued by a sample office`,
    },
  })
  const features = [
    alert(1, 'Wind Advisory', 'Moderate', 'Likely', 'Expected', 10),
    alert(2, 'Flood Watch', 'Severe', 'Possible', 'Future', null),
  ]
  return { type: 'application/geo+json', body: JSON.stringify({ type: 'FeatureCollection', features }) }
}
