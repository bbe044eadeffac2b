// The filings in which a company may name the day of its next results: what it told since its last ones, the newest first.
import { TollgateError } from '../../../base/errors.ts'
import { readDay, readList, readRow, readText } from '../../formats/json.ts'
import { readAccepted } from '../../sec/accepted-at.ts'
import { findToldDate } from './told-date.ts'
import type { CompanyFilings } from './topic.ts'

export interface Notice {
  readonly filed: string
  readonly url: string
  readonly text: string
}

// Regulation FD disclosure, and other events.
const items = ['7.01', '8.01']
const mostNotices = 2
const mostBytes = 3 * 1024 * 1024

/** The addresses of their complete texts, exhibits included. */
export function noticesOf(submissions: unknown, cik: string): Omit<Notice, 'text'>[] {
  const recent = readRow(readRow(readRow(submissions, 'the submissions').filings, 'filings').recent, 'filings.recent')
  const column = (name: string) => readList(recent[name], name)
  const [form, told, accepted, filed, accession] = [
    column('form'),
    column('items'),
    column('acceptanceDateTime'),
    column('filingDate'),
    column('accessionNumber'),
  ]
  const has = (i: number, wanted: readonly string[]): boolean =>
    form[i] === '8-K' && wanted.some((one) => String(told[i]).split(',').includes(one))
  const times = form.map((kind, i) => (kind === '8-K' ? readAccepted(String(accepted[i]), String(filed[i])).toISOString() : ''))
  const results = times.filter((_, i) => has(i, ['2.02']))
  const last = results.reduce((newest, at) => (at > newest ? at : newest), '')
  return form
    .flatMap((_, i) => (last !== '' && has(i, items) && !has(i, ['2.02']) && times[i]! > last ? [i] : []))
    .sort((a, b) => (times[a]! < times[b]! ? 1 : -1))
    .slice(0, mostNotices)
    .map((i) => {
      const number = readText(accession[i], 'accessionNumber')
      const folder = `https://www.sec.gov/Archives/edgar/data/${Number(cik)}/${number.replaceAll('-', '')}`
      return { filed: readDay(filed[i], 'filingDate'), url: `${folder}/${number}.txt` }
    })
}

/** One that is gone, or too large to be a press release, says nothing. */
export async function fetchNotices(
  found: readonly Omit<Notice, 'text'>[],
  ask: (url: string, limit: { readonly maxBytes: number }) => Promise<string>,
): Promise<Notice[]> {
  const notices: Notice[] = []
  for (const notice of found) {
    try {
      notices.push({ ...notice, text: await ask(notice.url, { maxBytes: mostBytes }) })
    } catch (error) {
      if (!(error instanceof TollgateError) || error.retryable) throw error
    }
  }
  return notices
}

export function readTold(notices: readonly Notice[]): Pick<CompanyFilings, 'told'> {
  for (const { filed, url, text } of notices) {
    const found = findToldDate(text, filed)
    if (found !== null) return { told: { ...found, filed, url } }
  }
  return {}
}
