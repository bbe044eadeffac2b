// Written by us in EDGAR's shape, of companies and people who do not exist: a plan's sale, a grant, a price in a footnote, an amendment.

import { wallClock } from '../../../../base/calendar/zoned-time.ts'
import { defineSample } from '../../../define.ts'

type Trade = readonly [code: string, side: 'A' | 'D', shares: number, price: number | null, after: number]
interface Sample {
  /** Since it was filed, and since the trade. */
  readonly hours: number
  readonly traded: number
  readonly form: '4' | '4/A'
  /** Since what it amends was filed. */
  readonly amends?: number
  readonly issuer: readonly [cik: string, name: string, symbol: string]
  readonly owner: readonly [cik: string, name: string, title: string]
  readonly plan: string
  readonly trades: readonly Trade[]
}

const gizmo = ['0009000001', 'Gizmotronix Inc.', 'GZMO'] as const
const quex = ['0009000002', 'Quextron Corp.', 'QXT.B'] as const
const filings: readonly Sample[] = [
  {
    hours: 3,
    traded: 40,
    form: '4',
    issuer: gizmo,
    owner: ['0009100001', 'Musterfrau Anna', 'Chief Executive Officer'],
    plan: '0',
    trades: [['P', 'A', 20_000, 24.5, 120_000]],
  },
  {
    hours: 20,
    traded: 44,
    form: '4',
    issuer: gizmo,
    owner: ['0009100002', 'Sample Robert', ''],
    plan: 'false',
    trades: [
      ['P', 'A', 4_000, 24.1, 9_000],
      ['A', 'A', 1_000, 0, 10_000],
    ],
  },
  {
    hours: 40,
    traded: 70,
    form: '4',
    issuer: gizmo,
    owner: ['0009100003', 'Testova Irina', 'Chief Financial Officer'],
    plan: '1',
    trades: [['S', 'D', 30_000, 25, 50_000]],
  },
  {
    hours: 44,
    traded: 80,
    form: '4',
    issuer: quex,
    owner: ['0009100004', 'Hypothet Marc', 'President'],
    plan: '0',
    trades: [
      ['S', 'D', 9_000, 110, 1_000],
      ['S', 'D', 500, null, 500],
    ],
  },
  {
    hours: 30,
    traded: 80,
    form: '4/A',
    amends: 44,
    issuer: quex,
    owner: ['0009100004', 'Hypothet Marc', 'President'],
    plan: '0',
    trades: [['S', 'D', 8_000, 110, 2_000]],
  },
]

const hourOf = (now: Date): number => Math.floor(now.getTime() / 3_600_000) * 3_600_000

/** The filings as they are at a moment, with their numbers. */
export function filingsAt(now: Date) {
  return filings.map((filing, i) => ({
    ...filing,
    number: `${filing.owner[0]}-26-${String(i + 1).padStart(6, '0')}`,
    at: new Date(hourOf(now) - filing.hours * 3_600_000),
  }))
}

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'www.sec.gov') return null
    const all = filingsAt(now)
    const asked = all.find(({ number }) => url.pathname.endsWith(`${number}.txt`))
    if (asked !== undefined) return { type: 'text/xml', body: fullText(asked, hourOf(now)) }
    if (url.pathname.startsWith('/Archives/edgar/data/9000001/'))
      return { status: 404, type: 'text/html', body: '<html>404</html>' }
    // Others ask EDGAR other things.
    if (url.searchParams.get('action') !== 'getcurrent' || url.searchParams.get('type') !== '4') return null
    const entries = all.flatMap((filing) => [entry(filing, 'Issuer', filing.form), entry(filing, 'Reporting', filing.form)])
    const other = entry({ ...all[0]!, number: '0009000009-26-000009' }, 'Filer', '424B2')
    return {
      type: 'application/xml',
      body: `<?xml version="1.0" encoding="UTF-8"?>\n<feed>\n<title>Latest Filings</title>\n${[other, ...entries].join('\n')}\n</feed>\n`,
    }
  },
})

function entry(filing: { number: string; at: Date; issuer: Sample['issuer'] }, who: string, form: string): string {
  const path = `https://www.sec.gov/Archives/edgar/data/9000001/${filing.number.replaceAll('-', '')}/${filing.number}-index.htm`
  return `<entry><title>${form} - ${filing.issuer[1]} (${who})</title><link rel="alternate" type="text/html" href="${path}"/><updated>${filing.at.toISOString().slice(0, 19)}-00:00</updated><category label="form type" term="${form}"/><id>urn:tag:sec.gov,2008:accession-number=${filing.number}</id></entry>`
}

function fullText({ form, issuer, owner, plan, trades, hours, traded, amends }: Sample, hour: number): string {
  const dayBefore = (past: number) => new Date(hour - past * 3_600_000).toISOString().slice(0, 10)
  const day = dayBefore(traded)
  const original = amends === undefined ? '' : `<dateOfOriginalSubmission>${dayBefore(amends)}</dateOfOriginalSubmission>`
  const accepted = wallClock(new Date(hour - hours * 3_600_000), 'America/New_York').replaceAll(/\D/g, '')
  const rows = trades.map(
    ([code, side, shares, price, after]) =>
      `<nonDerivativeTransaction><transactionDate><value>${day}</value></transactionDate><transactionCoding><transactionCode>${code}</transactionCode></transactionCoding><transactionAmounts><transactionShares><value>${shares}</value></transactionShares><transactionPricePerShare>${price === null ? '<footnoteId id="F1"/>' : `<value>${price}</value>`}</transactionPricePerShare><transactionAcquiredDisposedCode><value>${side}</value></transactionAcquiredDisposedCode></transactionAmounts><postTransactionAmounts><sharesOwnedFollowingTransaction><value>${after}</value></sharesOwnedFollowingTransaction></postTransactionAmounts></nonDerivativeTransaction>`,
  )
  const relation = `<isOfficer>${owner[2] === '' ? 0 : 1}</isOfficer><isDirector>${owner[2] === '' ? 'true' : 'false'}</isDirector>${owner[2] === '' ? '' : `<officerTitle>${owner[2]}</officerTitle>`}`
  const xml = `<ownershipDocument><documentType>${form}</documentType><periodOfReport>${day}</periodOfReport>${original}<issuer><issuerCik>${issuer[0]}</issuerCik><issuerName>${issuer[1]}</issuerName><issuerTradingSymbol>${issuer[2]}</issuerTradingSymbol></issuer><reportingOwner><reportingOwnerId><rptOwnerCik>${owner[0]}</rptOwnerCik><rptOwnerName>${owner[1]}</rptOwnerName></reportingOwnerId><reportingOwnerRelationship>${relation}</reportingOwnerRelationship></reportingOwner><aff10b5One>${plan}</aff10b5One><nonDerivativeTable>${rows.join('')}</nonDerivativeTable></ownershipDocument>`
  return `<SEC-DOCUMENT>\n<ACCEPTANCE-DATETIME>${accepted}\n<TYPE>${form}\n<XML>\n<?xml version="1.0"?>\n${xml}\n</XML>\n</SEC-DOCUMENT>\n`
}
