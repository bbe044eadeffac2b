// Lists of nobody, for a machine that has no real ones: names drawn in the forms that real lists have.
import { allLocales, Faker } from '@faker-js/faker'
import anyAscii from 'any-ascii'
import type { Entry } from '../../../../processors/services/sanctions/match.ts'
import type { Dice } from '../dice.ts'

const count = 3_000
const places = { ru: 'Russia', ar: 'Syria', fa: 'Iran', es_MX: 'Mexico', zh_CN: 'China', tr: 'Turkey' } as const

export function inventLists(dice: Dice): Entry[] {
  const fakers = Object.entries(places).map(([code, country]) => ({
    country,
    faker: new Faker({
      locale: [allLocales[code as keyof typeof places], allLocales.en, allLocales.base],
      seed: dice.below(2 ** 31),
    }),
  }))
  const latin = (text: string) => anyAscii(text).replace(/[^A-Za-z' -]/g, '')
  return Array.from({ length: count }, (_, i) => {
    const { faker, country } = dice.pick(fakers)
    const isPerson = dice.roll() < 0.65
    const [first, middle, last] = [faker.person.firstName(), faker.person.firstName(), faker.person.lastName()].map(latin)
    return {
      list: 'ofac_sdn',
      id: String(i),
      kind: isPerson ? 'person' : 'entity',
      name: isPerson
        ? `${last!.toUpperCase()}, ${first}${dice.roll() < 0.5 ? ` ${middle}` : ''}`
        : `${last} ${dice.pick(['TRADING', 'PETROCHEMICAL', 'SHIPPING', 'BANK'])} ${dice.pick(['COMPANY', 'LLC', 'GROUP', middle!])}`,
      aliases: [],
      programs: [],
      birth_years: [],
      countries: [country],
      wallets: [],
      ids: [],
      listed_on: null,
      remarks: null,
    }
  })
}
