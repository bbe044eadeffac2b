// What a task names: addresses, pages, coins, tickers, countries, places and the like, each in the form its route takes.
import { countryName } from '../../../inputs/country.ts'
import { city } from '../../../inputs/place.ts'
import { tellingWords } from '../../../inputs/query-text.ts'
import { coinNames, coins, companies, gridCodes, markets, noTickers, protocols, stablecoins } from './names.ts'
import { countriesIn, statesIn } from './places.ts'
import type { SubjectKind } from './reach.ts'

export type Given = {
  readonly addresses?: readonly string[] | undefined
  readonly symbols?: readonly string[] | undefined
  readonly urls?: readonly string[] | undefined
}
export type Subjects = Readonly<Record<SubjectKind, readonly string[]>>

const most = 4

export function subjectsIn(text: string, given: Given = {}): Subjects {
  const words = namingWords(text)
  const lower = ` ${words.join(' ').toLowerCase()} `
  const byName = (names: Readonly<Record<string, string>>) =>
    Object.entries(names).flatMap(([name, id]) => (lower.includes(` ${name} `) ? [id] : []))
  const symbols = [...words.filter(isSymbol), ...(given.symbols ?? [])].map((one) => one.replace(/^\$/, '').toUpperCase())
  const addresses = [...(text.match(/\b0x[0-9a-fA-F]{40}\b/g) ?? []), ...(given.addresses ?? [])]
  const places = placesIn(words)
  return {
    address: distinct(addresses),
    coin: distinct([...symbols.filter((one) => coins.has(one)), ...byName(coinNames)]),
    stablecoin: distinct(symbols.filter((one) => stablecoins.has(one))),
    ticker: distinct([...symbols.filter(isTicker), ...byName(companies)]),
    country: distinct(countriesIn(words)),
    place: distinct([...places, ...(places.length > 0 ? [] : countriesIn(words).map(countryName))]),
    region: distinct(statesIn(text)),
    protocol: distinct(byName(protocols)),
    market: distinct(byName(markets)),
    grid: distinct(symbols.filter((one) => gridCodes.has(one))),
    query: queryOf(text),
    named: distinct([...addresses, ...namesIn(text, words)]),
    url: distinct([...(given.urls ?? []), ...urlsIn(text)]),
  }
}

export const namingWords = (text: string): string[] =>
  (text.match(/[\p{L}\p{N}$&’'.-]+/gu) ?? []).map((word) => word.replace(/^['’.-]|['’.-]$/g, '').replace(/['’]s$/, ''))

const mostNamed = 24
// Coins of the day have longer names than any ticker.
const longSymbol = /^[A-Z][A-Z0-9]{6,11}$/

/** Everything that is plainly one thing: symbols, addresses and links, whether or not anybody here can tell of them. */
export function namedIn(text: string, given: Given = {}): string[] {
  const words = text.replaceAll(/https?:\S+/g, ' ').match(/[\p{L}\p{N}$.-]+/gu) ?? []
  // Who writes in capitals throughout names nothing by them.
  const isShouted = (text.match(/\p{Lu}/gu)?.length ?? 0) > (text.match(/\p{Ll}/gu)?.length ?? 0)
  const spelt = isShouted
    ? []
    : words.map((word) => word.replace(/^[.-]|[.-]$/g, '')).filter((word) => isSymbol(word) || longSymbol.test(word))
  const symbols = [...spelt, ...(given.symbols ?? [])].map((one) => one.replace(/^\$/, '')).filter((one) => !noTickers.has(one))
  const addresses = text.match(/\b0x[0-9a-fA-F]{40}\b/g) ?? []
  return [...new Set([...symbols, ...addresses, ...urlsIn(text), ...(given.addresses ?? []), ...(given.urls ?? [])])].slice(
    0,
    mostNamed,
  )
}

const distinct = (list: readonly string[]): string[] => [...new Set(list)].slice(0, most)

const isSymbol = (word: string) => /^\$[A-Za-z]{1,10}$/.test(word) || /^[A-Z][A-Z0-9]{1,5}(?:[.-][A-Z])?$/.test(word)

const isTicker = (one: string) =>
  !coins.has(one) &&
  !stablecoins.has(one) &&
  !noTickers.has(one) &&
  !gridCodes.has(one) &&
  /^[A-Z][A-Z0-9]{0,5}([.-][A-Z])?$/.test(one)

const before = new Set(['in', 'at', 'for', 'near', 'around', 'of', 'to'])
const asksOf = new Set(['is', 'are', 'screen', 'check', 'whether', 'if'])
const isName = (word: string | undefined) => word !== undefined && /^\p{Lu}[\p{L}'’-]/u.test(word)

/** Names behind in, at, for, near or of, which a known city has, and behind an "and" after one; the longest that is one. */
export function placesIn(words: readonly string[]): string[] {
  const found: string[] = []
  let joinedAt = -1
  for (const [at, word] of words.entries()) {
    if (!before.has(word.toLowerCase()) && at !== joinedAt) continue
    const names = runBehind(words, at, 3)
    const tries = names.map((_, i) => names.slice(0, names.length - i).join(' '))
    const [name] = tries.filter(isCity)
    if (name === undefined) continue
    found.push(name)
    const next = at + 1 + name.split(' ').length
    if (/^(?:and|or)$/i.test(words[next] ?? '')) joinedAt = next
  }
  return found
}

function runBehind(words: readonly string[], at: number, most: number): string[] {
  const run = words.slice(at + 1, at + 1 + most)
  const end = run.findIndex((word) => !isName(word))
  return end < 0 ? run : run.slice(0, end)
}

function isCity(name: string): boolean {
  try {
    city.parse(name, { name: 'place', now: new Date(0) })
    return true
  } catch {
    return false
  }
}

/** What stands in quotation marks, or the name before or behind the word itself. */
function namesIn(text: string, words: readonly string[]): string[] {
  const quoted = [...text.matchAll(/["“]([^"“”]{3,80})["”]/g)].map(([, name]) => name!)
  const named = words.flatMap((word, at) => {
    const run = asksOf.has(word.toLowerCase()) ? runBehind(words, at, 4) : []
    return run.length > 1 ? [run.join(' ')] : []
  })
  return [...quoted, ...named].slice(0, 2)
}

const askingWords = new Set(
  'news headline headlines latest recent today about tell find give show report brief briefing summary summarize compare what which please coverage press reported say says'.split(
    ' ',
  ),
)

function queryOf(text: string): string[] {
  const [first = ''] = text.split(/[.?!\n]/, 1)
  const words = tellingWords(first.replace(/https?:\S+|0x[0-9a-fA-F]+/g, ' ')).filter((word) => !askingWords.has(word))
  return words.length === 0 ? [] : [words.slice(0, 4).join(' ').slice(0, 200)]
}

function urlsIn(text: string): string[] {
  return (text.match(/https?:\/\/[^\s"'<>()[\]{}]+/g) ?? [])
    .map((url) => url.replace(/[.,;:!?]$/, ''))
    .filter((url) => URL.canParse(url))
}
