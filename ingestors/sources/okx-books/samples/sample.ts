// Written by us in OKX's shape: everything as text, a deprecated 0 and how many orders behind price and amount.
import { defineSample } from '../../../define.ts'
import { sampleBook } from '../../../samples/order-book.ts'

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'www.okx.com' || url.pathname !== '/api/v5/market/books') return null
    const book = sampleBook('okx', (url.searchParams.get('instId') ?? '').replace(/-USDT$/, ''), now)
    if (book === null)
      return { type: 'application/json', body: JSON.stringify({ code: '51001', msg: 'Instrument ID does not exist', data: [] }) }
    const [bids, asks] = [book.bids, book.asks].map((side) =>
      side.map(([price, amount], n) => [price, amount, '0', String(1 + (n % 5))]),
    )
    const data = [{ asks, bids, ts: String(now.getTime()) }]
    return { type: 'application/json', body: JSON.stringify({ code: '0', msg: '', data }) }
  },
})
