// Which word of a question is which word of a listed name: each used once, the likest first, initials with what they may stand for.
import type { Index } from './name-index.ts'
import type { Word } from './words.ts'

export interface AskedWord {
  readonly word: Word
  readonly weight: number
  /** Words of the vocabulary, by how alike they are. */
  readonly alike: ReadonlyMap<number, number>
}

export interface Asked {
  readonly words: readonly AskedWord[]
  readonly isFirm: boolean
}

export interface Pair {
  readonly asked: number
  readonly named: number
  readonly like: number
  readonly isInitial: boolean
  /** What the listed word weighs in its name. */
  readonly weight: number
}

export interface Alignment {
  readonly pairs: readonly Pair[]
  /** Shares of weight: of the name not in the question, of the question not in the name. */
  readonly missing: number
  readonly extra: number
  /** How alike the words of a pair are, by their weight. */
  readonly likeness: number
}

const initialLike = 0.9

export function align(index: Index, asked: Asked, at: number): Alignment {
  const name = index.names[at]!
  const weights = index.weights[at]!
  const offers: Pair[] = []
  for (const [i, { alike }] of asked.words.entries())
    for (const [j, id] of name.ids.entries()) {
      const like = alike.get(id)
      if (like !== undefined) offers.push({ asked: i, named: j, like, isInitial: false, weight: weights[j]! })
    }
  offers.sort((a, b) => b.like - a.like || b.weight - a.weight || Math.abs(a.asked - a.named) - Math.abs(b.asked - b.named))
  const [takenAsked, takenNamed] = [new Set<number>(), new Set<number>()]
  const pairs: Pair[] = []
  const take = (pair: Pair) => {
    if (takenAsked.has(pair.asked) || takenNamed.has(pair.named)) return
    takenAsked.add(pair.asked)
    takenNamed.add(pair.named)
    pairs.push(pair)
  }
  offers.forEach(take)
  // Only a person's name is written with its first letter.
  if (name.entry.kind === 'person' && !asked.isFirm)
    for (const [i, { word }] of asked.words.entries())
      for (const [j, other] of name.words.entries())
        if (standsFor(word, other) || standsFor(other, word))
          take({ asked: i, named: j, like: initialLike, isInitial: true, weight: weights[j]! })
  let [inName, sounding] = [0, 0]
  for (const { weight, like } of pairs) {
    inName += weight
    sounding += weight * like
  }
  let [inQuestion, question] = [0, 0]
  for (const [i, { word, weight }] of asked.words.entries()) {
    const pair = pairs.find((one) => one.asked === i)
    // What was found in the list weighs what it weighs there.
    const own = pair === undefined || word.isInitial ? weight : pair.weight
    question += own
    if (pair !== undefined) inQuestion += own
  }
  return {
    pairs,
    missing: 1 - inName / index.totals[at]!,
    extra: question === 0 ? 0 : 1 - inQuestion / question,
    likeness: inName === 0 ? 0 : sounding / inName,
  }
}

export const standsFor = (initial: Word, word: Word): boolean =>
  initial.isInitial &&
  !word.isInitial &&
  !word.isParticle &&
  (word.begins[0] === initial.begins[0] || word.begins[1] === initial.begins[1])
