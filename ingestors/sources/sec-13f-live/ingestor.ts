// Polls the newest 13F filings and keeps their large positions: news of a quarter weeks before its whole set is out.

import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { fetchedOrAside } from '../../aside.ts'
import type { HttpClient } from '../../client/http.ts'
import { withScratch } from '../../client/scratch.ts'
import { defineIngestor, type FetchContext } from '../../define.ts'
import { type CurrentFiling, fetchCurrent } from '../../sec/current-filings.ts'
import { secHeaders } from '../../sec/listed-companies.ts'
import { fetchSecurities, type Securities } from '../../sec/securities.ts'
import { readSubmission, type Submission } from './submission.ts'
import { leastUsd, recentPositions } from './topic.ts'

interface Fetched {
  readonly securities: Securities
  readonly filings: readonly (CurrentFiling & { readonly url: string; readonly submission: Submission | null | 'unreadable' })[]
}

const mostAgain = 20
const keptMs = 24 * 3_600_000
const tickerForm = /^[A-Z][A-Z0-9]{0,5}(-[A-Z0-9]{1,2})?$/
// Which security a number is changes by the half-month, and its lists are megabytes.
const known = new WeakMap<HttpClient, { readonly at: Date; readonly securities: Securities }>()

export default defineIngestor<ValueOf<typeof recentPositions>, Fetched>({
  source: 'sec-13f-live',
  topic: recentPositions,
  schedule: '3-59/10 10-23 * * 1-5',
  grade: 'A',
  proof: 'captured 2025-02',
  mostAside: 0.5,
  needs: ['SEC_USER_AGENT'],
  async fetch(context) {
    const { http, signal } = context
    const { filings: listed, fresh } = await fetchCurrent(['13F-HR'], context)
    const securities = await securitiesOf(context)
    const filings: Fetched['filings'][number][] = []
    for (const [i, filing] of listed.entries()) {
      // A quiet hour, or one of small managers, is no empty poll: then an older filing is read again.
      if (i >= fresh && (i >= fresh + mostAgain || filings.some((one) => largeOf(one, securities).length > 0))) break
      const url = `${filing.folder}/${filing.accession}.txt`
      const fetched = http.text(url, { expect: 'text', headers: secHeaders(context), signal })
      const text = await fetchedOrAside(filing.accession, fetched, context.setAside)
      if (text === undefined) continue
      // Read at once: of a day's filings only what is kept of them has room in memory.
      filings.push({ ...filing, url, submission: readOrNot(text, filing.filedAt) })
    }
    return { securities, filings }
  },
  parse({ securities, filings }, seenAt, setAside) {
    const broken = filings.filter(({ submission }) => submission === 'unreadable').length
    // One filer's slip must not hide everybody else's filings; everybody's slip is a change of the form.
    if (broken * 2 > filings.length)
      throw new TollgateError('upstream_changed', `${broken} of ${filings.length} 13F filings are unreadable`)
    for (const { submission, accession } of filings)
      if (submission === 'unreadable') setAside?.(accession, new TollgateError('upstream_changed', 'the filing is unreadable'))
    const vintage = seenAt.toISOString()
    return filings.flatMap((filing) => largeOf(filing, securities).map((position) => ({ ...position, vintage })))
  },
})

async function securitiesOf(context: FetchContext): Promise<Securities> {
  const kept = known.get(context.http)
  if (kept !== undefined && context.at.getTime() - kept.at.getTime() < keptMs) return kept.securities
  const securities = await withScratch((folder) => fetchSecurities(folder, context))
  known.set(context.http, { at: context.at, securities })
  return securities
}

function readOrNot(text: string, filedAt: string): Submission | null | 'unreadable' {
  try {
    return readSubmission(text, filedAt)
  } catch (error) {
    if (error instanceof TollgateError) return 'unreadable'
    throw error
  }
}

function largeOf({ submission, accession, form, filedAt, url }: Fetched['filings'][number], { byCusip, list }: Securities) {
  if (submission === null || submission === 'unreadable') return []
  const { period, managerCik, manager, isAddition } = submission
  const sums = new Map<string, { shares: number; value_usd: number }>()
  for (const [cusip, { shares, valueUsd }] of submission.held) {
    const ticker = list[byCusip.get(cusip) ?? -1]?.ticker
    if (ticker === undefined || !tickerForm.test(ticker)) continue
    const sum = sums.get(ticker) ?? { shares: 0, value_usd: 0 }
    sums.set(ticker, { shares: sum.shares + shares, value_usd: sum.value_usd + Math.round(valueUsd) })
  }
  return [...sums]
    .filter(([, { value_usd }]) => value_usd >= leastUsd)
    .map(([ticker, sum]) => ({
      ...{ ticker, accession, form, is_addition: isAddition, filed_at: filedAt, period },
      ...{ manager_cik: managerCik, manager, ...sum, url },
    }))
}
