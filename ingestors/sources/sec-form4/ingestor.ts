// Polls the newest ownership filings, then each one's full text; a filing is listed once for its issuer and once for each owner.
import { TollgateError } from '../../../base/errors.ts'
import { fetchedOrAside } from '../../aside.ts'
import { defineIngestor } from '../../define.ts'
import { allOf, needText, parseXml } from '../../formats/xml.ts'
import { type Filing, readForm4 } from './form4.ts'
import { insiderFilings } from './topic.ts'

interface Listed {
  readonly accession: string
  readonly filedAt: string
  readonly url: string
  readonly text: string
}

const feed = 'https://www.sec.gov/cgi-bin/browse-edgar?action=getcurrent&type=4&owner=only&count=100&output=atom'
// Filings are listed out of order by some minutes.
const overlapMs = 3_600_000

export default defineIngestor<Filing, Listed[]>({
  source: 'sec-form4',
  topic: insiderFilings,
  schedule: '*/5 10-23 * * 1-5',
  grade: 'A',
  proof: 'documented',
  mostAside: 0.5,
  // The SEC asks every program to say who runs it.
  needs: ['SEC_USER_AGENT'],
  async fetch({ http, since, signal, credential, setAside }) {
    const headers = { 'user-agent': credential('SEC_USER_AGENT') ?? '' }
    const listed = readFeed(await http.text(feed, { expect: 'xml', headers, signal }))
    const fresh = listed.filter(({ filedAt }) => since === null || Date.parse(filedAt) >= since.getTime() - overlapMs)
    // Always one at the least: a quiet hour is no empty poll.
    const filings: Listed[] = []
    for (const filing of fresh.length > 0 ? fresh : listed.slice(0, 1)) {
      const text = await fetchedOrAside(filing.accession, http.text(filing.url, { expect: 'text', headers, signal }), setAside)
      if (text !== undefined) filings.push({ ...filing, text })
    }
    return filings
  },
  parse(filings, seenAt, setAside) {
    const read = filings.map((filing) => readListed(filing, seenAt))
    const broken = read.filter((one) => one === 'unreadable')
    // One filer's slip must not hide everybody else's filings; everybody's slip is a change of the form.
    if (broken.length * 2 > read.length)
      throw new TollgateError('upstream_changed', `${broken.length} of ${read.length} filings are unreadable`)
    for (const [i, one] of read.entries())
      if (one === 'unreadable')
        setAside?.(filings[i]!.accession, new TollgateError('upstream_changed', 'the filing is unreadable'))
    return read.flatMap((one) => (one === null || one === 'unreadable' ? [] : [one]))
  },
})

function readListed({ accession, filedAt, url, text }: Listed, seenAt: Date): Filing | null | 'unreadable' {
  try {
    const filing = readForm4(text)
    return filing === null ? null : { ...filing, accession, filed_at: filedAt, url, vintage: seenAt.toISOString() }
  } catch (error) {
    if (error instanceof TollgateError) return 'unreadable'
    throw error
  }
}

function readFeed(xml: string): Omit<Listed, 'text'>[] {
  const entries = allOf(parseXml(xml, 'feed'), 'entry').flatMap((entry) => {
    const accession = /accession-number=(\d{10}-\d{2}-\d{6})$/.exec(needText(entry, 'id'))?.[1]
    const filed = new Date(needText(entry, 'updated'))
    const href = allOf(entry, 'link')[0]?.attributes.href?.replace(/-index\.html?$/, '.txt')
    const form = allOf(entry, 'category')[0]?.attributes.term
    if (accession === undefined || Number.isNaN(filed.getTime()) || href === undefined || form === undefined)
      throw new TollgateError('upstream_changed', 'an entry has no number, time, link or form')
    // The type asked for is the beginning of others: 424B2.
    return form === '4' || form === '4/A' ? [{ accession, filedAt: filed.toISOString(), url: href }] : []
  })
  if (entries.length === 0) throw new TollgateError('upstream_changed', 'no ownership filing is listed')
  return [...new Map(entries.map((entry) => [entry.accession, entry])).values()]
}
