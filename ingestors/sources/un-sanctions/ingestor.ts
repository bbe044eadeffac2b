// Polls the UN's one XML: persons and entities, a name in up to four parts, an empty element wherever there is nothing to say.
import { TollgateError } from '../../../errors.ts'
import { toIsoDate } from '../../csv.ts'
import { defineIngestor } from '../../define.ts'
import { type DesignationInParts, type ShelfInParts, shelve, walletsIn, yearsOf } from '../../sanctions-list.ts'
import { allOf, type Element, needText, parseXml, textAt } from '../../xml.ts'
import { unShelves } from './topic.ts'

const nameParts = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME']
const mostSpan = 30

export default defineIngestor<ShelfInParts, string>({
  source: 'un-sanctions',
  topic: unShelves,
  schedule: '5 */2 * * *',
  grade: 'A',
  fetch: ({ http, signal }) =>
    http.text('https://scsanctions.un.org/resources/xml/en/consolidated.xml', { expect: 'xml', signal, timeoutMs: 120_000 }),
  parse(xml, at) {
    const root = parseXml(xml, 'CONSOLIDATED_LIST')
    const persons = within(root, 'INDIVIDUALS', 'INDIVIDUAL').map((one) => readDesignation(one, 'INDIVIDUAL'))
    const entities = within(root, 'ENTITIES', 'ENTITY').map((one) => readDesignation(one, 'ENTITY'))
    if (persons.length === 0 || entities.length === 0) throw new TollgateError('upstream_changed', 'half of the list is empty')
    const generated = new Date(root.attributes.dateGenerated ?? '')
    return shelve('un', [...persons, ...entities], at, Number.isNaN(generated.getTime()) ? null : generated.toISOString())
  },
})

const within = (root: Element, group: string, name: string) => allOf(root, group).flatMap((one) => allOf(one, name))

function readDesignation(one: Element, kind: 'INDIVIDUAL' | 'ENTITY'): DesignationInParts {
  const id = needText(one, 'REFERENCE_NUMBER')
  if (!/^[A-Z]{2,4}[a-z]?\.?\d{1,5}$/.test(id))
    throw new TollgateError('upstream_changed', `${id.slice(0, 40)} is not a reference`)
  needText(one, 'FIRST_NAME')
  const texts = (name: string, ...path: string[]) => allOf(one, name).flatMap((inner) => textAt(inner, ...path) ?? [])
  const aliases = allOf(one, `${kind}_ALIAS`).flatMap((alias) => {
    const name = textAt(alias, 'ALIAS_NAME')
    return name === null ? [] : [{ name, weak: /low/i.test(textAt(alias, 'QUALITY') ?? '') }]
  })
  const script = textAt(one, 'NAME_ORIGINAL_SCRIPT')
  const remarks = textAt(one, 'COMMENTS1')
  const nationalities = allOf(one, 'NATIONALITY').flatMap((inner) => allOf(inner, 'VALUE').map((value) => value.text.trim()))
  const listed = textAt(one, 'LISTED_ON')
  return {
    id,
    kind: kind === 'INDIVIDUAL' ? 'person' : 'entity',
    name: nameParts.flatMap((part) => textAt(one, part) ?? []),
    aliases: script === null ? aliases : [...aliases, { name: script, weak: false }],
    programs: [needText(one, 'UN_LIST_TYPE')],
    birth_years: [...new Set(allOf(one, 'INDIVIDUAL_DATE_OF_BIRTH').flatMap(birthYears))],
    countries: [...new Set([...nationalities, ...texts(`${kind}_ADDRESS`, 'COUNTRY')])].filter(Boolean),
    wallets: walletsIn(remarks ?? ''),
    ids: [...new Set(texts('INDIVIDUAL_DOCUMENT', 'NUMBER'))].filter((number) => /\d/.test(number)),
    listed_on: listed === null ? null : toIsoDate(listed),
    remarks: remarks?.slice(0, 400) ?? null,
  }
}

// A year, a whole date, or the first and last year it can have been.
function birthYears(date: Element): number[] {
  const [from] = yearsOf(textAt(date, 'FROM_YEAR') ?? '')
  const [to] = yearsOf(textAt(date, 'TO_YEAR') ?? '')
  const exact = yearsOf(`${textAt(date, 'YEAR') ?? ''} ${textAt(date, 'DATE') ?? ''}`)
  if (from === undefined || to === undefined) return [...exact, ...[from, to].filter((year) => year !== undefined)]
  if (to < from || to - from > mostSpan) return [...exact, from, to]
  return [...exact, ...Array.from({ length: to - from + 1 }, (_, i) => from + i)]
}
