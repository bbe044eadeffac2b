// Written by us in EONET's shape: a fire that moved, a fire without a size, an iceberg.
import { defineSample } from '../../../define.ts'

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'eonet.gsfc.nasa.gov') return null
    const at = (hours: number) => `${new Date(now.getTime() - hours * 3_600_000).toISOString().slice(0, 19)}Z`
    const event = (id: number, title: string, category: string, geometry: object[]) => ({
      id: `EONET_${id}`,
      title,
      description: null,
      link: `https://eonet.gsfc.nasa.gov/api/v3/events/EONET_${id}`,
      closed: null,
      categories: [{ id: category, title: category }],
      sources: [],
      geometry,
    })
    const point = (hours: number, lon: number, lat: number, magnitudeValue: number | null) => ({
      magnitudeValue,
      magnitudeUnit: magnitudeValue === null ? null : 'acres',
      date: at(hours),
      type: 'Point',
      coordinates: [lon, lat],
    })
    const events = [
      event(1, 'Sample Creek Fire', 'wildfires', [point(60, -120, 39, 400), point(5, -120.1, 39.1, 12_000)]),
      event(2, 'Small Fire', 'wildfires', [point(20, -109, 40, null)]),
      event(3, 'Iceberg A1', 'seaLakeIce', [point(20, -40, -60, null)]),
    ]
    return { type: 'application/json', body: JSON.stringify({ title: 'EONET Events', events }) }
  },
})
