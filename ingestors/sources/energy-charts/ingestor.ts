// Polls today's day-ahead prices zone by zone; a zone whose licence is not open is left out, whatever it sends.
import { TollgateError } from '../../../base/errors.ts'
import { fetchedOrAside } from '../../aside.ts'
import { defineIngestor } from '../../define.ts'
import { readList, readNumber, readNumberOrNull, readRow, readText } from '../../formats/json.ts'
import { type DayAheadPrice, pricesSoFar } from '../../shapes/day-ahead-price.ts'
import { energyChartsPrices } from './topic.ts'

type Raw = readonly { readonly zone: string; readonly body: unknown }[]

/** Those the publisher marks as CC BY 4.0; the others are for its own use. */
const zones = 'AT BE CH CZ DE-LU DK1 DK2 FR HU IT-North NL NO2 PL SE4 SI'.split(' ')
const minuteMs = 60_000
const dayMs = 86_400_000

export default defineIngestor<DayAheadPrice, Raw>({
  source: 'energy-charts',
  topic: energyChartsPrices,
  schedule: '2,17,32,47 * * * *',
  grade: 'B',
  proof: 'captured 2026-07-01',
  apart: 1,
  async fetch({ http, at, signal, setAside }) {
    const dayOf = (days: number) => new Date(at.getTime() + days * dayMs).toISOString().slice(0, 10)
    // It counts days by the clocks of the zone: late in the evening the price of now is already tomorrow's.
    const [start, end] = [dayOf(0), dayOf(1)]
    const bodies: { zone: string; body: unknown }[] = []
    for (const zone of zones) {
      const url = `https://api.energy-charts.info/price?bzn=${zone}&start=${start}&end=${end}`
      const body = await fetchedOrAside(zone, http.json(url, { signal, gapMs: 500 }), setAside)
      if (body !== undefined) bodies.push({ zone: zone.toUpperCase(), body })
    }
    return bodies
  },
  parse: (bodies, at) => bodies.flatMap(({ zone, body }) => readZone(zone, body, at)),
})

function readZone(zone: string, body: unknown, now: Date): DayAheadPrice[] {
  const answer = readRow(body, zone)
  if (!/CC BY 4\.0/.test(readText(answer.license_info, 'license_info'))) return []
  if (answer.unit !== 'EUR / MWh') throw new TollgateError('upstream_changed', `${zone} is not priced in euros a megawatt hour`)
  const times = readList(answer.unix_seconds, 'unix_seconds').map((one) => 1_000 * readNumber(one, 'a time'))
  const prices = readList(answer.price, 'price').map((one) => readNumberOrNull(one, 'a price'))
  // Two lists side by side: one shorter than the other would put every price at a wrong time.
  if (times.length !== prices.length) throw new TollgateError('upstream_changed', `${zone} has more times than prices, or fewer`)
  const steps = new Set(times.slice(1).map((time, i) => (time - times[i]!) / minuteMs))
  if (steps.size > 1) throw new TollgateError('upstream_changed', `${zone} has a gap in its times`)
  const [minutes = 60] = steps
  const known = times.flatMap((at, i) => (prices[i] === null ? [] : [{ at, price: prices[i]! }]))
  return pricesSoFar(zone, known, minutes, now)
}
