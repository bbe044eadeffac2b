// The rows of a made-up data set: amendments of both kinds, options, debt, rows of one manager to be summed, a number that lost its zero.
import { noise } from '../../../samples/walk.ts'

export const columns = {
  SUBMISSION: ['ACCESSION_NUMBER', 'FILING_DATE', 'SUBMISSIONTYPE', 'CIK', 'PERIODOFREPORT'],
  COVERPAGE: [
    ...['ACCESSION_NUMBER', 'REPORTCALENDARORQUARTER', 'ISAMENDMENT', 'AMENDMENTNO', 'AMENDMENTTYPE', 'FILINGMANAGER_NAME'],
    ...['FILINGMANAGER_CITY', 'FILINGMANAGER_STATEORCOUNTRY', 'REPORTTYPE', 'FORM13FFILENUMBER', 'ADDITIONALINFORMATION'],
  ],
  INFOTABLE: [
    ...['ACCESSION_NUMBER', 'INFOTABLE_SK', 'NAMEOFISSUER', 'TITLEOFCLASS', 'CUSIP', 'FIGI', 'VALUE', 'SSHPRNAMT'],
    ...['SSHPRNAMTTYPE', 'PUTCALL', 'INVESTMENTDISCRETION', 'OTHERMANAGER', 'VOTING_AUTH_SOLE'],
  ],
} as const

type Row = Readonly<Record<string, string>>
export type Tables = Record<keyof typeof columns, Row[]>

interface About {
  readonly period: string
  readonly before: string
  readonly quarter: number
  filed(days: number): string
}

interface Held {
  readonly cusip: string
  readonly issuer: string
  readonly outstanding: number
  readonly usd: number
}

const apple: Held = { cusip: '037833100', issuer: 'APPLE INC', outstanding: 14_800_000_000, usd: 232 }
const microsoft: Held = { cusip: '594918104', issuer: 'MICROSOFT CORP', outstanding: 7_430_000_000, usd: 418 }
const gizmo: Held = { cusip: '37636G108', issuer: 'GIZMOTRONIX INC', outstanding: 40_000_000, usd: 25 }
const elsewhere: Held = { cusip: '922908769', issuer: 'VANGUARD INDEX FDS', outstanding: 1_500_000_000, usd: 300 }

const managers: readonly (readonly [cik: string, name: string, pct: number])[] = [
  ['0009200001', 'Specimen Index Group Inc', 8.4],
  ['0009200002', 'Sample Street Corp', 4.1],
  ['0009200003', 'Mustermann Asset Management', 2.9],
  ['0009200004', 'Hypothet Capital Research', 1.8],
  ['0009200005', 'Placeholder Price Associates', 1.2],
  ['0009200006', 'Example Northern Trust', 0.9],
  ['0009200007', 'Testlab Quantitative LP', 0.5],
  ['0009200008', 'Dummy & Sons Advisors', 0.2],
  ['0009200009', 'Draft Hill Partners', 0.1],
]

export function tableOf({ period, before, quarter, filed }: About): Tables {
  const tables: Tables = { SUBMISSION: [], COVERPAGE: [], INFOTABLE: [] }
  let number = 0
  const file = (cik: string, name: string, days: number, amendment: string, rows: readonly Row[], about = period): void => {
    const accession = `${cik}-26-${String(quarter * 100 + number++)
      .slice(-6)
      .padStart(6, '0')}`
    const type = rows.length === 0 ? '13F-NT' : amendment === '' ? '13F-HR' : '13F-HR/A'
    tables.SUBMISSION.push({
      ACCESSION_NUMBER: accession,
      FILING_DATE: filed(days),
      SUBMISSIONTYPE: type,
      CIK: cik,
      PERIODOFREPORT: about,
    })
    tables.COVERPAGE.push({
      ACCESSION_NUMBER: accession,
      REPORTCALENDARORQUARTER: about,
      ISAMENDMENT: amendment === '' ? '' : 'Y',
      AMENDMENTTYPE: amendment,
      FILINGMANAGER_NAME: name,
      FILINGMANAGER_CITY: 'BOSTON',
      REPORTTYPE: type === '13F-NT' ? '13F NOTICE' : '13F HOLDINGS REPORT',
      ADDITIONALINFORMATION: '"A ""quoted"" remark"',
    })
    rows.forEach(
      (row, i) =>
        void tables.INFOTABLE.push({
          ACCESSION_NUMBER: accession,
          INFOTABLE_SK: String(quarter * 1_000 + number * 20 + i),
          ...row,
        }),
    )
  }
  const sharesOf = (held: Held, cik: string, pct: number) =>
    Math.round(held.outstanding * (pct / 100) * (1 + 0.04 * noise(`13f/${cik}/${held.cusip}`, quarter)))
  managers.forEach(([cik, name, pct], i) => {
    const held = [apple, microsoft, elsewhere, ...(i % 2 === 0 ? [gizmo] : [])]
    // The smallest come and go.
    const kept = i === 8 && quarter % 2 === 0 ? [microsoft] : i === 7 && quarter % 2 === 1 ? [microsoft, elsewhere] : held
    const rows = kept.flatMap((one) => split(one, sharesOf(one, cik, pct), i))
    file(cik, name, 40 + (i % 5), '', rows)
    // Filed again whole, because a row was a hundred times too large.
    if (i === 3) {
      tables.INFOTABLE.filter(({ ACCESSION_NUMBER }) => ACCESSION_NUMBER?.startsWith(cik)).forEach((row, at) => {
        if (at === 0) Object.assign(row, { SSHPRNAMT: `${row.SSHPRNAMT}00` })
      })
      file(cik, name, 47, 'RESTATEMENT', rows)
    }
    if (i === 5) file(cik, name, 50, 'NEW HOLDINGS', [rowOf(gizmo, 150_000)])
    // The quarter before, late.
    if (i === 6) file(cik, name, 46, 'NEW HOLDINGS', [rowOf(gizmo, 20_000)], before)
  })
  file('0009200020', 'Noticed Holdings LLC', 44, '', [])
  return tables
}

/** How a manager writes one position. */
function split(held: Held, shares: number, manager: number): Row[] {
  if (manager === 0)
    return [rowOf(held, shares - 1_000), rowOf(held, 1_000, { INVESTMENTDISCRETION: 'DFND', OTHERMANAGER: '1,2' })]
  const options = { SSHPRNAMT: '50000', VALUE: String(50_000 * held.usd) }
  if (manager === 6 && held === apple)
    return [rowOf(held, shares), rowOf(held, 0, { ...options, PUTCALL: 'Put' }), rowOf(held, 0, { ...options, PUTCALL: 'Call' })]
  if (manager === 4 && held === gizmo)
    return [rowOf(held, shares), rowOf(held, 0, { SSHPRNAMT: '2000000', VALUE: '1950000', SSHPRNAMTTYPE: 'PRN' })]
  // A spreadsheet takes the zero in front, and some write small letters.
  return [
    rowOf(held, shares, {
      CUSIP: manager === 1 ? held.cusip.replace(/^0/, '') : manager === 2 ? held.cusip.toLowerCase() : held.cusip,
    }),
  ]
}

function rowOf(held: Held, shares: number, more: Row = {}): Row {
  return {
    NAMEOFISSUER: held.issuer,
    TITLEOFCLASS: 'COM',
    CUSIP: held.cusip,
    VALUE: String(Math.round(shares * held.usd)),
    SSHPRNAMT: String(shares),
    SSHPRNAMTTYPE: 'SH',
    INVESTMENTDISCRETION: 'SOLE',
    VOTING_AUTH_SOLE: String(shares),
    ...more,
  }
}
