// Written by us in the Senate's shape; lobbyists and amounts are made up.
import { defineSample } from '../../../define.ts'
import { noise } from '../../../samples/walk.ts'
import { companyTickers } from '../../../sec/sample-lists.ts'

const clients = ['APPLE INC.', 'MICROSOFT CORPORATION', 'GIZMOTRONIX INC', 'CITY OF SAMPLETON', 'SAMPLE TRADE ASSOCIATION']
const issues = ['BUD', 'TAX', 'ENV', 'DEF', 'HCR', 'TRD', 'CPI']
const perPage = 25
const last = 10
const hourMs = 3_600_000

export default defineSample({
  answer(url, now) {
    const list = companyTickers(url)
    if (list !== null) return list
    if (url.hostname !== 'lda.senate.gov' || url.pathname !== '/api/v1/filings/') return null
    const page = Number(url.searchParams.get('page') ?? 1)
    const newest = Math.floor(now.getTime() / hourMs / 5)
    const results = Array.from({ length: perPage }, (_, i) => {
      const n = newest - ((page - 1) * perPage + i)
      const uuid = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
      const posted = new Date(n * 5 * hourMs)
      const pick = Math.floor(500 * (1 + noise('lda', n)))
      const isOwn = pick % 3 === 0
      return {
        filing_uuid: uuid,
        filing_type: 'Q3',
        filing_year: posted.getUTCFullYear(),
        filing_period: 'third_quarter',
        filing_document_url: `https://lda.senate.gov/filings/public/filing/${uuid}/print/`,
        income: isOwn ? null : `${10_000 * (1 + (pick % 20))}.00`,
        expenses: isOwn ? `${100_000 * (1 + (pick % 30))}.00` : null,
        dt_posted: posted.toISOString().replace('.000Z', '-00:00'),
        registrant: { id: pick, name: 'SAMPLE PARTNERS LLC' },
        client: { id: pick, name: clients[pick % clients.length] },
        lobbying_activities: [{ general_issue_code: issues[pick % issues.length], description: 'Sample.' }],
      }
    })
    const next = page < last ? `https://lda.senate.gov/api/v1/filings/?page=${page + 1}` : null
    return { type: 'application/json', body: JSON.stringify({ count: last * perPage, next, previous: null, results }) }
  },
})
