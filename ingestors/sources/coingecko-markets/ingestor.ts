// Polls one page of coins by market value; several may share a symbol, and a coin of unknown supply has a value of 0 or null.
import type { ValueOf } from '../../../db/log/topic.ts'
import { readOrSetAside } from '../../aside.ts'
import { defineIngestor } from '../../define.ts'
import { readNumberOrNull, readRows, readText } from '../../formats/json.ts'
import { marketCaps } from './topic.ts'

// Below it a coin is none of those that anybody trades on margin, only one that shares a symbol.
const leastUsd = 1e6
const page = 'vs_currency=usd&order=market_cap_desc&per_page=250&page=1'

export default defineIngestor<ValueOf<typeof marketCaps>, unknown>({
  source: 'coingecko-markets',
  topic: marketCaps,
  schedule: '*/20 * * * *',
  grade: 'C',
  proof: 'documented',
  fetch: ({ http, signal }) => http.json(`https://api.coingecko.com/api/v3/coins/markets?${page}`, { signal }),
  parse(raw, at, setAside) {
    const doubted = new Set<string>()
    const rows = readRows(raw, 'the coins').flatMap((row) => {
      const coin = readOrSetAside(
        () => JSON.stringify(row),
        () => ({
          symbol: readText(row.symbol, 'symbol').toUpperCase(),
          id: readText(row.id, 'id'),
          mcap_usd: readNumberOrNull(row.market_cap, 'market_cap') ?? 0,
        }),
        setAside,
      )
      // It may have been the largest of its symbol, and the next one is none.
      if (coin === undefined && typeof row.symbol === 'string') doubted.add(row.symbol.toUpperCase())
      return coin ?? []
    })
    const largest = new Map<string, (typeof rows)[number]>()
    for (const row of rows.filter(({ symbol }) => !doubted.has(symbol)))
      if (row.mcap_usd > (largest.get(row.symbol)?.mcap_usd ?? leastUsd)) largest.set(row.symbol, row)
    return [{ at: at.toISOString(), coins: [...largest.values()].sort((a, b) => b.mcap_usd - a.mcap_usd) }]
  },
})
