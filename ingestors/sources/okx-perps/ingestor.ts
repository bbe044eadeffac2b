// Polls OKX's swaps: funding, open interest and tickers are three lists, joined by instrument.
import { TollgateError } from '../../../errors.ts'
import { defineIngestor } from '../../define.ts'
import { numberOrNull, type PerpMarket, type PerpSnapshot, unitOf } from '../../perp-market.ts'
import { okxPerps } from './topic.ts'

type Row = Readonly<Record<string, string>>
interface Lists {
  readonly funding: unknown
  readonly interest: unknown
  readonly tickers: unknown
}

const base = 'https://www.okx.com/api/v5'
const hourMs = 3_600_000

export default defineIngestor<PerpSnapshot, Lists>({
  source: 'okx-perps',
  topic: okxPerps,
  schedule: '2-59/5 * * * *',
  grade: 'C',
  async fetch({ http, signal }) {
    const funding = await http.json(`${base}/public/funding-rate?instId=ANY`, { signal })
    const interest = await http.json(`${base}/public/open-interest?instType=SWAP`, { signal })
    const tickers = await http.json(`${base}/market/tickers?instType=SWAP`, { signal })
    return { funding, interest, tickers }
  },
  parse(lists, at) {
    const interest = byInstrument(lists.interest, 'open interest')
    const tickers = byInstrument(lists.tickers, 'tickers')
    const funding = byInstrument(lists.funding, 'funding')
    const markets = [...funding.values()].flatMap((row) => readMarket(row, interest.get(row.instId!), tickers.get(row.instId!)))
    const times = [...interest.values()].map((row) => Number(row.ts)).filter(Number.isFinite)
    const newest = times.length === 0 ? at.getTime() : Math.max(...times)
    return [{ venue: 'okx', at: new Date(newest).toISOString(), markets }]
  },
})

function byInstrument(raw: unknown, list: string): Map<string, Row> {
  const { code, data } = raw as { code?: string; data?: Row[] }
  if (code !== '0' || !Array.isArray(data)) throw new TollgateError('upstream_changed', `${list}: code ${code}`)
  return new Map(data.filter((row) => row.instId?.endsWith('-USDT-SWAP')).map((row) => [row.instId!, row]))
}

// oiCcy is in coins and oiUsd in dollars; the third figure, oi, counts contracts of each market's own size.
function readMarket(funding: Row, interest: Row | undefined, ticker: Row | undefined): PerpMarket[] {
  const unit = unitOf(funding.instId!.replace('-USDT-SWAP', ''))
  const rate = numberOrNull(funding.fundingRate)
  const coins = numberOrNull(interest?.oiCcy)
  if (unit === null || rate === null || coins === null || coins === 0) return []
  const [last, open] = [numberOrNull(ticker?.last), numberOrNull(ticker?.open24h)]
  const volume = numberOrNull(ticker?.volCcy24h)
  const [due, next] = [Number(funding.fundingTime), Number(funding.nextFundingTime)]
  return [
    {
      coin: unit.coin,
      rate,
      interval_h: next > due ? (next - due) / hourMs : 8,
      next_funding_at: Number.isFinite(due) ? new Date(due).toISOString() : null,
      oi_coins: coins * unit.units,
      oi_usd: numberOrNull(interest?.oiUsd) ?? (last === null ? null : coins * last),
      mark_usd: last === null ? null : last / unit.units,
      index_usd: null,
      volume_24h_usd: volume === null || last === null ? null : volume * last,
      change_24h_pct: last === null || open === null || open === 0 ? null : (last / open - 1) * 100,
    },
  ]
}
