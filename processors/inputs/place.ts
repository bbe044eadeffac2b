// A place: coordinates, a large city by name (with its country where given), or a country; written as its cell or its code.
import type { TString } from 'typebox'
import { type City, cities } from './cities.ts'
import { countryName, findCountry, refuseOtherCode } from './country.ts'
import { type Asked, defineText, type InputKind, malformed, unusable } from './kind.ts'
import { alike } from './nearest.ts'
import { plainName } from './table.ts'

export interface Place {
  readonly name: string
  readonly country: string | null
  readonly lat: number
  readonly lon: number
  readonly timeZone: string
}

const coordinates = /^([+-]?\d{1,3}(?:\.\d{1,12})?)\s*,\s*([+-]?\d{1,3}(?:\.\d{1,12})?)$/
const wantedOf = (takesCountries: boolean): string =>
  `${takesCountries ? 'a country, such as PE or Peru, ' : ''}a city, such as Berlin or "Lima, Peru", or lat,lon within -90..90 and -180..180`

const leastLike = 0.5

const byName = Map.groupBy(
  cities.flatMap((city) => [city.name, ...city.otherNames].map((name) => ({ name: plainName(name), city }))),
  ({ name }) => name,
)

/** Two decimals, about a kilometre: what a forecast or a radius can tell apart. */
export const cellOf = (lat: number, lon: number): string => `${fixed(lat)},${fixed(lon)}`
const fixed = (degrees: number): string => degrees.toFixed(2).replace(/^-(0\.00)$/, '$1')

function findCity(text: string, asked: Asked, takesCountries: boolean): City {
  const [named = '', ...hints] = text.split(',').map((part) => part.trim())
  const countries = hints.filter((hint) => hint !== '').map(findCountry)
  const found = (byName.get(plainName(named)) ?? []).map(({ city }) => city)
  const city = found.find((one) => countries.every((code) => code === one.country))
  if (city !== undefined) return city
  const names = cities.map(({ name, country }) => (hints.length === 0 ? name : `${name}, ${country}`))
  const why = `is ${takesCountries ? 'no country and ' : ''}not among the ${cities.length} cities known by name`
  const next = `send ${takesCountries ? 'its country (a code or an English name) or ' : ''}its lat,lon, such as 48.86,2.35, instead`
  // Among so many some are a little like any word.
  throw unusable(asked, text, `${why}; ${next}`, alike(text, names, leastLike))
}

function canonicalPlace(text: string, asked: Asked, takesCountries: boolean): string {
  const point = coordinates.exec(text)
  if (point !== null) {
    const [lat, lon] = [Number(point[1]), Number(point[2])]
    if (Math.abs(lat) > 90 || Math.abs(lon) > 180) throw malformed(asked, wantedOf(takesCountries))
    return cellOf(lat, lon)
  }
  if (/^[+-]?\d/.test(text)) throw malformed(asked, wantedOf(takesCountries))
  const code = takesCountries ? findCountry(text) : undefined
  if (code !== undefined && !byName.has(plainName(text))) return code
  if (takesCountries && !byName.has(plainName(text))) refuseOtherCode(text, asked)
  const { lat, lon } = findCity(text, asked, takesCountries)
  return cellOf(lat, lon)
}

const definePlace = (kind: string, takesCountries: boolean, otherNames: readonly string[]): InputKind<TString> =>
  defineText({
    kind,
    wanted: wantedOf(takesCountries),
    mostLength: 120,
    example: 'Berlin',
    description: `a large city, "City, Country"${takesCountries ? ', a country' : ''} or lat,lon`,
    otherNames,
    canonical: (text, asked) => canonicalPlace(text, asked, takesCountries),
  })

export const city = definePlace('city', false, ['location', 'q', 'place'])
export const location = definePlace('location', true, ['q', 'place', 'city', 'country'])

const nearDegrees = 0.35

/** What is known of a canonical cell; away from every known city the time zone is the sun's. */
export function placeOfCell(cell: string): Place {
  const [lat, lon] = cell.split(',').map(Number) as [number, number]
  const near = cities
    .map((one) => ({ one, off: Math.hypot(one.lat - lat, (one.lon - lon) * Math.cos((lat * Math.PI) / 180)) }))
    .sort((a, b) => a.off - b.off)[0]!
  if (near.off < nearDegrees) return { ...pick(near.one), lat, lon }
  const hours = Math.round(lon / 15)
  // The sign of Etc/GMT zones is reversed: Etc/GMT-9 is nine hours ahead.
  return {
    name: cell,
    country: null,
    lat,
    lon,
    timeZone: hours === 0 ? 'Etc/GMT' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`,
  }
}

const pick = ({ name, country, timeZone }: City) => ({ name, country: countryName(country), timeZone })
