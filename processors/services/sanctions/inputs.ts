// What a screening may be asked: a name, a wallet or a number, and how to narrow it down; nothing at all asks for the lists' state.
import type { Static } from 'typebox'
import { isDate } from '../../../base/usual-dates.ts'
import { defineLimit } from '../../inputs/amounts.ts'
import { defineChoice } from '../../inputs/choice.ts'
import { country } from '../../inputs/country.ts'
import { defineNumber, defineText, malformed, unusable } from '../../inputs/kind.ts'
import { optional, takeInputs } from '../../inputs/take.ts'
import { allLists } from './signal.ts'
import { readWallet } from './wallets.ts'
import { readWords } from './words.ts'

const name = defineText({
  kind: 'name',
  wanted: 'a name of 2 to 200 characters',
  leastLength: 2,
  mostLength: 200,
  example: 'Borislav Zampanov',
  description: 'a person, firm, ship or aircraft',
  otherNames: ['q', 'query'],
  canonical(text, asked) {
    if (readWords(text).words.length === 0) throw unusable(asked, text, 'has no letters or digits')
    return text
  },
})

const walletForms =
  'a whole wallet address: 0x and 40 hex digits, base58 as of Bitcoin, Tron, Solana, XRP or Monero, bech32, or one of these behind its chain (ethereum:0x…, eip155:1:0x…)'

const wallet = defineText({
  kind: 'any wallet',
  wanted: walletForms,
  pattern: '^[A-Za-z0-9:/?@=&._#-]{25,220}$',
  mostLength: 220,
  example: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  description: 'a wallet address, compared exactly; a wrong checksum is refused',
  otherNames: ['wallet'],
  canonical(text, asked) {
    const read = readWallet(text)
    if ('address' in read) return read.address
    throw read.isWallet ? unusable(asked, text, read.fault) : malformed(asked, walletForms)
  },
})

const id = defineText({
  kind: 'identifier',
  wanted: '4 to 60 letters, digits, blanks or # : / . , ( ) _ - and at least one digit or a BIC',
  pattern: "^[\\p{L}\\p{N} #№:/.,()'_-]{4,60}$",
  leastLength: 4,
  mostLength: 60,
  example: 'IMO 9187629',
  description: 'number of a passport, tax payer, firm, ship (IMO), aircraft or bank (BIC), with or without what it is',
})

const birth = 'a year or a date, such as 1970 or 1970-12-31'
// Forms that must say something say 9999-12-31, 1900 or 0001-01-01 of whom they know no birth; another birth year is what clears a namesake.
const oldestYears = 120
const dob = defineText({
  kind: 'birth date',
  wanted: birth,
  pattern: '^\\d{4}(-\\d{2}-\\d{2})?$',
  mostLength: 10,
  example: '1970',
  description: 'year or date of birth',
  canonical(text, asked) {
    if (text.includes('-') && !isDate(text)) throw malformed(asked, birth)
    const age = asked.now.getUTCFullYear() - Number(text.slice(0, 4))
    const isToCome = age < 0 || (text.includes('-') && text > asked.now.toISOString().slice(0, 10))
    if (isToCome || age > oldestYears)
      throw unusable(
        asked,
        text,
        `is ${isToCome ? 'to come' : `over ${oldestYears} years ago`}; leave it out where it is not known`,
      )
    return text
  },
})

const lists = defineText({
  kind: 'lists',
  wanted: `names of lists, separated by commas: ${allLists.join(', ')}`,
  pattern: '^[A-Za-z_ ]{1,20}(,[A-Za-z_ ]{1,20}){0,9}$',
  mostLength: 220,
  example: 'ofac_sdn,un',
  description: `${allLists.join(', ')}; comma separated, all without it`,
  canonical(text, asked) {
    const names = text.split(',').map((one) => one.trim().toLowerCase())
    const unknown = names.filter((one) => !(allLists as readonly string[]).includes(one))
    if (unknown.length > 0) throw unusable(asked, unknown.join(','), `is not a list here; known: ${allLists.join(', ')}`)
    return [...new Set(names)].sort().join(',')
  },
})

const threshold = defineNumber({
  kind: 'threshold',
  least: 0.7,
  most: 1,
  example: 0.85,
  description: 'least score of a hit, 0.85 without it',
})

export const takeScreen = takeInputs({
  name: optional(name),
  address: optional(wallet),
  id: optional(id),
  type: optional(defineChoice('type', ['person', 'entity', 'vessel', 'aircraft', 'any'], { description: 'what the name is of' })),
  dob: optional(dob),
  country: optional(country),
  lists: optional(lists),
  threshold: optional(threshold),
  limit: optional(defineLimit({ most: 50, description: 'most hits, 10 without it' })),
})

export type ScreenInput = Static<(typeof takeScreen)['input']>
