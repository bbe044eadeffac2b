// Polls two pages of trending pools; tokens are named in a list of their own beside the pools.
import type { ValueOf } from '../../../db/log/topic.ts'
import { fetchParts, readEach, type SetAside } from '../../aside.ts'
import { defineIngestor } from '../../define.ts'
import { type Row, readNumberOrNull, readRow, readRows, readText, readTextOrNull } from '../../formats/json.ts'
import { type TrendingPool, trendingPools } from './topic.ts'

const url = 'https://api.geckoterminal.com/api/v2/networks/trending_pools?include=base_token'

export default defineIngestor<ValueOf<typeof trendingPools>, unknown[]>({
  source: 'geckoterminal-trending',
  topic: trendingPools,
  schedule: '*/5 * * * *',
  grade: 'C',
  proof: 'documented',
  apart: 2,
  fetch: ({ http, signal, setAside }) =>
    fetchParts(
      [1, 2],
      (page) => `page ${page}`,
      (page) => http.json(`${url}&page=${page}`, { signal }),
      setAside,
    ),
  parse(pages, at, setAside) {
    const pools = pages.flatMap((page) => readPage(page, setAside))
    return [{ at: at.toISOString(), pools: [...new Map(pools.map((pool) => [`${pool.chain}/${pool.pool}`, pool])).values()] }]
  },
})

/** Of an answer of pools with their tokens beside them. */
export function readPage(page: unknown, setAside: SetAside | undefined): TrendingPool[] {
  const { data, included } = readRow(page, 'a page')
  const tokens = new Map(readRows(included, 'included').map((entry) => [readText(entry.id, 'id'), entry] as const))
  return readEach(readRows(data, 'the trending pools'), (entry) => readPool(entry, tokens) ?? [], setAside)
}

/** null: something is missing without which a pool cannot be ranked. */
function readPool(entry: Row, tokens: ReadonlyMap<string, Row>): TrendingPool | null {
  const attributes = readRow(entry.attributes, 'attributes')
  const at = (path: string) => path.split('.').reduce<unknown>((inner, member) => readRow(inner ?? {}, path)[member], attributes)
  const number = (path: string) => readNumberOrNull(at(path), path)
  const id = readText(
    readRow(readRow(readRow(entry.relationships, 'relationships').base_token, 'base_token').data, 'data').id,
    'id',
  )
  const token = tokens.get(id)
  const exchange = readTextOrNull(
    readRow(readRow(readRow(entry.relationships, 'relationships').dex ?? {}, 'dex').data ?? {}, 'data').id,
    'dex.id',
  )
  const [volume, liquidity] = [number('volume_usd.h24'), number('reserve_in_usd')]
  const [buyersHour, buyers, sellers] = ['h1.buyers', 'h24.buyers', 'h1.sellers'].map((path) => number(`transactions.${path}`))
  const reports = number('community_sus_report')
  if (token === undefined || volume === null || liquidity === null) return null
  if (buyersHour == null || buyers == null || sellers == null) return null
  const { name, symbol } = readRow(token.attributes, 'attributes')
  // "eth_0x…": the chain's own name may have an underscore too, an address has none.
  const cut = id.lastIndexOf('_')
  return {
    chain: id.slice(0, cut),
    pool: readText(attributes.address, 'address'),
    ...(exchange !== null && { exchange }),
    token: id.slice(cut + 1),
    name: readText(name, 'name'),
    symbol: readText(symbol, 'symbol'),
    created_at: readTextOrNull(attributes.pool_created_at, 'pool_created_at'),
    change_24h_pct: number('price_change_percentage.h24'),
    volume_24h_usd: volume,
    // A pool that was emptied is told with a little less than nothing.
    liquidity_usd: Math.max(0, liquidity),
    buyers_h1: buyersHour,
    buyers_h24: buyers,
    sellers_h1: sellers,
    reports,
  }
}
