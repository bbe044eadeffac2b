// Polls the exchange volumes of the largest chains, chain by chain; a chain without exchanges is refused, not empty.

import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { defineIngestor } from '../../define.ts'
import { readNumberOrNull, readRow } from '../../formats/json.ts'
import { askLargestChains } from '../defillama-chain-tvl/largest.ts'
import { dexVolumes } from './topic.ts'

interface Answer {
  readonly chain: string
  /** null: the upstream lists no exchange there. */
  readonly overview: unknown
}

const base = 'https://api.llama.fi/overview/dexs'
const short = 'excludeTotalDataChart=true&excludeTotalDataChartBreakdown=true'

export default defineIngestor<ValueOf<typeof dexVolumes>, Answer[]>({
  source: 'defillama-dex-volumes',
  topic: dexVolumes,
  schedule: '25 * * * *',
  grade: 'B',
  proof: 'documented',
  apart: 1,
  async fetch({ http, signal, setAside }) {
    const answers: Answer[] = []
    for (const { name } of await askLargestChains({ http, signal, ...(setAside && { setAside }) })) {
      const url = `${base}/${encodeURIComponent(name)}?${short}`
      const overview = await http.json(url, { signal }).catch((error: unknown) => {
        if (error instanceof TollgateError && error.code === 'upstream_refused') return null
        throw error
      })
      answers.push({ chain: name, overview })
    }
    return answers
  },
  parse: (answers, at) => [{ at: at.toISOString(), chains: answers.map(readVolume) }],
})

function readVolume({ chain, overview }: Answer) {
  const row = overview === null ? {} : readRow(overview, `the exchanges of ${chain}`)
  const volume = readNumberOrNull(row.total24h, 'total24h')
  return {
    chain,
    // Late corrections of one exchange can leave a total below zero.
    volume_24h_usd: volume === null || volume < 0 ? null : volume,
    change_1d_pct: readNumberOrNull(row.change_1d, 'change_1d'),
    change_7d_pct: readNumberOrNull(row.change_7d, 'change_7d'),
  }
}
