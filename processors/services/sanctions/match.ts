// The lookup behind /screen: an index over the lists' designations and how well a question fits one. Pure; built once a list changes.
import type { Designation, Shelf } from '../../../ingestors/sources/ofac-sanctions/topic.ts'
import { findCountry } from '../../inputs/country.ts'
import { jaroWinkler, levenshteinRatio, wordsOf } from './names.ts'

export interface Entry extends Designation {
  readonly list: Shelf['list']
}

interface Name {
  readonly entry: Entry
  readonly text: string
  readonly weak: boolean
  readonly words: readonly string[]
  readonly sorted: string
}

export interface Index {
  readonly names: readonly Name[]
  readonly byEdge: ReadonlyMap<string, readonly number[]>
  readonly weightOf: (word: string) => number
  readonly byWallet: ReadonlyMap<string, readonly Entry[]>
  readonly byId: ReadonlyMap<string, readonly Entry[]>
}

const edgeLength = 3
const mostCandidates = 400
const leastLikeness = 0.82

/** Hex and bech32 addresses have no case of their own, base58 ones do; Bitcoin Cash may name itself before them. */
export function walletKey(wallet: string): string {
  const bare = wallet.replace(/^bitcoincash:/i, '')
  return /^(0x|bc1|ltc1)/i.test(bare) ? bare.toLowerCase() : bare
}
export const idKey = (id: string): string => id.toUpperCase().replace(/[^A-Z0-9]/g, '')

// A typing error in the first letters spares the last ones: both edges lead here.
const edgesOf = (word: string): string[] => [`<${word.slice(0, edgeLength)}`, `>${word.slice(-edgeLength)}`]

export function buildIndex(entries: readonly Entry[]): Index {
  const names: Name[] = []
  const byEdge = new Map<string, number[]>()
  const counts = new Map<string, number>()
  const byWallet = new Map<string, Entry[]>()
  const byId = new Map<string, Entry[]>()
  const push = <V>(map: Map<string, V[]>, key: string, value: V) => {
    const list = map.get(key)
    if (list === undefined) map.set(key, [value])
    else list.push(value)
  }
  for (const entry of entries) {
    for (const { name, weak } of [{ name: entry.name, weak: false }, ...entry.aliases]) {
      const words = wordsOf(name)
      if (words.length === 0) continue
      const at = names.push({ entry, text: name, weak, words, sorted: [...words].sort().join(' ') }) - 1
      for (const edge of new Set(words.flatMap(edgesOf))) push(byEdge, edge, at)
      for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1)
    }
    for (const wallet of entry.wallets) push(byWallet, walletKey(wallet), entry)
    for (const id of entry.ids) push(byId, idKey(id), entry)
  }
  const weightOf = (word: string) => Math.log((names.length + 1) / ((counts.get(word) ?? 0) + 1)) + 0.1
  return { names, byEdge, weightOf, byWallet, byId }
}

export interface Question {
  readonly name?: string
  readonly wallet?: string
  readonly id?: string
  readonly kind?: string
  readonly birthYear?: number
  /** ISO 3166-1, two letters. */
  readonly country?: string
  readonly lists: ReadonlySet<string>
}

export interface Hit {
  readonly entry: Entry
  readonly score: number
  readonly matched: string
  readonly weak: boolean
  readonly why: {
    readonly basis: string
    readonly token: number
    readonly cover: number
    readonly whole: number
    readonly adjustments: string[]
  }
}

const exact = (entry: Entry, matched: string, basis: string): Hit => ({
  entry,
  score: 1,
  matched,
  weak: false,
  why: { basis, token: 1, cover: 1, whole: 1, adjustments: [] },
})

/** Best hit of each designation, best first. */
export function screen(index: Index, question: Question): Hit[] {
  const best = new Map<string, Hit>()
  const offer = (hit: Hit) => {
    const key = `${hit.entry.list}/${hit.entry.id}`
    if (question.lists.has(hit.entry.list) && (best.get(key)?.score ?? -1) < hit.score) best.set(key, hit)
  }
  if (question.wallet !== undefined)
    for (const entry of index.byWallet.get(walletKey(question.wallet)) ?? []) offer(exact(entry, question.wallet, 'wallet'))
  if (question.id !== undefined)
    for (const entry of index.byId.get(idKey(question.id)) ?? []) offer(exact(entry, question.id, 'id'))
  if (question.name !== undefined) {
    const words = wordsOf(question.name)
    for (const name of candidatesOf(index, words)) offer(compare(index, words, name, question))
  }
  return [...best.values()].sort((a, b) => b.score - a.score || (a.entry.id < b.entry.id ? -1 : 1))
}

