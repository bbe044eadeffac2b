// What open interest says: is leverage growing, where is it stretched, and who is opening or closing behind the price.
import { clip, composite, type Part, percentile, robustZ, round, roundOrNull, weightedMean } from '../../stats.ts'

export interface VenueInterest {
  readonly venue: string
  readonly coin: string
  readonly coins: number
  readonly usd: number
  readonly volumeUsd: number | null
  readonly apr: number
}

export interface HourPoint {
  /** Hours since 1970. */
  readonly hour: number
  readonly coins: number
  readonly price: number
}

export interface Line {
  readonly venue: string
  readonly points: readonly HourPoint[]
}

export interface InterestInputs {
  readonly interest: readonly VenueInterest[]
  readonly venues: readonly { readonly id: string; readonly observedAt: Date | null }[]
  readonly lines: ReadonlyMap<string, Line>
  /** Hyperliquid's paid hours as yearly rates by coin, oldest first. */
  readonly funding: ReadonlyMap<string, readonly number[]>
}

export const trendLabels = ['expanding', 'stable', 'contracting'] as const
export const extremeLabels = ['leverage_high', 'leverage_low', 'mixed', 'normal'] as const
export const flowLabels = ['new_longs', 'short_covering', 'new_shorts', 'long_unwind', 'flat'] as const
export type FlowLabel = (typeof flowLabels)[number]

const fewestOiUsd = 1e6
const mostCoins = 100
const maxAgeDays = 15 / 1_440
const horizons = { h1: 1, h4: 4, h24: 24, d7: 168 } as const
type Horizon = keyof typeof horizons
/** The smallest spreads that mean anything: 24-hour changes of 1 % in open interest and 0.5 % in price, 2 % a year in funding. */
const floors = { interest: 0.01, price: 0.005, level: 0.005, funding: 0.02 }

/** Relative changes in coins, so that a price move alone is none; null where the line does not reach back. */
export function changesOf(points: readonly HourPoint[]): Record<Horizon, number | null> {
  const last = points.at(-1)
  const byHour = new Map(points.map((point) => [point.hour, point]))
  const change = (hours: number): number | null => {
    const before = last === undefined ? undefined : byHour.get(last.hour - hours)
    return last === undefined || before === undefined ? null : last.coins / before.coins - 1
  }
  return { h1: change(horizons.h1), h4: change(horizons.h4), h24: change(horizons.h24), d7: change(horizons.d7) }
}

function dayMoves(points: readonly HourPoint[], read: (point: HourPoint) => number): number[] {
  const byHour = new Map(points.map((point) => [point.hour, point]))
  return points.flatMap((point) => {
    const before = byHour.get(point.hour - 24)
    return before === undefined ? [] : [Math.log(read(point) / read(before))]
  })
}

const lastZ = (values: readonly number[], floor: number): number | null =>
  values.length === 0 ? null : robustZ(values.at(-1)!, values, floor)

export type CoinInterest = ReturnType<typeof mergeCoins>[number]

export function mergeCoins(inputs: InterestInputs) {
  const coins = [...Map.groupBy(inputs.interest, (one) => one.coin)].flatMap(([coin, list]) => {
    const usd = list.reduce((sum, one) => sum + one.usd, 0)
    if (usd < fewestOiUsd) return []
    const line = inputs.lines.get(coin) ?? { venue: null, points: [] }
    const volumes = list.flatMap((one) => (one.volumeUsd === null ? [] : [one]))
    const volumeUsd = volumes.reduce((sum, one) => sum + one.volumeUsd!, 0)
    const apr = weightedMean(list.map((one) => ({ value: one.apr, weight: one.usd })))!
    const own = list.find((one) => one.venue === 'hyperliquid')?.apr ?? null
    return [
      {
        coin,
        usd,
        coins: list.reduce((sum, one) => sum + one.coins, 0),
        toVolume: volumeUsd === 0 ? null : volumes.reduce((sum, one) => sum + one.usd, 0) / volumeUsd,
        apr,
        line,
        changes: changesOf(line.points),
        price_z: lastZ(
          dayMoves(line.points, (point) => point.price),
          floors.price,
        ),
        oi_z: lastZ(
          dayMoves(line.points, (point) => point.coins),
          floors.interest,
        ),
        level_z: lastZ(
          line.points.map((point) => Math.log(point.coins)),
          floors.level,
        ),
        level:
          line.points.length < 30
            ? null
            : percentile(
                line.points.at(-1)!.coins,
                line.points.map((point) => point.coins),
              ),
        funding_z: own === null ? null : robustZ(own, inputs.funding.get(coin) ?? [], floors.funding),
      },
    ]
  })
  return coins.sort((a, b) => b.usd - a.usd || (a.coin < b.coin ? -1 : 1)).slice(0, mostCoins)
}

