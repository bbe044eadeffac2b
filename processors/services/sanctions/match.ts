// The lookup behind /screen: which designations a question may mean, best first. Pure.
import { type Alignment, type Asked, align, standsFor } from './align.ts'
import { idKey, idKeys } from './ids.ts'
import { adjust, judge, type Why } from './judge.ts'
import { type Entry, type Index, type Name, weigh } from './name-index.ts'
import { walletKey } from './wallets.ts'
import { readWords, type Word, type Words } from './words.ts'

export { buildIndex, buildIndexInPieces, type Entry, type Index } from './name-index.ts'

const mostCandidates = 200
/** Of names that hold the same words, such as one common name twice, those of as many words come first. */
const unevenCost = 0.01

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
  readonly why: Why
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
  const best = new Map<Entry, Hit>()
  const offer = (hit: Hit) => {
    if (question.lists.has(hit.entry.list) && (best.get(hit.entry)?.score ?? -1) < hit.score) best.set(hit.entry, hit)
  }
  // A wallet that was sent as a name or a number is one all the same.
  for (const wallet of [question.wallet, question.id, question.name])
    for (const entry of (wallet === undefined ? undefined : index.byWallet.get(walletKey(wallet))) ?? [])
      offer(exact(entry, wallet!, 'wallet'))
  for (const key of question.id === undefined ? [] : idKeys(question.id))
    for (const entry of index.byId.get(key) ?? []) offer(exact(entry, question.id!, 'id'))
  if (question.name !== undefined) for (const hit of byName(index, question.name, question)) offer(hit)
  return [...best.values()].sort((a, b) => b.score - a.score || (idKey(a.entry.id) < idKey(b.entry.id) ? -1 : 1))
}

function byName(index: Index, text: string, question: Question): Hit[] {
  return variantsOf(index, readWords(text)).flatMap((words) => {
    const asked = askOf(index, words)
    return candidatesOf(index, asked).map((at) => {
      const name = index.names[at]!
      const alignment = align(index, asked, at)
      return hitOf(name, alignment, asked, question)
    })
  })
}

function hitOf(name: Name, alignment: Alignment, asked: Asked, question: Question): Hit {
  const { score, why } = adjust(judge(name, alignment, asked), name, question)
  return { entry: name.entry, score, matched: name.text, weak: name.weak, why }
}

const mostVariants = 4

/** The words as they are written, and with two neighbours as one word where a list has such a word. */
function variantsOf({ vocabulary }: Index, { words, isFirm }: Words): Words[] {
  const joined = words.flatMap((word, i): Words[] => {
    const next = words[i + 1]
    if (next === undefined || vocabulary.idOf(word.text + next.text) === undefined) return []
    return [
      { words: words.toSpliced(i, 2, { ...word, text: word.text + next.text, isInitial: false, isParticle: false }), isFirm },
    ]
  })
  return [{ words, isFirm }, ...joined.slice(0, mostVariants - 1)]
}

function askOf({ vocabulary }: Index, { words, isFirm }: Words): Asked {
  return {
    isFirm,
    words: words.map((word) => ({
      word,
      weight: weigh(vocabulary, word),
      alike: word.isParticle ? vocabulary.same(word) : vocabulary.find(word),
    })),
  }
}

/** Names of which enough is in the question, or that hold all of it; those with the most of their weight in it first. */
function candidatesOf(index: Index, asked: Asked): number[] {
  const found = scratchOf(index)
  const touched: number[] = []
  let total = 0
  for (const { alike, word, weight } of asked.words) {
    if (word.isParticle && !word.isTitle) continue
    if (!word.isInitial && !word.isParticle) total += weight
    for (const [id, like] of alike) {
      const having = index.having(id)
      for (let i = 0; i < having.names.length; i++) {
        const at = having.names[i]!
        if (found[at] === 0) touched.push(at)
        found[at]! += like * having.weights[i]!
      }
    }
  }
  const initials = asked.words.flatMap(({ word }) => (word.isInitial ? [word] : []))
  const rated: { at: number; rate: number }[] = []
  for (const at of touched) {
    const weight = found[at]!
    found[at] = 0
    const ofName = weight / index.totals[at]!
    const ofQuestion = total === 0 ? 1 : weight / total
    if (ofName < 0.5 && (ofQuestion < 0.75 || !hasInitials(index.names[at]!, initials))) continue
    const uneven = Math.abs(index.names[at]!.words.length - asked.words.length)
    rated.push({ at, rate: Math.min(1, ofName) + Math.min(1, ofQuestion) - unevenCost * uneven })
  }
  if (rated.length > mostCandidates) rated.sort((a, b) => b.rate - a.rate || a.at - b.at)
  return rated.slice(0, mostCandidates).map(({ at }) => at)
}

/** Of hundreds with one family name those whose other names begin as asked for. */
const hasInitials = ({ words }: Name, initials: readonly Word[]): boolean =>
  initials.every((initial) => words.some((word) => standsFor(initial, word)))

// One array a question would cost more than the question.
const scratches = new WeakMap<Index, Float64Array>()
function scratchOf(index: Index): Float64Array {
  const scratch = scratches.get(index) ?? new Float64Array(index.names.length)
  scratches.set(index, scratch)
  return scratch
}
