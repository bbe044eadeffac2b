// Polls the landing page for the workbook's link, which changes, and reads one row of it by its code; months stand in a row of their own.
// Workbooks of 2019 and 2026 were read as recorded; the page is documented by public readers of it.
import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { defineIngestor, type Unstamped } from '../../define.ts'
import { type Cell, readSheet } from '../../formats/xlsx.ts'
import { worldTrade } from './topic.ts'

type Value = ValueOf<typeof worldTrade>

const page = 'https://www.cpb.nl/en/worldtrademonitor/latest'
const hosts = new Set(['www.cpb.nl', 'cpb.nl'])
const sheet = 'trade_out'
// World trade, volume, seasonally adjusted.
const code = 'tgz_w1_qnmi_sn'
const isMonth = /^\d{4}m(0[1-9]|1[0-2])$/

export default defineIngestor<Value, Cell[][]>({
  source: 'cpb-trade',
  topic: worldTrade,
  // About the 25th of each month.
  schedule: '30 12 20-31 * *',
  grade: 'B',
  proof: 'documented',
  async fetch({ http, signal }) {
    const link = findLink(await http.text(page, { expect: 'html', signal }))
    return readSheet(await http.bytes(link, { signal }), sheet)
  },
  parse(rows) {
    const months = rows.find((cells) => cells.filter((cell) => isMonth.test(String(cell))).length > 12)
    const found = rows.filter((cells) => cells.some((cell) => typeof cell === 'string' && cell.trim() === code))
    if (months === undefined || found.length !== 1) throw changed(`${found.length} rows are ${code}, or no row is of months`)
    return months.flatMap((cell, column): Unstamped<Value>[] => {
      const [month, index] = [String(cell), found[0]![column] ?? null]
      if (!isMonth.test(month) || index === null) return []
      if (typeof index !== 'number' || index <= 0) throw changed(`${month} is ${String(index).slice(0, 20)}`)
      const [year, number] = month.split('m').map(Number)
      return [{ month: new Date(Date.UTC(year!, number!, 0)).toISOString().slice(0, 10), index }]
    })
  },
})

function findLink(html: string): string {
  const links = [...html.matchAll(/href\s*=\s*["']([^"']+)["']/gi)].map(([, link]) => link!.replaceAll('&amp;', '&'))
  const link = links.find((one) => /world-trade-monitor/i.test(one) && one.split('?')[0]!.endsWith('.xlsx'))
  if (link === undefined || !URL.canParse(link, page)) throw changed('the page has no link to the workbook')
  const url = new URL(link, page)
  if (url.protocol !== 'https:' || !hosts.has(url.hostname)) throw changed(`the workbook is said to lie at ${url.host}`)
  return url.href
}

const changed = (what: string) => new TollgateError('upstream_changed', `the World Trade Monitor: ${what}`)
