// Polls the SEC's two lists of tickers, by which a ticker that nobody has is refused before anything is asked about it.
import { fetchParts } from '../../aside.ts'
import { defineIngestor } from '../../define.ts'
import { fetchCompanies, fetchFundClasses } from '../../sec/listed-companies.ts'
import { refuseShrunken } from '../../shapes/shrunken.ts'
import { type ListedSymbols, listedSymbols } from './topic.ts'

type Fetched = { readonly list: string; readonly all: readonly { readonly ticker: string; readonly name?: string }[] }

const lists = { companies: fetchCompanies, funds: fetchFundClasses }
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
      Object.entries(lists),
      ([list]) => list,
      async ([list, fetchList]) => ({ list, all: await fetchList(context) }),
      context.setAside,
    ),
  parse: (fetched, at) =>
    fetched.map(({ list, all }) => {
      const fitting = all.filter(({ ticker }) => ticker.length > 0 && ticker.length <= 12)
      const byTicker = [...Map.groupBy(fitting, ({ ticker }) => ticker)]
      // A ticker of several companies is the first one's.
      const names = list === 'funds' ? [] : byTicker.map(([, [first]]) => firstWord(first!.name ?? ''))
      return { list, date: at.toISOString().slice(0, 10), symbols: byTicker.map(([ticker]) => ticker), names }
    }),
  async holdBack(values, newest) {
    for (const { list, symbols } of values) {
      const before = ((await newest(list)) as ListedSymbols | null)?.symbols.length ?? 0
      refuseShrunken(`the list of ${list}`, before, symbols.length, leastCounted)
    }
  },
})

const firstWord = (name: string): string =>
  (/[\p{L}\p{N}]+/u.exec(name.replace(/^the\s/i, ''))?.[0] ?? '').toUpperCase().slice(0, 20)
