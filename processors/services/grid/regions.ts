// Puts together what is known of each region: the operator first, the EIA for what it does not say, and Europe's prices beside them.
import { caisoGrid } from '../../../ingestors/sources/caiso-grid/topic.ts'
import { eiaGrid } from '../../../ingestors/sources/eia-930/topic.ts'
import { type DayAheadPrice, energyChartsPrices } from '../../../ingestors/sources/energy-charts/topic.ts'
import { entsoePrices } from '../../../ingestors/sources/entsoe-prices/topic.ts'
import { ercotGrid, type GridState } from '../../../ingestors/sources/ercot-grid/topic.ts'
import { misoGrid } from '../../../ingestors/sources/miso-grid/topic.ts'
import { nyisoGrid } from '../../../ingestors/sources/nyiso-grid/topic.ts'
import { pjmGrid } from '../../../ingestors/sources/pjm-grid/topic.ts'
import { sppGrid } from '../../../ingestors/sources/spp-grid/topic.ts'
import type { Fact, Observations } from '../../kit/define.ts'
import type { Region } from './signal.ts'

/** The EIA last: the operator knows more and sooner. */
export const americanTopics = [ercotGrid, nyisoGrid, caisoGrid, misoGrid, sppGrid, pjmGrid, eiaGrid]
export const europeanTopics = [energyChartsPrices, entsoePrices]

const hourMs = 3_600_000
const dayMs = 24 * hourMs

export function readRegions(seen: Observations): Region[] {
  return [...readAmerica(seen), ...readEurope(seen)].sort((a, b) => (a.region < b.region ? -1 : 1))
}

function readAmerica(seen: Observations): Region[] {
  const facts = americanTopics.flatMap((topic) => [...(seen.of(topic) as readonly Fact<GridState>[])])
  return [...Map.groupBy(facts, (fact) => fact.key).values()].map((list) => {
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
      pastPrices: [],
      interchangeMw: pick('interchange_mw'),
      mix: values.find((value) => value.mix.length > 0)?.mix ?? [],
    }
  })
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
