// What a security's price was, from whoever may be asked: a licensed vendor where the operator has one, else the SEC's lists of failed deliveries.
import { dailyBars } from '../../ingestors/sources/polygon-bars/topic.ts'
import { failedDeliveries } from '../../ingestors/sources/sec-fails/topic.ts'
import { type Prices, priceBases, withoutSplits } from '../formula/share-prices.ts'
import type { Observations, Selection } from '../kit/define.ts'
import { day, type FactInput, maybe, reading, word } from '../kit/index.ts'

const days = 800
const dayAt = (date: string): Date => new Date(`${date}T00:00:00Z`)

export const priceSelections = (tickers: readonly string[]): Selection[] => [
  { topic: dailyBars, keys: tickers, days: 30 },
  { topic: failedDeliveries, keys: tickers, days },
]

function licensedIn(seen: Observations, ticker: string): Prices | null {
  const bars = seen.of(dailyBars, ticker).at(-1)?.value.bars ?? []
  if (bars.length === 0) return null
  const points = bars.map(({ date, close_usd }) => ({ at: dayAt(date), value: close_usd }))
  return { basis: 'licensed_close', points, volumes: bars.map(({ date, volume }) => ({ at: dayAt(date), value: volume })) }
}

function listedIn(seen: Observations, ticker: string): Prices {
  const listed = seen
    .of(failedDeliveries, ticker)
    .flatMap(({ value }) =>
      value.days.flatMap(({ date, price_usd }) => (price_usd === null ? [] : [{ at: dayAt(date), value: price_usd }])),
    )
  return { basis: listed.length === 0 ? 'none' : 'sec_fails_list', points: withoutSplits(listed), volumes: [] }
}

export const pricesIn = (seen: Observations, ticker: string): Prices => licensedIn(seen, ticker) ?? listedIn(seen, ticker)

/** Of one kind for all: a list dates a price by settlement and a vendor by trade, so that steps of both never meet. */
export const pricesOfAll = (tickers: readonly string[]): FactInput<ReadonlyMap<string, Prices>> =>
  reading(priceSelections(tickers), (seen) => {
    const licensed = tickers.map((ticker) => licensedIn(seen, ticker))
    const isWhole = licensed.every((one) => one !== null)
    return new Map(tickers.map((ticker, i) => [ticker, isWhole ? licensed[i]! : listedIn(seen, ticker)]))
  })

export const pricesOf = (ticker: string): FactInput<Prices> =>
  reading(priceSelections([ticker]), (seen) => pricesIn(seen, ticker))

/** Of which day an answer's price is and where it is from. */
export const pricedFields = { price_date: maybe(day()), price_source: word(priceBases) }
