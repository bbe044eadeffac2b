// Written by us in GeckoTerminal's shape: numbers as text, tokens in a list beside, a pool with almost nothing in it.
import { defineSample } from '../../../define.ts'
import { noise } from '../../../samples/walk.ts'

const chains = ['eth', 'solana', 'base', 'bsc', 'polygon_pos']

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'api.geckoterminal.com' || url.pathname.endsWith('/new_pools')) return null
    const page = Number(url.searchParams.get('page') ?? 1)
    const hour = Math.floor(now.getTime() / 3_600_000)
    const pools = Array.from({ length: 20 }, (_, i) => {
      const n = (page - 1) * 20 + i
      const chain = chains[n % chains.length]!
      const address = `0x${(n + 1).toString(16).padStart(40, '0')}`
      const size = 10 ** (5.5 + noise('pool', n))
      const buyers = Math.round(60 + 50 * noise('buyers', n + hour))
      return {
        token: {
          id: `${chain}_${address}`,
          type: 'token',
          attributes: { address, name: `Sample Token ${n}`, symbol: `SMP${n}` },
        },
        pool: {
          id: `${chain}_0xpool${n}`,
          type: 'pool',
          attributes: {
            address: `0xpool${n}`,
            name: `SMP${n} / WETH`,
            pool_created_at: new Date(now.getTime() - (n + 1) * 26 * 3_600_000).toISOString(),
            price_change_percentage: { h1: '1.2', h24: (40 * noise('move', n + hour)).toFixed(3) },
            transactions: {
              h1: { buys: buyers * 2, sells: buyers, buyers, sellers: Math.round(buyers * 0.8) },
              h24: { buys: buyers * 30, sells: buyers * 20, buyers: buyers * 14, sellers: buyers * 12 },
            },
            volume_usd: { h24: (size * (2 + noise('turnover', n + hour))).toFixed(4) },
            reserve_in_usd: n === 7 ? '4100.5' : size.toFixed(4),
            community_sus_report: n === 3 ? 12 : 0,
          },
          relationships: {
            base_token: { data: { id: `${chain}_${address}`, type: 'token' } },
            dex: { data: { id: 'uniswap_v3', type: 'dex' } },
          },
        },
      }
    })
    const body = { data: pools.map(({ pool }) => pool), included: pools.map(({ token }) => token) }
    return { type: 'application/json', body: JSON.stringify(body) }
  },
})
