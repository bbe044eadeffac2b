// Polls EIA's page of daily prices for its table of gas and power: a region a row, each price with its change beside it. Proof: documented,
// by three public readers of the page; of this table no recorded answer is at hand, of the oil table above it there is.
import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { readOrSetAside } from '../../aside.ts'
import { defineIngestor, type Unstamped } from '../../define.ts'
import { toIsoDate, toNumber } from '../../formats/csv.ts'
import { hubPrices } from './topic.ts'

type HubPrice = Unstamped<ValueOf<typeof hubPrices>>

interface Cell {
  readonly kind: string
  readonly text: string
}

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
    const start = html.indexOf('Spot Natural Gas and Electric Power Prices')
    if (start < 0) throw new TollgateError('upstream_changed', 'there is no table of gas and power prices')
    const end = html.indexOf('</table', start)
    const table = html.slice(start, end < 0 ? undefined : end)
    const [, day] = /\b(\d{1,2}\/\d{1,2}\/\d{2})\b/.exec(table) ?? []
    if (day === undefined) throw new TollgateError('upstream_changed', 'the table of gas and power prices has no date')
    const date = toIsoDate(`${day.slice(0, -2)}20${day.slice(-2)}`)
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
