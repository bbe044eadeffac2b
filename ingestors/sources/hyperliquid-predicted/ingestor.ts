// Polls predictedFundings and keeps the two venues that we do not ask ourselves.
import { readEach } from '../../aside.ts'
import { defineIngestor } from '../../define.ts'
import { readList, readNumber, readNumberOrNull, readRow, readText } from '../../formats/json.ts'
import { type PerpMarket, type PerpSnapshot, unitOf } from '../../shapes/perp-market.ts'
import { askHyperliquid } from '../hyperliquid-perps/origin.ts'
import { predictedFunding } from './topic.ts'

// What both paid by before the answer said so.
const formerIntervalHours = 8
const venues = { BinPerp: 'binance', BybitPerp: 'bybit' } as const

export default defineIngestor<PerpSnapshot, unknown>({
  source: 'hyperliquid-predicted',
  topic: predictedFunding,
  schedule: '1-59/5 * * * *',
  grade: 'B',
  proof: 'captured 2026-09-19',
  apart: 1,
  fetch: (context) => askHyperliquid(context, { type: 'predictedFundings' }),
  parse(raw, at, setAside) {
    const rows = readList(raw, 'predictedFundings')
    const saysInterval = JSON.stringify(raw).includes('"fundingIntervalHours"')
    return Object.entries(venues).flatMap(([theirs, venue]) => {
      const read = (row: unknown) => readMarket(readList(row, 'an entry'), theirs, saysInterval)
      const markets = readEach(rows, read, setAside, (row) => `${venue}: ${JSON.stringify(row)}`)
      return markets.length === 0 ? [] : [{ venue, at: at.toISOString(), markets }]
    })
  },
})

function readMarket([symbol, list]: readonly unknown[], theirs: string, saysInterval: boolean): PerpMarket[] {
  const venuesOfCoin = readList(list, `the venues of ${String(symbol)}`).map((entry) => readList(entry, 'a venue'))
  const prediction = venuesOfCoin.find(([venue]) => readText(venue, 'a venue') === theirs)?.[1] ?? null
  const unit = unitOf(readText(symbol, 'a coin'))
  if (prediction === null || unit === null) return []
  const { fundingRate, fundingIntervalHours, nextFundingTime } = readRow(prediction, `${unit.coin} at ${theirs}`)
  const interval = saysInterval ? readNumberOrNull(fundingIntervalHours, 'fundingIntervalHours') : formerIntervalHours
  // Venues pay every 1, 2, 4 or 8 hours: a rate for nobody knows how long says nothing.
  if (interval === null) return []
  return [
    {
      coin: unit.coin,
      rate: readNumber(fundingRate, 'fundingRate'),
      interval_h: interval,
      next_funding_at: new Date(readNumber(nextFundingTime, 'nextFundingTime')).toISOString(),
      oi_coins: null,
      oi_usd: null,
      mark_usd: null,
      index_usd: null,
      volume_24h_usd: null,
      change_24h_pct: null,
    },
  ]
}
