// One line a coin: open interest over all venues, its moves in coins and how unusual they are.
import { percentile, robustZ, round, weightedMean } from '../../formula/index.ts'
import { mostFirst } from '../../formula/lists.ts'

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
  /** What coins are worth in dollars; null where nobody may be asked. */
  readonly marketCaps: ReadonlyMap<string, number> | null
  /** Coins whose market on Hyperliquid takes no more; null where that is not known. */
  readonly capped: ReadonlySet<string> | null
}

const fewestOiUsd = 1e6
const mostCoins = 100
export const horizons = { h1: 1, h4: 4, h24: 24, d7: 168 } as const
export type Horizon = keyof typeof horizons
/** As a buyer writes them. */
export const horizonNames = { h1: '1h', h4: '4h', h24: '24h', d7: '7d' } as const satisfies Record<Horizon, string>
export const horizonKeys = Object.keys(horizons) as Horizon[]
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

function movesOver(
  points: readonly HourPoint[],
  befores: readonly (HourPoint | undefined)[],
  read: (point: HourPoint) => number,
) {
  return points.flatMap((point, i) => {
    const before = befores[i]
    return before === undefined ? [] : [Math.log(read(point) / read(before))]
  })
}

const lastZ = (values: readonly number[], floor: number): number | null =>
  values.length === 0 ? null : robustZ(values.at(-1)!, values, floor)

/** How unusual the last move is, over each span. */
function movesOf(points: readonly HourPoint[]) {
  const byHour = new Map(points.map((point) => [point.hour, point]))
  const over = (horizon: Horizon) => {
    const hours = horizons[horizon]
    // A move over a week swings wider than one over an hour, as the root of the time.
    const scale = Math.sqrt(hours / 24)
    const befores = points.map((point) => byHour.get(point.hour - hours))
    const z = (read: (point: HourPoint) => number, floor: number) => lastZ(movesOver(points, befores, read), floor * scale)
    return { price_z: z((point) => point.price, floors.price), oi_z: z((point) => point.coins, floors.interest) }
  }
  return { h1: over('h1'), h4: over('h4'), h24: over('h24'), d7: over('d7') }
}

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
        venues: list
          .map((one) => ({ venue: one.venue, oi_usd: Math.round(one.usd), oi_coins: round(one.coins, 2) }))
          .sort(mostFirst('oi_usd', 'venue')),
        mcapUsd: inputs.marketCaps?.get(coin) ?? null,
        isAtCap: inputs.capped === null ? null : inputs.capped.has(coin),
        coins: list.reduce((sum, one) => sum + one.coins, 0),
        toVolume: volumeUsd === 0 ? null : volumes.reduce((sum, one) => sum + one.usd, 0) / volumeUsd,
        apr,
        line,
        changes: changesOf(line.points),
        moves: movesOf(line.points),
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
  return coins.sort(mostFirst('usd', 'coin')).slice(0, mostCoins)
}

export function over(coins: readonly CoinInterest[], read: (coin: CoinInterest) => number | null): number | null {
  return weightedMean(
    coins.flatMap((coin) => {
      const value = read(coin)
      return value === null ? [] : [{ value, weight: coin.usd }]
    }),
  )
}

export const percent = (x: number | null): number | null => (x === null ? null : round(x * 100, 2))

export function changeSection(read: (horizon: Horizon) => number | null) {
  return { h1_pct: percent(read('h1')), h4_pct: percent(read('h4')), h24_pct: percent(read('h24')), d7_pct: percent(read('d7')) }
}

export const historyDays = (line: { points: readonly HourPoint[] }): number =>
  line.points.length === 0 ? 0 : round((line.points.at(-1)!.hour - line.points[0]!.hour) / 24, 1)

/** Open interest over the worth of all coins there are, which no market can lend for long. */
export const toMcap = ({ usd, mcapUsd }: Pick<CoinInterest, 'usd' | 'mcapUsd'>): number | null =>
  mcapUsd === null || mcapUsd === 0 ? null : round(usd / mcapUsd, 4)
