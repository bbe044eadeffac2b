// What a few tokens are worth, by DefiLlama's one answer for all of them; one that nobody prices is left out of it.
import Type from 'typebox'
import type { Topic } from '../../db/log/topic.ts'
import { defineSample, type Ingestor } from '../define.ts'
import { readNumber, readRow } from '../formats/json.ts'
import { defillamaOrigin } from './defillama.ts'
import { snapshotSource } from './tables.ts'
import { snapshots } from './topics.ts'

export interface TokenPrice {
  readonly symbol: string
  readonly price_usd: number
  readonly priced_at: string
}

type Prices = Topic<{ at: string; prices: TokenPrice[] }>

/** Our symbol by the upstream's name: coingecko:ethereum, ethereum:0x… */
type Named = Readonly<Record<string, string>>

export const tokenPrices = (name: `${string}.v${number}`): Prices =>
  snapshots(
    name,
    defillamaOrigin,
    {
      prices: Type.Array(
        Type.Object({
          symbol: Type.String(),
          price_usd: Type.Number({ exclusiveMinimum: 0 }),
          priced_at: Type.String({ format: 'date-time' }),
        }),
        { minItems: 1 },
      ),
    },
    { keptDays: 30 },
  )

const leastConfidence = 0.5

/** Written against captured answers. */
export const tokenPriceSource = (source: string, topic: Prices, schedule: string, named: Named): Ingestor =>
  snapshotSource<{ at: string; prices: TokenPrice[] }, TokenPrice>({
    source,
    topic,
    schedule,
    grade: 'B',
    proof: 'captured 2026-04-01',
    url: `https://coins.llama.fi/prices/current/${Object.keys(named).join(',')}`,
    rows: (answer) => {
      const coins = readRow(readRow(answer, 'the answer').coins, 'coins')
      return Object.entries(named).flatMap(([name, symbol]) =>
        coins[name] === undefined ? [] : [{ ...readRow(coins[name], name), symbol }],
      )
    },
    row(row) {
      // Not told for coins by their CoinGecko name.
      const confidence = row.confidence === undefined ? 1 : readNumber(row.confidence, 'confidence')
      if (confidence < leastConfidence) return null
      return {
        symbol: String(row.symbol),
        price_usd: readNumber(row.price, 'price'),
        priced_at: new Date(readNumber(row.timestamp, 'timestamp') * 1_000).toISOString(),
      }
    },
    value: (prices, at) => ({ at: at.toISOString(), prices: [...prices] }),
  })

/** Answers as /prices/current does. */
export const tokenPriceSample = (named: Named, priceOf: (symbol: string, now: Date) => number) =>
  defineSample({
    answer(url, now) {
      if (url.href !== `https://coins.llama.fi/prices/current/${Object.keys(named).join(',')}`) return null
      const coins = Object.entries(named).map(([name, symbol]) => [
        name,
        {
          symbol,
          decimals: 18,
          price: priceOf(symbol, now),
          timestamp: Math.floor(now.getTime() / 1_000) - 120,
          confidence: 0.99,
        },
      ])
      return { type: 'application/json', body: JSON.stringify({ coins: Object.fromEntries(coins) }) }
    },
  })
