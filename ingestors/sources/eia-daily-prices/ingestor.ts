// Polls EIA's page of daily prices for its table of gas and power: a region a row, each price with its change beside it. Proof: documented,
// by public readers of the page, of whom three name its title and its day; of this table no recorded answer is at hand, of the oil table
// above it there is.
import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { readOrSetAside } from '../../aside.ts'
import { defineIngestor, type Unstamped } from '../../define.ts'
import { toIsoDate, toNumber } from '../../formats/csv.ts'
import { firstDayOfNamed } from '../../formats/months.ts'
import { hubPrices } from './topic.ts'

type HubPrice = Unstamped<ValueOf<typeof hubPrices>>

interface Cell {
  readonly kind: string
  readonly text: string
}

// Its summary, and what stands above it.
const titles = ['Spot Natural Gas and Electric Power Prices', 'Spot Prices for Delivery Today']
const nearby = 300
const url = 'https://www.eia.gov/todayinenergy/prices.php'
const layout = ['s1', 'price', 'change', 'price', 'change', 'price'].join()
const kinds: Readonly<Record<string, string>> = { s1: 's1', d1: 'price', up: 'change', dn: 'change', nc: 'change' }

export default defineIngestor<ValueOf<typeof hubPrices>, string>({
  source: 'eia-daily-prices',
  topic: hubPrices,
  schedule: '15,45 12-16 * * 1-5',
  grade: 'A',
  proof: 'documented',
  fetch: ({ http, signal }) => http.text(url, { expect: 'html', signal }),
  parse(html, _at, setAside) {
    const table = findTable(html)
    const date = dayOf(table) ?? pageDay(html)
    if (date === null) throw new TollgateError('upstream_changed', 'the table of gas and power prices has no date')
    const cells = cellsOf(table)
    const starts = cells.flatMap(({ kind }, i) => (kind === 's1' ? [i] : []))
    if (starts.length === 0) throw new TollgateError('upstream_changed', 'the table of gas and power prices has no rows')
    return starts.flatMap((from, i) => {
      const row = cells.slice(from, starts[i + 1])
      return (
        readOrSetAside(
          () => row.map(({ text }) => text).join(' '),
          () => [readRow(row, date)],
          setAside,
        ) ?? []
      )
    })
  },
})

/** By its summary or its title, whichever the page has; both may be named elsewhere in it. */
function findTable(html: string): string {
  const places = titles.flatMap((title) => html.split(title).slice(1)).map((rest) => rest.split(/<\/?table/i)[0]!)
  const table = places.find((rest) => rest.includes('class="s1"'))
  if (table === undefined) throw new TollgateError('upstream_changed', 'there is no table of gas and power prices')
  return table
}

/** "9/21/26", where the table says so itself. */
function dayOf(table: string): string | null {
  const [, day] = /\b(\d{1,2}\/\d{1,2}\/\d{2})\b/.exec(table) ?? []
  return day === undefined ? null : toIsoDate(`${day.slice(0, -2)}20${day.slice(-2)}`)
}

/** Prices for delivery today are of the page's day: "September 22, 2026", which stands before its name or behind it. */
function pageDay(html: string): string | null {
  const near = [
    ...html.split('class="date"').slice(1),
    ...html.split('>Daily Prices').slice(1),
    html.split('>Daily Prices')[0]!.slice(-nearby),
  ]
  for (const text of near) {
    const [, name, day, year] = /([A-Z][a-z]{2,8}) (\d{1,2}), (20\d\d)/.exec(text.slice(0, nearby)) ?? []
    const month = name === undefined ? null : firstDayOfNamed(`${name.slice(0, 3)}${year}`)
    if (month !== null) return toIsoDate(`${month.slice(0, 8)}${day!.padStart(2, '0')}`)
  }
  return null
}

function readRow(row: readonly Cell[], date: string): HubPrice {
  const known = row.filter(({ kind }) => kind !== '')
  if (
    known
      .slice(0, 6)
      .map(({ kind }) => kind)
      .join() !== layout
  )
    throw new TollgateError('upstream_changed', 'the row has other cells')
  const region = known[0]!.text
  const [gas, gasChange, power, powerChange, spark] = known.slice(1, 6).map(({ text }) => toNumber(text)) as (number | null)[]
  return {
    date,
    hub: region
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, ''),
    region,
    gas_usd_mmbtu: gas!,
    gas_change_pct: gasChange!,
    power_usd_mwh: power!,
    power_change_pct: powerChange!,
    spark_usd_mwh: spark!,
  }
}

function cellsOf(table: string): Cell[] {
  return table
    .split(/<td\b/i)
    .slice(1)
    .map((part) => {
      const open = part.indexOf('>')
      const [, name = ''] = /class="([^"]*)"/.exec(part.slice(0, open)) ?? []
      const close = part.indexOf('</td', open)
      const text = part
        .slice(open + 1, close < 0 ? undefined : close)
        .split('<')
        .map((piece, i) => (i === 0 ? piece : piece.slice(piece.indexOf('>') + 1)))
        .join(' ')
      return { kind: kinds[name.trim()] ?? '', text: text.replace(/\s+/g, ' ').trim() }
    })
}
