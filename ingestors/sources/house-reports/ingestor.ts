// Reads the Clerk's index of a year for the reports of transactions. The reports themselves are not read.
import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { fetchParts, readEach } from '../../aside.ts'
import { defineIngestor } from '../../define.ts'
import { allOf, type Element, needText, parseXml, textAt } from '../../formats/xml.ts'
import { fetchMember } from '../../shapes/archive-member.ts'
import { houseReports } from './topic.ts'

interface Index {
  readonly year: number
  readonly xml: string
}

const host = 'https://disclosures-clerk.house.gov/public_disc'
const mostBytes = 20 * 1024 * 1024
/** Of transactions; the others are of a year, of candidates, of time asked for. */
const transactions = 'P'
// In its first months reports of the year before still come.
const firstMonths = 3

export default defineIngestor<ValueOf<typeof houseReports>, Index[]>({
  source: 'house-reports',
  topic: houseReports,
  schedule: '0 14,22 * * 1-5',
  grade: 'D',
  proof: 'captured 2025-02',
  consent: 'capitol-reports',
  fetch(context) {
    const { at, since, setAside } = context
    const year = at.getUTCFullYear()
    const years = since === null || at.getUTCMonth() < firstMonths ? [year - 1, year] : [year]
    const readYear = async (one: number): Promise<Index> => {
      const archive = { url: `${host}/financial-pdfs/${one}FD.zip`, name: `${one}FD.xml`, mostBytes }
      return { year: one, xml: await fetchMember(archive, context) }
    }
    return fetchParts(years, (one) => `the index of ${one}`, readYear, setAside)
  },
  parse: (all, at, setAside) => all.flatMap((index) => readIndex(index, at, setAside)),
})

function readIndex({ year, xml }: Index, at: Date, setAside: Parameters<typeof readEach>[2]) {
  const members = allOf(parseXml(xml, 'FinancialDisclosure'), 'Member')
  // Of a year that has just begun nobody may have reported yet.
  const isYoung = year === at.getUTCFullYear() && at.getUTCMonth() < firstMonths
  if (members.length === 0 && !isYoung) throw changed(`the index of ${year} names nobody`)
  const reports = members.filter((one) => needText(one, 'FilingType') === transactions)
  return readEach(
    reports,
    (one) => readReport(one, year, at),
    setAside,
    (one) => textAt(one, 'DocID') ?? 'a report',
  )
}

function readReport(one: Element, year: number, at: Date): ValueOf<typeof houseReports> {
  const [, state, district] = /^([A-Z]{2})(\d{2})$/.exec(needText(one, 'StateDst')) ?? []
  const [, month, day, filedYear] = /^(\d{1,2})\/(\d{1,2})\/(20\d{2})$/.exec(needText(one, 'FilingDate')) ?? []
  const report = needText(one, 'DocID')
  if (state === undefined || filedYear === undefined || !/^\d{4,10}$/.test(report))
    throw changed(`report ${report.slice(0, 12)} has no district, day or number of its own`)
  if (needText(one, 'Year') !== String(year)) throw changed(`report ${report} is of another year than its index`)
  const filed = `${filedYear}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`
  const time = Date.parse(`${filed}T00:00:00Z`)
  if (Number.isNaN(time) || time > at.getTime()) throw changed(`report ${report} was filed on ${filed}`)
  const member = [textAt(one, 'First'), needText(one, 'Last'), textAt(one, 'Suffix')].filter((part) => part !== null).join(' ')
  const url = `${host}/ptr-pdfs/${year}/${report}.pdf`
  return { report, member, state, district: Number(district), filed, url }
}

const changed = (what: string): TollgateError => new TollgateError('upstream_changed', what)