function over(coins: readonly CoinInterest[], read: (coin: CoinInterest) => number | null): number | null {
  return weightedMean(
    coins.flatMap((coin) => {
      const value = read(coin)
      return value === null ? [] : [{ value, weight: coin.usd }]
    }),
  )
}

const percent = (x: number | null): number | null => (x === null ? null : round(x * 100, 2))

function changeSection(read: (horizon: Horizon) => number | null) {
  return { h1_pct: percent(read('h1')), h4_pct: percent(read('h4')), h24_pct: percent(read('h24')), d7_pct: percent(read('d7')) }
}

const historyDays = (line: { points: readonly HourPoint[] }): number =>
  line.points.length === 0 ? 0 : round((line.points.at(-1)!.hour - line.points[0]!.hour) / 24, 1)

export function computeTrend(inputs: InterestInputs, now: Date) {
  const coins = mergeCoins(inputs)
  const z = over(coins, (coin) => coin.oi_z)
  const total = coins.reduce((sum, coin) => sum + coin.usd, 0)
  const kept = new Set(coins.map((coin) => coin.coin))
  const score = z === null ? null : 100 * Math.tanh(z / 2)
  return {
    score,
    label: score === null || Math.abs(score) < 20 ? trendLabels[1] : score > 0 ? trendLabels[0] : trendLabels[2],
    mix: mixOf(inputs, { open_interest_history: z }, now),
    total_usd: Math.round(total),
    change: changeSection((horizon) => over(coins, (coin) => coin.changes[horizon])),
    change_z_24h: roundOrNull(z, 2),
    by_venue: [
      ...Map.groupBy(
        inputs.interest.filter((one) => kept.has(one.coin)),
        (one) => one.venue,
      ),
    ]
      .map(([venue, list]) => ({ venue, oi_usd: Math.round(list.reduce((sum, one) => sum + one.usd, 0)), coins: list.length }))
      .map((row) => ({ ...row, share_pct: total === 0 ? 0 : round((100 * row.oi_usd) / total, 1) }))
      .sort((a, b) => b.oi_usd - a.oi_usd || (a.venue < b.venue ? -1 : 1)),
    coins: coins.map((coin) => ({
      coin: coin.coin,
      oi_usd: Math.round(coin.usd),
      oi_coins: round(coin.coins, 2),
      change: changeSection((horizon) => coin.changes[horizon]),
      oi_to_volume: roundOrNull(coin.toVolume, 3),
      history_venue: coin.line.venue,
      history_days: historyDays(coin.line),
    })),
  }
}

export function computeExtremes(inputs: InterestInputs, now: Date) {
  const coins = mergeCoins(inputs)
  const score = over(coins, (coin) => coin.level)
  const high = coins.filter((coin) => (coin.level ?? 50) >= 95).length
  const low = coins.filter((coin) => (coin.level ?? 50) <= 5).length
  const rows = coins
    .filter((coin) => coin.level !== null)
    .map((coin) => ({
      coin: coin.coin,
      oi_usd: Math.round(coin.usd),
      z_change: roundOrNull(coin.oi_z, 2),
      z_level: roundOrNull(coin.level_z, 2),
      percentile: round(coin.level!, 1),
      oi_to_volume: roundOrNull(coin.toVolume, 3),
      funding_apr_pct: round(coin.apr * 100, 2),
      history_days: historyDays(coin.line),
    }))
    .sort((a, b) => Math.abs(b.z_level ?? 0) - Math.abs(a.z_level ?? 0) || (a.coin < b.coin ? -1 : 1))
  return {
    score,
    label: score === null ? extremeLabels[3] : nameLevel(score, high, low),
    mix: mixOf(inputs, { open_interest_history: score === null ? null : (score - 50) / 25 }, now),
    counts: { judged: rows.length, at_or_above_95th: high, at_or_below_5th: low },
    rows,
  }
}

