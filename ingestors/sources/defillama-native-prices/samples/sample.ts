// Written by us in the shape of coins.llama.fi: coins by prefixed name, points some seconds off midnight, a token it does not price.
import { defineSample } from '../../../define.ts'
import { noise } from '../../../samples/walk.ts'
import chains from '../../defillama-chain-tvl/samples/sample.ts'
import { sampleTokenPrice, tokens } from './prices.ts'

export default defineSample({
  answer(url, now) {
    if (url.hostname === 'api.llama.fi') return chains.answer(url, now)
    if (url.hostname !== 'coins.llama.fi' || url.pathname.includes(':0x')) return null
    const [, kind, ...rest] = url.pathname.split('/').map(decodeURIComponent)
    const asked =
      rest
        .at(-1)
        ?.split(',')
        .map((coin) => coin.replace(/^coingecko:/, '')) ?? []
    const coins = (read: (token: string) => object) =>
      JSON.stringify({
        coins: Object.fromEntries(asked.filter((token) => token in tokens).map((token) => [`coingecko:${token}`, read(token)])),
      })
    const json = (body: string) => ({ type: 'application/json', body })
    if (kind === 'prices')
      return json(
        coins((token) => ({
          price: sampleTokenPrice(token, now.getTime() / 86_400_000),
          symbol: tokens[token]![0],
          timestamp: Math.floor(now.getTime() / 1_000) - 40,
          confidence: 0.99,
        })),
      )
    if (kind !== 'chart') return { status: 404, type: 'application/json', body: '{"message":"Not Found"}' }
    const [start, span] = [Number(url.searchParams.get('start')), Number(url.searchParams.get('span'))]
    const points = Array.from({ length: span }, (_, i) => start + i * 86_400).filter((second) => second * 1_000 <= now.getTime())
    return json(
      coins((token) => ({
        symbol: tokens[token]![0],
        confidence: 0.99,
        prices: points.map((second) => ({
          timestamp: second + Math.round(40 * noise(`clock/${token}`, second / 86_400)),
          price: sampleTokenPrice(token, second / 86_400),
        })),
      })),
    )
  },
})
