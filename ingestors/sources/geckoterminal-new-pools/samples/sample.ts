// Written by us in GeckoTerminal's shape: pools minutes old, one nobody sells from, one with next to nothing in it.
import { defineSample } from '../../../define.ts'
import { noise } from '../../../samples/walk.ts'

export default defineSample({
  answer(url, now) {
    const [, network] = /^\/api\/v2\/networks\/([a-z]+)\/new_pools$/.exec(url.pathname) ?? []
    if (url.hostname !== 'api.geckoterminal.com' || network === undefined) return null
    const rows = Array.from({ length: 20 }, (_, n) => {
      const address = `0x${(n + 257).toString(16).padStart(40, '0')}`
      const buyers = Math.round(45 + 40 * noise(`${network}/buyers`, n))
      const sellers = n === 4 ? 0 : Math.round(buyers * 0.4)
      const attributes = {
        address: `0xnew${n}`,
        name: `NEW${n} / WETH`,
        pool_created_at: new Date(now.getTime() - (2 + 4 * n) * 60_000).toISOString(),
        price_change_percentage: { h1: '3.1', h24: (60 * noise(`${network}/move`, n)).toFixed(3) },
        transactions: {
          h1: { buys: buyers * 2, sells: sellers, buyers, sellers },
          h24: { buys: buyers * 2, sells: sellers, buyers, sellers },
        },
        volume_usd: { h24: (10 ** (4.2 + noise(`${network}/volume`, n))).toFixed(2) },
        reserve_in_usd: n === 9 ? '12.5' : (10 ** (4.3 + 0.7 * noise(`${network}/size`, n))).toFixed(2),
        community_sus_report: n === 6 ? 7 : 0,
      }
      const id = `${network}_${address}`
      return {
        pool: {
          id: `${network}_0xnew${n}`,
          type: 'pool',
          attributes,
          relationships: {
            base_token: { data: { id, type: 'token' } },
            dex: { data: { id: n % 3 === 0 ? `uniswap-v4-${network}` : `uniswap-v2-${network}`, type: 'dex' } },
          },
        },
        token: { id, type: 'token', attributes: { address, name: `New Token ${n}`, symbol: `NEW${n}` } },
      }
    })
    const body = { data: rows.map(({ pool }) => pool), included: rows.map(({ token }) => token) }
    return { type: 'application/json', body: JSON.stringify(body) }
  },
})
