// Written by us in Kraken's shape: prices and amounts as text, seconds as numbers, under the pair's long name.
import { defineSample } from '../../../define.ts'
import { sampleBook } from '../../../samples/order-book.ts'

const longNames: Readonly<Record<string, string>> = { ETHUSD: 'XETHZUSD', XBTUSD: 'XXBTZUSD', USDTUSD: 'USDTZUSD' }

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'api.kraken.com' || url.pathname !== '/0/public/Depth') return null
    const pair = url.searchParams.get('pair') ?? ''
    const book = sampleBook('kraken', pair.replace(/USD$/, '').replace('XBT', 'BTC'), now)
    const seconds = Math.floor(now.getTime() / 1_000)
    const [bids, asks] = [book?.bids ?? [], book?.asks ?? []].map((side) =>
      side.map(([price, amount], n) => [price, amount, seconds - n]),
    )
    const answer =
      book === null
        ? { error: ['EQuery:Unknown asset pair'] }
        : { error: [], result: { [longNames[pair] ?? pair]: { asks, bids } } }
    return { type: 'application/json', body: JSON.stringify(answer) }
  },
})
