// Written by us in the shape of /coins/markets: symbols in small letters, two coins under one symbol, one of unknown worth.
import { defineSample } from '../../../define.ts'
import { type sampleCoins, sampleMarket } from '../../../samples/perp.ts'

const supplies: Readonly<Record<keyof typeof sampleCoins, readonly [id: string, supply: number]>> = {
  BTC: ['bitcoin', 20.1e6],
  ETH: ['ethereum', 120.7e6],
  SOL: ['solana', 560e6],
  XRP: ['ripple', 60e9],
  HYPE: ['hyperliquid', 330e6],
  DOGE: ['dogecoin', 152e9],
  AVAX: ['avalanche-2', 430e6],
  LINK: ['chainlink', 700e6],
  PEPE: ['pepe', 420e12],
  SUI: ['sui', 3.8e9],
  ARB: ['arbitrum', 5.6e9],
  AAVE: ['aave', 15.2e6],
}

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'api.coingecko.com') return null
    if (url.pathname !== '/api/v3/coins/markets')
      return {
        status: 404,
        type: 'application/json',
        body: '{"error":"Incorrect path. Please check https://www.coingecko.com/api/"}',
      }
    const rows = Object.entries(supplies).map(([symbol, [id, supply]]) => {
      const { price } = sampleMarket(symbol as keyof typeof sampleCoins, now)
      return row(id, symbol.toLowerCase(), price, price * supply, supply)
    })
    const others = [row('other-aave', 'aave', 0.01, 41_000, 4_100_000), row('unknown-worth', 'unkn', 1.2, null, 0)]
    return { type: 'application/json', body: JSON.stringify([...rows, ...others]) }
  },
})

function row(id: string, symbol: string, price: number, mcap: number | null, supply: number) {
  return {
    id,
    symbol,
    name: id,
    image: `https://coin-images.example/${id}.png`,
    current_price: price,
    market_cap: mcap === null ? null : Math.round(mcap),
    market_cap_rank: null,
    fully_diluted_valuation: mcap,
    total_volume: price * 1e6,
    circulating_supply: supply,
    total_supply: supply,
    max_supply: null,
    roi: null,
    last_updated: '2026-05-18T12:49:21.599Z',
  }
}
