// Written by us in the service's shape: a cancelled alert, one that has ended, one without a shape, local times.
import { defineSample } from '../../../define.ts'

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'api.weather.gov' || !url.pathname.startsWith('/alerts')) return null
    const local = (hours: number) => `${new Date(now.getTime() + (hours - 6) * 3_600_000).toISOString().slice(0, 19)}-06:00`
    const alert = (
      id: number,
      event: string,
      severity: string,
      urgency: string,
      certainty: string,
      ends: number,
      messageType = 'Alert',
    ) => ({
      id: `https://api.weather.gov/alerts/urn:oid:${id}`,
      type: 'Feature',
      geometry:
        id === 1
          ? {
              type: 'Polygon',
              coordinates: [
                [
                  [-97, 35],
                  [-96, 35],
                  [-96, 36],
                  [-97, 35],
                ],
              ],
            }
          : null,
      properties: {
        '@id': `https://api.weather.gov/alerts/urn:oid:${id}`,
        id: `urn:oid:${id}`,
        areaDesc: 'Sample County',
        geocode: { SAME: [`0400${id}7`], UGC: [`OKZ00${id}`] },
        sent: local(-1),
        effective: local(-1),
        onset: local(0),
        expires: local(6),
        ends: local(ends),
        status: 'Actual',
        messageType,
        severity,
        certainty,
        urgency,
        event,
      },
    })
    const features = [
      alert(1, 'Tornado Warning', 'Extreme', 'Immediate', 'Observed', 1),
      alert(2, 'Flood Watch', 'Severe', 'Future', 'Possible', 30),
      alert(3, 'Winter Storm Warning', 'Severe', 'Expected', 'Likely', 30),
      alert(4, 'Wind Advisory', 'Moderate', 'Expected', 'Likely', 10, 'Cancel'),
      alert(5, 'Dense Fog Advisory', 'Minor', 'Expected', 'Likely', -0.5),
    ]
    return { type: 'application/geo+json', body: JSON.stringify({ type: 'FeatureCollection', features }) }
  },
})
