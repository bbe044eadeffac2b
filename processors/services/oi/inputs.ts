// Reads snapshots and hourly histories into plain arrays for the open-interest formulas.
import { binanceOi } from '../../../ingestors/sources/binance-oi/topic.ts'
import { marketCaps } from '../../../ingestors/sources/coingecko-markets/topic.ts'
import { dydxPerps } from '../../../ingestors/sources/dydx-perps/topic.ts'
import { hyperliquidCaps } from '../../../ingestors/sources/hyperliquid-caps/topic.ts'
import { fundingDays } from '../../../ingestors/sources/hyperliquid-funding/topic.ts'
import { hyperliquidOi } from '../../../ingestors/sources/hyperliquid-oi/topic.ts'
import { hyperliquidPerps } from '../../../ingestors/sources/hyperliquid-perps/topic.ts'
import { okxPerps } from '../../../ingestors/sources/okx-perps/topic.ts'
import type { Observations, Selection } from '../../kit/define.ts'
import type { HourPoint, InterestInputs, Line } from './coins.ts'

const venueTopics = { hyperliquid: hyperliquidPerps, okx: okxPerps, dydx: dydxPerps } as const
const windowDays = 30
const hoursAYear = 8_760

export const selections: readonly Selection[] = [
  // Days 0: only the newest moment.
  ...Object.values(venueTopics).map((topic) => ({ topic, days: 0 })),
  { topic: binanceOi, days: windowDays },
  { topic: hyperliquidOi, days: windowDays },
  { topic: fundingDays, days: windowDays },
  { topic: hyperliquidCaps, days: 0 },
  { topic: marketCaps, days: 0 },
]

export function readInputs(seen: Observations): InterestInputs {
  const venues = Object.entries(venueTopics).map(([id, topic]) => ({ id, fact: seen.of(topic, id).at(-1) }))
  const worth = seen.of(marketCaps).at(-1)?.value
  const capped = seen.of(hyperliquidCaps).at(-1)?.value
  return {
    venues: venues.map(({ id, fact }) => ({ id, observedAt: fact?.observedAt ?? null })),
    interest: venues.flatMap(({ id, fact }) =>
      (fact?.value.markets ?? []).flatMap((market) =>
        market.oi_coins === null || market.oi_usd === null
          ? []
          : [
              {
                venue: id,
                coin: market.coin,
                coins: market.oi_coins,
                usd: market.oi_usd,
                volumeUsd: market.volume_24h_usd,
                apr: (market.rate * hoursAYear) / market.interval_h,
              },
            ],
      ),
    ),
    lines: readLines(seen),
    funding: readFunding(seen),
    marketCaps: worth === undefined ? null : new Map(worth.coins.map(({ symbol, mcap_usd }) => [symbol, mcap_usd])),
    capped: capped === undefined ? null : new Set(capped.coins),
  }
}

// One venue's line a coin, the longer of the two: levels of two venues cannot be joined into one.
function readLines(seen: Observations): Map<string, Line> {
  const lines = new Map<string, { venue: string; points: HourPoint[] }>()
  const add = (venue: string, coin: string, point: HourPoint) => {
    const key = `${venue}/${coin}`
    const line = lines.get(key) ?? { venue, points: [] }
    line.points.push(point)
    lines.set(key, line)
  }
  const hourOf = (at: Date) => Math.floor(at.getTime() / 3_600_000)
  for (const { observedAt, value } of seen.of(binanceOi))
    for (const hour of value.hours)
      add('binance', value.coin, { hour: hourOf(observedAt) + hour.hour, coins: hour.oi_coins, price: hour.price_usd })
  for (const { observedAt, value } of seen.of(hyperliquidOi))
    for (const market of value.markets)
      add('hyperliquid', market.coin, { hour: hourOf(observedAt), coins: market.oi_coins, price: market.price_usd })
  const best = new Map<string, Line>()
  for (const [key, line] of lines) {
    const coin = key.split('/')[1]!
    if ((best.get(coin)?.points.length ?? 0) < line.points.length) best.set(coin, line)
    line.points.sort((a, b) => a.hour - b.hour)
  }
  return best
}

function readFunding(seen: Observations): Map<string, number[]> {
  const funding = new Map<string, number[]>()
  for (const { value } of seen.of(fundingDays)) {
    const rates = [...value.hours].sort((a, b) => a.hour - b.hour).map((hour) => hour.rate * hoursAYear)
    funding.set(value.coin, [...(funding.get(value.coin) ?? []), ...rates])
  }
  return funding
}
