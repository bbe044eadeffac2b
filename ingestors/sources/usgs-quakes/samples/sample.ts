// Written by us in the feed's shape: milliseconds, an alert that is mostly null, a quarry blast among the quakes.
import { defineSample } from '../../../define.ts'
import { noise } from '../../../walk.ts'

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'earthquake.usgs.gov') return null
    const feature = (i: number, mag: number, alert: string | null, type = 'earthquake') => ({
      type: 'Feature',
      id: `us7000s${i}`,
      properties: {
        mag,
        place: `${30 + i} km S of Sampleville`,
        time: now.getTime() - i * 5 * 3_600_000,
        updated: now.getTime() - i * 3_600_000,
        url: `https://earthquake.usgs.gov/earthquakes/eventpage/us7000s${i}`,
        alert,
        tsunami: mag >= 7 ? 1 : 0,
        type,
        title: `M ${mag} - ${30 + i} km S of Sampleville`,
      },
      geometry: { type: 'Point', coordinates: [120 + 20 * noise('lon', i), 30 * noise('lat', i), 10] },
    })
    const features = [
      feature(1, 6.4, 'yellow'),
      feature(2, 5.1, null),
      feature(3, 4.6, 'green'),
      feature(4, 4.7, null, 'quarry blast'),
    ]
    const metadata = { generated: now.getTime(), title: 'USGS Magnitude 4.5+ Earthquakes, Past Week', status: 200, count: 4 }
    return { type: 'application/json', body: JSON.stringify({ type: 'FeatureCollection', metadata, features }) }
  },
})