const nameLevel = (score: number, high: number, low: number) =>
  score >= 75 ? extremeLabels[0] : score <= 25 ? extremeLabels[1] : high > 0 && low > 0 ? extremeLabels[2] : extremeLabels[3]

export interface Components {
  readonly price_z: number | null
  readonly oi_z: number | null
  readonly funding_z: number | null
}

/** A price move with growing open interest counts more than one on closing positions, and less where the crowd already pays for it. */
export function flowScore({ price_z, oi_z, funding_z }: Components): number | null {
  if (price_z === null || oi_z === null) return null
  const weight = oi_z >= 0 ? 1 + 0.5 * Math.min(oi_z, 3) : Math.max(0.3, 1 + 0.35 * oi_z)
  const crowded = funding_z !== null && Math.abs(funding_z) > 2 && Math.sign(funding_z) === Math.sign(price_z)
  return 100 * Math.tanh(0.35 * price_z * weight) * (crowded ? 0.6 : 1) + 0
}

export function flowLabel({ price_z, oi_z }: Components): FlowLabel {
  if (price_z === null || oi_z === null || (Math.abs(price_z) < 0.5 && Math.abs(oi_z) < 0.5)) return 'flat'
  return price_z >= 0 ? (oi_z >= 0 ? 'new_longs' : 'short_covering') : oi_z >= 0 ? 'new_shorts' : 'long_unwind'
}

export function computeFlow(inputs: InterestInputs, now: Date) {
  const coins = mergeCoins(inputs)
  const components = {
    price_z: roundOrNull(
      over(coins, (coin) => coin.price_z),
      2,
    ),
    oi_z: roundOrNull(
      over(coins, (coin) => coin.oi_z),
      2,
    ),
    funding_z: roundOrNull(
      over(coins, (coin) => coin.funding_z),
      2,
    ),
  }
  const drivers = coins.flatMap((coin) => {
    const own = {
      price_z: roundOrNull(coin.price_z, 2),
      oi_z: roundOrNull(coin.oi_z, 2),
      funding_z: roundOrNull(coin.funding_z, 2),
    }
    const score = flowScore(own)
    if (score === null) return []
    return [
      {
        coin: coin.coin,
        label: flowLabel(own),
        score: round(score, 1),
        ...own,
        oi_change_24h_pct: percent(coin.changes.h24),
        oi_usd: Math.round(coin.usd),
      },
    ]
  })
  return { components, drivers, mix: mixOfFlow(components, inputs, now) }
}

export const mixOfFlow = ({ price_z, oi_z, funding_z }: Components, inputs: InterestInputs, now: Date) =>
  mixOf(inputs, { price_history: price_z, open_interest_history: oi_z, funding_history: funding_z }, now)

// Venues carry half of the weight, the histories the other half; only histories have a direction to agree on.
function mixOf({ venues }: InterestInputs, histories: Record<string, number | null>, now: Date) {
  const names = Object.keys(histories)
  const parts: Part[] = venues.map(({ id, observedAt }) => ({
    id,
    weight: id === 'hyperliquid' ? 0.3 : 0.1,
    score: observedAt === null ? null : 0,
    ...(observedAt === null ? {} : { observedAt, maxAgeDays }),
  }))
  return composite([...parts, ...names.map((id) => ({ id, weight: 0.5 / names.length, score: scoreOf(histories[id]!) }))], now)
}

const scoreOf = (z: number | null): number | null => (z === null ? null : 50 * clip(z, -2, 2))
