// Puts together what is known of each region: the operator first, the EIA for what it does not say, and Europe's prices beside them.
import type { Topic } from '../../../db/log/topic.ts'
import { caisoGrid } from '../../../ingestors/sources/caiso-grid/topic.ts'
import { eiaGrid } from '../../../ingestors/sources/eia-930/topic.ts'
import { type DayAheadPrice, energyChartsPrices } from '../../../ingestors/sources/energy-charts/topic.ts'
import { entsoePrices } from '../../../ingestors/sources/entsoe-prices/topic.ts'
import { ercotGrid, type GridState } from '../../../ingestors/sources/ercot-grid/topic.ts'
import { misoGrid } from '../../../ingestors/sources/miso-grid/topic.ts'
import { nyisoGrid } from '../../../ingestors/sources/nyiso-grid/topic.ts'
import { pjmGrid } from '../../../ingestors/sources/pjm-grid/topic.ts'
import { sppGrid } from '../../../ingestors/sources/spp-grid/topic.ts'
import type { Fact, Observations, Selection } from '../../kit/define.ts'
import type { Region } from './signal.ts'

const operators = { ERCOT: ercotGrid, NYISO: nyisoGrid, CAISO: caisoGrid, MISO: misoGrid, SPP: sppGrid, PJM: pjmGrid } as const

/** The EIA last: the operator knows more and sooner. */
export const americanTopics = [...Object.values(operators), eiaGrid]
export const europeanTopics = [energyChartsPrices, entsoePrices]

const hourMs = 3_600_000
const historyDays = 30
const dayMs = 86_400_000
const european = new Set<string>(europeanTopics.map((topic) => topic.name))
// As ingestors/shapes/grid-state.ts names them.
const pricesSuffix = '-P'

export const isEuropean = (topic: string): boolean => european.has(topic)
/** Whose states, or whose prices by the hour, a key is of. */
export const regionOf = (key: string): string => (isHourPrice(key) ? key.slice(0, -pricesSuffix.length) : key)
const isHourPrice = (key: string): boolean => key.endsWith(pricesSuffix)

/** Of a region's states the newest moment; of its prices a month, in Europe by the quarter of an hour, in America by the hour. */
export function selectionsOf(key: string): Selection[] {
  const us = [
    ...Object.entries(operators).flatMap(([region, topic]) => [{ topic, keys: [region], days: 1 }, hoursOf(topic, region)]),
    { topic: eiaGrid, days: 1 },
  ]
  if (key === 'us') return us
  if (key === 'eu') return europeanTopics.map((topic) => ({ topic, days: 0 }))
  if (key === 'all') return [...us, ...europeanTopics.map((topic) => ({ topic, days: 1 }))]
  return [
    ...americanTopics.flatMap((topic) => [{ topic, keys: [key], days: 0 }, hoursOf(topic, key)]),
    ...europeanTopics.map((topic) => ({ topic, keys: [key], days: historyDays })),
  ]
}

const hoursOf = (topic: Topic<any>, region: string): Selection => ({
  topic,
  keys: [`${region}${pricesSuffix}`],
  days: historyDays,
})

export function readRegions(seen: Observations): Region[] {
  return [...readAmerica(seen), ...readEurope(seen)].sort((a, b) => (a.region < b.region ? -1 : 1))
}

function readAmerica(seen: Observations): Region[] {
  const facts = americanTopics.flatMap((topic) => [...(seen.of(topic) as readonly Fact<GridState>[])])
  const byKey = Map.groupBy(facts, (fact) => fact.key)
  const states = [...byKey].filter(([key]) => !isHourPrice(key))
  return states.map(([region, list]) => {
    const newest = americanTopics.flatMap((topic) => list.filter((fact) => fact.topic === topic.name).at(-1) ?? [])
    const values = newest.map((fact) => fact.value)
    const pick = <K extends keyof GridState>(member: K) =>
      values.map((value) => value[member]).find((value) => value !== null && value !== undefined) ?? null
    return {
      region: values[0]!.region,
      observedAt: newest[0]!.observedAt,
      demandMw: pick('demand_mw'),
      forecastMw: pick('forecast_mw'),
      peakForecastMw: pick('peak_forecast_mw'),
      peakAt: pick('peak_at'),
      availableMw: pick('available_mw'),
      reserveMw: pick('reserve_mw'),
      state: pick('state'),
      note: pick('note'),
      price: pick('price_usd_mwh'),
      priceHub: pick('price_hub'),
      currency: 'USD',
      dayAheadPrice: pick('da_price_usd_mwh'),
      pastPrices: pastOf(byKey.get(`${region}${pricesSuffix}`) ?? [], newest[0]!.observedAt),
      interchangeMw: pick('interchange_mw'),
      mix: values.find((value) => value.mix.length > 0)?.mix ?? [],
    }
  })
}

/** The same hour of the days before. */
function pastOf(hours: readonly Fact<GridState>[], now: Date): number[] {
  const hour = Math.floor(now.getTime() / hourMs) * hourMs
  const past = hours.filter(({ observedAt }) => observedAt.getTime() < hour && (hour - observedAt.getTime()) % dayMs === 0)
  return [...new Map(past.map(({ observedAt, value }) => [observedAt.getTime(), value.price_usd_mwh])).values()].filter(
    (price) => price !== null,
  )
}

const unknown = {
  demandMw: null,
  forecastMw: null,
  peakForecastMw: null,
  peakAt: null,
  availableMw: null,
  reserveMw: null,
  state: null,
  note: null,
  interchangeMw: null,
  mix: [],
} satisfies Partial<Region>

function readEurope(seen: Observations): Region[] {
  const facts = europeanTopics.flatMap((topic) => [...(seen.of(topic) as readonly Fact<DayAheadPrice>[])])
  return [...Map.groupBy(facts, (fact) => fact.key).values()].map((list) => {
    const byTime = list.toSorted((a, b) => a.observedAt.getTime() - b.observedAt.getTime())
    const newest = byTime.at(-1)!
    const at = newest.observedAt.getTime()
    // The same minute of the days before, so that a price a quarter of an hour is compared with its own quarter.
    const past = byTime.filter((fact) => fact !== newest && (at - fact.observedAt.getTime()) % dayMs === 0)
    return {
      ...unknown,
      region: newest.value.zone,
      observedAt: newest.observedAt,
      price: newest.value.price_eur_mwh,
      priceHub: 'day-ahead auction',
      currency: 'EUR',
      dayAheadPrice: newest.value.price_eur_mwh,
      pastPrices: past.map((fact) => fact.value.price_eur_mwh),
    }
  })
}
