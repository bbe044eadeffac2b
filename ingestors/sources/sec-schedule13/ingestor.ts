// Polls the newest schedules 13D and 13G, then each one's own document; whose company it is about, its number tells.

import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { fetchedOrAside } from '../../aside.ts'
import { defineIngestor } from '../../define.ts'
import { type CurrentFiling, fetchCurrent } from '../../sec/current-filings.ts'
import { fetchCompanies, fetchFundClasses, isOtherSecurity, type ListedCompany, secHeaders } from '../../sec/listed-companies.ts'
import { readSchedule13, type Stake } from './schedule13.ts'
import { largeStakes } from './topic.ts'

interface Fetched {
  readonly companies: readonly ListedCompany[]
  readonly filings: readonly (CurrentFiling & { readonly url: string; readonly text: string })[]
}

const mostAgain = 20
const tickerForm = /^[A-Z][A-Z0-9]{0,5}(-[A-Z0-9]{1,2})?$/

export default defineIngestor<ValueOf<typeof largeStakes>, Fetched>({
  source: 'sec-schedule13',
  topic: largeStakes,
  schedule: '7-59/10 10-23 * * 1-5',
  grade: 'A',
  proof: 'captured 2026-05',
  mostAside: 0.5,
  needs: ['SEC_USER_AGENT'],
  async fetch(context) {
    const { http, signal } = context
    const { filings: listed, fresh } = await fetchCurrent(['SCHEDULE 13D', 'SCHEDULE 13G'], context)
    // What is a class of a fund is answered for as a fund.
    const funds = new Set((await fetchFundClasses(context)).map(({ ticker }) => ticker))
    const companies = (await fetchCompanies(context)).filter(({ ticker }) => !funds.has(ticker))
    const known = new Set(companies.map(({ cik }) => cik))
    const filings: Fetched['filings'][number][] = []
    const isAboutListed = () => filings.some(({ text }) => known.has(readOrNull(text)?.issuer_cik ?? ''))
    for (const [i, filing] of listed.entries()) {
      // A quiet hour, or one about companies nobody lists, is no empty poll: then an older filing is read again.
      if (i >= fresh && (isAboutListed() || i >= fresh + mostAgain)) break
      const url = `${filing.folder}/primary_doc.xml`
      const fetched = http.text(url, { expect: 'xml', headers: secHeaders(context), signal })
      const text = await fetchedOrAside(filing.accession, fetched, context.setAside)
      if (text !== undefined) filings.push({ ...filing, url, text })
    }
    return { companies, filings }
  },
  parse({ companies, filings }, seenAt, setAside) {
    const tickers = Map.groupBy(
      companies.filter(({ ticker }) => tickerForm.test(ticker) && !isOtherSecurity(ticker)),
      ({ cik }) => cik,
    )
    const read = filings.map((filing) => ({ filing, stake: readOrNull(filing.text) }))
    const broken = read.filter(({ stake }) => stake === null).length
    // One filer's slip must not hide everybody else's filings; everybody's slip is a change of the form.
    if (broken * 2 > read.length)
      throw new TollgateError('upstream_changed', `${broken} of ${read.length} schedules 13 are unreadable`)
    for (const { filing, stake } of read)
      if (stake === null) setAside?.(filing.accession, new TollgateError('upstream_changed', 'the schedule is unreadable'))
    const vintage = seenAt.toISOString()
    return read.flatMap(({ filing: { accession, filedAt, url }, stake }) =>
      stake === null
        ? []
        : (tickers.get(stake.issuer_cik) ?? []).map(({ ticker }) => ({
            ticker,
            accession,
            filed_at: filedAt,
            url,
            ...stake,
            vintage,
          })),
    )
  },
})

function readOrNull(text: string): Stake | null {
  try {
    const stake = readSchedule13(text)
    return /^SCHEDULE 13[DG](\/A)?$/.test(stake.form) && (stake.pct ?? 0) <= 100 ? stake : null
  } catch (error) {
    if (error instanceof TollgateError) return null
    throw error
  }
}
