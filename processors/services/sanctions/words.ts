// A name as comparable words: titles and legal forms taken out, one spelling for what is written apart, together or with a hyphen.
import { romanise } from './romanise.ts'
import { soundOf } from './sounds.ts'
import { addresses, firmWords, legalForms, particles, titles } from './word-lists.ts'

export interface Word {
  readonly text: string
  /** What an initial of it may be: its first letter, and its first sound. */
  readonly begins: string
  /** A single letter: it stands for every name that begins with it. */
  readonly isInitial: boolean
  /** al-, von, bin: there or not, it is the same name. So it is with Sheikh and Doctor. */
  readonly isParticle: boolean
  readonly isTitle: boolean
  /** From a script that writes no vowels. */
  readonly isBare: boolean
  /** Trading, company, bank: says what kind of thing it is, not which. */
  readonly isGeneric: boolean
}

export interface Words {
  readonly words: readonly Word[]
  readonly isFirm: boolean
}

interface Rough {
  readonly text: string
  readonly isBare: boolean
}

/** Dots join where they follow single letters of a legal form (S.A., L.L.C.) and part everywhere else (J.Smith). */
function splitRough(name: string): Rough[] {
  return romanise(name).flatMap(({ text, isBare }) =>
    text
      .replace(/['’‘`´ʿʾʼ]/g, '')
      .replace(/(?<![a-z0-9])(?:[a-z]\.)+[a-z](?![a-z0-9])\.?/g, (letters) => {
        const whole = letters.replaceAll('.', '')
        return whole.length > 2 || legalForms.has(whole) ? whole : letters.replaceAll('.', ' ')
      })
      .split(/[^a-z0-9]+/)
      .filter(Boolean)
      .flatMap((word): Rough[] => (isBare ? bareParts(word) : partsOf(word).map((part) => ({ text: part, isBare })))),
  )
}

// Without its vowels abd is too short to be heard.
const bareNames = new Map([
  ['bd', 'abdul'],
  ['bn', 'bin'],
  ['bw', 'abu'],
  ['abw', 'abu'],
  ['al', 'al'],
  ['ald', 'din'],
  ['aldyn', 'din'],
  ['mhmd', 'muhammad'],
  ['ahmd', 'ahmad'],
  ['ly', 'ali'],
  ['hsn', 'hassan'],
  ['hsyn', 'hussein'],
  ['mr', 'omar'],
])

function bareParts(word: string): Rough[] {
  const [, servantOf] = /^bd(al.{3,})$/.exec(word) ?? []
  if (servantOf !== undefined)
    return servantOf === 'allh'
      ? [{ text: 'abdullah', isBare: false }]
      : [
          { text: 'abdul', isBare: false },
          { text: servantOf, isBare: true },
        ]
  const name = bareNames.get(word)
  return [name === undefined ? { text: word, isBare: true } : { text: name, isBare: false }]
}

/** Of God is written as a word of its own there, and as the end of a name here. */
function joinOfGod(rough: readonly Rough[]): Rough[] {
  return rough.flatMap((one, i) => {
    const next = rough[i + 1]
    if (one.text === 'allh' && one.isBare && i > 0) return []
    if (next?.text !== 'allh' || !next.isBare) return [one]
    return [one.text === 'abdul' ? { text: 'abdullah', isBare: false } : { ...one, text: `${one.text}allh` }]
  })
}

// Servant of, and of the faith: parts of names that are written as a word of their own as often as not.
function partsOf(word: string): string[] {
  const servant = /^abd(?:[aeo]|ou|u)?(?:l(?=[a-z]{4})|([rsnzdt])(?=\1))?(?=[a-z]{4})(.+)$/.exec(word)
  if (servant !== null && !/^l?l?[aeo]h$/.test(servant[2]!)) return ['abdul', ...faithOf(servant[2]!)]
  return /^abd([aeo]l|oul|ul)?$/.test(word) ? ['abdul'] : faithOf(word)
}

function faithOf(word: string): string[] {
  const [, name] = /^([a-z]{3,}?)(?:u|e|i|a|ou)d+(?:i|ee|y)n+e?$/.exec(word) ?? []
  return name === undefined ? [/^(?:[eua])?dd?(?:i|ee)ne?$/.test(word) ? 'din' : word] : [name, 'din']
}

export function readWords(name: string): Words {
  const rough = joinOfGod(splitRough(name))
  const isFirm = rough.some(({ text }) => legalForms.has(text) || firmWords.has(text))
  const plain = rough.filter(({ text }) => !legalForms.has(text))
  // A name made of nothing but such words is still a name.
  const kept = plain.length === 0 ? rough : plain
  // Amir and Said are titles and names: they are names where hardly another word is one.
  const names = kept.filter(({ text }) => !particles.has(text) && !titles.has(text)).length
  const isLight = ({ text }: Rough) => addresses.has(text) || particles.has(text) || (titles.has(text) && names >= 2)
  const isAll = kept.every(isLight)
  const words = kept.map((one) => ({
    ...one,
    begins: one.text[0]! + (soundOf(one.text.slice(0, 5))[0] ?? ''),
    isInitial: one.text.length === 1 && /[a-z]/.test(one.text),
    isParticle: isLight(one) && !isAll,
    isTitle: titles.has(one.text),
    isGeneric: firmWords.has(one.text),
  }))
  return { words, isFirm }
}

/** The words alone, as an answer shows them. */
export const wordsOf = (name: string): string[] =>
  readWords(name)
    .words.filter((word) => !word.isTitle || !word.isParticle)
    .map((word) => word.text)
