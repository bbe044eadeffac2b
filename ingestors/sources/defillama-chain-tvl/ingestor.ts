// Polls the list of chains and the daily history of the largest; 200 days at first, then only days that still move.
import type { ValueOf } from '../../../db/log/topic.ts'
import { TollgateError } from '../../../errors.ts'
import { defineIngestor } from '../../define.ts'
import { chainTvl } from './topic.ts'

interface Raw {
  readonly since: Date | null
  readonly histories: readonly { readonly chain: string; readonly days: readonly { date: number; tvl: number }[] }[]
}

const base = 'https://api.llama.fi/v2'
const mostChains = 15
const firstDays = 200
const movingDays = 3

export default defineIngestor<ValueOf<typeof chainTvl>, Raw>({
  source: 'defillama-chain-tvl',
  topic: chainTvl,
  schedule: '10 * * * *',
  grade: 'B',
  async fetch({ http, since, signal }) {
    const chains = (await http.json(`${base}/chains`, { signal })) as { name: string; tvl: number }[]
    if (!Array.isArray(chains)) throw new TollgateError('upstream_changed', 'the chains are not a list')
    const largest = [...chains].sort((a, b) => b.tvl - a.tvl).slice(0, mostChains)
    const histories = [{ chain: 'all', days: (await http.json(`${base}/historicalChainTvl`, { signal })) as [] }]
    for (const { name } of largest) {
      const url = `${base}/historicalChainTvl/${encodeURIComponent(name)}`
      histories.push({ chain: name, days: (await http.json(url, { signal })) as [] })
    }
    return { since, histories }
  },
  parse({ since, histories }, at) {
    const oldest = at.getTime() - (since === null ? firstDays : movingDays) * 86_400_000
    return histories.flatMap(({ chain, days }) => {
      if (!Array.isArray(days)) throw new TollgateError('upstream_changed', `the history of ${chain} is not a list`)
      return days
        .filter((day) => day.date * 1_000 >= oldest)
        .map((day) => ({
          chain,
          date: new Date(day.date * 1_000).toISOString().slice(0, 10),
          tvl_usd: day.tvl,
          vintage: at.toISOString(),
        }))
    })
  },
})
