// Reads the SEC's two newest sets of 13F filings whole and keeps of each listed security what its holders did: the rest stays on disk, and goes.
import { join } from 'node:path'
import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { withScratch } from '../../client/scratch.ts'
import { defineIngestor, type FetchContext } from '../../define.ts'
import { listArchives, readSecDate } from '../../sec/data-sets.ts'
import { secHeaders } from '../../sec/listed-companies.ts'
import { fetchSecurities, type Securities } from '../../sec/securities.ts'
import { fetchOutstanding, type Outstanding } from './outstanding.ts'
import { type ReadSets, readSets } from './read-sets.ts'
import { institutionalHoldings } from './topic.ts'

interface Fetched {
  readonly receivedUntil: string
  readonly securities: Securities
  readonly outstanding: ReadonlyMap<string, Outstanding>
  readonly sets: ReadSets
}

const page = 'https://www.sec.gov/data-research/sec-markets-data/form-13f-data-sets'
const mostBytes = 400 * 1024 * 1024
const tickerForm = /^[A-Z][A-Z0-9]{0,5}(-[A-Z0-9]{1,2})?$/
const nobody = { holders: 0, shares: 0, value_usd: 0 }
const none = { count: 0, largest: [] }

export default defineIngestor<ValueOf<typeof institutionalHoldings>, Fetched>({
  source: 'sec-13f',
  topic: institutionalHoldings,
  // A set comes once a quarter, half a month late; a week's reading also takes in who changed their symbol.
  schedule: '10 5 * * 6',
  grade: 'A',
  proof: 'documented',
  needs: ['SEC_USER_AGENT'],
  fetch: (context) => withScratch((folder) => fetchAll(folder, context)),
  parse({ receivedUntil, securities, outstanding, sets }, at) {
    const held = new Map(sets.holdings.map(({ security, holdings }) => [security, holdings]))
    return securities.list.flatMap((security, i) => {
      // Without a number nobody can say whether it is held.
      if (security.cusips.length === 0 || !tickerForm.test(security.ticker)) return []
      const { before, ...holdings } = held.get(i) ?? {
        now: nobody,
        before: nobody,
        matched: { managers: 0, shares: 0, shares_before: 0 },
        split_ratio: null,
        puts: { managers: 0, shares: 0 },
        calls: { managers: 0, shares: 0 },
        principal_usd: 0,
        top: [],
        opened: none,
        closed: none,
      }
      return [
        {
          ticker: security.ticker,
          name: security.name,
          cik: security.cik,
          cusips: [...security.cusips],
          period: sets.period,
          received_until: receivedUntil,
          ...holdings,
          before: { period: sets.before, ...before },
          outstanding: security.isOnlyShare ? (outstanding.get(security.cik) ?? null) : null,
          vintage: at.toISOString(),
        },
      ]
    })
  },
})

async function fetchAll(folder: string, context: FetchContext): Promise<Fetched> {
  const { http, signal } = context
  const linked = await listArchives(page, /^(\d{2}[a-z]{3}\d{4})-(\d{2}[a-z]{3}\d{4})_form13f(?:_(\d+))?\.zip$/i, context)
  // A set that was put there again has a number behind its name.
  const order = (one: (typeof linked)[number]) => `${readSecDate(one.parts[1]!)} ${one.parts[2] ?? 0}`
  const newest = new Map(
    linked.toSorted((a, b) => (order(a) < order(b) ? -1 : 1)).map((one) => [readSecDate(one.parts[1]!), one.url] as const),
  )
  const [receivedUntil, previous] = [...newest.keys()].reverse()
  if (receivedUntil === undefined || previous === undefined)
    throw new TollgateError('upstream_changed', 'there are not two sets of 13F filings')
  const securities = await fetchSecurities(folder, context)
  const outstanding = await fetchOutstanding(receivedUntil, context)
  const [now, before] = [join(folder, 'now.zip'), join(folder, 'before.zip')]
  for (const [end, path] of [
    [receivedUntil, now],
    [previous, before],
  ] as const)
    await http.download(newest.get(end)!, path, { headers: secHeaders(context), signal, maxBytes: mostBytes, timeoutMs: 120_000 })
  return { receivedUntil, securities, outstanding, sets: await readSets([now, before], folder, securities) }
}
