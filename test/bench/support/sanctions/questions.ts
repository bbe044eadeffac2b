// How listed names are asked for in the world: turned round, with a title, a middle name or a branch, as initials, spelt by another country.
import { allLocales, Faker } from '@faker-js/faker'
import type { Entry } from '../../../../processors/services/sanctions/match.ts'
import type { Dice } from '../dice.ts'
import { type Spelling, spellings } from './spellings.ts'

/** One way of asking; null where this name cannot be asked for so. */
export type Way = (entry: Entry, dice: Dice) => string | null

interface Parts {
  readonly given: string[]
  readonly family: string[]
}

export function partsOf({ name, kind }: Entry): Parts {
  const comma = kind === 'person' ? name.indexOf(',') : -1
  const split = (text: string) => text.split(/\s+/).filter(Boolean)
  if (comma >= 0) return { given: split(name.slice(comma + 1)), family: split(name.slice(0, comma)) }
  const words = split(name)
  return kind === 'person' ? { given: words.slice(0, -1), family: words.slice(-1) } : { given: [], family: words }
}

const text = ({ given, family }: Parts): string => [...given, ...family].join(' ')
const titles = [
  'Dr.',
  'Mr',
  'General',
  'Sheikh',
  'Hajji',
  'Prof.',
  'Mullah',
  'Colonel',
  'Engineer',
  'Lieutenant General',
  'Comrade',
  'His Excellency',
  'Pastor',
  'Justice',
  'Baron',
  'Ustaz',
  'Brother',
]
const branches = [
  'Hamburg Branch',
  'London',
  '(Dubai)',
  'Group Holdings',
  'International',
  'Beijing Office',
  'Istanbul Subesi',
  'Europe AG',
  'c/o Accounts Dept',
]
const people = ['en', 'ru', 'fr', 'de', 'es', 'tr'].map(
  (code) => new Faker({ locale: [allLocales[code as 'en'], allLocales.en, allLocales.base] }),
)

export const middleName: Way = (entry, dice) => {
  const parts = partsOf(entry)
  if (entry.kind !== 'person' || parts.given.length === 0) return null
  const faker = dice.pick(people)
  faker.seed(dice.below(2 ** 31))
  const middle = dice.roll() < 0.5 ? faker.person.middleName() : faker.person.firstName()
  return text({ ...parts, given: [parts.given[0]!, middle, ...parts.given.slice(1)] })
}

export const ways: Readonly<Record<string, Way>> = {
  plain: (entry) => text(partsOf(entry)),
  'as it is listed': (entry) => entry.name,
  'unlisted middle name': middleName,
  honorific: (entry, dice) => (entry.kind === 'person' ? `${dice.pick(titles)} ${text(partsOf(entry))}` : null),
  branch: (entry, dice) => (entry.kind === 'entity' ? `${text(partsOf(entry))} ${dice.pick(branches)}` : null),
  reordered(entry, dice) {
    const words = text(partsOf(entry)).split(' ')
    return words.length < 2 ? null : dice.sample(words, words.length).join(' ')
  },
  'initial and surname'(entry, dice) {
    const { given, family } = partsOf(entry)
    const first = given[0]?.replace(/[^\p{L}]/gu, '')
    if (entry.kind !== 'person' || !entry.name.includes(',') || !first) return null
    return dice.roll() < 0.5 ? `${first[0]}. ${family.join(' ')}` : `${family.join(' ')} ${first[0]}`
  },
  'first, initial, last'(entry) {
    const { given, family } = partsOf(entry)
    const middle = given[1]?.replace(/[^\p{L}]/gu, '')
    return entry.kind !== 'person' || !entry.name.includes(',') || !middle
      ? null
      : `${given[0]} ${middle[0]}. ${family.join(' ')}`
  },
  'first and last'(entry) {
    const { given, family } = partsOf(entry)
    return entry.kind !== 'person' || !entry.name.includes(',') || given.length < 2 ? null : `${given[0]} ${family.join(' ')}`
  },
  'one letter off'(entry, dice) {
    const whole = text(partsOf(entry))
    const at = 1 + dice.below(Math.max(1, whole.length - 2))
    if (whole.length < 8 || whole[at] === ' ') return null
    const how = dice.below(3)
    return (
      whole.slice(0, at) +
      (how === 0 ? '' : how === 1 ? 'aeinrst'[dice.below(7)]! : whole[at]! + whole[at]!) +
      whole.slice(at + 1)
    )
  },
  'unseen signs'(entry, dice) {
    const whole = text(partsOf(entry))
    return [...whole]
      .map((letter) => (dice.roll() < 0.2 ? letter + dice.pick(['\u200b', '\u00ad', '\u200d', '\ufeff', '\u2060']) : letter))
      .join('')
  },
}

/** Only where the spelling differs from the listed one. */
export const spelt =
  (spelling: Spelling): Way =>
  (entry) => {
    const whole = text(partsOf(entry)).toLowerCase()
    if (entry.kind !== 'person' || !spelling.fits(entry)) return null
    const other = spelling.write(whole)
    return other === whole ? null : other
  }

export const speltWays: Readonly<Record<string, Way>> = Object.fromEntries(spellings.map((one) => [one.name, spelt(one)]))
