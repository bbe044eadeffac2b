// Polls predictedFundings and keeps the two venues that we do not ask ourselves.
import { TollgateError } from '../../../errors.ts'
import { defineIngestor } from '../../define.ts'
import { numberOrNull, type PerpMarket, type PerpSnapshot, unitOf } from '../../perp-market.ts'
import { askHyperliquid } from '../hyperliquid-perps/origin.ts'
import { predictedFunding } from './topic.ts'

type Prediction = {
  readonly fundingRate: string
  readonly nextFundingTime: number
  readonly fundingIntervalHours?: number
} | null
type Row = readonly [coin: string, venues: readonly (readonly [venue: string, prediction: Prediction])[]]

const venues = { BinPerp: 'binance', BybitPerp: 'bybit' } as const
const defaultIntervalHours = 8

export default defineIngestor<PerpSnapshot, unknown>({
  source: 'hyperliquid-predicted',
  topic: predictedFunding,
  schedule: '1-59/5 * * * *',
  grade: 'B',
  fetch: (context) => askHyperliquid(context, { type: 'predictedFundings' }),
  parse(raw, at) {
    if (!Array.isArray(raw)) throw new TollgateError('upstream_changed', 'predictedFundings is not a list')
    return Object.entries(venues).flatMap(([theirs, venue]) => {
      const markets = (raw as Row[]).flatMap((row) => readRow(row, theirs))
      return markets.length === 0 ? [] : [{ venue, at: at.toISOString(), markets }]
    })
  },
})

function readRow([symbol, list]: Row, theirs: string): PerpMarket[] {
  const prediction = list.find(([venue]) => venue === theirs)?.[1] ?? null
  const unit = unitOf(symbol)
  if (prediction === null || unit === null) return []
  const rate = numberOrNull(prediction.fundingRate)
  if (rate === null) throw new TollgateError('upstream_changed', `${symbol} at ${theirs} has no fundingRate`)
  return [
    {
      coin: unit.coin,
      rate,
      interval_h: prediction.fundingIntervalHours ?? defaultIntervalHours,
      next_funding_at: new Date(prediction.nextFundingTime).toISOString(),
      oi_coins: null,
      oi_usd: null,
      mark_usd: null,
      index_usd: null,
      volume_24h_usd: null,
      change_24h_pct: null,
    },
  ]
}
