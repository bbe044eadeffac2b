// What made pages say: headings, sentences and the cells of tables, by chance and never the same twice in a row.
import type { Dice } from '../../support/dice.ts'

const nouns =
  'harbour census orchard turbine ledger reservoir glacier archive textile satellite vaccine tariff parliament sediment furnace corridor auction pension lattice catalyst meadow fishery border signal'.split(
    ' ',
  )
const verbs = 'measures limits follows covers raises reports replaces compares supports divides'.split(' ')
const adjectives = 'annual regional thermal public coastal median rural digital seasonal structural internal mean'.split(' ')
const units = ['ml', 'kg', 'km', 'mg', 'GB', 'kW', 'years', 'days']
const places = [
  'North Valley',
  'Port Elden',
  'Marsh Hill',
  'Oakfield',
  'Saint Orm',
  'Lower Fen',
  'Westbrook',
  'Grey Point',
  'Tarn',
  'Ashby',
]

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export function sentence(dice: Dice): string {
  const part = () =>
    `the ${dice.pick(adjectives)} ${dice.pick(nouns)} ${dice.pick(verbs)} ${dice.pick(['every', 'each', 'one'])} ${dice.pick(nouns)}`
  const more = dice.roll() < 0.5 ? `, while ${part()}` : ` in ${1950 + dice.below(75)}`
  return `${capital(part())}${more}.`
}

export const paragraph = (dice: Dice, sentences = 2 + dice.below(4)): string =>
  Array.from({ length: sentences }, () => sentence(dice)).join(' ')

export const title = (dice: Dice): string =>
  capital(`${dice.pick(adjectives)} ${dice.pick(nouns)} ${dice.pick(['and', 'of the', 'by'])} ${dice.pick(nouns)}`)

export const label = (dice: Dice): string =>
  capital(dice.roll() < 0.5 ? dice.pick(nouns) : `${dice.pick(adjectives)} ${dice.pick(nouns)}`)
export const place = (dice: Dice): string => dice.pick(places)

export type CellKind = 'number' | 'unit' | 'money' | 'share' | 'words' | 'mark' | 'range'
export const cellKinds: readonly CellKind[] = ['number', 'number', 'unit', 'money', 'share', 'words', 'mark', 'range']

export function cell(dice: Dice, kind: CellKind): string {
  const number = dice.below(9_000) / dice.pick([1, 10, 100])
  switch (kind) {
    case 'number':
      return number.toLocaleString('en')
    case 'unit':
      return `${1 + dice.below(90)} ${dice.pick(units)}`
    case 'money':
      return `$${number.toFixed(2)}`
    case 'share':
      return `${(dice.below(1_000) / 10).toFixed(1)}%`
    case 'mark':
      return dice.pick(['yes', 'no', 'n/a', '-'])
    case 'range':
      return `${dice.below(40)}-${40 + dice.below(60)}`
    case 'words':
      return `${capital(dice.pick(adjectives))} ${dice.pick(nouns)} ${dice.pick(['of', 'for', 'with'])} ${dice.pick(nouns)}`
  }
}
