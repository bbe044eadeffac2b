// The chains that hold the most value: every source that asks chain by chain asks for these.
import { readOrSetAside } from '../../aside.ts'
import type { FetchContext } from '../../define.ts'
import { type Row, readNumber, readRows, readText, readTextOrNull } from '../../formats/json.ts'

export interface LargeChain {
  readonly name: string
  /** CoinGecko's name of the chain's own token, where it has one. */
  readonly geckoId: string | null
  /** Of the token that fees are paid in, and value is held in; answers of before 2026 do not tell it. */
  readonly gasGeckoId: string | null
}

const mostChains = 15

export async function askLargestChains({
  http,
  signal,
  setAside,
}: Pick<FetchContext, 'http' | 'signal' | 'setAside'>): Promise<LargeChain[]> {
  const rows = readRows(await http.json('https://api.llama.fi/v2/chains', { signal }), 'the chains')
  const read = (row: Row) => ({
    name: readText(row.name, 'a name of a chain'),
    tvl: readNumber(row.tvl, 'tvl'),
    geckoId: readTextOrNull(row.gecko_id, 'gecko_id'),
    gasGeckoId: readTextOrNull(row.gasTokenGeckoId, 'gasTokenGeckoId'),
  })
  return rows
    .flatMap(
      (row) =>
        readOrSetAside(
          () => JSON.stringify(row),
          () => read(row),
          setAside,
        ) ?? [],
    )
    .sort((a, b) => b.tvl - a.tvl)
    .slice(0, mostChains)
    .map(({ name, geckoId, gasGeckoId }) => ({ name, geckoId, gasGeckoId }))
}
