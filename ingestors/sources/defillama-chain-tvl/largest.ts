// The chains that hold the most value: every source that asks chain by chain asks for these.
import type { FetchContext } from '../../define.ts'
import { readNumber, readRows, readText, readTextOrNull } from '../../formats/json.ts'

export interface LargeChain {
  readonly name: string
  /** CoinGecko's name of the chain's own token, where it has one. */
  readonly geckoId: string | null
}

const mostChains = 15

export async function askLargestChains({ http, signal }: Pick<FetchContext, 'http' | 'signal'>): Promise<LargeChain[]> {
  const rows = readRows(await http.json('https://api.llama.fi/v2/chains', { signal }), 'the chains')
  return rows
    .map((row) => ({
      name: readText(row.name, 'a name of a chain'),
      tvl: readNumber(row.tvl, 'tvl'),
      geckoId: readTextOrNull(row.gecko_id, 'gecko_id'),
    }))
    .sort((a, b) => b.tvl - a.tvl)
    .slice(0, mostChains)
    .map(({ name, geckoId }) => ({ name, geckoId }))
}
