// Polls the aggregated books of Coinbase Exchange, one market a call; a dead market costs itself.

import type { ValueOf } from '../../../db/log/topic.ts'
import { fetchParts, readEach } from '../../aside.ts'
import { defineIngestor } from '../../define.ts'
import { readRow, readText } from '../../formats/json.ts'
import { closedBook, readOrderBook } from '../../shapes/order-book.ts'
import { coinbaseBooks } from './topic.ts'

const coins = ['ETH', 'BTC', 'LINK', 'AAVE', 'UNI', 'CRV'] as const
type Coin = (typeof coins)[number]

export default defineIngestor<ValueOf<typeof coinbaseBooks>, readonly { coin: Coin; book: unknown }[]>({
  source: 'coinbase-books',
  topic: coinbaseBooks,
  schedule: '* * * * *',
  grade: 'D',
  proof: 'documented',
  fetch: ({ http, signal, setAside }) =>
    fetchParts(
      coins,
      (coin) => `${coin}-USD`,
      async (coin) => ({
        coin,
        // The second level is the whole book, each price once; the third names every order and is not for polling.
        book: await http.json(`https://api.exchange.coinbase.com/products/${coin}-USD/book?level=2`, { signal }),
      }),
      setAside,
    ),
  parse: (answers, seenAt, setAside) =>
    readEach(
      answers,
      ({ coin, book }) => {
        const { bids, asks, time, auction_mode: auction } = readRow(book, 'the book')
        const market = { venue: 'coinbase', market: `${coin}-USD`, base: coin, quote: 'USD' }
        const at = new Date(readText(time, 'time'))
        return auction === true ? closedBook(market, at) : readOrderBook(market, at, seenAt, bids, asks)
      },
      setAside,
      ({ coin }) => `${coin}-USD`,
    ),
})
