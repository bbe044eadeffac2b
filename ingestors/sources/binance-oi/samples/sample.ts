// Written by us in Binance's shape: numbers as text with eight decimals, a thousand PEPE as one, an object where a symbol is unknown.
import { defineSample } from '../../../define.ts'
import { sampleCoinNames, sampleMarket } from '../../../samples/perp.ts'

const hourMs = 3_600_000

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'fapi.binance.com') return null
    const symbol = url.searchParams.get('symbol') ?? ''
    const units = symbol.startsWith('1000') ? 1_000 : 1
    const coin = sampleCoinNames.find((candidate) => symbol === `${units === 1 ? '' : '1000'}${candidate}USDT`)
    if (coin === undefined) return { status: 400, type: 'application/json', body: '{"code":-1121,"msg":"Invalid symbol."}' }
    const last = Math.floor(now.getTime() / hourMs)
    const hours = Number(url.searchParams.get('limit') ?? 30)
    const entries = Array.from({ length: hours }, (_, i) => {
      const timestamp = (last - hours + 1 + i) * hourMs
      const { price, coins } = sampleMarket(coin, new Date(timestamp))
      return {
        symbol,
        sumOpenInterest: ((coins * 3) / units).toFixed(8),
        sumOpenInterestValue: (coins * 3 * price).toFixed(8),
        CMCCirculatingSupply: '0.00000000',
        timestamp,
      }
    })
    return { type: 'application/json', body: JSON.stringify(entries) }
  },
})
