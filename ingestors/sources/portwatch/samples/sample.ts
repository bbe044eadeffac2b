// Written by us in the feature service's shape: dates in milliseconds, pages of 2000, a flag while there is more, a week late.
import { defineSample } from '../../../define.ts'
import { dayNumber, level, noise } from '../../../samples/walk.ts'
import { chokepoints } from '../topic.ts'

const dayMs = 86_400_000
const pageSize = 2_000
const usualShips: Readonly<Record<(typeof chokepoints)[number], number>> = {
  'Suez Canal': 68,
  'Panama Canal': 33,
  'Bab el-Mandeb Strait': 70,
  'Strait of Hormuz': 102,
  'Malacca Strait': 225,
  'Cape of Good Hope': 58,
  'Gibraltar Strait': 165,
  'Bosporus Strait': 105,
  'Taiwan Strait': 240,
}

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'services9.arcgis.com') return null
    const from = /timestamp '([\d-]{10})/.exec(url.searchParams.get('where') ?? '')?.[1]
    if (from === undefined) return { type: 'application/json', body: '{"error":{"code":400,"message":"Invalid query"}}' }
    const features = []
    for (let day = dayNumber(new Date(from)); day <= dayNumber(now) - 6; day++) {
      for (const portname of [...chokepoints].sort()) {
        const share = Math.max(0.1, 1 + level(`ships/${portname}`, day, 0, 0.35) + 0.08 * noise(portname, day))
        const n_total = Math.round(usualShips[portname] * share)
        features.push({ attributes: { date: day * dayMs, portname, n_total, capacity: n_total * 51_000 } })
      }
    }
    const offset = Number(url.searchParams.get('resultOffset'))
    const page = features.slice(offset, offset + pageSize)
    const exceededTransferLimit = offset + pageSize < features.length
    return {
      type: 'application/json',
      body: JSON.stringify({ features: page, ...(exceededTransferLimit ? { exceededTransferLimit } : {}) }),
    }
  },
})
