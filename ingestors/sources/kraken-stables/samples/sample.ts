// Written by us in Kraken's shape: lists of texts under letters, and USDT's pair under its old name.
import { defineSample } from '../../../define.ts'
import { samplePrice } from '../../defillama-stables/samples/prices.ts'

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'api.kraken.com' || url.pathname !== '/0/public/Ticker') return null
    const pairs = (url.searchParams.get('pair') ?? '').split(',')
    const result = Object.fromEntries(
      pairs.map((pair) => {
        const price = samplePrice(pair.replace(/USD$/, ''), now)
        const ticker = {
          a: [(price + 0.00005).toFixed(5), '250000', '250000.000'],
          b: [(price - 0.00005).toFixed(5), '180000', '180000.000'],
          c: [price.toFixed(5), '1200.00000000'],
          v: ['1000000.0', '9000000.0'],
          o: price.toFixed(5),
        }
        return [pair === 'USDTUSD' ? 'USDTZUSD' : pair, ticker]
      }),
    )
    return { type: 'application/json', body: JSON.stringify({ error: [], result }) }
  },
})
