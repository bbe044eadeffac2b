// Written by us in OKX's shape: an envelope with a code as text, numbers as text, coin-margined swaps mixed in.
import { defineSample } from '../../../define.ts'
import { sampleCoinNames, sampleMarket } from '../../../samples/perp.ts'

const eightHoursMs = 8 * 3_600_000

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'www.okx.com') return null
    const ts = String(now.getTime())
    const due = (Math.floor(now.getTime() / eightHoursMs) + 1) * eightHoursMs
    const rows = sampleCoinNames.slice(0, 10).flatMap((coin) => {
      const { price, coins, hourlyRate } = sampleMarket(coin, now)
      const quotes = coin === 'BTC' ? ['USDT', 'USD'] : ['USDT']
      return quotes.map((quote) => ({ instType: 'SWAP', instId: `${coin}-${quote}-SWAP`, price, coins: coins * 0.6, hourlyRate }))
    })
    const lists: Record<string, () => object[]> = {
      '/api/v5/public/instruments': () =>
        rows.map(({ instType, instId }) => {
          const isLinear = instId.endsWith('-USDT-SWAP')
          return { instType, instId, ctType: isLinear ? 'linear' : 'inverse', ctVal: isLinear ? '0.01' : '100', ctMult: '1' }
        }),
      '/api/v5/public/funding-rate': () =>
        rows.map(({ instType, instId, hourlyRate }) => ({
          instType,
          instId,
          fundingRate: (hourlyRate * 8).toFixed(12),
          fundingTime: String(due),
          nextFundingRate: '',
          nextFundingTime: String(due + eightHoursMs),
          ts,
        })),
      '/api/v5/public/open-interest': () =>
        rows.map(({ instType, instId, price, coins }) => ({
          instType,
          instId,
          oi: String(Math.round(coins * 100)),
          oiCcy: String(coins),
          oiUsd: String(coins * price),
          ts,
        })),
      '/api/v5/market/tickers': () =>
        rows.map(({ instType, instId, price, coins }) => ({
          instType,
          instId,
          last: String(price),
          open24h: String(price * 0.99),
          vol24h: String(Math.round(coins * 70)),
          volCcy24h: String(coins * 0.7),
          ts,
        })),
    }
    const data = lists[url.pathname]?.()
    if (data === undefined)
      return { type: 'application/json', body: JSON.stringify({ code: '50014', msg: 'Parameter error', data: [] }) }
    return { type: 'application/json', body: JSON.stringify({ code: '0', msg: '', data }) }
  },
})
