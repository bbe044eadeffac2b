// The areas houses are priced in: their index over time, what people call them, and what Zillow says of them.
import type { Point } from '../../formula/index.ts'
import { areaKey, country } from '../../inputs/us-region.ts'
import type { Area } from './signal.ts'

interface Dated<V> {
  readonly observedAt: Date
  readonly value: V
}

type Priced = { readonly place: string; readonly name: string; readonly level: string; readonly index: number }
type Zillow = { readonly measure: string; readonly name: string; readonly value: number }

export function readAreas(facts: readonly Dated<Priced>[]): Area[] {
  const byPlace = Map.groupBy(facts, ({ value }) => value.place)
  const areas = [...byPlace]
    .toSorted(([a], [b]) => Number(b === country) - Number(a === country) || (a < b ? -1 : 1))
    .map(([place, own]) => {
      const { name: fullName, level } = own.at(-1)!.value as Priced & { readonly level: Area['level'] }
      const index = own.map(({ observedAt: at, value }) => ({ at, value: value.index }))
      return { place, fullName, name: shortName({ name: fullName, level }), level, index }
    })
  return nameKeys(areas)
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
export function shortName({ name, level }: { readonly name: string; readonly level: Area['level'] }): string {
  if (level !== 'metro') return name
  const [cities = '', states = ''] = name.split(', ')
  const first = cities.startsWith(hyphened) ? hyphened : cities.split(/[-/]/)[0]!
  return `${first}, ${states.slice(0, 2)}`
}

/** Each area with the keys it is asked by; where two are called alike the first has the name. */
export function nameKeys<A extends Pick<Area, 'place' | 'name' | 'level'>>(areas: readonly A[]): (A & Pick<Area, 'keys'>)[] {
  const taken = new Set<string>(areas.map(({ place }) => place))
  return areas.map((area) => {
    const more = area.level === 'metro' ? [areaKey(area.name)].filter((key) => !taken.has(key)) : []
    for (const key of more) taken.add(key)
    return { ...area, keys: [area.place, ...more] }
  })
}
