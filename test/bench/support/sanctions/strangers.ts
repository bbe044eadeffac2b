// People and firms nobody listed: names as common in their countries as the tables of a name generator have them, drawn anew for every seed.
import { allLocales, Faker } from '@faker-js/faker'
import anyAscii from 'any-ascii'
import type { Dice } from '../dice.ts'

const locales = [
  'en_US',
  'en_GB',
  'en_IN',
  'es',
  'es_MX',
  'pt_BR',
  'fr',
  'de',
  'it',
  'nl',
  'pl',
  'ru',
  'uk',
  'tr',
  'ar',
  'fa',
  'zh_CN',
  'ko',
  'ja',
  'vi',
  'id_ID',
  'en_NG',
  'ro',
  'cs_CZ',
  'sv',
] as const
const fakers = locales.map((code) => new Faker({ locale: [allLocales[code], allLocales.en, allLocales.base] }))
/** Languages whose tables are in their own letters, which no registry romanises as a machine would. */
const firmFakers = ['en_US', 'en_GB', 'en_IN', 'es', 'fr', 'de', 'it', 'nl', 'pl', 'tr', 'sv'].map(
  (code) => fakers[locales.indexOf(code as 'de')]!,
)

// The most frequent names of the US, British, Spanish, Brazilian, German, Indian, Chinese, Russian, Arabic and Turkish registers.
const given =
  `James Mary Robert Patricia John Jennifer Michael Linda David Elizabeth William Barbara Richard Susan Joseph Jessica Thomas Sarah Maria Jose Juan Carlos Luis Ana Antonio Francisco Manuel Carmen
 Mohammed Ahmed Ali Fatima Omar Hassan Ibrahim Yusuf Wei Fang Jing Li Min Hiroshi Yuki Ivan Sergey Olga Elena Dmitry Natalia Anna Peter Hans Klaus Pierre Jean Marie Giulia Marco Priya Rahul Amit Sunita Mehmet Ayse
 Oliver Olivia Noah Emma Liam Sophia Lucas Mia Joao Pedro Paulo Rosa Minh Linh Chidi Amina Kwame`.split(/\s+/)
const family =
  `Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson Anderson Thomas Taylor Moore Jackson Martin Lee Perez Thompson White Harris Sanchez Clark
 Ramirez Lewis Robinson Walker Young Allen King Wright Torres Nguyen Hill Flores Silva Santos Oliveira Souza Mueller Schmidt Schneider Fischer Weber Dubois Bernard Rossi Russo Ferrari Singh Kumar Sharma Patel Khan
 Wang Zhang Liu Chen Yang Kim Park Tanaka Sato Suzuki Ivanov Petrov Smirnov Kuznetsov Popov Yilmaz Kaya Demir Hussein Ali Ahmed Okafor Mensah Diallo Kowalski Novak Jensen Hansen Andersson`.split(
    /\s+/,
  )

const latin = (name: string): string =>
  anyAscii(name.replace(/([\p{Script=Han}])(?=\p{Script=Han})/gu, '$1')).replace(/\s+/g, ' ')

export function commonPeople(dice: Dice, count: number): string[] {
  return distinct(count, () => `${dice.pick(given)} ${dice.pick(family)}`)
}

export function drawnPeople(dice: Dice, count: number): string[] {
  return distinct(count, () => {
    const faker = dice.pick(fakers)
    faker.seed(dice.below(2 ** 31))
    return latin(`${faker.person.firstName()} ${faker.person.lastName()}`)
  })
}

const kinds = [
  'Trading',
  'Logistics',
  'Consulting',
  'Software',
  'Group',
  'International',
  'Holdings',
  'Shipping',
  'Energy',
  'Construction',
  'Foods',
  'Textiles',
  'Electronics',
  'Medical Supplies',
  'Investments',
  'Import Export',
]
const fancies =
  'Blue Sky|Golden Star|Green Valley|Pacific|Atlantic|Nova|Alpha|Delta|Sunrise|Silver Line|Red Rock|Northern Lights|Horizon|Summit|Pioneer|Global|Universal|Metro|Prime|Apex|Eagle|Phoenix|Titan|Orion|Crystal|Royal|United|First|National|Central'.split(
    '|',
  )
const forms = ['Ltd', 'LLC', 'Inc.', 'GmbH', 'S.A.', 'S.p.A.', 'BV', 'Co., Ltd.', 'PLC', 'Pvt Ltd', 'AG', '']

export function drawnFirms(dice: Dice, count: number): string[] {
  return distinct(count, () => {
    const faker = dice.pick(firmFakers)
    faker.seed(dice.below(2 ** 31))
    const how = dice.roll()
    if (how < 0.4) return latin(faker.company.name())
    if (how < 0.7) return latin(`${faker.person.lastName()} ${dice.pick(kinds)} ${dice.pick(forms)}`.trim())
    return `${dice.pick(fancies)} ${dice.pick(kinds)} ${dice.pick(forms)}`.trim()
  })
}

function distinct(count: number, draw: () => string): string[] {
  const drawn = new Set<string>()
  for (let tries = 0; drawn.size < count && tries < count * 20; tries++) drawn.add(draw())
  return [...drawn]
}
