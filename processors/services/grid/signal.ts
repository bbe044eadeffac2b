// How tight a power region is: what is left over, what it costs, how high the load is and what the operator says.
import { band, clip, composite, round, roundOrNull, weightedMean } from '../../formula/index.ts'

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
  /** Of now, in the currency beside it: real time in America, day ahead in Europe. */
  readonly price: number | null
  readonly priceHub: string | null
  readonly currency: 'USD' | 'EUR'
  readonly dayAheadPrice: number | null
  /** Prices of the same hour on the days before, where there are enough of them. */
  readonly pastPrices: readonly number[]
  readonly interchangeMw: number | null
  readonly mix: readonly { readonly fuel: string; readonly mw: number }[]
}

export const labels = ['normal', 'watch', 'tight', 'stressed', 'emergency'] as const
export const flags = ['oversupply', 'load_above_forecast'] as const
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

/** What could be generated over what is used. A reserve that is kept running says nothing of it. */
export function marginPct({ demandMw, availableMw }: Region): number | null {
  if (demandMw === null || demandMw <= 0 || availableMw === null) return null
  return (100 * (availableMw - demandMw)) / demandMw
}

/**
 * How much of the reserve that an operator keeps running is used up, 0 to 100, by its own marks. Texas counts megawatts of physical
 * responsive capability: an alert begins at 3,000, load is shed at 1,500 (ERCOT, EEA protocol). California's must be about six percent
 * of load (BAL-002-WECC); at three it sheds.
 */
export function reserveScore({ region, demandMw, reserveMw }: Region): number | null {
  if (reserveMw === null) return null
  if (region === 'ERCOT') return band(reserveMw, 4_500, 1_500)
  return region === 'CAISO' && demandMw !== null && demandMw > 0 ? band((100 * reserveMw) / demandMw, 7, 3) : null
}

/** By where it stands among its own past, once there are 14 days of it; until then by fixed marks. */
export function priceScore(price: number, past: readonly number[] = []): number {
  if (price > 1_000) return 100
  return pastShare(price, past) ?? band(price, 30, 250)
}

const fewestDays = 14

/** Mid-rank in the same hour of the days before, 0 to 100; null below 14 days. */
export function pastShare(price: number, past: readonly number[]): number | null {
  if (past.length < fewestDays) return null
  return (100 * past.reduce((sum, one) => sum + (one < price ? 1 : one === price ? 0.5 : 0), 0)) / past.length
}

