// Polls OKX's swaps: funding, open interest and tickers are three lists, joined by instrument.

import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { fetchedOrAside } from '../../aside.ts'
import { defineIngestor } from '../../define.ts'
import { type Row, readNumber, readNumberOrNull, readRow, readRows, readText } from '../../formats/json.ts'
import { type PerpMarket, unitOf } from '../../shapes/perp-market.ts'
import { okxPerps } from './topic.ts'

interface Lists {
  readonly funding: unknown
  readonly interest: unknown
  /** Nothing where they were refused: then no price is known. */
  readonly tickers?: unknown
}

const base = 'https://www.okx.com/api/v5'
const hourMs = 3_600_000

export default defineIngestor<ValueOf<typeof okxPerps>, Lists>({
  source: 'okx-perps',
  topic: okxPerps,
  schedule: '2-59/5 * * * *',
  grade: 'C',
  proof: 'documented',
  apart: 1,
  async fetch({ http, signal, setAside }) {
    const funding = await http.json(`${base}/public/funding-rate?instId=ANY`, { signal })
    const interest = await http.json(`${base}/public/open-interest?instType=SWAP`, { signal })
    const tickers = await fetchedOrAside('tickers', http.json(`${base}/market/tickers?instType=SWAP`, { signal }), setAside)
    return { funding, interest, tickers }
  },
  parse(lists, seenAt) {
    const interest = byInstrument(lists.interest, 'open interest')
    const tickers = lists.tickers === undefined ? new Map<string, Row>() : byInstrument(lists.tickers, 'tickers')
    const funding = byInstrument(lists.funding, 'funding')
    const markets = [...funding.values()].flatMap((row) =>
      readMarket(row, interest.get(String(row.instId)), tickers.get(String(row.instId))),
    )
    const times = [...interest.values()].map((row) => readNumber(row.ts, 'ts'))
    if (times.length === 0) throw new TollgateError('upstream_changed', 'no open interest is in USDT')
    return [{ venue: 'okx', at: new Date(Math.max(...times)).toISOString(), markets, vintage: seenAt.toISOString() }]
  },
})

function byInstrument(raw: unknown, list: string): Map<string, Row> {
  const { code, data } = readRow(raw, list)
  if (code !== '0') throw new TollgateError('upstream_changed', `${list}: code ${String(code)}`)
  const rows = readRows(data, list).map((row) => [readText(row.instId, 'instId'), row] as const)
  return new Map(rows.filter(([instrument]) => instrument.endsWith('-USDT-SWAP')))
}

// oiCcy is in coins and oiUsd in dollars; the third figure, oi, counts contracts of each market's own size.
function readMarket(funding: Row, interest: Row | undefined, ticker: Row | undefined): PerpMarket[] {
  const unit = unitOf(String(funding.instId).replace('-USDT-SWAP', ''))
  const rate = readNumberOrNull(funding.fundingRate, 'fundingRate')
  const coins = readNumberOrNull(interest?.oiCcy, 'oiCcy')
  const [due, next] = [funding.fundingTime, funding.nextFundingTime].map((time) => readNumberOrNull(time, 'a funding time'))
  // Without both times nobody knows what span the rate is for.
  if (unit === null || rate === null || coins === null || coins === 0 || due == null || next == null) return []
  const [last, open] = [readNumberOrNull(ticker?.last, 'last'), readNumberOrNull(ticker?.open24h, 'open24h')]
  const volume = readNumberOrNull(ticker?.volCcy24h, 'volCcy24h')
  return [
    {
      coin: unit.coin,
      rate,
      interval_h: (next - due) / hourMs,
      next_funding_at: new Date(due).toISOString(),
      oi_coins: coins * unit.units,
      oi_usd: readNumberOrNull(interest?.oiUsd, 'oiUsd') ?? null,
      mark_usd: last === null ? null : last / unit.units,
      index_usd: null,
      volume_24h_usd: volume === null || last === null ? null : volume * last,
      change_24h_pct: last === null || open === null || open === 0 ? null : (last / open - 1) * 100,
    },
  ]
}
