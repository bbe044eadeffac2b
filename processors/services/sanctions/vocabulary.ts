// Every word of the listed names, and which of them a word that is asked for may be: same sound, or one letter off.
import { createKeyTable } from './key-table.ts'
import { keysOf, likeness, soundOf } from './sounds.ts'
import { commonNames } from './word-lists.ts'
import type { Word } from './words.ts'

export interface Vocabulary {
  readonly size: number
  /** What a word tells, 0 to 1: a word of every tenth name next to nothing. */
  weightOf(text: string): number
  /** The listed words that this one may be, and how alike they are. */
  find(word: Word): ReadonlyMap<number, number>
  same(word: Word): ReadonlyMap<number, number>
  idOf(text: string): number | undefined
}

/** Below this two words are not the same. */
export const leastLikeness = 0.8
const mostAlike = 120
/** Rarity is measured as if this many names were listed: of a few names each word would be common. */
const leastNames = 20_000
const commonCount = 400

export interface VocabularyBuilder {
  add(word: Word): number
  build(names: number): Vocabulary
}

export function createVocabulary(): VocabularyBuilder {
  const ids = new Map<string, number>()
  const words: Word[] = []
  const sounds: string[] = []
  const counts: number[] = []
  const keys = createKeyTable()
  return {
    add(word) {
      const known = ids.get(word.text)
      const id = known ?? words.push(word) - 1
      if (known === undefined) {
        ids.set(word.text, id)
        counts.push(0)
        const sound = soundOf(word.text)
        sounds.push(sound)
        for (const key of filedUnder(word, sound)) keys.add(key, id)
      }
      counts[id]!++
      return id
    },
    build(names) {
      const table = keys.build()
      const total = Math.max(names, leastNames)
      const scale = Math.log(total / 2)
      const weightOf = (text: string): number => {
        const count = Math.max(counts[ids.get(text) ?? -1] ?? 0, commonNames.has(text) ? commonCount : 1)
        return Math.max(0.05, Math.log(total / (count + 1)) / scale)
      }
      const same = ({ text }: Word) => new Map(ids.has(text) ? [[ids.get(text)!, 1]] : [])
      const find = (word: Word) =>
        word.isInitial
          ? same(word)
          : word.isBare
            ? findBare(word, { words, sounds, counts, filed: table.of })
            : findAlike(word, { words, sounds, counts, filed: table.of })
      return { size: words.length, weightOf, idOf: (text) => ids.get(text), same, find }
    },
  }
}

// The sound's consonants; with one of them left out where there are many; and the word with any one letter left out.
function filedUnder({ text, isBare, isInitial }: Word, sound: string): string[] {
  if (isInitial) return []
  if (isBare) return [`~${text}`]
  const skeletons = keysOf(sound)
  return [
    ...skeletons,
    ...skeletons.filter((key) => key.length >= 5).flatMap((key) => shortened(key, '-')),
    ...(sound.length >= 4 ? [`=${sound}`, ...shortened(sound, '=')] : []),
  ]
}

const shortened = (text: string, mark: string): string[] => [
  ...new Set(Array.from(text, (_, i) => mark + text.slice(0, i) + text.slice(i + 1))),
]

interface Known {
  readonly words: readonly Word[]
  readonly sounds: readonly string[]
  readonly counts: readonly number[]
  filed(key: string): number[]
}

function findAlike(word: Word, { words, sounds, filed }: Known): ReadonlyMap<number, number> {
  const found = new Map<number, number>()
  const sound = soundOf(word.text)
  const most = 1 + sound.length / 3
  const least = leastOf(word.text)
  const seen = new Set<number>()
  for (const key of filedUnder(word, sound))
    for (const id of filed(key)) {
      if (seen.has(id)) continue
      seen.add(id)
      const other = sounds[id]!
      if (Math.abs(other.length - sound.length) > most) continue
      const like = words[id]!.text === word.text ? 1 : likeness(sound, other, least)
      if (like >= least) found.set(id, like)
    }
  return firstOf(found, (a, b) => b[1] - a[1])
}

/** Where no vowels are written any word with these consonants may be meant; what many are called first. */
function findBare({ text }: Word, { words, sounds, counts, filed }: Known): ReadonlyMap<number, number> {
  const found = new Map<number, number>()
  for (const key of bareKeys(text))
    for (const id of filed(key))
      if (!words[id]!.isBare && keysOf(sounds[id]!).includes(key))
        found.set(id, bareLike[Math.min(key.length, bareLike.length - 1)]!)
  for (const id of filed(`~${text}`)) if (words[id]!.text === text) found.set(id, 1)
  return firstOf(found, (a, b) => b[1] - a[1] || counts[b[0]]! - counts[a[0]]!)
}
const bareLike = [0, 0, 0.91, 0.94, 0.96]

const firstOf = (
  found: Map<number, number>,
  order: (a: [number, number], b: [number, number]) => number,
): ReadonlyMap<number, number> => (found.size <= mostAlike ? found : new Map([...found].sort(order).slice(0, mostAlike)))

// Of three letters one other makes another word.
const leastOf = (text: string): number => (text.length <= 3 ? 0.88 : leastLikeness)

/** Waw and ya are vowels as often as consonants, and the article is written with its word. */
export function bareKeys(text: string): string[] {
  const roots = [text, text.replace(/^al(?=.{2})/, '')]
  const sounds = roots
    .flatMap((root) => [root, root.replace(/(?<=.)w/g, ''), root.replace(/^[aeiouy]/, ''), root.replace(/h$/, '')])
    .map(soundOf)
  return [...new Set(sounds.flatMap(keysOf))].filter((key) => key.length >= 2)
}
