// Written by us in DefiLlama's shape: chains with ids that may be null, and daily points whose last is today's.
import { defineSample } from '../../../define.ts'
import { dayNumber, level, noise } from '../../../walk.ts'
import { sampleProtocols } from '../../defillama-protocols/samples/protocols.ts'

const chains = {
  Ethereum: 62e9,
  Solana: 9.1e9,
  BSC: 6.8e9,
  Bitcoin: 6.1e9,
  Tron: 5.2e9,
  Base: 4.4e9,
  Arbitrum: 2.9e9,
  Avalanche: 1.3e9,
}

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'api.llama.fi') return null
    const json = (value: unknown) => ({ type: 'application/json', body: JSON.stringify(value) })
    const today = dayNumber(now)
    const tvl = (chain: keyof typeof chains, day: number) =>
      chains[chain] * (1 + level(`tvl/${chain}`, day, 0, 0.25) + 0.012 * noise(`tvl-day/${chain}`, day))
    const names = Object.keys(chains) as (keyof typeof chains)[]
    const days = (read: (day: number) => number) =>
      Array.from({ length: 400 }, (_, i) => ({ date: (today - 399 + i) * 86_400, tvl: read(today - 399 + i) }))
    if (url.pathname === '/protocols') return json(sampleProtocols(now))
    if (url.pathname === '/v2/chains')
      return json(
        names.map((name) => ({ gecko_id: null, tvl: tvl(name, today), tokenSymbol: null, cmcId: null, name, chainId: null })),
      )
    if (url.pathname === '/v2/historicalChainTvl')
      return json(days((day) => names.reduce((sum, name) => sum + tvl(name, day), 0)))
    const named = names.find((name) => url.pathname === `/v2/historicalChainTvl/${name}`)
    return named === undefined
      ? { status: 400, type: 'text/plain', body: 'Chain not found' }
      : json(days((day) => tvl(named, day)))
  },
})