// A rare edge says more than a common one, so a name sharing it comes first when there are too many.
function candidatesOf(index: Index, words: readonly string[]): Name[] {
  const points = new Map<number, number>()
  for (const edge of new Set(words.flatMap(edgesOf))) {
    const list = index.byEdge.get(edge) ?? []
    for (const at of list) points.set(at, (points.get(at) ?? 0) + 1 / Math.log(list.length + 2))
  }
  return [...points]
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, mostCandidates)
    .map(([at]) => index.names[at]!)
}

function compare(index: Index, words: readonly string[], name: Name, question: Question): Hit {
  const pairs = words.map((word) => {
    const likes = name.words.map((other) => ({ other, like: jaroWinkler(word, other) }))
    const top = likes.reduce((max, one) => (one.like > max.like ? one : max))
    return { word, ...top, weight: index.weightOf(top.like >= leastLikeness ? top.other : word) }
  })
  const good = pairs.filter((pair) => pair.like >= leastLikeness)
  const mass = (list: readonly { weight: number }[]) => list.reduce((sum, one) => sum + one.weight, 0)
  const asked = mass(pairs)
  const token = good.reduce((sum, pair) => sum + pair.like * pair.weight, 0) / asked
  const matchedMass = new Set(good.map((pair) => pair.other)).values().reduce((sum, word) => sum + index.weightOf(word), 0)
  const theirs = name.words.reduce((sum, word) => sum + index.weightOf(word), 0)
  const cover = Math.min(1, matchedMass / Math.max(asked, theirs))
  const whole = levenshteinRatio([...words].sort().join(' '), name.sorted)
  let score = 0.55 * token + 0.25 * cover + 0.2 * whole
  const adjustments: string[] = []
  if (isShortForm(words, pairs, name)) {
    const meanWeight = mass(pairs) / pairs.length
    const floor = 0.86 + 0.06 * Math.min(1, Math.max(0, (meanWeight - 4) / 4))
    if (floor > score) adjustments.push('first and last name')
    score = Math.max(score, floor)
  }
  const adjust = (by: number, why: string) => {
    score += by
    adjustments.push(`${why} ${by > 0 ? '+' : ''}${by}`)
  }
  if (name.weak) adjust(-0.05, 'weak alias')
  if (question.birthYear !== undefined && name.entry.birth_years.length > 0) {
    const off = Math.min(...name.entry.birth_years.map((year) => Math.abs(year - question.birthYear!)))
    if (off === 0) adjust(0.03, 'same birth year')
    else if (off > 2) adjust(-0.12, 'other birth year')
  }
  const codes = question.country === undefined ? [] : name.entry.countries.flatMap((country) => findCountry(country) ?? [])
  if (codes.length > 0) {
    if (codes.includes(question.country!)) adjust(0.02, 'same country')
    else adjust(-0.03, 'other country')
  }
  if (question.kind !== undefined && question.kind !== 'any' && question.kind !== name.entry.kind) adjust(-0.08, 'other type')
  if (words.length === 1) score = Math.min(score, 0.9)
  const three = (x: number) => Math.round(x * 1_000) / 1_000
  return {
    entry: name.entry,
    score: three(Math.min(1, Math.max(0, score))),
    matched: name.text,
    weak: name.weak,
    why: { basis: 'name', token: three(token), cover: three(cover), whole: three(whole), adjustments },
  }
}

// OFAC gives a person as LAST, First Middle, the others as First Middle Last: whoever asks for first and last name means that person.
function isShortForm(words: readonly string[], pairs: readonly { like: number; other: string }[], name: Name): boolean {
  const comma = name.text.indexOf(',')
  if (name.entry.kind !== 'person' || words.length < 2 || pairs.some((pair) => pair.like < 0.9)) return false
  const family = comma < 0 ? name.words.slice(-1) : wordsOf(name.text.slice(0, comma))
  const [given] = comma < 0 ? name.words : wordsOf(name.text.slice(comma + 1))
  return pairs.some((pair) => family.includes(pair.other)) && pairs.some((pair) => pair.other === given && pair.like >= 0.94)
}
