// Polls the SEC's two lists of tickers, by which a ticker that nobody has is refused before anything is asked about it.
import { TollgateError } from '../../../base/errors.ts'
import { fetchParts } from '../../aside.ts'
import { defineIngestor, type Unstamped } from '../../define.ts'
import { fetchCompanies, fetchFundClasses } from '../../sec/listed-companies.ts'
import { type ListedSymbols, listedSymbols } from './topic.ts'

interface Fetched {
  readonly list: ListedSymbols['list']
  readonly all: readonly { readonly ticker: string; readonly name?: string }[]
}

const lists: readonly ListedSymbols['list'][] = ['companies', 'funds']
// What lists of this length lose in a day is little; a reply that was cut off lacks more.
const mostLost = 0.1
const leastCounted = 40

export default defineIngestor<ListedSymbols, Fetched[]>({
  source: 'sec-symbols',
  topic: listedSymbols,
  schedule: '5 5 * * *',
  grade: 'A',
  proof: 'captured 2024-08',
  needs: ['SEC_USER_AGENT'],
  fetch: (context) =>
    fetchParts(
      lists,
      (list) => list,
      async (list) => ({ list, all: list === 'companies' ? await fetchCompanies(context) : await fetchFundClasses(context) }),
      context.setAside,
    ),
  parse: (fetched, at) => fetched.map((one) => readSymbols(one, at)),
  async holdBack(values, newest) {
    for (const { list, symbols } of values) {
      const before = ((await newest(list)) as ListedSymbols | null)?.symbols.length ?? 0
      if (before >= leastCounted && symbols.length < before * (1 - mostLost))
        throw new TollgateError('upstream_changed', `the list of ${list} shrank from ${before} to ${symbols.length}: held back`)
    }
  },
})

function readSymbols({ list, all }: Fetched, at: Date): Unstamped<ListedSymbols> {
  // A ticker of several companies is the first one's.
  const first = new Map(all.toReversed().map(({ ticker, name = '' }) => [ticker, name]))
  const symbols = [...new Set(all.map(({ ticker }) => ticker))].filter((ticker) => ticker.length > 0 && ticker.length <= 12)
  const names = list === 'funds' ? [] : symbols.map((ticker) => firstWord(first.get(ticker)!))
  return { list, date: at.toISOString().slice(0, 10), symbols, names }
}

const firstWord = (name: string): string =>
  /[\p{L}\p{N}]+/u
    .exec(name.replace(/^the\s/i, ''))?.[0]
    .toUpperCase()
    .slice(0, 20) ?? ''
