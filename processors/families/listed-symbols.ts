// Which tickers there are, by the SEC's lists: one that is in none of them is refused before a price is named, with what may have been meant.
import { TollgateError } from '../../base/errors.ts'
import { insertNewestFacts } from '../../db/facts/newest-facts.ts'
import { type ListedSymbols, listedSymbols } from '../../ingestors/sources/sec-symbols/topic.ts'
import type { Directory, Fact } from '../kit/define.ts'

export type List = ListedSymbols['list']

export interface Listed {
  /** Of every ticker the list it is of, and its place there. */
  readonly places: ReadonlyMap<string, { readonly list: List; readonly place: number }>
  readonly byName: ReadonlyMap<string, string>
  /** When each list was read. */
  readonly readAt: ReadonlyMap<List, number>
}

// A list that nobody could read for so long says nothing of what was listed since.
const usableMs = 10 * 86_400_000
const mostMeant = 3

export function buildListed(facts: readonly Fact<ListedSymbols>[]): Listed {
  const places = new Map<string, { list: List; place: number }>()
  const byName = new Map<string, string>()
  // A company's own share before a fund's class of the same letters.
  const lists = facts.map(({ value }) => value).sort((a, b) => (a.list < b.list ? -1 : 1))
  for (const { list, symbols, names } of lists)
    for (const [place, symbol] of symbols.entries()) {
      if (!places.has(symbol)) places.set(symbol, { list, place })
      const name = names[place]
      if (name !== undefined && !byName.has(name)) byName.set(name, symbol)
    }
  return { places, byName, readAt: new Map(facts.map(({ value, observedAt }) => [value.list, observedAt.getTime()])) }
}

/** One slip away: two letters exchanged, one wrong, one too many, one left out. Named by a company's name, that company first. */
export function meantBy(ticker: string, { places, byName }: Listed): string[] {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-']
  const at = [...ticker].map((_, i) => i)
  const slips = [
    // A share class without its dash is no slip.
    [`${ticker.slice(0, -1)}-${ticker.at(-1)}`],
    at.slice(1).map((i) => ticker.slice(0, i - 1) + ticker[i]! + ticker[i - 1]! + ticker.slice(i + 1)),
    at.map((i) => ticker.slice(0, i) + ticker.slice(i + 1)),
    at.flatMap((i) => letters.map((letter) => ticker.slice(0, i) + letter + ticker.slice(i + 1))),
    [...at, ticker.length].flatMap((i) => letters.map((letter) => ticker.slice(0, i) + letter + ticker.slice(i))),
  ]
  const named = byName.get(ticker.replace('-', ''))
  const ofSlips = slips.flatMap((words) =>
    words
      .flatMap((word) => (places.has(word) ? [{ word, ...places.get(word)! }] : []))
      // The SEC lists the largest company first.
      .sort((a, b) => (a.list < b.list ? -1 : a.list > b.list ? 1 : a.place - b.place))
      .map(({ word }) => word),
  )
  return [...new Set([...(named === undefined ? [] : [named]), ...ofSlips])].slice(0, mostMeant)
}

export interface DirectoryOptions {
  /** The lists a key may be of; all of them must have been read before anything is refused. */
  readonly of: readonly List[]
  /** Tickers that no list of the SEC's has. */
  readonly also?: ReadonlySet<string>
  /** Where a ticker of the other list is answered. */
  readonly elsewhere?: string
  tickersOf?(input: any): { readonly name: string; readonly tickers: readonly string[] } | null
}

const index = {
  group: 'symbols',
  topic: listedSymbols,
  store: insertNewestFacts,
}

/** Of a list of tickers only one where none is known is refused: what is said of the others is the answer's to tell. */
export function directoryOf(options: DirectoryOptions): Directory<any, Listed> {
  const { of, also = new Set(), elsewhere, tickersOf = ({ ticker }) => ticker && { name: 'ticker', tickers: [ticker] } } = options
  return {
    index,
    build: (facts) => buildListed(facts as readonly Fact<ListedSymbols>[]),
    refuse(listed, input, now) {
      const asked = tickersOf(input)
      if (!asked || of.some((list) => now.getTime() - (listed.readAt.get(list) ?? 0) > usableMs)) return
      const isKnown = (ticker: string) => also.has(ticker) || of.includes(listed.places.get(ticker)?.list as List)
      if (asked.tickers.some(isKnown)) return
      throw refusal(asked.name, asked.tickers, listed, elsewhere)
    },
  }
}

function refusal(name: string, tickers: readonly string[], listed: Listed, elsewhere: string | undefined): TollgateError {
  const [first] = tickers as [string]
  if (tickers.length === 1 && elsewhere !== undefined && listed.places.has(first))
    return new TollgateError('input_unusable', `${name}: "${first}" is a fund; ${elsewhere} answers for it`, {
      detailCode: 'unknown_key',
    })
  const meant = meantBy(first, listed)
  const hint = meant.length === 0 ? '' : `; did you mean ${meant[0]}?`
  const what = tickers.length === 1 ? `"${first}" is no ticker that the SEC lists` : 'the SEC lists none of these tickers'
  return new TollgateError('input_unusable', `${name}: ${what}${hint}`, { detailCode: 'unknown_key', suggestions: meant })
}