export function computeRegion(region: Region, now: Date) {
  const margin = marginPct(region)
  const reserve = [margin === null ? null : band(margin, 20, 3), reserveScore(region)].filter((score) => score !== null)
  const { demandMw, forecastMw, peakForecastMw } = region
  const alert = alertOf(region.state)
  const peak = peakForecastMw === null || demandMw === null ? null : Math.max(peakForecastMw, demandMw)
  const dated = { observedAt: region.observedAt, maxAgeDays: 0.25 }
  const mix = composite(
    [
      { id: 'reserve_margin', weight: 0.35, score: reserve.length === 0 ? null : Math.max(...reserve), ...dated },
      { id: 'price', weight: 0.3, score: region.price === null ? null : priceScore(region.price, region.pastPrices), ...dated },
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
    price: describePrice(region),
    interchange_mw: roundOrNull(region.interchangeMw, 0),
    operator_status: { state: region.state, note: region.note },
    carbon_g_kwh_estimate: roundOrNull(carbon, 0),
    flags: flags.filter((flag) =>
      flag === 'oversupply'
        ? region.price !== null && region.price < 0
        : demandMw !== null && forecastMw !== null && forecastMw > 0 && demandMw / forecastMw > 1.05,
    ),
  }
}

function describePrice({ price, priceHub, currency, dayAheadPrice, pastPrices }: Region) {
  const share = price === null ? null : pastShare(price, pastPrices)
  return {
    rt_usd_mwh: currency === 'USD' ? roundOrNull(price, 2) : null,
    da_usd_mwh: currency === 'USD' ? roundOrNull(dayAheadPrice, 2) : null,
    da_eur_mwh: currency === 'EUR' ? roundOrNull(dayAheadPrice, 2) : null,
    currency,
    pctile_30d: roundOrNull(share, 1),
    hub: priceHub,
  }
}

function loadScore(demandMw: number | null, peakMw: number | null): number | null {
  return demandMw === null || peakMw === null || peakMw <= 0 ? null : band(clip(demandMw / peakMw, 0, 2), 0.6, 1)
}

export type Market = 'us' | 'eu' | 'all'

const american = ['CAISO', 'ERCOT', 'ISONE', 'MISO', 'NYISO', 'PJM', 'SPP']
const european = 'AT BE CH CZ DE-LU DK1 DK2 ES FI FR HU IT-NORTH NL NO1 NO2 NO3 NO4 NO5 PL PT SE1 SE2 SE3 SE4'.split(' ')

// A region known by its load alone says nothing about how tight it is.
const isJudged = ({ answer }: { readonly answer: ReturnType<typeof computeRegion> }): boolean => answer.mix.availableWeight >= 0.3

export function computeReport(regions: readonly Region[], now: Date, market: Market = 'us') {
  const rows = regions
    .map((region) => ({ region, answer: computeRegion(region, now) }))
    .filter(({ answer }) => answer.mix.coverage.inputs_used > 0)
    .sort(
      (a, b) =>
        Number(isJudged(b)) - Number(isJudged(a)) ||
        (isJudged(a) ? b.answer.score - a.answer.score : 0) ||
        (a.region.region < b.region.region ? -1 : 1),
    )
  const judged = rows.filter(isJudged)
  const max = judged[0]?.answer.score ?? null
  // Prices alone tell no load: where none is known every region weighs the same.
  const loads = judged.map(({ region }) => Math.max(0, region.demandMw ?? 0))
  const weightOf = (i: number) => (loads.some((load) => load > 0) ? loads[i]! : 1)
  const mean = weightedMean(judged.map(({ answer }, i) => ({ value: answer.score, weight: weightOf(i) })))
  const score = max === null || mean === null ? null : 0.6 * max + 0.4 * mean
  const told = rows.flatMap(({ region }) => region.demandMw ?? [])
  const sums = new Map<string, number>()
  for (const { region } of rows) for (const { fuel, mw } of region.mix) sums.set(fuel, (sums.get(fuel) ?? 0) + mw)
  return {
    score,
    label: score === null ? labels[0] : labelOf(score),
    judged: judged.length,
    mix: composite(
      (market === 'us' ? american : market === 'eu' ? european : [...american, ...european]).map((id) => {
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
      score: isJudged({ answer }) ? round(answer.score, 1) : null,
      label: isJudged({ answer }) ? answer.label : null,
      known_weight: round(answer.mix.availableWeight, 2),
      demand_mw: answer.demand.mw,
      price_usd_mwh: answer.price.rt_usd_mwh,
      price_eur_mwh: answer.price.da_eur_mwh,
      renewables_share_pct: answer.generation.renewables_share_pct,
      as_of: region.observedAt.toISOString(),
    })),
    most_stressed: judged.slice(0, 3).map(({ region }) => region.region),
    cheapest: rows
      .flatMap(({ region: { region, price, currency } }) =>
        price === null ? [] : [{ code: region, price_mwh: round(price, 2), currency }],
      )
      // Two currencies are two lists, America's first.
      .sort((a, b) =>
        a.currency === b.currency ? a.price_mwh - b.price_mwh || (a.code < b.code ? -1 : 1) : a.currency === 'USD' ? -1 : 1,
      )
      .slice(0, 3),
    negative_prices: rows.filter(({ region }) => (region.price ?? 0) < 0).map(({ region }) => region.region),
    national: {
      demand_mw: told.length === 0 ? null : Math.round(told.reduce((sum, mw) => sum + mw, 0)),
      mix: [...sums].map(([fuel, mw]) => ({ fuel, mw: Math.round(mw) })).sort((a, b) => b.mw - a.mw),
    },
  }
}
