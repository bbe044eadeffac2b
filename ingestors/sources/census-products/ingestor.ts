// Asks what the United States sold and bought of a product, month by month and country by country. Shape as the Bureau's guide has it; no recorded answer was found.
import { TollgateError } from '../../../base/errors.ts'
import { UpstreamRefusal } from '../../client/refusal.ts'
import { defineIngestor, type FetchContext } from '../../define.ts'
import { readList, readNumber, readText } from '../../formats/json.ts'
import { type ProductKey, type ProductRow, type ProductTrade, readProductKey, sumProduct } from '../../shapes/product-trade.ts'
import { censusProducts } from './topic.ts'

interface Asked {
  readonly key: ProductKey
  readonly exports: unknown
  readonly imports: unknown
}

type Cells = Readonly<Record<string, string>>

const shown = 'US:8542'
const base = 'https://api.census.gov/data/timeseries/intltrade'
// Two years, and the months until they are told.
const monthsBack = 28
const year = 12
const columns = {
  exports: { code: 'E_COMMODITY', title: 'E_COMMODITY_LDESC', value: 'ALL_VAL_MO', more: [] },
  imports: { code: 'I_COMMODITY', title: 'I_COMMODITY_LDESC', value: 'GEN_VAL_MO', more: ['CON_VAL_MO', 'CAL_DUT_MO'] },
} as const
type Flow = keyof typeof columns

const monthOf = (date: Date): string => date.toISOString().slice(0, 7)

async function fetchFlow(
  flow: Flow,
  { asked, hs }: ProductKey,
  { http, at, signal, credential }: FetchContext,
): Promise<unknown> {
  const { code, title, value, more } = columns[flow]
  const from = monthOf(new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - monthsBack, 1)))
  const query = new URLSearchParams({
    get: ['CTY_CODE', 'CTY_NAME', title, value, ...more].join(','),
    [code]: hs,
    COMM_LVL: `HS${hs.length}`,
    SUMMARY_LVL: 'DET',
    time: `from ${from} to ${monthOf(at)}`,
    key: credential('CENSUS_API_KEY') ?? '',
  })
  try {
    return await http.json(`${base}/${flow}/hs?${query.toString()}`, { signal, maxBytes: 8_000_000 })
  } catch (error) {
    // Rightly asked, and nothing there; of what is always traded nothing is a fault.
    if (error instanceof UpstreamRefusal && error.status === 204 && asked !== shown) return null
    throw error
  }
}

async function fetchProduct(asked: string, context: FetchContext): Promise<Asked> {
  const key = readProductKey(asked)
  if (key.reporter !== 'US') throw new TollgateError('key_unknown', 'the Census Bureau counts the trade of the United States')
  const [exports, imports] = [await fetchFlow('exports', key, context), await fetchFlow('imports', key, context)]
  if (exports === null && imports === null)
    throw new TollgateError('key_unknown', `nothing was sold or bought of HS ${key.hs} in two years`)
  return { key, exports, imports }
}

export default defineIngestor<ProductTrade, Asked[]>({
  source: 'census-products',
  topic: censusProducts,
  // The fifth to the eighth of a month, in the morning of Washington.
  schedule: '50 13 4-10 * *',
  grade: 'A',
  proof: 'documented',
  needs: ['CENSUS_API_KEY'],
  fetch: async (context) => [await fetchProduct(shown, context)],
  parse: (all) => all.map(readProduct),
  openKeys: {
    fetch: async (asked, context) => [await fetchProduct(asked, context)],
    pollSeconds: 24 * 3_600,
    watchSeconds: 7 * 86_400,
    cooldownSeconds: 6 * 3_600,
    unknownSeconds: 86_400,
    concurrency: 2,
    perSecond: 1,
    deadlineSeconds: 18,
  },
})

