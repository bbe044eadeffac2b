// Polls dYdX's one list of markets; funding is hourly and open interest is in coins.
import { readEach } from '../../aside.ts'
import { defineIngestor } from '../../define.ts'
import { type Row, readNumberOrNull, readRow, readText } from '../../formats/json.ts'
import { nextHour, type PerpMarket, type PerpSnapshot, unitOf } from '../../shapes/perp-market.ts'
import { dydxPerps } from './topic.ts'

export default defineIngestor<PerpSnapshot, unknown>({
  source: 'dydx-perps',
  topic: dydxPerps,
  schedule: '*/5 * * * *',
  grade: 'B',
  proof: 'captured 2025-12',
  apart: 1,
  fetch: ({ http, signal }) => http.json('https://indexer.dydx.trade/v4/perpetualMarkets', { signal }),
  parse(raw, at, setAside) {
    const listed = Object.entries(readRow(readRow(raw, 'the answer').markets, 'markets'))
    const markets = readEach(
      listed,
      ([, market]) => readMarket(readRow(market, 'a market'), at),
      setAside,
      ([ticker]) => ticker,
    )
    return [{ venue: 'dydx', at: at.toISOString(), markets }]
  },
})

// Anyone may list a market there, under a ticker as long as a contract address.
function readMarket(market: Row, at: Date): PerpMarket[] {
  const unit = unitOf(readText(market.ticker, 'ticker').replace(/-USD$/, ''))
  if (unit === null || readText(market.status, 'status') !== 'ACTIVE') return []
  const rate = readNumberOrNull(market.nextFundingRate, 'nextFundingRate')
  const interest = readNumberOrNull(market.openInterest, 'openInterest')
  const price = readNumberOrNull(market.oraclePrice, 'oraclePrice')
  if (rate === null || interest === null || price === null || interest === 0) return []
  const change = readNumberOrNull(market.priceChange24H, 'priceChange24H')
  return [
    {
      coin: unit.coin,
      rate,
      interval_h: 1,
      next_funding_at: nextHour(at),
      oi_coins: interest * unit.units,
      oi_usd: interest * price,
      mark_usd: price / unit.units,
      // Only the oracle's price is given, so there is no basis to measure.
      index_usd: null,
      volume_24h_usd: readNumberOrNull(market.volume24H, 'volume24H'),
      change_24h_pct: change === null || price === change ? null : (change / (price - change)) * 100,
    },
  ]
}
