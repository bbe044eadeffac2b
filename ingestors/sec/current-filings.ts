// The filings EDGAR has just taken in, of one form; each is listed once for every party to it.
import { TollgateError } from '../../base/errors.ts'
import { fetchedOrAside } from '../aside.ts'
import type { FetchContext } from '../define.ts'
import { allOf, needText, parseXml } from '../formats/xml.ts'
import { secHeaders } from './listed-companies.ts'

export interface CurrentFiling {
  readonly accession: string
  readonly form: string
  readonly filedAt: string
  /** Where its documents are. */
  readonly folder: string
}

const pageSize = 100
// On the day a form is due, thousands come within hours.
const usualPages = 5
// Filings are listed out of order by some minutes.
const overlapMs = 3_600_000

/** The newest first; `fresh` of them came since the newest that is known. */
export async function fetchCurrent(
  forms: readonly string[],
  context: FetchContext,
  { owner = 'include', mostPages = usualPages }: { readonly owner?: 'include' | 'only'; readonly mostPages?: number } = {},
): Promise<{ filings: readonly CurrentFiling[]; fresh: number }> {
  const { http, signal, since } = context
  const isFresh = ({ filedAt }: CurrentFiling) => since === null || Date.parse(filedAt) >= since.getTime() - overlapMs
  const listed = new Map<string, CurrentFiling>()
  for (const form of forms) {
    for (let page = 0; page < mostPages; page++) {
      const query = new URLSearchParams({ action: 'getcurrent', type: form, owner, count: String(pageSize) })
      if (page > 0) query.set('start', String(page * pageSize))
      const url = `https://www.sec.gov/cgi-bin/browse-edgar?${query}&output=atom`
      const asked = http.text(url, { expect: 'xml', headers: secHeaders(context), signal }).then(readFeed)
      // A later page, or another form, may be missing; a feed of one page is all there is.
      const isAll = (forms.length === 1 || (listed.size === 0 && form === forms.at(-1))) && page === 0
      const feed = await fetchedOrAside(`page ${page + 1} of ${form}`, asked, isAll ? undefined : context.setAside)
      if (feed === undefined) break
      const { entries, filings } = feed
      // The form asked for is the beginning of others.
      for (const filing of filings) if (filing.form === form || filing.form === `${form}/A`) listed.set(filing.accession, filing)
      if (since === null || entries < pageSize || !filings.every(isFresh)) break
    }
  }
  const all = [...listed.values()].sort((a, b) => (a.filedAt < b.filedAt ? 1 : -1))
  if (all.length === 0) throw new TollgateError('upstream_changed', `no ${forms.join(' or ')} is listed`)
  return { filings: all, fresh: all.filter(isFresh).length }
}

function readFeed(xml: string): { entries: number; filings: CurrentFiling[] } {
  const entries = allOf(parseXml(xml, 'feed'), 'entry')
  const filings = entries.map((entry) => {
    const accession = /accession-number=(\d{10}-\d{2}-\d{6})$/.exec(needText(entry, 'id'))?.[1]
    const filed = new Date(needText(entry, 'updated'))
    const href = allOf(entry, 'link')[0]?.attributes.href ?? ''
    const folder = /^(https:\/\/www\.sec\.gov\/Archives\/edgar\/data\/\d+\/\d{18})\/[^/]+-index\.html?$/.exec(href)?.[1]
    const form = allOf(entry, 'category')[0]?.attributes.term
    if (accession === undefined || Number.isNaN(filed.getTime()) || folder === undefined || form === undefined)
      throw new TollgateError('upstream_changed', 'an entry has no number, time, link or form')
    return { accession, form, filedAt: filed.toISOString(), folder }
  })
  return { entries: entries.length, filings }
}
