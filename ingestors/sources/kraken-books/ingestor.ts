// Polls Kraken's books, one market a call: the nearest 500 prices of each side, each with the second it last changed.

import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { fetchParts, readEach } from '../../aside.ts'
import { defineIngestor } from '../../define.ts'
import { readList, readNumber, readRow } from '../../formats/json.ts'
import { readOrderBook } from '../../shapes/order-book.ts'
import { krakenBooks } from './topic.ts'

const coins = ['ETH', 'BTC', 'LINK', 'AAVE', 'UNI', 'CRV', 'USDT'] as const
type Coin = (typeof coins)[number]

// Its own name for bitcoin.
const pairOf = (coin: Coin): string => `${coin === 'BTC' ? 'XBT' : coin}USD`

// The answer may use the old letters for coins and currencies: XETHZUSD, USDTZUSD.
const isPair = (name: string, coin: Coin): boolean =>
  ['', 'X'].some((x) => ['', 'Z'].some((z) => name === `${x}${pairOf(coin).replace(/USD$/, '')}${z}USD`))

export default defineIngestor<ValueOf<typeof krakenBooks>, readonly { coin: Coin; answer: unknown }[]>({
  source: 'kraken-books',
  topic: krakenBooks,
  schedule: '* * * * *',
  grade: 'C',
  proof: 'captured 2025-11',
  fetch: ({ http, signal, setAside }) =>
    fetchParts(
      coins,
      pairOf,
      async (coin) => ({
        coin,
        answer: await http.json(`https://api.kraken.com/0/public/Depth?pair=${pairOf(coin)}&count=500`, { signal }),
      }),
      setAside,
    ),
  parse: (answers, seenAt, setAside) =>
    readEach(
      answers,
      ({ coin, answer }) => {
        const { error, result } = readRow(answer, 'the answer')
        const complaints = readList(error, 'error')
        if (complaints.length > 0) throw new TollgateError('upstream_changed', `Kraken says ${JSON.stringify(complaints)}`)
        const books = Object.entries(readRow(result, 'result'))
        const [named] = books
        // A book against USDT in the place of one in dollars would be taken for it.
        if (named === undefined || books.length > 1 || !isPair(named[0], coin))
          throw new TollgateError(
            'upstream_changed',
            `asked for ${pairOf(coin)}, got ${books.map(([name]) => name).join() || 'nothing'}`,
          )
        const { bids, asks } = readRow(named[1], 'the book')
        const market = { venue: 'kraken', market: pairOf(coin), base: coin, quote: 'USD' }
        return readOrderBook(market, newestOf(bids, asks, seenAt), seenAt, bids, asks)
      },
      setAside,
      ({ coin }) => pairOf(coin),
    ),
})

// The book has no time of its own. One without any order is of now.
function newestOf(bids: unknown, asks: unknown, seenAt: Date): Date {
  const levels = [...readList(bids, 'bids'), ...readList(asks, 'asks')]
  const newest = levels.reduce<number>(
    (latest, level) => Math.max(latest, readNumber(readList(level, 'a level')[2], 'a time')),
    Number.NEGATIVE_INFINITY,
  )
  return newest === Number.NEGATIVE_INFINITY ? seenAt : new Date(newest * 1_000)
}
