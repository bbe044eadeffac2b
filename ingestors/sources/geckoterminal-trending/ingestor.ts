// Polls two pages of trending pools; tokens are named in a list of their own beside the pools.
import type { ValueOf } from '../../../db/log/topic.ts'
import { TollgateError } from '../../../errors.ts'
import { defineIngestor } from '../../define.ts'
import { type TrendingPool, trendingPools } from './topic.ts'

interface Page {
  readonly data?: readonly {
    readonly attributes: Record<string, any>
    readonly relationships: { base_token: { data: { id: string } } }
  }[]
  readonly included?: readonly { readonly id: string; readonly attributes: { name?: string; symbol?: string } }[]
}

const url = 'https://api.geckoterminal.com/api/v2/networks/trending_pools?include=base_token'

export default defineIngestor<ValueOf<typeof trendingPools>, Page[]>({
  source: 'geckoterminal-trending',
  topic: trendingPools,
  schedule: '*/5 * * * *',
  grade: 'C',
  async fetch({ http, signal }) {
    return [(await http.json(`${url}&page=1`, { signal })) as Page, (await http.json(`${url}&page=2`, { signal })) as Page]
  },
  parse(pages, at) {
    const pools = pages.flatMap(readPage)
    return [{ at: at.toISOString(), pools: [...new Map(pools.map((pool) => [`${pool.chain}/${pool.pool}`, pool])).values()] }]
  },
})

function readPage({ data, included = [] }: Page): TrendingPool[] {
  if (!Array.isArray(data)) throw new TollgateError('upstream_changed', 'the trending pools are not a list')
  const tokens = new Map(included.map((entry) => [entry.id, entry.attributes]))
  return data.flatMap(({ attributes, relationships }) => {
    const { id } = relationships.base_token.data
    // "eth_0x…": the chain's own name may have an underscore too, an address has none.
    const cut = id.lastIndexOf('_')
    const token = tokens.get(id)
    const number = (value: unknown) => (value === null || value === undefined ? Number.NaN : Number(value))
    const [volume, liquidity] = [number(attributes.volume_usd?.h24), number(attributes.reserve_in_usd)]
    if (!Number.isFinite(volume) || !Number.isFinite(liquidity)) return []
    const change = number(attributes.price_change_percentage?.h24)
    return [
      {
        chain: id.slice(0, cut),
        pool: String(attributes.address),
        token: id.slice(cut + 1),
        name: token?.name ?? String(attributes.name).split(' / ')[0]!,
        symbol: token?.symbol ?? String(attributes.name).split(' / ')[0]!,
        created_at: attributes.pool_created_at ?? null,
        change_24h_pct: Number.isFinite(change) ? change : null,
        volume_24h_usd: volume,
        liquidity_usd: liquidity,
        buyers_h1: attributes.transactions?.h1?.buyers ?? 0,
        buyers_h24: attributes.transactions?.h24?.buyers ?? 0,
        sellers_h1: attributes.transactions?.h1?.sellers ?? 0,
        reports: attributes.community_sus_report ?? 0,
      },
    ]
  })
}
