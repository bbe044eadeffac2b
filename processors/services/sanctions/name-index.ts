// The index over the lists' designations: names by their words, wallets and numbers by their plain form. Built once a list changes.
import type { Designation, Shelf } from '../../../ingestors/sources/ofac-sanctions/topic.ts'
import { idKeys } from './ids.ts'
import { createVocabulary, type Vocabulary } from './vocabulary.ts'
import { wadeGiles } from './wade-giles.ts'
import { walletKey } from './wallets.ts'
import { readWords, type Word } from './words.ts'

export interface Entry extends Designation {
  readonly list: Shelf['list']
}

export interface Name {
  readonly entry: Entry
  readonly text: string
  readonly weak: boolean
  readonly words: readonly Word[]
  readonly ids: readonly number[]
  /** Which of the words are the family name, where the list tells; the last one where it does not. */
  readonly family: readonly number[]
  /** The first given name, and the titles before it. */
  readonly given: readonly number[]
  readonly isFirm: boolean
}

export interface Index {
  readonly names: readonly Name[]
  readonly vocabulary: Vocabulary
  readonly weights: readonly (readonly number[])[]
  readonly totals: Float64Array
  /** The names that have a word, and what it weighs in each. */
  having(word: number): { readonly names: Int32Array; readonly weights: Float32Array }
  readonly byWallet: ReadonlyMap<string, readonly Entry[]>
  readonly byId: ReadonlyMap<string, readonly Entry[]>
}

const particleShare = 0.1
const genericShare = 0.4
const initialShare = 0.15

/** What a word of a name weighs in it. */
export function weigh({ weightOf }: Vocabulary, word: Word): number {
  const share = word.isParticle ? particleShare : word.isInitial ? initialShare : word.isGeneric ? genericShare : 1
  return share * weightOf(word.text)
}

const pauseEvery = 2_000

/** Lets other work in between: tens of thousands of names take seconds. */
export async function buildIndexInPieces(entries: readonly Entry[]): Promise<Index> {
  const builder = createBuilder()
  for (const [i, entry] of entries.entries()) {
    builder.add(entry)
    if (i % pauseEvery === pauseEvery - 1) await new Promise((resolve) => setImmediate(resolve))
  }
  return builder.build()
}

export function buildIndex(entries: readonly Entry[]): Index {
  const builder = createBuilder()
  for (const entry of entries) builder.add(entry)
  return builder.build()
}

function createBuilder() {
  const names: Name[] = []
  const vocabulary = createVocabulary()
  const byWallet = new Map<string, Entry[]>()
  const byId = new Map<string, Entry[]>()
  return {
    add(entry: Entry): void {
      for (const { name, weak } of [{ name: entry.name, weak: false }, ...entry.aliases]) {
        for (const read of readings(entry, name)) {
          if (read.words.length === 0) continue
          names.push({ ...read, entry, text: name, weak, ids: read.words.map(vocabulary.add) })
        }
      }
      for (const wallet of entry.wallets) push(byWallet, walletKey(wallet), entry)
      for (const id of new Set(entry.ids.flatMap(idKeys))) push(byId, id, entry)
    },
    build(): Index {
      const known = vocabulary.build(names.length)
      const weights = names.map((name) => name.words.map((word) => weigh(known, word)))
      const totals = Float64Array.from(weights, (list) => list.reduce((sum, one) => sum + one, 0))
      return { names, vocabulary: known, weights, totals, having: postingsOf(names, weights, known.size), byWallet, byId }
    },
  }
}

function push<V>(map: Map<string, V[]>, key: string, value: V): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [value])
  else if (!list.includes(value)) list.push(value)
}

function postingsOf(names: readonly Name[], weights: readonly (readonly number[])[], size: number): Index['having'] {
  const starts = new Int32Array(size + 1)
  const isFirst = (id: number, i: number, ids: readonly number[]) => ids.indexOf(id) === i
  for (const { ids } of names) for (const id of ids.filter(isFirst)) starts[id + 1]!++
  for (let i = 0; i < size; i++) starts[i + 1]! += starts[i]!
  const [all, heavy] = [new Int32Array(starts[size]!), new Float32Array(starts[size]!)]
  const next = starts.slice()
  for (const [at, { ids }] of names.entries())
    for (const [i, id] of ids.entries()) {
      if (!isFirst(id, i, ids)) continue
      heavy[next[id]!] = weights[at]![i]!
      all[next[id]!++] = at
    }
  return (word) => ({
    names: all.subarray(starts[word], starts[word + 1]),
    weights: heavy.subarray(starts[word], starts[word + 1]),
  })
}

type Reading = Pick<Name, 'words' | 'family' | 'given' | 'isFirm'>

/** A name as the list writes it, and with short neighbours written as one word: Jong Un is Jongun too. */
function readings(entry: Entry, name: string): Reading[] {
  const comma = entry.kind === 'person' ? name.indexOf(',') : -1
  const last = comma < 0 ? [] : readWords(name.slice(0, comma)).words
  const { words: rest, isFirm } = readWords(comma < 0 ? name : name.slice(comma + 1))
  const words = [...last, ...rest]
  const plain: Reading = {
    words,
    family: comma < 0 ? [words.length - 1] : last.flatMap((word, i) => (word.isParticle ? [] : [i])),
    given: firstOf(words, comma < 0 ? 0 : last.length),
    isFirm,
  }
  return [plain, ...joined(plain), ...inWadeGiles(plain)]
}

function firstOf(words: readonly Word[], from: number): number[] {
  const first = words.findIndex((word, i) => i >= from && !word.isParticle)
  return words.flatMap((word, i) => (i >= from && (i === first || (word.isTitle && i < first)) ? [i] : []))
}

function inWadeGiles(plain: Reading): Reading[] {
  const spelt = plain.words.map((word) => wadeGiles(word.text))
  if (spelt.includes(null) || plain.words.length < 2) return []
  return [{ ...plain, words: plain.words.map((word, i) => ({ ...word, text: spelt[i]! })) }]
}

const shortLength = 5
const mostJoined = 3

function joined({ words, family, given, isFirm }: Reading): Reading[] {
  const fits = (word: Word | undefined) =>
    word !== undefined && word.text.length <= shortLength && !word.isInitial && !word.isGeneric
  return words
    .flatMap((word, i): Reading[] => {
      const next = words[i + 1]
      if (
        next === undefined ||
        next.isInitial ||
        next.isGeneric ||
        !(word.isParticle ? !next.isParticle : fits(word) && fits(next))
      )
        return []
      const one: Word = { ...word, text: word.text + next.text, isParticle: false }
      const move = (at: number) => (at > i ? at - 1 : at)
      return [
        {
          words: words.toSpliced(i, 2, one),
          family: [...new Set(family.map(move))],
          given: [...new Set(given.map(move))],
          isFirm,
        },
      ]
    })
    .slice(0, mostJoined)
}
