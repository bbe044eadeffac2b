// Reads one quarterly set: its submissions, their owners, and the open-market trades; what tells of none is left out.
import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { toNumber } from '../../formats/csv.ts'
import { readTable } from '../../formats/table-stream.ts'
import { withZip, type Zip } from '../../formats/zip.ts'
import { readSecDate } from '../../sec/data-sets.ts'
import { readSymbol } from '../../sec/symbol.ts'
import type { insiderQuarters } from './topic.ts'

type Quarter = Omit<ValueOf<typeof insiderQuarters>, 'vintage'>
type Filing = Quarter['filings'][number]

const mostUnpacked = 600 * 1024 * 1024
const mostBroken = 0.05

export function readSet(path: string, until: string): Promise<Quarter[]> {
  return withZip(path, mostUnpacked, async (zip) => {
    const tradesOf = await readTrades(zip)
    const ownersOf = await readOwners(zip, new Set(tradesOf.keys()))
    const quarters = new Map<string, Quarter & { filings: Filing[] }>()
    for await (const one of rowsOf(zip, 'SUBMISSION.tsv', submissionColumns, ['AFF10B5ONE'])) {
      const [accession, form] = [one.ACCESSION_NUMBER, one.DOCUMENT_TYPE]
      const [trades, owners] = [tradesOf.get(accession), ownersOf.get(accession)]
      const ticker = readSymbol(one.ISSUERTRADINGSYMBOL)
      if (trades === undefined || owners === undefined || (form !== '4' && form !== '4/A')) continue
      if (ticker === null) continue
      const issuer_cik = one.ISSUERCIK.padStart(10, '0')
      const quarter = quarters.get(ticker) ?? {
        ticker,
        issuer: one.ISSUERNAME,
        issuer_cik,
        until,
        filings: [],
      }
      quarters.set(ticker, quarter)
      // Two companies under one symbol: whose trades the second's are, nobody can say.
      if (quarter.issuer_cik !== issuer_cik) continue
      quarter.filings.push({
        accession,
        form,
        // The set has the day alone; the last minute of it is after every trade.
        filed_at: `${readSecDate(one.FILING_DATE)}T23:59:00.000Z`,
        period: readSecDate(one.PERIOD_OF_REPORT),
        original_date: one.DATE_OF_ORIG_SUB === '' ? null : readSecDate(one.DATE_OF_ORIG_SUB),
        owners,
        plan_10b5_1: flagOf(one.AFF10B5ONE),
        trades,
        url: `https://www.sec.gov/Archives/edgar/data/${Number(one.ISSUERCIK)}/${accession.replaceAll('-', '')}/${accession}.txt`,
      })
    }
    return [...quarters.values()]
  })
}

// The mark of a trading plan has no column of its own in the sets of the first years that have the mark.
const submissionColumns = [
  'ACCESSION_NUMBER',
  'FILING_DATE',
  'PERIOD_OF_REPORT',
  'DATE_OF_ORIG_SUB',
  'DOCUMENT_TYPE',
  'ISSUERCIK',
  'ISSUERNAME',
  'ISSUERTRADINGSYMBOL',
  'AFF10B5ONE',
] as const
const ownerColumns = ['ACCESSION_NUMBER', 'RPTOWNERCIK', 'RPTOWNERNAME', 'RPTOWNER_RELATIONSHIP', 'RPTOWNER_TITLE'] as const
const tradeColumns = [
  'ACCESSION_NUMBER',
  'TRANS_DATE',
  'TRANS_CODE',
  'TRANS_SHARES',
  'TRANS_PRICEPERSHARE',
  'TRANS_ACQUIRED_DISP_CD',
  'SHRS_OWND_FOLWNG_TRANS',
] as const

async function* rowsOf<C extends string>(zip: Zip, name: string, columns: readonly C[], optional: readonly C[] = []) {
  for await (const rows of readTable(await zip.text(name), columns, '\t', optional)) yield* rows
}

async function readTrades(zip: Zip): Promise<Map<string, Filing['trades']>> {
  const found = new Map<string, Filing['trades']>()
  let [all, broken] = [0, 0]
  for await (const row of rowsOf(zip, 'NONDERIV_TRANS.tsv', tradeColumns)) {
    const side = row.TRANS_ACQUIRED_DISP_CD
    if ((row.TRANS_CODE !== 'P' && row.TRANS_CODE !== 'S') || (side !== 'A' && side !== 'D')) continue
    all++
    try {
      const shares = toNumber(row.TRANS_SHARES)
      if (shares === null || shares < 0) continue
      const trades = found.get(row.ACCESSION_NUMBER) ?? []
      found.set(row.ACCESSION_NUMBER, trades)
      trades.push({
        date: readSecDate(row.TRANS_DATE),
        code: row.TRANS_CODE,
        acquired: side === 'A',
        shares,
        price_usd: toNumber(row.TRANS_PRICEPERSHARE),
        shares_after: toNumber(row.SHRS_OWND_FOLWNG_TRANS),
      })
    } catch (error) {
      if (!(error instanceof TollgateError)) throw error
      broken++
    }
  }
  if (broken > all * mostBroken) throw new TollgateError('upstream_changed', `${broken} of ${all} trades are unreadable`)
  return found
}

const relations = ['director', 'officer', 'tenpercentowner', 'other']

async function readOwners(zip: Zip, wanted: ReadonlySet<string>): Promise<Map<string, Filing['owners']>> {
  const found = new Map<string, Filing['owners']>()
  for await (const row of rowsOf(zip, 'REPORTINGOWNER.tsv', ownerColumns)) {
    if (!wanted.has(row.ACCESSION_NUMBER)) continue
    const relation = row.RPTOWNER_RELATIONSHIP.toLowerCase()
    const isKnown = relations.some((one) => relation.includes(one))
    const is = (one: string) => (isKnown ? relation.includes(one) : null)
    const owners = found.get(row.ACCESSION_NUMBER) ?? []
    found.set(row.ACCESSION_NUMBER, owners)
    owners.push({
      cik: row.RPTOWNERCIK.padStart(10, '0'),
      name: row.RPTOWNERNAME,
      title: row.RPTOWNER_TITLE === '' ? null : row.RPTOWNER_TITLE,
      is_director: is('director'),
      is_officer: is('officer'),
      is_ten_pct: is('tenpercentowner'),
    })
  }
  return found
}

const flags: Readonly<Record<string, boolean>> = { 0: false, 1: true, false: false, true: true }
const flagOf = (text: string): boolean | null => flags[text.toLowerCase()] ?? null
