// Asks what a country sold and bought of a product in its newest year and the one before. Rows as captured of the same service behind a key; the lists of countries as documented.
import { TollgateError } from '../../../base/errors.ts'
import { defineIngestor, type FetchContext } from '../../define.ts'
import { type Row, readNumber, readRow, readRows, readText } from '../../formats/json.ts'
import { type ProductKey, type ProductRow, type ProductTrade, readProductKey, sumProduct } from '../../shapes/product-trade.ts'
import { comtradeProducts } from './topic.ts'

interface Asked {
  readonly key: ProductKey
  readonly code: number
  readonly year: number
  readonly partners: unknown
  readonly exports: readonly unknown[]
  readonly imports: readonly unknown[]
}

const shown = 'DE:8542'
const base = 'https://comtradeapi.un.org'
const yearsTried = 3
// So many rows and no more; an answer this long has lost some.
const mostRows = 500
const gapMs = 3_000
const flows = { exports: 'X', imports: 'M' } as const

const results = (body: unknown): readonly Row[] => readRows(readRow(body, 'the list of countries').results, 'results')

/** Countries of today, by the United Nations' own numbers, which are not always the standard's. */
export function findReporter(body: unknown, iso2: string): number {
  const own = results(body).filter(
    (row) => row.reporterCodeIsoAlpha2 === iso2 && row.isGroup !== true && (row.entryExpiredDate ?? null) === null,
  )
  if (own.length === 0) throw new TollgateError('key_unknown', `${iso2} reports no trade to the United Nations`)
  // Where a country stands twice, the larger number is the one it reports under: with Monaco, with Svalbard, with Sikkim.
  return Math.max(...own.map((row) => readNumber(row.reporterCode, 'reporterCode')))
}

async function fetchProduct(asked: string, { http, at, signal }: FetchContext): Promise<Asked> {
  const key = readProductKey(asked)
  const list = (name: string) => http.json(`${base}/files/v1/app/reference/${name}.json`, { signal })
  const code = findReporter(await list('Reporters'), key.reporter)
  const partners = await list('partnerAreas')
  const ask = (flow: 'X' | 'M', year: number) => {
    const query = `reporterCode=${code}&period=${year}&cmdCode=${key.hs}&flowCode=${flow}&partner2Code=0&customsCode=C00&motCode=0`
    return http.json(`${base}/public/v1/preview/C/A/HS?${query}`, { signal, gapMs })
  }
  for (let back = 1; back <= yearsTried; back++) {
    const year = at.getUTCFullYear() - back
    const imports = await ask('M', year)
    const exports = await ask('X', year)
    if (dataOf(imports).length + dataOf(exports).length === 0) continue
    const before = { imports: await ask('M', year - 1), exports: await ask('X', year - 1) }
    return { key, code, year, partners, exports: [exports, before.exports], imports: [imports, before.imports] }
  }
  throw new TollgateError('key_unknown', `${key.reporter} reports no trade in HS ${key.hs} of these years`)
}

export default defineIngestor<ProductTrade, Asked[]>({
  source: 'comtrade-products',
  topic: comtradeProducts,
  schedule: '20 6 3 * *',
  grade: 'C',
  proof: 'documented',
  async fetch(context) {
    try {
      return [await fetchProduct(shown, context)]
    } catch (error) {
      // What a large country trades of what everybody trades is never unknown: the answer changed.
      const isUnknown = error instanceof TollgateError && error.code === 'key_unknown'
      throw isUnknown ? changed(error.message) : error
    }
  },
  parse: (all, at) => all.map((asked) => ({ ...readProduct(asked), vintage: at.toISOString() })),
  openKeys: {
    fetch: async (asked, context) => [await fetchProduct(asked, context)],
    pollSeconds: 7 * 86_400,
    watchSeconds: 14 * 86_400,
    cooldownSeconds: 86_400,
    unknownSeconds: 86_400,
    concurrency: 1,
    perSecond: 1,
    deadlineSeconds: 45,
  },
})

function readProduct(asked: Asked) {
  const { key, year, partners } = asked
  const names = new Map(results(partners).map((row) => [readNumber(row.PartnerCode, 'PartnerCode'), row]))
  const rowsOf = (flow: keyof typeof flows) =>
    asked[flow].flatMap((body, back) => dataOf(body).map((row) => readFlow(row, { ...asked, flow, year: year - back }, names)))
  const periods = { now: [String(year)], before: [String(year - 1)] }
  return {
    asked: key.asked,
    title: null,
    every: 'year',
    until: { day: `${year}-12-31` },
    newest_month: null,
    duties: null,
    ...sumProduct({ exports: rowsOf('exports'), imports: rowsOf('imports') }, periods),
  }
}

function dataOf(body: unknown): readonly Row[] {
  const answer = readRow(body, 'the answer')
  const data = readRows(answer.data, 'data', { mayBeEmpty: true })
  if (readNumber(answer.count, 'count') !== data.length) throw changed(`${data.length} rows are there of ${String(answer.count)}`)
  if (data.length >= mostRows) throw changed(`the answer was cut at ${mostRows} rows`)
  return data
}

function readFlow(
  row: Row,
  { key, code, flow, year }: Pick<Asked, 'key' | 'code'> & { readonly flow: keyof typeof flows; readonly year: number },
  names: ReadonlyMap<number, Row>,
): ProductRow {
  const wanted: Row = { period: String(year), reporterCode: code, flowCode: flows[flow], cmdCode: key.hs, partner2Code: 0 }
  const other = Object.entries({ ...wanted, customsCode: 'C00', motCode: 0 }).find(([name, value]) => row[name] !== value)
  if (other !== undefined) throw changed(`a row's ${other[0]} is ${JSON.stringify(row[other[0]])}, not ${String(other[1])}`)
  const partner = readNumber(row.partnerCode, 'partnerCode')
  const area = names.get(partner)
  if (area === undefined) throw changed(`partner ${partner} is in no list`)
  const iso2 = area.PartnerCodeIsoAlpha2
  return {
    period: String(year),
    code: String(partner),
    iso2: typeof iso2 === 'string' && /^[A-Z]{2}$/.test(iso2) && partner !== 0 ? iso2 : null,
    name: readText(area.PartnerDesc, 'PartnerDesc'),
    isWhole: partner === 0,
    usd: readNumber(row.primaryValue, 'primaryValue'),
  }
}

const changed = (what: string): TollgateError => new TollgateError('upstream_changed', what)
