// EDGAR's feed of what it has just taken in, for the samples of the sources that read it.
import type { SampleAnswer } from '../define.ts'

export interface SampleFiling {
  readonly accession: string
  readonly form: string
  readonly at: Date
  readonly cik: number
  readonly title: string
}

export const folderOf = ({ cik, accession }: Pick<SampleFiling, 'cik' | 'accession'>): string =>
  `/Archives/edgar/data/${cik}/${accession.replaceAll('-', '')}`

/** Of the asked form and its amendments; null where something else is asked for. */
export function currentFeed(url: URL, forms: readonly string[], filings: readonly SampleFiling[]): SampleAnswer | null {
  const type = url.searchParams.get('type') ?? ''
  if (url.hostname !== 'www.sec.gov' || url.searchParams.get('action') !== 'getcurrent' || !forms.includes(type)) return null
  const entries = filings
    .filter(({ form }) => form.startsWith(type))
    .flatMap((filing) => ['Subject', 'Filed by'].map((who) => entry(filing, who)))
  const head =
    '<?xml version="1.0" encoding="ISO-8859-1" ?>\n<feed xmlns="http://www.w3.org/2005/Atom">\n<title>Latest Filings</title>'
  return { type: 'application/atom+xml', body: `${head}\n${entries.join('\n')}\n</feed>\n` }
}

function entry(filing: SampleFiling, who: string): string {
  const href = `https://www.sec.gov${folderOf(filing)}/${filing.accession}-index.htm`
  return `<entry>\n<title>${filing.form} - ${filing.title} (${who})</title>\n<link rel="alternate" type="text/html" href="${href}"/>\n<updated>${filing.at.toISOString().slice(0, 19)}-00:00</updated>\n<category scheme="https://www.sec.gov/" label="form type" term="${filing.form}"/>\n<id>urn:tag:sec.gov,2008:accession-number=${filing.accession}</id>\n</entry>`
}
