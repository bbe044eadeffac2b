// Which filings of a manager's quarter count: the last that says everything anew, and what was added after it.
import { TollgateError } from '../../../base/errors.ts'
import { readTable } from '../../formats/table-stream.ts'
import type { Zip } from '../../formats/zip.ts'
import { readSecDate } from '../../sec/data-sets.ts'

export interface Filing13f {
  readonly accession: string
  readonly cik: string
  readonly manager: string
  readonly filedAt: string
  readonly period: string
  /** Adds to what was filed before; every other filing takes its place. */
  readonly isAddition: boolean
}

const accessionForm = /^\d{10}-\d{2}-\d{6}$/

/** Of one data set; null for the filings that hold nothing: notices that another manager reports. */
export async function readFilings(zip: Zip): Promise<Map<string, Filing13f | null>> {
  const covers = new Map<string, { manager: string; amendment: string }>()
  const coverColumns = ['ACCESSION_NUMBER', 'ISAMENDMENT', 'AMENDMENTTYPE', 'FILINGMANAGER_NAME'] as const
  for await (const rows of readTable(await zip.text('COVERPAGE.tsv'), coverColumns, '\t'))
    for (const row of rows) {
      const [amendment, isAmendment] = [row.AMENDMENTTYPE.toUpperCase(), row.ISAMENDMENT.toUpperCase()]
      if (!['', 'RESTATEMENT', 'NEW HOLDINGS'].includes(amendment)) throw changed(`${amendment.slice(0, 20)} is no amendment`)
      if (!['', 'Y', 'N', 'TRUE', 'FALSE'].includes(isAmendment)) throw changed(`ISAMENDMENT says ${isAmendment.slice(0, 20)}`)
      covers.set(row.ACCESSION_NUMBER, { manager: row.FILINGMANAGER_NAME, amendment })
    }
  const filings = new Map<string, Filing13f | null>()
  const columns = ['ACCESSION_NUMBER', 'FILING_DATE', 'SUBMISSIONTYPE', 'CIK', 'PERIODOFREPORT'] as const
  for await (const rows of readTable(await zip.text('SUBMISSION.tsv'), columns, '\t'))
    for (const row of rows) {
      const [accession, type] = [row.ACCESSION_NUMBER, row.SUBMISSIONTYPE]
      if (!accessionForm.test(accession)) throw changed(`${accession.slice(0, 20)} is no filing's number`)
      if (!/^13F-(HR|NT|CTR)(\/A)?$/.test(type)) throw changed(`${type.slice(0, 20)} is no form`)
      if (!/^\d{1,10}$/.test(row.CIK)) throw changed(`${row.CIK.slice(0, 20)} is no manager's number`)
      const [filedAt, period] = [readSecDate(row.FILING_DATE), readSecDate(row.PERIODOFREPORT)]
      const cover = covers.get(accession)
      if (!type.startsWith('13F-HR')) filings.set(accession, null)
      else if (cover === undefined || cover.manager === '') throw changed(`${accession} has no cover page`)
      else {
        const isAddition = type === '13F-HR/A' && cover.amendment === 'NEW HOLDINGS'
        filings.set(accession, { accession, cik: row.CIK.padStart(10, '0'), manager: cover.manager, filedAt, period, isAddition })
      }
    }
  if (filings.size === 0) throw changed('the data set has no filings')
  return filings
}

/** By number, those that still hold. */
export function countedFilings(filings: readonly Filing13f[]): Map<string, Filing13f> {
  const counted = new Map<string, Filing13f>()
  for (const own of Map.groupBy(filings, ({ cik, period }) => `${cik} ${period}`).values()) {
    const inOrder = own.toSorted((a, b) => (a.filedAt + a.accession < b.filedAt + b.accession ? -1 : 1))
    const from = Math.max(
      0,
      inOrder.findLastIndex(({ isAddition }) => !isAddition),
    )
    for (const filing of inOrder.slice(from)) counted.set(filing.accession, filing)
  }
  return counted
}

/** The quarter most of a set's filings are about. */
export function mainPeriod(filings: Iterable<Filing13f | null>): string {
  const counts = new Map<string, number>()
  for (const filing of filings) if (filing !== null) counts.set(filing.period, (counts.get(filing.period) ?? 0) + 1)
  const [first] = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? 1 : -1))
  if (first === undefined) throw changed('the data set holds no report of holdings')
  return first[0]
}

export function quarterBefore(period: string): string {
  const date = new Date(`${period}T00:00:00Z`)
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 2, 0)).toISOString().slice(0, 10)
}

const changed = (what: string) => new TollgateError('upstream_changed', `13F: ${what}`)
