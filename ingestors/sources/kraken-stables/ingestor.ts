// Polls one ticker call for all pairs; the answer names some of them otherwise than the question.
import type { ValueOf } from '../../../db/log/topic.ts'
import { TollgateError } from '../../../errors.ts'
import { defineIngestor } from '../../define.ts'
import { krakenStables } from './topic.ts'

// An unknown pair fails the whole question, so only pairs that have long been there.
const symbols = ['USDT', 'USDC', 'DAI', 'PYUSD'] as const

export default defineIngestor<ValueOf<typeof krakenStables>, unknown>({
  source: 'kraken-stables',
  topic: krakenStables,
  schedule: '*/5 * * * *',
  grade: 'C',
  fetch: ({ http, signal }) =>
    http.json(`https://api.kraken.com/0/public/Ticker?pair=${symbols.map((symbol) => `${symbol}USD`).join(',')}`, { signal }),
  parse(raw, at) {
    const { error, result } = raw as { error?: string[]; result?: Record<string, { a: string[]; b: string[] }> }
    if (!Array.isArray(error) || error.length > 0 || result === undefined)
      throw new TollgateError('upstream_changed', `Kraken says ${JSON.stringify(error)}`)
    const prices = symbols.flatMap((symbol) => {
      const ticker = result[`${symbol}USD`] ?? result[`${symbol}ZUSD`]
      return ticker === undefined ? [] : [{ symbol, bid_usd: Number(ticker.b[0]), ask_usd: Number(ticker.a[0]) }]
    })
    return [{ at: at.toISOString(), prices }]
  },
})
