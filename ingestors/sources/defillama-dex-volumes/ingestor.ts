// Polls the exchange volumes of the largest chains, chain by chain; a chain without exchanges is refused, not empty.

import type { ValueOf } from '../../../db/log/topic.ts'
import { fetchParts } from '../../aside.ts'
import { defineIngestor } from '../../define.ts'
import { readNumberOrNull, readRow } from '../../formats/json.ts'
import { askLargestChains } from '../defillama-chain-tvl/largest.ts'
import { dexVolumes } from './topic.ts'

interface Answer {
  readonly chain: string
  /** null: the upstream lists no exchange there, or did not answer. */
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
  // A chain of unknown size and the one asked in its place, without exchanges, are two of nine.
  mostAside: 0.4,
  async fetch({ http, signal, setAside }) {
    const chains = await askLargestChains({ http, signal, ...(setAside && { setAside }) })
    const ask = async ({ name }: (typeof chains)[number]): Promise<Answer> => {
      const url = `${base}/${encodeURIComponent(name)}?${short}`
      return { chain: name, overview: await http.json(url, { signal }) }
    }
    const answers = await fetchParts(chains, ({ name }) => name, ask, setAside)
    // A chain without figures is told as one that has none, never left out.
    return chains.map(({ name }) => answers.find(({ chain }) => chain === name) ?? { chain: name, overview: null })
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
