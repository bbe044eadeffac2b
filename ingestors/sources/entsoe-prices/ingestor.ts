// Polls day-ahead prices of zones that Energy-Charts may not pass on; a point that is missing has the price of the one before it.
import { TollgateError } from '../../../base/errors.ts'
import { fetchedOrAside } from '../../aside.ts'
import { defineIngestor } from '../../define.ts'
import { readNumber } from '../../formats/json.ts'
import { allOf, type Element, needText, parseXml, textAt } from '../../formats/xml.ts'
import { type DayAheadPrice, pricesSoFar } from '../../shapes/day-ahead-price.ts'
import { entsoePrices } from './topic.ts'

type Raw = readonly { readonly zone: string; readonly xml: string }[]

const areas: Readonly<Record<string, string>> = {
  ES: '10YES-REE------0',
  FI: '10YFI-1--------U',
  NO1: '10YNO-1--------2',
  NO3: '10YNO-3--------J',
  NO4: '10YNO-4--------9',
  NO5: '10Y1001A1001A48H',
  PT: '10YPT-REN------W',
  SE1: '10Y1001A1001A44P',
  SE2: '10Y1001A1001A45N',
  SE3: '10Y1001A1001A46L',
}
const minuteMs = 60_000
const dayMs = 86_400_000
const lengths: Readonly<Record<string, number>> = { PT15M: 15, PT30M: 30, PT60M: 60 }

export default defineIngestor<DayAheadPrice, Raw>({
  source: 'entsoe-prices',
  topic: entsoePrices,
  schedule: '8,38 * * * *',
  grade: 'B',
  proof: 'captured 2026-08-21',
  apart: 1,
  needs: ['ENTSOE_TOKEN'],
  async fetch({ http, at, signal, credential, setAside }) {
    const stamp = (time: number) => new Date(time).toISOString().slice(0, 10).replaceAll('-', '')
    const period = `periodStart=${stamp(at.getTime())}0000&periodEnd=${stamp(at.getTime() + dayMs)}0000`
    const answers: { zone: string; xml: string }[] = []
    for (const [zone, area] of Object.entries(areas)) {
      const url = `https://web-api.tp.entsoe.eu/api?securityToken=${encodeURIComponent(credential('ENTSOE_TOKEN') ?? '')}&documentType=A44&in_Domain=${area}&out_Domain=${area}&${period}`
      const xml = await fetchedOrAside(zone, http.text(url, { expect: 'xml', signal }), setAside)
      if (xml !== undefined) answers.push({ zone, xml })
    }
    return answers
  },
  parse: (answers, at) => answers.flatMap(({ zone, xml }) => readZone(zone, xml, at)),
})

export function readZone(zone: string, xml: string, now: Date): DayAheadPrice[] {
  // One zone without prices today says nothing about the others.
  const refused = xml.indexOf('<Acknowledgement_MarketDocument')
  if (refused !== -1 && xml.includes('No matching data found', refused)) return []
  const document = parseXml(xml, 'Publication_MarketDocument')
  const series = allOf(document, 'TimeSeries')
  if (series.length === 0) throw new TollgateError('upstream_changed', `${zone} has no prices`)
  const values = new Map(series.flatMap((one) => readSeries(zone, one, now)).map((price) => [price.at, price]))
  return [...values.values()].sort((a, b) => (a.at < b.at ? -1 : 1))
}

function readSeries(zone: string, series: Element, now: Date): DayAheadPrice[] {
  const [currency, unit] = [needText(series, 'currency_Unit.name'), needText(series, 'price_Measure_Unit.name')]
  if (currency !== 'EUR' || unit !== 'MWH')
    throw new TollgateError('upstream_changed', `${zone} is in ${currency.slice(0, 10)} a ${unit.slice(0, 10)}`)
  return allOf(series, 'Period').flatMap((period) => {
    const [start, end] = ['start', 'end'].map((edge) => momentAt(period, edge)) as [number, number]
    const minutes = lengths[needText(period, 'resolution')] ?? 0
    const count = (end - start) / (minutes * minuteMs)
    if (!Number.isInteger(count) || count <= 0) throw new TollgateError('upstream_changed', `${zone} has a period of odd length`)
    return pricesSoFar(zone, readPoints(period, start, minutes, count), minutes, now)
  })
}

function readPoints(period: Element, start: number, minutes: number, count: number) {
  const prices = new Map<number, number>()
  for (const point of allOf(period, 'Point')) {
    const position = readNumber(needText(point, 'position'), 'position')
    if (!Number.isInteger(position) || position < 1 || position > count)
      throw new TollgateError('upstream_changed', `a point stands at ${position} of ${count}`)
    prices.set(position, readNumber(needText(point, 'price.amount'), 'price.amount'))
  }
  const first = prices.get(1)
  if (first === undefined) throw new TollgateError('upstream_changed', 'the first point is missing, which has none before it')
  let price = first
  return Array.from({ length: count }, (_, i) => {
    price = prices.get(i + 1) ?? price
    return { at: start + i * minutes * minuteMs, price }
  })
}

function momentAt(period: Element, edge: string): number {
  const text = textAt(period, 'timeInterval', edge) ?? ''
  const at = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}Z$/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(at)) throw new TollgateError('upstream_changed', `${JSON.stringify(text.slice(0, 30))} is not a time`)
  return at
}
