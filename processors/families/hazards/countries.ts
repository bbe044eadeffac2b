// The country of a quake by the words for its place: "133 km SW of Lata, Solomon Islands", or a state of America by its two letters.
import { findCountry } from '../../inputs/country.ts'

// Those that are written out; Georgia is left to the country of that name, where the ground moves more.
const states = new Set('alaska california hawaii idaho montana nevada oklahoma oregon texas utah washington wyoming'.split(' '))

/** Of a fire's name: "Cedar Fire, Custer, Idaho", "Wildfire in Brazil 1024188". */
export function countryOfTitle(title: string): string | null {
  const words = title.replace(/ \d+$/, '')
  return words.includes(' in ')
    ? countryOfPlace(words.slice(words.lastIndexOf(' in ') + 4))
    : words.includes(',')
      ? countryOfPlace(words)
      : null
}

/** null where the words name a sea, a region or nothing that is known. */
export function countryOfPlace(area: string | null): string | null {
  const name = area?.split(',').at(-1)?.trim() ?? ''
  // Of two letters there CA is California and never Canada: countries are written out.
  if (area?.includes(',') && /^[A-Z]{2}$/.test(name)) return 'US'
  if (states.has(name.toLowerCase())) return 'US'
  return name.length < 4 ? null : (findCountry(name.replace(/ (region|border region)$/i, '')) ?? null)
}
