// Polls the landing page for the workbook's link, which changes, and reads the sheet of monthly prices by its headings.

import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { readOrSetAside } from '../../aside.ts'
import { defineIngestor } from '../../define.ts'
import { type Cell, readSheet } from '../../formats/xlsx.ts'
import { type Commodity, commodities, unitNames } from './commodities.ts'
import { commodityPrices } from './topic.ts'

type Price = ValueOf<typeof commodityPrices>

const page = 'https://www.worldbank.org/en/research/commodity-markets'
const file = 'CMO-Historical-Data-Monthly.xlsx'
const hosts = new Set(['thedocs.worldbank.org', 'www.worldbank.org'])
const sheet = 'Monthly Prices'
// Ten years are compared, and a year before them.
const firstMonth = '2000-01-01'

export default defineIngestor<Price, Cell[][]>({
  source: 'pink-sheet',
  topic: commodityPrices,
  // Published on the second working day of a month; an unchanged file costs nothing.
  schedule: '40 14,20 * * 1-5',
  grade: 'B',
  proof: 'captured 2026-07',
  async fetch({ http, signal }) {
    const link = findLink(await http.text(page, { expect: 'html', signal }))
    return readSheet(await http.bytes(link, { signal }), sheet)
  },
  parse(rows, at, setAside) {
    const head = rows.findIndex((cells) => cells.some((cell) => nameOf(cell) === 'copper'))
    if (head < 0) throw changed('there are no headings')
    const findColumn = (commodity: string, { heading, unit }: Commodity) => {
      const found = rows[head]!.flatMap((cell, column) => (nameOf(cell) === heading ? [column] : []))
      if (found.length !== 1) throw changed(`${heading} stands over ${found.length} columns`)
      const written = rows[head + 1]?.[found[0]!]
      if (typeof written !== 'string' || unitNames[written.trim()] !== unit) throw changed(`${heading} is in ${written}`)
      return { commodity, unit, column: found[0]! }
    }
    // A heading that was renamed costs its own commodity.
    const columns = Object.entries(commodities).flatMap(
      ([commodity, about]) =>
        readOrSetAside(
          () => commodity,
          () => findColumn(commodity, about),
          setAside,
        ) ?? [],
    )
    const months = rows.slice(head + 2).filter(([first]) => first !== null && first !== undefined)
    return months.flatMap((cells) => {
      const month = readMonth(cells[0]!)
      if (month < firstMonth) return []
      return columns.flatMap(({ commodity, unit, column }) => {
        const price = readPrice(cells[column] ?? null, `${commodity} of ${month}`)
        return price === null ? [] : [{ commodity, month, price, unit, vintage: at.toISOString() }]
      })
    })
  },
})

function findLink(html: string): string {
  const links = [...html.matchAll(/href\s*=\s*["']([^"']+)["']/gi)].map(([, link]) => link!.replaceAll('&amp;', '&'))
  const link = links.find((one) => one.split('?')[0]!.endsWith(file))
  if (link === undefined || !URL.canParse(link, page)) throw changed(`the page has no link to ${file}`)
  const url = new URL(link, page)
  if (url.protocol !== 'https:' || !hosts.has(url.hostname)) throw changed(`${file} is said to lie at ${url.host}`)
  return url.href
}

// Headings carry stars and blanks that come and go.
const nameOf = (cell: Cell): string | null => (typeof cell === 'string' ? cell.replaceAll('*', '').trim().toLowerCase() : null)

function readMonth(cell: Cell): string {
  const [, year, month] = /^(\d{4})M(0[1-9]|1[0-2])$/.exec(String(cell).trim()) ?? []
  if (year === undefined) throw changed(`${String(cell).slice(0, 20)} is no month`)
  return `${year}-${month}-01`
}

function readPrice(cell: Cell, what: string): number | null {
  if (typeof cell === 'number' && cell > 0) return cell
  if (cell === null || /^(\.\.|…|-|na|n\/a|)$/i.test(String(cell).trim())) return null
  throw changed(`${what} is ${String(cell).slice(0, 20)}`)
}

const changed = (what: string) => new TollgateError('upstream_changed', `the Pink Sheet: ${what}`)
