// Polls OKX's spot books against USDT, one market a call: the nearest 400 prices of each side.

import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { fetchParts, readEach } from '../../aside.ts'
import { defineIngestor } from '../../define.ts'
import { readNumber, readRow, readRows } from '../../formats/json.ts'
import { readOrderBook } from '../../shapes/order-book.ts'
import { okxBooks } from './topic.ts'

const coins = ['ETH', 'BTC', 'LINK', 'AAVE', 'UNI', 'CRV'] as const
type Coin = (typeof coins)[number]

export default defineIngestor<ValueOf<typeof okxBooks>, readonly { coin: Coin; answer: unknown }[]>({
  source: 'okx-books',
  topic: okxBooks,
  schedule: '* * * * *',
  grade: 'C',
  proof: 'documented',
  fetch: ({ http, signal, setAside }) =>
    fetchParts(
      coins,
      (coin) => `${coin}-USDT`,
      async (coin) => ({
        coin,
        answer: await http.json(`https://www.okx.com/api/v5/market/books?instId=${coin}-USDT&sz=400`, { signal }),
      }),
      setAside,
    ),
  parse: (answers, seenAt, setAside) =>
    readEach(
      answers,
      ({ coin, answer }) => {
        const { code, data } = readRow(answer, 'the answer')
        if (code !== '0') throw new TollgateError('upstream_changed', `code ${String(code)}`)
        const [book] = readRows(data, 'data')
        const { bids, asks, ts } = book!
        const market = { venue: 'okx', market: `${coin}-USDT`, base: coin, quote: 'USDT' }
        return readOrderBook(market, new Date(readNumber(ts, 'ts')), seenAt, bids, asks)
      },
      setAside,
      ({ coin }) => `${coin}-USDT`,
    ),
})
