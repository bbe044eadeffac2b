// Polls the list of chains and the daily history of the largest; 200 days at first, then only days that still move.
import type { ValueOf } from '../../../db/log/topic.ts'
import { fetchedOrAside } from '../../aside.ts'
import { defineIngestor } from '../../define.ts'
import { readNumber, readRows } from '../../formats/json.ts'
import { askLargestChains } from './largest.ts'
import { chainTvl } from './topic.ts'

interface Raw {
  readonly since: Date | null
  readonly histories: readonly { readonly chain: string; readonly days: unknown }[]
}

const base = 'https://api.llama.fi/v2'
const firstDays = 200
const movingDays = 3

export default defineIngestor<ValueOf<typeof chainTvl>, Raw>({
  source: 'defillama-chain-tvl',
  topic: chainTvl,
  schedule: '10 * * * *',
  grade: 'B',
  proof: 'documented',
  apart: 2,
  async fetch({ http, since, signal, setAside }) {
    const histories: { chain: string; days: unknown }[] = []
    const all = await fetchedOrAside('all', http.json(`${base}/historicalChainTvl`, { signal }), setAside)
    if (all !== undefined) histories.push({ chain: 'all', days: all })
    const asked = askLargestChains({ http, signal, ...(setAside && { setAside }) })
    for (const { name } of (await fetchedOrAside('the list of chains', asked, setAside)) ?? []) {
      const url = `${base}/historicalChainTvl/${encodeURIComponent(name)}`
      const days = await fetchedOrAside(name, http.json(url, { signal }), setAside)
      if (days !== undefined) histories.push({ chain: name, days })
    }
    return { since, histories }
  },
  parse({ since, histories }, at) {
    const oldest = at.getTime() - (since === null ? firstDays : movingDays) * 86_400_000
    return histories.flatMap(({ chain, days }) =>
      readRows(days, `the history of ${chain}`)
        .map((row) => ({ ms: readNumber(row.date, 'date') * 1_000, tvl: readNumber(row.tvl, 'tvl') }))
        .filter(({ ms }) => ms >= oldest)
        .map(({ ms, tvl }) => ({
          chain,
          date: new Date(ms).toISOString().slice(0, 10),
          tvl_usd: tvl,
          vintage: at.toISOString(),
        })),
    )
  },
})
