// Finds the recorded exchange that answers a request: its place, its parameters in any order, what was posted, and the time.
import type { Asked, Exchange } from './exchange.ts'

/** What stands for a credential that a recording does not name: it is never compared. */
export const anyCredential = 'a-credential-that-nobody-recorded'

/** Of several that match, the most exact; of those, the newest that had been recorded by then, else the first that was. */
export function findExchange(exchanges: readonly Exchange[], asked: Asked, now: Date): Exchange | null {
  const all = exchanges.filter((one) => matches(one, asked))
  const whole = all.filter(({ lacks }) => lacks === undefined)
  const matching = whole.length > 0 ? whole : all
  const exactness = Math.min(...matching.map(wildness))
  const candidates = matching.filter((one) => wildness(one) === exactness)
  const timeOf = ({ at }: Exchange) => at?.getTime() ?? Number.NEGATIVE_INFINITY
  const past = candidates.filter((one) => timeOf(one) <= now.getTime())
  if (past.length > 0) return past.reduce((best, one) => (timeOf(one) >= timeOf(best) ? one : best))
  return candidates.reduce<Exchange | null>((best, one) => (best === null || timeOf(one) < timeOf(best) ? one : best), null)
}

/** What the recording of the same place that is nearest asks otherwise: names of parameters, never what they hold. */
export function differenceFrom(exchanges: readonly Exchange[], asked: Asked): readonly string[] {
  const there = exchanges.filter(({ method, url }) => method === asked.method && isOfPlace(url, asked.url))
  const differences = there.map(({ url }) => otherParameters(new URLSearchParams(splitOnce(url, '?')[1]), asked.url.searchParams))
  return differences.sort((a, b) => a.length - b.length)[0] ?? []
}

const wildness = ({ url, sent }: Exchange) =>
  url.split('*').length - 1 + (sent === null ? 0.5 : 0) + (url.includes('?') ? 0 : 0.25)

function matches({ method, url, sent }: Exchange, asked: Asked): boolean {
  if (method !== asked.method || !(sent === null || isSameBody(sent, asked.sent ?? ''))) return false
  if (!isOfPlace(url, asked.url)) return false
  const query = splitOnce(splitOnce(url, '#')[0], '?')[1] ?? ''
  // What is posted is asked by its body: some of our requests repeat it in the query, which nobody else's do.
  if (query === '*' || (method === 'POST' && !url.includes('?'))) return true
  return sameParameters(new URLSearchParams(query), asked.url.searchParams)
}

// The port that goes without saying is written down by some programs.
function isOfPlace(pattern: string, { origin, pathname }: URL): boolean {
  const place = splitOnce(splitOnce(pattern, '#')[0], '?')[0].replace(/^(https:\/\/[^/]+):443(?=\/|$)/, '$1')
  return isLike(trimmed(place), trimmed(`${origin}${pathname}`))
}

const trimmed = (place: string) => decoded(place).replace(/\/$/, '')

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text // a lone % is itself
  }
}

function splitOnce(text: string, mark: string): [string, string?] {
  const at = text.indexOf(mark)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

function sameParameters(wanted: URLSearchParams, given: URLSearchParams): boolean {
  const left = [...given]
  for (const [name, value] of wanted) {
    if (name === '*' && value === '') continue
    const at = left.findIndex(([other, text]) => other === name && (isLike(value, text) || text === anyCredential))
    if (at < 0) return false
    left.splice(at, 1)
  }
  // `*` among them stands for whatever else is asked.
  return wanted.has('*', '') || left.every(([, text]) => text === anyCredential)
}

function otherParameters(recorded: URLSearchParams, asked: URLSearchParams): string[] {
  const names = new Set([...recorded.keys(), ...asked.keys()])
  return [...names].filter((name) => {
    const [before, now] = [recorded.getAll(name), asked.getAll(name)]
    return before.length !== now.length || now.some((text, i) => text !== anyCredential && !isLike(before[i]!, text))
  })
}

/** Stars stand for anything. Plain scanning: a pattern of many stars costs no more than its length times the text's. */
export function isLike(pattern: string, text: string): boolean {
  const parts = pattern.split('*')
  if (parts.length === 1) return pattern === text
  const [first, last] = [parts[0]!, parts.at(-1)!]
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false
  let at = first.length
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at)
    if (found < 0 || found + part.length > text.length - last.length) return false
    at = found + part.length
  }
  return true
}

function isSameBody(a: string, b: string): boolean {
  return a.trim() === b.trim() || canonical(a) === canonical(b)
}

// Two JSON texts that say the same are the same, whatever the order of their members; a call's number is its caller's.
function canonical(text: string): string {
  try {
    return JSON.stringify(sorted(JSON.parse(text)))
  } catch {
    return text.trim() // a form is compared as it stands
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  // Addresses are written in either case.
  if (typeof value === 'string') return /^0x[0-9a-f]+$/i.test(value) ? value.toLowerCase() : value
  if (typeof value !== 'object' || value === null) return value
  const members = 'jsonrpc' in value && 'id' in value ? { ...value, id: null } : value
  return Object.fromEntries(
    Object.entries(members)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  )
}
