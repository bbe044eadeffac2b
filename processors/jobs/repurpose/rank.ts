// Which sentences say most of a text: TextRank over their telling words, and of those that say the same only one.
import { textRank } from '../convert/summary/text-rank.ts'
import { type Sentence, wholenessOf } from './sentences.ts'

export type Ranked = { readonly sentence: Sentence; readonly weight: number }

// A word of more than half of the sentences tells nothing.
const commonShare = 0.5
const repeats = 0.7
const sameness = 0.6
const mostCompared = 60

/** The weightiest first; weights from 0 to 1. */
export function rankSentences(all: readonly Sentence[]): Ranked[] {
  const prose = all.filter(({ kind }) => kind !== 'heading')
  const sentences = firstOfEach(prose.length >= 3 ? prose : all)
  const telling = tellingWords(sentences)
  const ranks = textRank(telling.map((words) => ({ words })))
  const scored = sentences.map((sentence, i) => ({
    sentence,
    telling: new Set(telling[i]),
    score: ranks[i]! * lengthFactor(sentence) * wholenessOf(sentence) * (sentence.isFirst ? 1.1 : 1) * (i < 3 ? 1.15 : 1),
  }))
  const best = Math.max(...scored.map(({ score }) => score), Number.MIN_VALUE)
  const left = scored.toSorted((a, b) => b.score - a.score || a.sentence.index - b.sentence.index)
  const chosen: typeof scored = []
  // Maximal marginal relevance: what was said is worth less.
  while (left.length > 0 && chosen.length < mostCompared) {
    const next = left
      .slice(0, mostCompared)
      .map((one, at) => ({ at, likeness: likenessTo(one, chosen), one }))
      .sort((a, b) => value(b, best) - value(a, best) || a.at - b.at)[0]!
    left.splice(next.at, 1)
    if (next.likeness < sameness) chosen.push(next.one)
  }
  return chosen.map(({ sentence, score }) => ({ sentence, weight: Math.round((score / best) * 100) / 100 }))
}

// Word for word the same: what all of a text repeats has no telling word that could show it.
function firstOfEach(sentences: readonly Sentence[]): Sentence[] {
  const seen = new Map<string, Sentence>()
  for (const one of sentences) {
    const said = one.words.join(' ').toLowerCase()
    if (!seen.has(said)) seen.set(said, one)
  }
  return [...seen.values()]
}

const value = ({ one, likeness }: { one: { score: number }; likeness: number }, best: number) =>
  one.score / best - repeats * likeness

function likenessTo(one: { readonly telling: ReadonlySet<string> }, chosen: readonly { telling: ReadonlySet<string> }[]): number {
  return Math.max(0, ...chosen.map((other) => shareOf(one.telling, other.telling)))
}

function shareOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0
  return a.intersection(b).size / Math.min(a.size, b.size)
}

function tellingWords(sentences: readonly Sentence[]): string[][] {
  const lower = sentences.map(({ words }) => [...new Set(words.map((word) => word.toLowerCase()))])
  const seen = new Map<string, number>()
  for (const word of lower.flat()) seen.set(word, (seen.get(word) ?? 0) + 1)
  const most = Math.max(2, commonShare * sentences.length)
  return lower.map((words) => words.filter((word) => seen.get(word)! <= most && tells(word)))
}

// Two letters are a word where words are not parted by blanks, and none elsewhere.
const tells = (word: string) => [...word].length >= 3 || /[^\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\d]/u.test(word)

// Too short to stand alone, too long to be read.
const lengthFactor = ({ words }: Sentence) => (words.length < 5 ? 0.3 : words.length < 8 ? 0.8 : words.length > 60 ? 0.6 : 1)
