// Polls the newest pools of each chain; one page is what was made in the last minutes.
import type { ValueOf } from '../../../db/log/topic.ts'
import { fetchParts, readOrSetAside } from '../../aside.ts'
import { defineIngestor } from '../../define.ts'
import { readPage } from '../geckoterminal-trending/ingestor.ts'
import { launchChains, newPools } from './topic.ts'

interface Page {
  readonly chain: string
  readonly body: unknown
}

export default defineIngestor<ValueOf<typeof newPools>, readonly Page[]>({
  source: 'geckoterminal-new-pools',
  topic: newPools,
  schedule: '*/3 * * * *',
  grade: 'C',
  proof: 'documented',
  // One chain of five that cannot be read costs itself.
  mostAside: 0.5,
  fetch: ({ http, signal, setAside }) =>
    fetchParts(
      Object.entries(launchChains),
      ([chain]) => chain,
      async ([chain, network]): Promise<Page> => {
        const url = `https://api.geckoterminal.com/api/v2/networks/${network}/new_pools?include=base_token&page=1`
        return { chain, body: await http.json(url, { signal }) }
      },
      setAside,
    ),
  parse: (pages, at, setAside) =>
    pages.flatMap(({ chain, body }) => {
      const pools = readOrSetAside(
        () => chain,
        () => readPage(body, setAside),
        setAside,
      )
      return pools === undefined || pools.length === 0 ? [] : [{ at: at.toISOString(), chain, pools }]
    }),
})