function readProduct({ key, exports: sold, imports: bought }: Asked): ReturnType<typeof built> {
  const [exported, imported] = [readTable('exports', sold, key), readTable('imports', bought, key)]
  const [exports, imports] = [exported.map((row) => readRow('exports', row)), imported.map((row) => readRow('imports', row))]
  // Both ways are told on the same day: the newest month of either is that of both.
  const newest = [...exports, ...imports].reduce((last, { period }) => (period > last ? period : last), '')
  const months = Array.from({ length: 2 * year }, (_, i) => monthBefore(newest, i))
  return built(key, { exports, imports }, { now: months.slice(0, year), before: months.slice(year) }, exported, imported)
}

function built(
  { asked }: ProductKey,
  flows: Readonly<Record<Flow, readonly ProductRow[]>>,
  periods: { readonly now: readonly string[]; readonly before: readonly string[] },
  exported: readonly Cells[],
  imported: readonly Cells[],
) {
  const newest = periods.now[0]!
  const inNewest = (rows: readonly ProductRow[]) => rows.find(({ isWhole, period }) => isWhole && period === newest)?.usd ?? 0
  const dutiesIn = (months: readonly string[]) => {
    const own = imported.filter((row) => row.CTY_CODE === '-' && months.includes(row.time!))
    const sum = (name: string) => own.reduce((total, row) => total + readNumber(row[name], name), 0)
    return own.length === 0 ? null : { usd: sum('CAL_DUT_MO'), of_usd: sum('CON_VAL_MO') }
  }
  const [now, before] = [dutiesIn(periods.now), dutiesIn(periods.before)]
  const titled = exported[0]?.E_COMMODITY_LDESC ?? imported[0]?.I_COMMODITY_LDESC ?? null
  return {
    asked,
    title: titled,
    every: 'month',
    until: { day: lastDayOf(newest) },
    newest_month: { exports_usd: inNewest(flows.exports), imports_usd: inNewest(flows.imports) },
    duties: now === null ? null : { ...now, before },
    ...sumProduct(flows, periods),
  }
}

/** Rows by the names of their columns; the header repeats what was asked for. */
function readTable(flow: Flow, body: unknown, { hs }: ProductKey): Cells[] {
  if (body === null) return []
  const { code, title, value, more } = columns[flow]
  const [header = [], ...rows] = readList(body, 'the answer').map((row) =>
    readList(row, 'a row').map((cell) => readText(cell, 'a cell')),
  )
  const wanted = ['CTY_CODE', 'CTY_NAME', title, value, ...more, code, 'COMM_LVL', 'time']
  const missing = wanted.find((name) => !header.includes(name))
  if (missing !== undefined) throw changed(`the answer has no column ${missing}`)
  return rows.map((cells) => {
    if (cells.length !== header.length) throw changed('a row is of another length than the header')
    const row = Object.fromEntries(wanted.map((name) => [name, cells[header.indexOf(name)]!]))
    if (row[code] !== hs || row.COMM_LVL !== `HS${hs.length}`) throw changed(`a row is of ${row[code]}, not of ${hs}`)
    return row
  })
}

function readRow(flow: Flow, row: Cells): ProductRow {
  const { CTY_CODE: code = '', CTY_NAME: name = '', time: period = '' } = row
  if (!/^20\d\d-(0[1-9]|1[0-2])$/.test(period)) throw changed(`${JSON.stringify(period.slice(0, 20))} is no month`)
  // Groups of countries have codes below 1000, and would count their members twice.
  if (code !== '-' && !/^[1-9]\d{3}$/.test(code)) throw changed(`${JSON.stringify(code.slice(0, 20))} is the code of no country`)
  const usd = readNumber(row[columns[flow].value], columns[flow].value)
  return { period, code, iso2: null, name, isWhole: code === '-', usd }
}

function monthBefore(month: string, back: number): string {
  const [year, of] = month.split('-').map(Number) as [number, number]
  return monthOf(new Date(Date.UTC(year, of - 1 - back, 1)))
}

function lastDayOf(month: string): string {
  const [year, of] = month.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, of, 0)).toISOString().slice(0, 10)
}

const changed = (what: string): TollgateError => new TollgateError('upstream_changed', what)
