// How tight a power region is: what is left over, what it costs, how high the load is and what the operator says.
import { band, clip, composite, round, roundOrNull, weightedMean } from '../../stats.ts'

export interface Region {
  readonly region: string
  readonly observedAt: Date
  readonly demandMw: number | null
  readonly forecastMw: number | null
  readonly peakForecastMw: number | null
  readonly peakAt: string | null
  readonly availableMw: number | null
  readonly reserveMw: number | null
  readonly state: string | null
  readonly note: string | null
  readonly price: number | null
  readonly priceHub: string | null
  readonly interchangeMw: number | null
  readonly mix: readonly { readonly fuel: string; readonly mw: number }[]
}

export const labels = ['normal', 'watch', 'tight', 'stressed', 'emergency'] as const
type Label = (typeof labels)[number]

/** Grams of CO2 a kWh at the plant, rounded means of US fossil plants (EIA); the rest emits none there. */
const carbonFactors: Record<string, number> = { coal: 1_000, gas: 420, oil: 930 }
const renewable = new Set(['hydro', 'wind', 'solar'])

const labelOf = (score: number): Label => labels[score < 25 ? 0 : score < 50 ? 1 : score < 70 ? 2 : score < 85 ? 3 : 4]!

/** An operator's word, 0 to 1; null for one we do not know. */
export function alertOf(state: string | null): number | null {
  if (state === null) return null
  if (/eea|emergency|load.?shed/i.test(state)) return 1
  if (/warning/i.test(state)) return 0.8
  if (/advisory|watch|conserv|low/i.test(state)) return 0.5
  return /normal/i.test(state) ? 0 : null
}

export function marginPct(region: Region): number | null {
  const { demandMw, availableMw, reserveMw } = region
  if (demandMw === null || demandMw <= 0) return null
  if (availableMw !== null) return (100 * (availableMw - demandMw)) / demandMw
  return reserveMw === null ? null : (100 * reserveMw) / demandMw
}

export function priceScore(price: number): number {
  return price > 1_000 ? 100 : band(price, 30, 250)
}

export function computeRegion(region: Region, now: Date) {
  const margin = marginPct(region)
  const { demandMw, forecastMw, peakForecastMw } = region
  const alert = alertOf(region.state)
  const peak = peakForecastMw === null || demandMw === null ? null : Math.max(peakForecastMw, demandMw)
  const dated = { observedAt: region.observedAt, maxAgeDays: 0.25 }
  const mix = composite(
    [
      { id: 'reserve_margin', weight: 0.35, score: margin === null ? null : band(margin, 20, 3), ...dated },
      { id: 'price', weight: 0.3, score: region.price === null ? null : priceScore(region.price), ...dated },
      { id: 'load', weight: 0.2, score: loadScore(demandMw, peak ?? forecastMw), ...dated },
      { id: 'operator_status', weight: 0.15, score: alert === null ? null : 100 * alert, ...dated },
    ],
    now,
  )
  const generated = region.mix.reduce((sum, fuel) => sum + Math.max(0, fuel.mw), 0)
  const share = (mw: number) => (generated === 0 ? 0 : round((100 * mw) / generated, 1))
  const green = region.mix.reduce((sum, { fuel, mw }) => sum + (renewable.has(fuel) ? Math.max(0, mw) : 0), 0)
  const carbon = weightedMean(
    region.mix.map(({ fuel, mw }) => ({ value: carbonFactors[fuel] ?? 0, weight: fuel === 'storage' ? 0 : Math.max(0, mw) })),
  )
  return {
    score: mix.score,
    label: alert === 1 ? labels[4] : labelOf(mix.score),
    mix,
    demand: {
      mw: roundOrNull(demandMw, 0),
      forecast_mw: roundOrNull(forecastMw, 0),
      error_pct:
        demandMw === null || forecastMw === null || forecastMw === 0 ? null : round(100 * (demandMw / forecastMw - 1), 2),
      peak_forecast_mw: roundOrNull(peakForecastMw, 0),
      peak_at: region.peakAt,
    },
    generation: {
      mix: region.mix.map(({ fuel, mw }) => ({ fuel, mw: round(mw, 1), share_pct: share(Math.max(0, mw)) })),
      renewables_share_pct: generated === 0 ? null : share(green),
      storage_mw: roundOrNull(region.mix.find((fuel) => fuel.fuel === 'storage')?.mw ?? null, 1),
    },
    reserve: { mw: roundOrNull(region.reserveMw, 0), margin_pct: roundOrNull(margin, 1) },
    price: { rt_usd_mwh: roundOrNull(region.price, 2), currency: 'USD', hub: region.priceHub },
    interchange_mw: roundOrNull(region.interchangeMw, 0),
    operator_status: { state: region.state, note: region.note },
    carbon_g_kwh_estimate: roundOrNull(carbon, 0),
    flags: [
      ...(region.price !== null && region.price < 0 ? ['oversupply'] : []),
      ...(demandMw !== null && forecastMw !== null && forecastMw > 0 && demandMw / forecastMw > 1.05
        ? ['load_above_forecast']
        : []),
    ],
  }
}

