// Written by us in DefiLlama's shape: chains with ids that may be null, and daily points whose last is today's.
import { defineSample } from '../../../define.ts'
import { dayNumber, level, noise } from '../../../samples/walk.ts'
import { sampleOverview } from '../../defillama-dex-volumes/samples/overview.ts'
import { sampleTokenPrice } from '../../defillama-native-prices/samples/prices.ts'
import { sampleFees, sampleMonths, sampleProtocols } from '../../defillama-protocols/samples/protocols.ts'

// Value, CoinGecko's name, and what the value there is held in; a young chain's name there is not known.
const chains = {
  Ethereum: [62e9, 'ethereum', 'ethereum'],
  Solana: [9.1e9, 'solana', 'solana'],
  BSC: [6.8e9, 'binancecoin', 'binancecoin'],
  Bitcoin: [6.1e9, 'bitcoin', 'bitcoin'],
  Tron: [5.2e9, 'tron', 'tron'],
  Base: [4.4e9, null, 'ethereum'],
  Arbitrum: [2.9e9, 'arbitrum', 'ethereum'],
  Avalanche: [1.3e9, null, null],
} as const
const nativeShare = 0.5

/** Half of it moves with the token, the rest on its own. */
function sampleTvl(chain: keyof typeof chains, day: number): number {
  const [usd, , token] = chains[chain]
  const move = token === null ? 1 : sampleTokenPrice(token, day)! / sampleTokenPrice(token, 20_400)!
  const own = 1 + level(`tvl/${chain}`, day, 0, 0.25) + 0.004 * noise(`tvl-day/${chain}`, day)
  return usd * own * (1 - nativeShare + nativeShare * move)
}

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'api.llama.fi') return null
    const json = (value: unknown) => ({ type: 'application/json', body: JSON.stringify(value) })
    const today = dayNumber(now)
    const names = Object.keys(chains) as (keyof typeof chains)[]
    const days = (read: (day: number) => number) =>
      Array.from({ length: 400 }, (_, i) => ({ date: (today - 399 + i) * 86_400, tvl: read(today - 399 + i) }))
    if (url.pathname === '/protocols') return json(sampleProtocols(now))
    if (url.pathname === '/overview/fees') return json(sampleFees(now))
    if (url.pathname === '/lite/protocols2') return json(sampleMonths(now))
    if (url.pathname === '/v2/chains')
      return json(
        names.map((name) => ({
          gecko_id: chains[name][1],
          tvl: sampleTvl(name, today),
          tokenSymbol: null,
          cmcId: null,
          name,
          chainId: null,
        })),
      )
    if (url.pathname === '/v2/historicalChainTvl')
      return json(days((day) => names.reduce((sum, name) => sum + sampleTvl(name, day), 0)))
    const traded = names.find((name) => url.pathname === `/overview/dexs/${name}`)
    const overview = traded === undefined ? null : sampleOverview(traded, sampleTvl(traded, today), now)
    if (overview !== null) return json(overview)
    const named = names.find((name) => url.pathname === `/v2/historicalChainTvl/${name}`)
    return named === undefined
      ? { status: 400, type: 'text/plain', body: 'Chain not found' }
      : json(days((day) => sampleTvl(named, day)))
  },
})
