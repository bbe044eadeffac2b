// The price of GPU time: a robust price a card over providers, and a chained index that members may enter and leave.
import type { Gpu, GpuOffer } from '../../ingestors/sources/skypilot-gpus/topic.ts'
import { median, round } from './index.ts'

export interface Quote {
  readonly provider: string
  readonly tier: string
  readonly at: Date
  readonly offers: readonly GpuOffer[]
}

/** Reviewed by hand, and named by the service's version. */
export const indexWeights = {
  h100: 0.35,
  h200: 0.2,
  b200: 0.15,
  a100: 0.15,
  l40s: 0.07,
  rtx4090: 0.04,
  rtx5090: 0.04,
} as const satisfies Partial<Record<Gpu, number>>
export type Member = keyof typeof indexWeights
export const members = Object.keys(indexWeights) as Member[]

export const bases = ['on_demand', 'spot', 'blended'] as const
export type Basis = (typeof bases)[number]

export const fewestProviders = 3
const farBelow = 0.25
const farAbove = 4
const quarter = 0.25

/** With linear interpolation between the two nearest. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const place = share * (sorted.length - 1)
  const low = Math.floor(place)
  return sorted[low]! + (place - low) * ((sorted[low + 1] ?? sorted[low]!) - sorted[low]!)
}

const isOf = (basis: Basis) => (offer: GpuOffer) => basis === 'blended' || offer.spot === (basis === 'spot')

/** The median over providers of each one's 25th percentile, without quotes a fourth or four times off; null of fewer than three. */
export function priceOf(
  gpu: Gpu,
  quotes: readonly Quote[],
  basis: Basis,
): { readonly price: number | null; readonly providers: number } {
  const each = quotes.flatMap(({ offers }) => {
    const own = offers.filter((offer) => offer.gpu === gpu && isOf(basis)(offer)).map(({ usd_per_gpu_hour }) => usd_per_gpu_hour)
    return own.length === 0 ? [] : [quantile(own, quarter)]
  })
  if (each.length === 0) return { price: null, providers: 0 }
  const middle = median(each)
  const kept = each.filter((price) => price >= farBelow * middle && price <= farAbove * middle)
  return { price: kept.length < fewestProviders ? null : round(median(kept), 4), providers: kept.length }
}

export interface Close {
  readonly date: string
  readonly prices: ReadonlyMap<Gpu, number>
  readonly providers: ReadonlyMap<Gpu, number>
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** A close a day from every provider's last quote of it; a provider that is silent keeps its last for two days. */
export function closesOf(quotes: readonly Quote[], gpus: readonly Gpu[], basis: Basis): Close[] {
  const days = [...Map.groupBy(quotes, ({ at }) => dayOf(at))].sort(([a], [b]) => (a < b ? -1 : 1))
  const last = new Map<string, Quote>()
  return days.map(([date, own]) => {
    for (const quote of own.toSorted((a, b) => a.at.getTime() - b.at.getTime())) last.set(quote.provider, quote)
    const fresh = [...last.values()].filter(({ at }) => Date.parse(date) - at.getTime() < 2 * 86_400_000)
    const priced = gpus.map((gpu) => [gpu, priceOf(gpu, fresh, basis)] as const)
    return {
      date,
      prices: new Map(priced.flatMap(([gpu, { price }]) => (price === null ? [] : [[gpu, price] as const]))),
      providers: new Map(priced.map(([gpu, { providers }]) => [gpu, providers])),
    }
  })
}

/** Chained from day to day over the members that both days have: who enters or leaves moves nothing by itself. The first day is 100. */
export function chainIndex(
  closes: readonly Close[],
  weights: Readonly<Partial<Record<Gpu, number>>>,
): { readonly date: string; readonly level: number; readonly members: number }[] {
  let level = 100
  return closes.flatMap((close, i) => {
    const before = closes[i - 1]
    const shared = Object.entries(weights).filter(
      ([gpu]) => close.prices.has(gpu as Gpu) && (before === undefined || before.prices.has(gpu as Gpu)),
    ) as [Gpu, number][]
    const total = shared.reduce((sum, [, weight]) => sum + weight, 0)
    if (before !== undefined && total > 0)
      level *= Math.exp(
        shared.reduce(
          (sum, [gpu, weight]) => sum + (weight / total) * Math.log(close.prices.get(gpu)! / before.prices.get(gpu)!),
          0,
        ),
      )
    return total === 0 && before === undefined ? [] : [{ date: close.date, level: round(level, 3), members: shared.length }]
  })
}

/** Against the newest close at least so many days old; null where none is within three days more. */
export function changeSince(series: readonly { readonly date: string; readonly level: number }[], days: number): number | null {
  const newest = series.at(-1)
  if (newest === undefined) return null
  const target = Date.parse(newest.date) - days * 86_400_000
  const before = series.findLast(({ date }) => Date.parse(date) <= target)
  return before === undefined || target - Date.parse(before.date) > 3 * 86_400_000
    ? null
    : round(100 * (newest.level / before.level - 1), 2)
}
