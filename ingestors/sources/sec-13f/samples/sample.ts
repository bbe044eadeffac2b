// Written by us in the shape of the SEC's data sets; the companies are real or made up, every manager and figure is made up.

import { defineSample, type SampleAnswer } from '../../../define.ts'
import { archiveType, writeArchive } from '../../../samples/archive.ts'
import { isoDate } from '../../../samples/walk.ts'
import { failsAnswer } from '../../../sec/sample-fails.ts'
import { companyTickers, fundTickers } from '../../../sec/sample-lists.ts'
import { columns, tableOf } from './tables.ts'

const lagDays = 15
const dayMs = 86_400_000
const page = '/data-research/sec-markets-data/form-13f-data-sets'
const files = '/files/datastandardsinnovation/data/form-13f-data-sets'
const outstanding = [
  [320193, 'Apple Inc.', 14_800_000_000],
  [789019, 'MICROSOFT CORP', 7_430_000_000],
  [9000001, 'Gizmotronix Inc.', 40_000_000],
] as const

export default defineSample({
  answer(url, now) {
    const list = companyTickers(url) ?? fundTickers(url) ?? failsAnswer(url, now)
    if (list !== null) return list
    if (url.pathname.startsWith('/api/xbrl/frames/dei/EntityCommonStockSharesOutstanding/')) return frame(url)
    if (url.hostname !== 'www.sec.gov') return null
    const windows = windowsUntil(now)
    if (url.pathname === page) return { type: 'text/html', body: pageOf(windows) }
    const asked = windows.find((end) => url.pathname === `${files}/${nameOf(end)}`)
    return asked === undefined ? null : { type: archiveType, body: writeArchive(setOf(asked)) }
  },
})

/** The ends of the windows that are out: the last days of February, May, August and November. */
function windowsUntil(now: Date): Date[] {
  const newest = now.getUTCFullYear() * 12 + now.getUTCMonth()
  return Array.from({ length: 12 }, (_, i) => newest - i)
    .filter((month) => month % 3 === 1)
    .map((month) => new Date(Date.UTC(Math.floor(month / 12), (month % 12) + 1, 0)))
    .filter((end) => end.getTime() + lagDays * dayMs <= now.getTime())
    .slice(0, 3)
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

function secDate(date: Date, separator: string): string {
  const [day, month] = [String(date.getUTCDate()).padStart(2, '0'), months[date.getUTCMonth()]!]
  return [day, separator === '' ? month : month.toUpperCase(), date.getUTCFullYear()].join(separator)
}

function nameOf(end: Date): string {
  const start = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() - 2, 1))
  return `${secDate(start, '')}-${secDate(end, '')}_form13f.zip`
}

function pageOf(windows: readonly Date[]): string {
  const links = windows.map((end) => `<li><a href="${files}/${nameOf(end)}" download>13F data set</a></li>`)
  return `<!DOCTYPE html><html><head><title>Form 13F Data Sets</title></head><body>\n<p>Data sets, one a quarter</p>\n<ul>${links.join('\n')}<li><a href="/files/structureddata/data/form-13f-data-sets/2023q4_form13f.zip">2023 Q4</a></li></ul></body></html>\n`
}

/** Two months before the window's end ends the quarter it is about. */
function setOf(end: Date): Record<string, string> {
  const period = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() - 1, 0))
  const before = new Date(Date.UTC(period.getUTCFullYear(), period.getUTCMonth() - 2, 0))
  const filed = (days: number) => secDate(new Date(period.getTime() + days * dayMs), '-')
  const tables = tableOf({ period: secDate(period, '-'), before: secDate(before, '-'), quarter: quarterOf(period), filed })
  const text = (name: keyof typeof columns) =>
    `${columns[name].join('\t')}\n${tables[name].map((row) => columns[name].map((column) => row[column] ?? '').join('\t')).join('\n')}\n`
  return { 'INFOTABLE.tsv': text('INFOTABLE'), 'SUBMISSION.tsv': text('SUBMISSION'), 'COVERPAGE.tsv': text('COVERPAGE') }
}

const quarterOf = (date: Date): number => date.getUTCFullYear() * 4 + Math.floor(date.getUTCMonth() / 3)

function frame(url: URL): SampleAnswer {
  const [, year, quarter] = /CY(\d{4})Q(\d)I\.json$/.exec(url.pathname)!
  // Covers are dated some weeks after the quarter they are counted to.
  const end = isoDate(new Date(Date.UTC(Number(year), Number(quarter) * 3, 17)))
  const data = outstanding.map(([cik, entityName, val], i) => ({
    accn: `${String(cik).padStart(10, '0')}-26-00000${i}`,
    cik,
    entityName,
    loc: 'US-CA',
    end,
    val: val - Number(quarter) * 1_000_000,
  }))
  const head = { taxonomy: 'dei', tag: 'EntityCommonStockSharesOutstanding', ccp: `CY${year}Q${quarter}I`, uom: 'shares' }
  return { type: 'application/json', body: JSON.stringify({ ...head, pts: data.length, data }) }
}
