// The areas houses are priced in: their index over time, what people call them, and what Zillow says of them.
import type { Point } from '../../formula/index.ts'
import { areaKey, country } from '../../inputs/us-region.ts'

export interface Area {
  readonly place: string
  readonly name: string
  readonly level: 'country' | 'state' | 'metro'
  readonly index: readonly Point[]
}

interface Dated<V> {
  readonly observedAt: Date
  readonly value: V
}

type Priced = { readonly place: string; readonly name: string; readonly level: string; readonly index: number }
type Zillow = { readonly measure: string; readonly name: string; readonly value: number }

export function readAreas(facts: readonly Dated<Priced>[]): Area[] {
  const byPlace = Map.groupBy(facts, ({ value }) => value.place)
  return [...byPlace]
    .toSorted(([a], [b]) => Number(b === country) - Number(a === country) || (a < b ? -1 : 1))
    .map(([place, own]) => {
      const { name, level } = own.at(-1)!.value
      return {
        place,
        name,
        level: level as Area['level'],
        index: own.map(({ observedAt: at, value }) => ({ at, value: value.index })),
      }
    })
}

export function readZillow(facts: readonly Dated<Zillow>[]) {
  return new Map(
    [...Map.groupBy(facts, ({ value }) => value.name)].map(([name, own]) => {
      const of = (measure: string): Point[] =>
        own.flatMap(({ observedAt: at, value }) => (value.measure === measure ? [{ at, value: value.value }] : []))
      return [name, { home_value_usd: of('home_value_usd'), rent_usd: of('rent_usd') }]
    }),
  )
}

// The one large area whose first city has a hyphen of its own.
const hyphened = 'Winston-Salem'

/** "Austin-Round Rock-San Marcos, TX" is Austin, TX. */
export function shortName({ name, level }: Pick<Area, 'name' | 'level'>): string {
  if (level !== 'metro') return name
  const [cities = '', states = ''] = name.split(', ')
  const first = cities.startsWith(hyphened) ? hyphened : cities.split(/[-/]/)[0]!
  return `${first}, ${states.slice(0, 2)}`
}

/** The keys an area is asked by; where two are called alike the first has the name. */
export function readNames(areas: readonly Area[]) {
  const taken = new Set<string>(areas.map(({ place }) => place))
  const keys = new Map(
    areas.map((area) => {
      const more = area.level === 'metro' ? [areaKey(shortName(area))].filter((key) => !taken.has(key)) : []
      for (const key of more) taken.add(key)
      return [area.place, [area.place, ...more]]
    }),
  )
  return { of: ({ place }: Area): readonly string[] => keys.get(place)! }
}
