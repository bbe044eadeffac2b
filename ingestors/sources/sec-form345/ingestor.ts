// Reads the SEC's quarterly sets of ownership filings, three years of them at first; the columns are known from its documents.
import { join } from 'node:path'
import type { ValueOf } from '../../../db/log/topic.ts'
import { fetchParts } from '../../aside.ts'
import { withScratch } from '../../client/scratch.ts'
import { defineIngestor } from '../../define.ts'
import { lastDayOfQuarter } from '../../formats/months.ts'
import { listArchives } from '../../sec/data-sets.ts'
import { secHeaders } from '../../sec/listed-companies.ts'
import { readSet } from './read-set.ts'
import { insiderQuarters } from './topic.ts'

type Quarter = ValueOf<typeof insiderQuarters>

const page = 'https://www.sec.gov/data-research/sec-markets-data/insider-transactions-data-sets'
const quartersKept = 12
const mostBytes = 100 * 1024 * 1024

export default defineIngestor<Quarter, readonly Omit<Quarter, 'vintage'>[]>({
  source: 'sec-form345',
  topic: insiderQuarters,
  // A set comes once a quarter, some weeks late.
  schedule: '35 3 * * 2,6',
  grade: 'A',
  proof: 'documented',
  needs: ['SEC_USER_AGENT'],
  fetch: (context) =>
    withScratch(async (folder) => {
      const { http, signal, since } = context
      const linked = await listArchives(page, /^(\d{4})q([1-4])_form345\.zip$/i, context)
      const sets = linked
        .map(({ url, parts: [year, quarter] }) => ({ url, until: lastDayOfQuarter(Number(year), Number(quarter)) }))
        .sort((a, b) => (a.until < b.until ? -1 : 1))
        .slice(-quartersKept)
      const fresh = sets.filter(({ until }) => since === null || Date.parse(until) > since.getTime())
      // The newest again where nothing is new: a set is put there anew now and then.
      const read = await fetchParts(
        fresh.length > 0 ? fresh : sets.slice(-1),
        ({ until }) => `the quarter to ${until}`,
        async ({ url, until }) => {
          const path = join(folder, `${until}.zip`)
          await http.download(url, path, { headers: secHeaders(context), signal, maxBytes: mostBytes, timeoutMs: 120_000 })
          return [...(await readSet(path, until))]
        },
        context.setAside,
      )
      return read.flat()
    }),
  parse: (quarters) => [...quarters],
})
