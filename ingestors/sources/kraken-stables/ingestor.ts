// Polls one ticker call for all pairs; the answer names them in one of three ways, whatever the question.

import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { defineIngestor } from '../../define.ts'
import { readList, readNumber, readRow } from '../../formats/json.ts'
import { krakenStables } from './topic.ts'

// An unknown pair fails the whole question, so only pairs that have long been there.
const symbols = ['USDT', 'USDC', 'DAI', 'PYUSD'] as const

export default defineIngestor<ValueOf<typeof krakenStables>, unknown>({
  source: 'kraken-stables',
  topic: krakenStables,
  schedule: '*/5 * * * *',
  grade: 'C',
  proof: 'captured 2026-07',
  apart: 1,
  fetch: ({ http, signal }) =>
    http.json(`https://api.kraken.com/0/public/Ticker?pair=${symbols.map((symbol) => `${symbol}USD`).join(',')}`, { signal }),
  parse(raw, at) {
    const { error, result } = readRow(raw, 'the answer')
    const complaints = readList(error, 'error')
    if (complaints.length > 0) throw new TollgateError('upstream_changed', `Kraken says ${JSON.stringify(complaints)}`)
    const tickers = readRow(result, 'result')
    const prices = symbols.flatMap((symbol) => {
      const ticker = [`${symbol}USD`, `${symbol}ZUSD`, `${symbol}/USD`].map((name) => tickers[name]).find((one) => one != null)
      if (ticker === undefined) return []
      const { a, b } = readRow(ticker, symbol)
      return [{ symbol, bid_usd: readPrice(b, 'b'), ask_usd: readPrice(a, 'a') }]
    })
    return [{ at: at.toISOString(), prices }]
  },
})

// Price, whole lots, lots.
function readPrice(value: unknown, what: string): number {
  const parts = readList(value, what)
  if (parts.length !== 3) throw new TollgateError('upstream_changed', `${what} has ${parts.length} parts, not 3`)
  return readNumber(parts[0], what)
}
