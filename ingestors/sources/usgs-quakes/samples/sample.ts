// Written by us in the feed's shape: milliseconds, an alert that is mostly null, a quarry blast among the quakes.
import { defineSample } from '../../../define.ts'
import { noise } from '../../../samples/walk.ts'

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'earthquake.usgs.gov') return null
    const product = 'https://earthquake.usgs.gov/product/losspager/us7000s1/us/1/json/exposures.json'
    if (url.pathname.endsWith('/detail/us7000s1.geojson')) {
      const losspager = [
        { status: 'UPDATE', contents: { 'json/exposures.json': { contentType: 'application/json', url: product } } },
      ]
      return json({ type: 'Feature', id: 'us7000s1', properties: { products: { losspager } } })
    }
    if (url.href === product)
      return json({
        population_exposure: {
          mmi: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
          aggregated_exposure: [0, 0, 0, 3_100_000, 820_000, 140_000, 21_000, 900, 0, 0],
        },
      })
    const feature = (i: number, mag: number, alert: string | null, type = 'earthquake') => ({
      type: 'Feature',
      id: `us7000s${i}`,
      properties: {
        mag,
        place: `${30 + i} km S of Sampleville`,
        time: now.getTime() - i * 5 * 3_600_000,
        updated: now.getTime() - i * 3_600_000,
        url: `https://earthquake.usgs.gov/earthquakes/eventpage/us7000s${i}`,
        detail: `https://earthquake.usgs.gov/earthquakes/feed/v1.0/detail/us7000s${i}.geojson`,
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
    return json({ type: 'FeatureCollection', metadata, features })
  },
})

const json = (body: object) => ({ type: 'application/json', body: JSON.stringify(body) })
