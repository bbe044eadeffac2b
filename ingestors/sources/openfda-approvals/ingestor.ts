// Polls applications with an approval of the last months: original ones, and new uses of what is sold. Proof: captured.
import { TollgateError } from '../../../base/errors.ts'
import { fetchedOrAside, isNotRecorded, readEach } from '../../aside.ts'
import { defineIngestor } from '../../define.ts'
import { toIsoDate } from '../../formats/csv.ts'
import { type Row, readNumber, readRow, readRows, readText, readTextOrNull } from '../../formats/json.ts'
import { type Catalyst, plainCatalyst, snapshotOf } from '../../shapes/catalysts.ts'
import { drugApprovals } from './topic.ts'

const daysBack = 100
const pageRows = 1_000
const mostPages = 12
const leastShare = 0.98
const rowsOf = (page: unknown) => readRows(readRow(page, 'the answer').results, 'results')
const totalOf = (page: unknown) =>
  readNumber(readRow(readRow(readRow(page, 'the answer').meta, 'meta').results, 'meta.results').total, 'total')
const compact = (date: Date) => date.toISOString().slice(0, 10).replaceAll('-', '')

export default defineIngestor<any, unknown[]>({
  source: 'openfda-approvals',
  topic: drugApprovals,
  schedule: '40 9 * * *',
  grade: 'A',
  proof: 'captured 2026-07-10',
  // Every label change of every generic is a submission too: one page is not all of them.
  async fetch({ http, at, signal, setAside }) {
    const from = compact(new Date(at.getTime() - daysBack * 86_400_000))
    const search = `https://api.fda.gov/drug/drugsfda.json?search=submissions.submission_status_date:[${from}+TO+${compact(at)}]&limit=${pageRows}`
    const pages: unknown[] = []
    for (let more = true; more && pages.length < mostPages; ) {
      const asked = http.json(pages.length === 0 ? search : `${search}&skip=${pages.length * pageRows}`, { signal })
      const page =
        pages.length === 0 ? await asked : await fetchedOrAside(`page ${pages.length + 1}`, asked, setAside, isNotRecorded)
      if (page === undefined) break
      pages.push(page)
      more = rowsOf(page).length === pageRows && pages.length * pageRows < totalOf(page)
    }
    return pages
  },
  parse(pages, at, setAside) {
    const oldest = new Date(at.getTime() - daysBack * 86_400_000).toISOString().slice(0, 10)
    const rows = pages.flatMap(rowsOf)
    const total = Math.max(...pages.map(totalOf))
    // While they were read one may have come or gone.
    if (rows.length < leastShare * total)
      setAside?.('applications', new TollgateError('upstream_changed', `${rows.length} of ${total} came`))
    const events = readEach(rows, readApplication, setAside)
    return [
      snapshotOf(
        events.filter(({ date }) => date >= oldest),
        at,
      ),
    ]
  },
})

function readApplication(row: Row): Catalyst[] {
  const number = readText(row.application_number, 'application_number')
  if (!/^(NDA|BLA|ANDA)\d{3,8}$/.test(number))
    throw new TollgateError('upstream_changed', `${number.slice(0, 20)} is no application`)
  // A generic moves nobody's shares.
  if (number.startsWith('ANDA')) return []
  const [company, products] = [
    readText(row.sponsor_name, 'sponsor_name'),
    row.products == null ? [] : readRows(row.products, 'products', { mayBeEmpty: true }),
  ]
  const product = products.map((one) => readTextOrNull(one.brand_name, 'brand_name')).find((name) => name !== null) ?? null
  return readRows(row.submissions, 'submissions').flatMap((one): Catalyst[] => {
    const [type, status, kind] = [
      readText(one.submission_type, 'submission_type'),
      readTextOrNull(one.submission_status, 'submission_status'),
      readTextOrNull(one.submission_class_code, 'submission_class_code'),
    ]
    if (status !== 'AP' || !(type === 'ORIG' || (type === 'SUPPL' && kind === 'EFFICACY'))) return []
    const date = toIsoDate(
      readText(one.submission_status_date, 'submission_status_date').replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3'),
    )
    const which = readText(one.submission_number, 'submission_number')
    return [
      {
        ...plainCatalyst,
        id: `approval ${number} ${type} ${which}`.slice(0, 120),
        date,
        type: 'approval',
        company,
        product,
        detail: type === 'ORIG' ? `${number} approved` : `${number} approved for a new use`,
        url: `https://www.accessdata.fda.gov/scripts/cder/daf/index.cfm?event=overview.process&ApplNo=${number.replace(/\D/g, '')}`,
      },
    ]
  })
}
