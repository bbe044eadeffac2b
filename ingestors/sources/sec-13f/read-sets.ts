// From two data sets on disk to one sum a security: the filings that count first, then millions of rows as they are unpacked.
import { TollgateError } from '../../../base/errors.ts'
import { readTable } from '../../formats/table-stream.ts'
import { withZip, type Zip } from '../../formats/zip.ts'
import { readCusip } from '../../sec/cusip.ts'
import type { Securities } from '../../sec/securities.ts'
import { kindOf, readAmount, usdPerUnit } from '../../sec/thirteen-f.ts'
import { countedFilings, type Filing13f, mainPeriod, quarterBefore, readFilings } from './filings.ts'
import { type Holdings, type Manager, sumHoldings } from './holdings.ts'
import { createPositionFiles, type PositionFiles } from './position-files.ts'

export interface ReadSets {
  readonly period: string
  readonly before: string
  readonly holdings: readonly { readonly security: number; readonly holdings: Holdings }[]
}

interface Counted {
  readonly filing: Filing13f
  readonly manager: number
}

const mostBytes = 4 * 1024 * 1024 * 1024
const columns = ['ACCESSION_NUMBER', 'CUSIP', 'VALUE', 'SSHPRNAMT', 'SSHPRNAMTTYPE', 'PUTCALL'] as const
// Some filers put a name where the number belongs; where many do it is another table.
const mostOdd = 0.2

/** The newer set first. */
export async function readSets(paths: readonly [string, string], folder: string, securities: Securities): Promise<ReadSets> {
  const filings: Map<string, Filing13f | null>[] = []
  for (const path of paths) filings.push(await withZip(path, mostBytes, readFilings))
  const period = mainPeriod(filings[0]!.values())
  const before = quarterBefore(period)
  const wanted = filings.flatMap((set) => [...set.values()]).filter((one) => one?.period === period || one?.period === before)
  const counted = countedFilings(wanted as Filing13f[])
  const managers = listManagers([...counted.values()], period)
  const places = new Map([...managers].map(([cik], i) => [cik, i]))
  const files = createPositionFiles(folder)
  for (const [i, path] of paths.entries()) {
    const find = (accession: string): Counted | null => {
      if (!filings[i]!.has(accession)) throw changed(`${accession.slice(0, 20)} holds positions and is not listed`)
      const filing = counted.get(accession)
      return filing === undefined ? null : { filing, manager: places.get(filing.cik)! }
    }
    await withZip(path, mostBytes, (zip) => scatter(zip, { find, before, securities, files }))
  }
  const list = [...managers.values()]
  const holdings: { security: number; holdings: Holdings }[] = []
  for await (const rows of files.parts())
    for (const [security, own] of Map.groupBy(rows, (row) => row.security))
      holdings.push({ security, holdings: sumHoldings(own, list) })
  return { period, before, holdings }
}

/** A manager goes by the name on its last filing. */
function listManagers(filings: readonly Filing13f[], period: string): Map<string, Manager> {
  const managers = new Map<string, Manager>()
  for (const { cik, manager, period: about } of filings.toSorted((a, b) => (a.filedAt < b.filedAt ? -1 : 1))) {
    const known = managers.get(cik)?.reported
    const reported = { now: about === period || known?.now === true, before: about !== period || known?.before === true }
    managers.set(cik, { cik, name: manager, reported })
  }
  return managers
}

interface ScatterOptions {
  find(accession: string): Counted | null
  readonly before: string
  readonly securities: Securities
  readonly files: PositionFiles
}

async function scatter(zip: Zip, { find, before, securities, files }: ScatterOptions): Promise<void> {
  let [rows, odd] = [0, 0]
  let [accession, counted]: [string, Counted | null] = ['', null]
  for await (const part of readTable(await zip.text('INFOTABLE.tsv'), columns, '\t')) {
    let isFull = false
    for (const row of part) {
      // Rows of one filing stand together.
      if (accession !== row.ACCESSION_NUMBER) [accession, counted] = [row.ACCESSION_NUMBER, find(row.ACCESSION_NUMBER)]
      rows++
      const cusip = readCusip(row.CUSIP)
      const kind = kindOf(row.SSHPRNAMTTYPE, row.PUTCALL)
      const [amount, value] = [readAmount(row.SSHPRNAMT), readAmount(row.VALUE)]
      if (cusip === null || amount < 0 || value < 0) {
        odd++
        continue
      }
      const security = securities.byCusip.get(cusip)
      if (counted === null || security === undefined) continue
      const { filing, manager } = counted
      const valueUsd = value * usdPerUnit(filing.filedAt)
      isFull = files.add({ security, manager, isBefore: filing.period === before, kind, amount, valueUsd }) || isFull
    }
    if (isFull) await files.flush()
  }
  if (rows === 0 || odd > rows * mostOdd) throw changed(`${odd} of ${rows} positions have no CUSIP or less than nothing`)
}

const changed = (what: string) => new TollgateError('upstream_changed', `13F: ${what}`)
