// What an alignment is worth, 0 to 1: from .85 on somebody should look, from .95 on it is the listed name.
import { findCountry } from '../../inputs/country.ts'
import type { Alignment, Asked, Pair } from './align.ts'
import type { Name } from './name-index.ts'

export interface Why {
  readonly basis: string
  /** How alike the words are that were found. */
  readonly token: number
  /** How much of the listed name is in the question. */
  readonly cover: number
  /** How much of the question is in the listed name. */
  readonly whole: number
  readonly adjustments: readonly string[]
}

export interface Judged {
  readonly score: number
  readonly why: Why
}

/** From here on a name is told as found; what lies within a longer question keeps it. */
const found = 0.85
const below = 0.84
/** As alike as two spellings of one word are. */
const sameSound = 0.97

const between = (x: number, from: number, to: number): number => Math.min(1, Math.max(0, (x - from) / (to - from)))
const round = (x: number): number => Math.round(x * 1_000) / 1_000

export function judge(name: Name, alignment: Alignment, asked: Asked): Judged {
  const { missing, extra, likeness } = alignment
  const { core, basis } = coreOf(name, alignment)
  const score = within(core, name, alignment, asked)
  return { score, why: { basis, token: round(likeness), cover: round(1 - missing), whole: round(1 - extra), adjustments: [] } }
}

/** The score of that part of the question that was found in the name. */
function coreOf(name: Name, { pairs, missing, likeness }: Alignment): { core: number; basis: string } {
  const telling = tellingOf(name, pairs)
  const rarity = telling.length === 0 ? 0 : telling.reduce((sum, pair) => sum + pair.weight, 0) / telling.length
  // Two spellings of a rare word are one name, two common names that sound alike are two.
  const full = 1 - (0.9 + 1.2 * (1 - rarity)) * (1 - likeness) - 0.6 * missing
  if (missing < 0.12 && !pairs.some((pair) => pair.isInitial)) {
    // Two words that thousands are called, or that only sound like the listed ones: somebody should look.
    const isUnsure = name.entry.kind === 'person' && telling.length < 3 && (rarity < 0.5 || likeness < 0.99)
    const most = isUnsure ? 0.94 : 1
    return { core: Math.min(most, full), basis: 'name' }
  }
  if (name.entry.kind === 'person') {
    const has = (at: number) => pairs.find((pair) => pair.named === at && pair.like >= 0.86)
    const family = name.family
      .map(has)
      .find((pair) => pair !== undefined && !pair.isInitial && !name.words[pair.named]!.isParticle)
    const given = name.given.map(has).find((pair) => pair !== undefined && pair.named !== family?.named)
    if (family !== undefined && given?.isInitial)
      return {
        core: Math.max(full, 0.85 + 0.06 * between(family.weight, 0.4, 0.9) - 0.5 * Math.max(0, sameSound - family.like)),
        basis: 'initial and last name',
      }
    if (family !== undefined && given !== undefined) {
      const sure = 1 - 0.6 * (2 - family.like - given.like)
      return { core: Math.max(full, sure * (0.8 + 0.13 * between(rarity, 0.35, 0.8))), basis: 'first and last name' }
    }
  }
  return { core: full, basis: 'name' }
}

const tellingOf = (name: Name, pairs: readonly Pair[]): Pair[] =>
  pairs.filter(
    (pair) =>
      !pair.isInitial &&
      !name.words[pair.named]!.isParticle &&
      !name.words[pair.named]!.isGeneric &&
      !name.words[pair.named]!.isInitial,
  )

/** The same name inside a longer question is the same name; a single word that many use is not. */
function within(core: number, name: Name, { pairs, extra, likeness }: Alignment, asked: Asked): number {
  const words = asked.words.filter(({ word }) => !word.isParticle)
  if (words.length === 1) return Math.min(0.9, core - (1 - likeness))
  if (words.every((_, i) => pairs.some((pair) => asked.words[pair.asked] === words[i]))) return core
  if (!isTelling(name, pairs, asked) || isOtherSyllables(name, pairs, asked)) return Math.min(core, below) * (1 - 0.3 * extra)
  return core < found ? core * (1 - 0.2 * extra) : Math.min(0.94, found + (core - found) * (1 - 0.8 * extra))
}

function isTelling(name: Name, pairs: readonly Pair[], asked: Asked): boolean {
  const telling = tellingOf(name, pairs)
  if (telling.length >= 2) return true
  const [only] = telling
  // So many words that say little say something together.
  if (pairs.length >= 3 && pairs.every((pair) => pair.like >= 0.97)) return true
  if (only === undefined) return false
  const { text } = name.words[only.named]!
  // With a generic word beside it, such as Bank Melli, or so rare that it needs none.
  if (pairs.length >= 2 && only.weight > 0.6) return true
  return name.entry.kind === 'entity' && only.like >= 0.97 && only.weight > 0.85 && text.length >= (asked.isFirm ? 5 : 8)
}

const syllable = 4

/** Two syllables among three are another name: Ho Yong is not Young-ho Lee. */
function isOtherSyllables({ words }: Name, pairs: readonly Pair[], asked: Asked): boolean {
  const listed = words.filter((word) => !word.isParticle && !word.isInitial)
  if (listed.length > 2 || listed.some(({ text }) => text.length > syllable)) return false
  return asked.words.some(
    ({ word }, i) =>
      !pairs.some((pair) => pair.asked === i) &&
      !(word.isParticle || word.isInitial || word.isGeneric || word.isTitle) &&
      word.text.length <= syllable + 1,
  )
}

interface Known {
  readonly birthYear?: number
  readonly country?: string
  readonly kind?: string
}

const most = { weak: 0.94 }

/** What else is known of who is asked for, for or against. */
export function adjust({ score: given, why }: Judged, { entry, weak }: Name, known: Known): Judged {
  let score = given
  const adjustments: string[] = []
  const change = (by: number, reason: string) => {
    score += by
    adjustments.push(`${reason} ${by > 0 ? '+' : ''}${round(by)}`)
  }
  if (weak && score > most.weak) {
    score = most.weak
    adjustments.push('weak alias')
  }
  if (known.birthYear !== undefined && entry.birth_years.length > 0) {
    const off = Math.min(...entry.birth_years.map((year) => Math.abs(year - known.birthYear!)))
    if (off === 0) change(0.03, 'same birth year')
    else if (off > 2) change(-0.12, 'other birth year')
  }
  const codes = known.country === undefined ? [] : entry.countries.flatMap((country) => findCountry(country) ?? [])
  if (codes.length > 0) {
    if (codes.includes(known.country!)) change(0.02, 'same country')
    // A listed address is not a nationality: it clears nobody by itself.
    else change(score >= found ? Math.max(-0.03, found - score) : -0.03, 'other country')
  }
  if (known.kind !== undefined && known.kind !== 'any' && known.kind !== entry.kind) change(-0.08, 'other type')
  return { score: round(Math.min(1, Math.max(0, score))), why: { ...why, adjustments } }
}
