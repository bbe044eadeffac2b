// Polls dYdX's one list of markets; funding is hourly and open interest is in coins.
import { TollgateError } from '../../../errors.ts'
import { defineIngestor } from '../../define.ts'
import { nextHour, numberOrNull, type PerpMarket, type PerpSnapshot, unitOf } from '../../perp-market.ts'
import { dydxPerps } from './topic.ts'

type Market = Readonly<Record<string, unknown>>

export default defineIngestor<PerpSnapshot, unknown>({
  source: 'dydx-perps',
  topic: dydxPerps,
  schedule: '*/5 * * * *',
  grade: 'B',
  fetch: ({ http, signal }) => http.json('https://indexer.dydx.trade/v4/perpetualMarkets', { signal }),
  parse(raw, at) {
    const { markets } = raw as { markets?: Record<string, Market> }
    if (typeof markets !== 'object' || markets === null) throw new TollgateError('upstream_changed', 'markets is not an object')
    return [{ venue: 'dydx', at: at.toISOString(), markets: Object.values(markets).flatMap((market) => readMarket(market, at)) }]
  },
})

// Anyone may list a market there, under a ticker as long as a contract address.
function readMarket(market: Market, at: Date): PerpMarket[] {
  const unit = unitOf(String(market.ticker).replace(/-USD$/, ''))
  const [rate, interest, price] = [market.nextFundingRate, market.openInterest, market.oraclePrice].map(numberOrNull)
  if (unit === null || market.status !== 'ACTIVE' || rate == null || interest == null || price == null || interest === 0)
    return []
  const change = numberOrNull(market.priceChange24H)
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
      volume_24h_usd: numberOrNull(market.volume24H),
      change_24h_pct: change === null || price === change ? null : (change / (price - change)) * 100,
    },
  ]
}
