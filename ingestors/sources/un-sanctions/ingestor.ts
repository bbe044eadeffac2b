// Polls the UN's one XML: persons and entities, a name in up to four parts, an empty element wherever there is nothing to say.
import { TollgateError } from '../../../base/errors.ts'
import { defineIngestor } from '../../define.ts'
import { toIsoDate } from '../../formats/csv.ts'
import { createReader, type Reader } from '../../formats/list-reader.ts'
import { allOf, type Element, needText, parseXml, textAt } from '../../formats/xml.ts'
import {
  type DesignationInParts,
  holdBackShrunken,
  isGarbled,
  numbersIn,
  type ShelfInParts,
  shelve,
  walletsIn,
  yearsOf,
} from '../../shapes/sanctions-list.ts'
import { unShelves } from './topic.ts'

const nameParts = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME']
const mostSpan = 30

export default defineIngestor<ShelfInParts, string>({
  source: 'un-sanctions',
  topic: unShelves,
  schedule: '5 */2 * * *',
  grade: 'A',
  proof: 'captured 2026-08-21',
  fetch: ({ http, signal }) =>
    http.text('https://scsanctions.un.org/resources/xml/en/consolidated.xml', { expect: 'xml', signal, timeoutMs: 120_000 }),
  holdBack: holdBackShrunken,
  // The list itself tells when too much of it cannot be read.
  mostAside: 1,
  parse(xml, at, setAside) {
    // A reader of XML closes what was cut off without a word.
    if (!/<\/CONSOLIDATED_LIST>\s*$/.test(xml))
      throw new TollgateError('upstream_changed', 'the list does not end: it was cut short')
    const root = parseXml(xml, 'CONSOLIDATED_LIST')
    const reader = createReader(setAside)
    const read = (group: string, kind: 'INDIVIDUAL' | 'ENTITY') =>
      reader.each('entries', within(root, group, kind), (one) => readDesignation(one, kind, reader))
    const [persons, entities] = [read('INDIVIDUALS', 'INDIVIDUAL'), read('ENTITIES', 'ENTITY')]
    const told = reader.told(persons.length + entities.length)
    if (persons.length === 0 || entities.length === 0) throw new TollgateError('upstream_changed', 'half of the list is empty')
    const generated = new Date(root.attributes.dateGenerated ?? '')
    return shelve('un', [...persons, ...entities], at, Number.isNaN(generated.getTime()) ? null : generated.toISOString(), told)
  },
})

const within = (root: Element, group: string, name: string) => allOf(root, group).flatMap((one) => allOf(one, name))

function readDesignation(one: Element, kind: 'INDIVIDUAL' | 'ENTITY', reader: Reader): DesignationInParts {
  const id = needText(one, 'REFERENCE_NUMBER')
  if (!/^[A-Z]{2,4}[a-z]?\.?\d{1,5}$/.test(id))
    throw new TollgateError('upstream_changed', `${id.slice(0, 40)} is not a reference`)
  const name = nameParts.flatMap((part) => textAt(one, part) ?? [])
  if (name.length === 0) throw new TollgateError('upstream_changed', `${id} has no name`)
  const texts = (element: string, ...path: string[]) => allOf(one, element).flatMap((inner) => textAt(inner, ...path) ?? [])
  const aliases = allOf(one, `${kind}_ALIAS`).flatMap((alias) => {
    const weak = /low/i.test(textAt(alias, 'QUALITY') ?? '')
    return (textAt(alias, 'ALIAS_NAME') ?? '')
      .split(';')
      .flatMap((part) => (part.trim() === '' ? [] : [{ name: part.trim(), weak }]))
  })
  const script = textAt(one, 'NAME_ORIGINAL_SCRIPT')
  const remarks = textAt(one, 'COMMENTS1')
  const nationalities = allOf(one, 'NATIONALITY').flatMap((inner) => allOf(inner, 'VALUE').map((value) => value.text.trim()))
  const listed = textAt(one, 'LISTED_ON')
  for (const text of [...name, ...aliases.map((alias) => alias.name)]) if (isGarbled(text)) reader.note('names', `${id}: ${text}`)
  return {
    id,
    kind: kind === 'INDIVIDUAL' ? 'person' : 'entity',
    name,
    aliases: script === null ? aliases : [...aliases, { name: script, weak: false }],
    programs: [textAt(one, 'UN_LIST_TYPE')].flatMap((type) => type ?? []),
    birth_years: [...new Set(allOf(one, 'INDIVIDUAL_DATE_OF_BIRTH').flatMap(birthYears))],
    countries: [...new Set([...nationalities, ...texts(`${kind}_ADDRESS`, 'COUNTRY')])].filter(Boolean),
    wallets: walletsIn(remarks ?? ''),
    ids: [
      ...new Set([...texts('INDIVIDUAL_DOCUMENT', 'NUMBER').filter((number) => /\d/.test(number)), ...numbersIn(remarks ?? '')]),
    ],
    // "2015-04-07-04:00": a day with the offset of New York.
    listed_on:
      listed === null
        ? null
        : reader.one('details', () => toIsoDate(listed.replace(/(?<=^\d{4}-\d{2}-\d{2})(Z|[+-]\d{2}:\d{2})$/, ''))),
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
