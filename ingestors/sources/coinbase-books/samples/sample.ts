// Written by us in Coinbase Exchange's shape: prices, amounts and how many orders, all but the last as text.
import { defineSample } from '../../../define.ts'
import { sampleBook } from '../../../samples/order-book.ts'

const path = /^\/products\/([A-Z]+)-USD\/book$/

export default defineSample({
  answer(url, now) {
    const coin = url.hostname === 'api.exchange.coinbase.com' ? path.exec(url.pathname)?.[1] : undefined
    const book = coin === undefined ? null : sampleBook('coinbase', coin, now)
    if (book === null) return null
    const [bids, asks] = [book.bids, book.asks].map((side) => side.map(([price, amount], n) => [price, amount, 1 + (n % 7)]))
    const rest = { sequence: Math.floor(now.getTime() / 1_000), auction_mode: false, auction: null, time: now.toISOString() }
    return { type: 'application/json', body: JSON.stringify({ bids, asks, ...rest }) }
  },
})
