// The option chain of an underlying somebody asks about, where the operator has a licence for it. Shape as the vendor documents it.
import { TollgateError } from '../../../base/errors.ts'
import { readEach, type SetAside } from '../../aside.ts'
import { defineIngestor, type FetchContext } from '../../define.ts'
import { type Row, readNumber, readNumberOrNull, readRow, readRows, readText } from '../../formats/json.ts'
import { type OptionChain, optionChains } from './topic.ts'

interface Asked {
  readonly ticker: string
  readonly pages: readonly unknown[]
}

type Contract = OptionChain['contracts'][number]

const host = 'https://api.polygon.io'
const daysAhead = 120
const pageSize = 250
// Six thousand contracts: more than any underlying has within those days.
const mostPages = 24
const sharesEach = 100
const nanosecondsPerMs = 1e6
const dayMs = 86_400_000

async function fetchChain(ticker: string, { http, at, signal, credential }: FetchContext): Promise<Asked> {
  const headers = { authorization: `Bearer ${credential('POLYGON_OPTIONS_API_KEY') ?? ''}` }
  const until = new Date(at.getTime() + daysAhead * dayMs).toISOString().slice(0, 10)
  const pages: unknown[] = []
  let url: string | null =
    `${host}/v3/snapshot/options/${ticker.replace('-', '.')}?expiration_date.lte=${until}&limit=${pageSize}`
  while (url !== null) {
    if (pages.length === mostPages) throw changed(`${ticker} has more than ${mostPages} pages of options`)
    const page: Row = readRow(await http.json(url, { headers, signal }), 'the answer')
    pages.push(page)
    url = nextOf(page)
  }
  return { ticker, pages }
}

/** The key goes nowhere but to the vendor. */
function nextOf(page: Row): string | null {
  const next = page.next_url ?? null
  if (next === null) return null
  const url = readText(next, 'next_url')
  if (!url.startsWith(`${host}/v3/snapshot/options/`)) throw changed('the next page is said to lie elsewhere')
  return url
}

export default defineIngestor<OptionChain, Asked[]>({
  source: 'polygon-options',
  topic: optionChains,
  schedule: '45 21 * * 1-5',
  grade: 'D',
  proof: 'documented',
  needs: ['POLYGON_OPTIONS_API_KEY'],
  fetch: async (context) => [await fetchChain('AAPL', context)],
  parse: (asked, at, setAside) => asked.map((one) => readChain(one, at, setAside)),
  openKeys: {
    async fetch(ticker, context) {
      const asked = await fetchChain(ticker, context)
      if (rowsOf(asked).length === 0) throw new TollgateError('key_unknown', `the vendor has no options on ${ticker}`)
      return [asked]
    },
    // Whoever asks the clearing house's counts gets the chain beside them.
    follows: 'occ-options',
    pollSeconds: 6 * 3_600,
    watchSeconds: 3 * 86_400,
    cooldownSeconds: 1_800,
    unknownSeconds: 86_400,
    concurrency: 2,
    perSecond: 1,
    deadlineSeconds: 30,
  },
})

const rowsOf = ({ pages }: Asked): readonly Row[] =>
  pages.flatMap((page) => readRows(readRow(page, 'a page').results ?? [], 'results', { mayBeEmpty: true }))

function readChain(asked: Asked, at: Date, setAside?: SetAside): Omit<OptionChain, 'vintage'> {
  const rows = rowsOf(asked)
  // Plans without quotes have the day's last price; the two are not mixed.
  const hasQuotes = rows.some(({ last_quote }) => (last_quote ?? null) !== null)
  const read = readEach(rows, (row) => readContract(row, asked.ticker, hasQuotes), setAside).flatMap((one) => one ?? [])
  // A bar is the newest the contract has: of those that were not traded lately it is of another day.
  const newest = Math.max(...read.map(({ barDay }) => barDay))
  const contracts = read
    .map(({ barDay, spot: _spot, ...one }): Contract => ({ ...one, volume: barDay === newest ? one.volume : 0 }))
    .filter(({ open, volume }) => open + volume > 0)
  if (contracts.length === 0) throw changed(`no option on ${asked.ticker} is held or was traded`)
  const names = new Set(contracts.map(({ expiry, strike, side }) => `${expiry} ${strike} ${side}`))
  if (names.size < contracts.length) throw changed(`an option on ${asked.ticker} stands twice`)
  const spots = read.flatMap(({ spot }) => spot ?? [])
  const spot = spots.sort((a, b) => a - b)[Math.floor(spots.length / 2)] ?? null
  return { ticker: asked.ticker, read_at: at.toISOString(), spot_usd: spot, contracts }
}

/** null: of another number of shares, as after a split. */
function readContract(
  row: Row,
  ticker: string,
  hasQuotes: boolean,
): (Contract & { readonly barDay: number; readonly spot: number | null }) | null {
  const details = readRow(row.details, 'details')
  const bar = readBar(readRow(row.day, 'day'))
  const [greeks, quote] = [row.greeks, row.last_quote].map((one) => readRow(one ?? {}, 'a part of a contract'))
  const underlying = readRow(row.underlying_asset, 'underlying_asset')
  const of = readText(underlying.ticker, 'underlying_asset.ticker')
  if (of !== ticker.replace('-', '.')) throw changed(`an option on ${of.slice(0, 12)}, not on ${ticker}`)
  if (readNumber(details.shares_per_contract, 'shares_per_contract') !== sharesEach) return null
  const side = readText(details.contract_type, 'contract_type')
  if (side !== 'call' && side !== 'put') throw changed(`${side.slice(0, 12)} is no side of an option`)
  const expiry = readText(details.expiration_date, 'expiration_date')
  if (!/^20\d\d-[01]\d-[0-3]\d$/.test(expiry)) throw changed(`${expiry.slice(0, 12)} is no day`)
  return {
    expiry,
    strike: readNumber(details.strike_price, 'strike_price'),
    side,
    open: readNumber(row.open_interest, 'open_interest'),
    volume: bar.volume,
    mid_usd: hasQuotes ? readNumberOrNull(quote!.midpoint, 'last_quote.midpoint') : bar.close,
    iv: positive(readNumberOrNull(row.implied_volatility, 'implied_volatility')),
    delta: readNumberOrNull(greeks!.delta, 'greeks.delta'),
    gamma: readNumberOrNull(greeks!.gamma, 'greeks.gamma'),
    barDay: bar.day,
    spot: readNumberOrNull(underlying.price, 'underlying_asset.price'),
  }
}

/** Of a contract that was never traded nothing is told. */
function readBar(day: Row) {
  if (Object.keys(day).length === 0) return { day: 0, volume: 0, close: null }
  const updated = readNumber(day.last_updated, 'day.last_updated')
  return {
    day: Math.floor(updated / nanosecondsPerMs / dayMs),
    volume: readNumber(day.volume, 'day.volume'),
    close: readNumberOrNull(day.close, 'day.close'),
  }
}

const positive = (value: number | null): number | null => (value !== null && value > 0 ? value : null)
const changed = (what: string): TollgateError => new TollgateError('upstream_changed', what)
