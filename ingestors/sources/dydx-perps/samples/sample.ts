// Written by us in the indexer's shape: numbers as text, a market by ticker, one that is paused, one with a ticker nobody can say.
import { defineSample } from '../../../define.ts'
import { sampleCoinNames, sampleMarket } from '../../../samples/perp.ts'

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'indexer.dydx.trade') return null
    const market = (ticker: string, status: string, price: number, interest: number, rate: number) => ({
      clobPairId: '0',
      ticker,
      status,
      oraclePrice: String(price),
      priceChange24H: String(price * 0.012),
      volume24H: String(interest * price * 1.5),
      trades24H: 4_211,
      nextFundingRate: rate.toFixed(18),
      initialMarginFraction: '0.02',
      openInterest: String(interest),
      atomicResolution: -10,
      marketType: 'CROSS',
      defaultFundingRate1H: '0',
    })
    const active = sampleCoinNames.slice(0, 9).map((coin) => {
      const { price, coins, hourlyRate } = sampleMarket(coin, now)
      return market(`${coin}-USD`, 'ACTIVE', price, coins * 0.02, hourlyRate * 0.8)
    })
    const markets = [
      ...active,
      market('LUNA-USD', 'FINAL_SETTLEMENT', 0.05, 0, 0),
      market('BUFFALO,RAYDIUM,6SUQWRMY-USD', 'ACTIVE', 0.002, 12, 0),
    ]
    return { type: 'application/json', body: JSON.stringify({ markets: Object.fromEntries(markets.map((m) => [m.ticker, m])) }) }
  },
})
