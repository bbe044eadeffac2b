// Written by us in DEX Screener's shape: the pairs of the dollar the documents show, one of them with the dollar as its quote.
import { defineSample } from '../../../define.ts'

const dollar = { address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', name: 'USD Coin', symbol: 'USDC' }
const weth = { address: '0x4200000000000000000000000000000000000006', name: 'Wrapped Ether', symbol: 'WETH' }
const tether = { address: '0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2', name: 'Tether USD', symbol: 'USDT' }

export default defineSample({
  answer(url, now) {
    const path = /^\/token-pairs\/v1\/([a-z]+)\/(0x[0-9a-f]{40})$/.exec(url.pathname)
    if (url.hostname !== 'api.dexscreener.com' || path === null) return null
    const isDollar = path[1] === 'base' && path[2] === dollar.address.toLowerCase()
    const createdAt = now.getTime() - 800 * 86_400_000
    const pair = (n: number, baseToken: object, quoteToken: object, usd: number) => ({
      chainId: 'base',
      dexId: n === 1 ? 'aerodrome' : 'uniswap',
      url: 'https://dexscreener.com/',
      pairAddress: `0x${n.toString(16).padStart(40, 'd')}`,
      labels: ['v3'],
      baseToken,
      quoteToken,
      priceNative: '1.0002',
      priceUsd: usd.toFixed(4),
      txns: {
        m5: { buys: 3, sells: 4 },
        h1: { buys: 41, sells: 39 },
        h6: { buys: 260, sells: 251 },
        h24: { buys: 1_034, sells: 997 },
      },
      volume: { h24: 812_345.67 / n, h6: 201_112.4, h1: 33_871.9, m5: 2_911.5 },
      priceChange: { m5: 0.01, h1: 0.02, h6: -0.01, h24: 0.03 },
      liquidity: { usd: 4_120_000.5 / n, base: 2_000_000, quote: 2_120_000 },
      fdv: 4_200_000_000,
      marketCap: 4_200_000_000,
      pairCreatedAt: createdAt,
    })
    const pairs = isDollar ? [pair(1, dollar, tether, 1.0001), pair(2, dollar, weth, 1.0002), pair(3, weth, dollar, 2_512.4)] : []
    return { type: 'application/json', body: JSON.stringify(pairs) }
  },
})
