// How many people an event reaches, from GDACS' feed: its map leaves that out.
import { allOf, type Element, parseXml, textAt } from '../../formats/xml.ts'

export interface Population {
  readonly people: number
  readonly basis: string
}

const mostPeople = 8_500_000_000

/** By the id that the map's events have here. */
export function readPopulations(xml: string): Map<string, Population> {
  const items = allOf(parseXml(xml, 'rss'), 'channel').flatMap((channel) => allOf(channel, 'item'))
  return new Map(
    items.flatMap((item) => {
      const [type, id] = [textAt(item, 'gdacs:eventtype'), textAt(item, 'gdacs:eventid')]
      const population = readPopulation(item)
      return type === null || id === null || population === null ? [] : [[`gdacs:${type}${id}`, population] as const]
    }),
  )
}

// Without a word of what they are exposed to the zero is only a place held: droughts are not counted. Of floods the number of the dead
// stands under "Population Affected", which is nobody's exposure.
function readPopulation(item: Element): Population | null {
  const [element] = allOf(item, 'gdacs:population')
  const [unit, value] = [element?.attributes.unit?.trim() ?? '', element?.attributes.value ?? '']
  if (unit === '' || /^population affected$/i.test(unit) || !/^\d+(\.\d+)?$/.test(value) || Number(value) > mostPeople)
    return null
  return { people: Math.round(Number(value)), basis: basisOf(unit) }
}

// "Pop74" are those under winds of 74 miles an hour, the first category.
const basisOf = (unit: string): string => (/^pop74$/i.test(unit) ? 'winds of 120 km/h and more' : unit.slice(0, 80))