function loadScore(demandMw: number | null, peakMw: number | null): number | null {
  return demandMw === null || peakMw === null || peakMw <= 0 ? null : band(clip(demandMw / peakMw, 0, 2), 0.6, 1)
}

export function computeReport(regions: readonly Region[], now: Date) {
  const rows = regions
    .map((region) => ({ region, answer: computeRegion(region, now) }))
    .filter(({ answer }) => answer.mix.coverage.inputs_used > 0)
    .sort((a, b) => b.answer.score - a.answer.score || (a.region.region < b.region.region ? -1 : 1))
  // A region known by its load alone says nothing about how tight it is.
  const judged = rows.filter(({ answer }) => answer.mix.availableWeight >= 0.3)
  const max = judged[0]?.answer.score ?? null
  const mean = weightedMean(
    judged.map(({ region, answer }) => ({ value: answer.score, weight: Math.max(0, region.demandMw ?? 0) })),
  )
  const score = max === null || mean === null ? null : 0.6 * max + 0.4 * mean
  const sums = new Map<string, number>()
  for (const { region } of rows) for (const { fuel, mw } of region.mix) sums.set(fuel, (sums.get(fuel) ?? 0) + mw)
  return {
    score,
    label: score === null ? labels[0] : labelOf(score),
    judged: judged.length,
    mix: composite(
      ['CAISO', 'ERCOT', 'ISONE', 'MISO', 'NYISO', 'PJM', 'SPP'].map((id) => {
        const own = judged.find(({ region }) => region.region === id)
        return {
          id,
          weight: 1,
          score: own?.answer.score ?? null,
          ...(own === undefined ? {} : { observedAt: own.region.observedAt, maxAgeDays: 0.25 }),
        }
      }),
      now,
    ),
    regions: rows.map(({ region, answer }) => ({
      code: region.region,
      score: round(answer.score, 1),
      label: answer.label,
      known_weight: round(answer.mix.availableWeight, 2),
      demand_mw: answer.demand.mw,
      price_usd_mwh: answer.price.rt_usd_mwh,
      renewables_share_pct: answer.generation.renewables_share_pct,
      as_of: region.observedAt.toISOString(),
    })),
    most_stressed: judged.slice(0, 3).map(({ region }) => region.region),
    negative_prices: rows.filter(({ region }) => (region.price ?? 0) < 0).map(({ region }) => region.region),
    national: {
      demand_mw: Math.round(rows.reduce((sum, { region }) => sum + (region.demandMw ?? 0), 0)),
      mix: [...sums].map(([fuel, mw]) => ({ fuel, mw: Math.round(mw) })).sort((a, b) => b.mw - a.mw),
    },
  }
}
