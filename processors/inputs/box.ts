// A box on the map by its corners, west and south first.
import { defineText, malformed } from './kind.ts'

const wanted = 'minLon,minLat,maxLon,maxLat in degrees, the smaller first, such as -125,24,-66,50'

export const box = defineText({
  kind: 'box',
  wanted,
  pattern: '^\\s*-?\\d{1,3}(\\.\\d{1,8})?(\\s*,\\s*-?\\d{1,3}(\\.\\d{1,8})?){3}\\s*$',
  mostLength: 80,
  example: '-125,24,-66,50',
  description: 'minLon,minLat,maxLon,maxLat',
  otherNames: ['bounds'],
  canonical(text, asked) {
    const corners = text.split(',').map(Number)
    const [west, south, east, north] = corners as [number, number, number, number]
    const isOnEarth = west >= -180 && east <= 180 && south >= -90 && north <= 90
    if (!isOnEarth || west > east || south > north) throw malformed(asked, wanted)
    return corners.map((corner) => corner + 0).join(',')
  },
})

export const cornersOf = (canonical: string) => canonical.split(',').map(Number) as [number, number, number, number]
