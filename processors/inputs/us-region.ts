// A part of the United States: the country, a state by code or name, a metropolitan area by its code or its first city and state.
import { defineText } from './kind.ts'
import { plainName } from './table.ts'
import { usStates } from './us-states.ts'

export const country = 'USA'

const names = new Map([
  ...['US', 'USA', 'United States', 'United States of America', 'America'].map((name) => [plainName(name), country] as const),
  ...Object.entries(usStates).flatMap(([code, name]) => [[plainName(code), code] as const, [plainName(name), code] as const]),
])

/** "New York, NY" and "new york ny" are one area. */
export const areaKey = (name: string): string => plainName(name.replaceAll(',', ''))

export const usRegion = defineText({
  kind: 'us-region',
  wanted:
    'US, a state such as TX or Texas, a metropolitan area’s code of five digits, or its first city and state such as Austin, TX',
  pattern: "^[\\p{L}\\p{N}][\\p{L}\\p{N} ,.'’/()-]{1,79}$",
  leastLength: 2,
  mostLength: 80,
  example: 'TX',
  description:
    'US, a state, or a metropolitan area by its five-digit code or by its first city and state; the US where nothing is said',
  otherNames: ['state', 'metro', 'cbsa', 'msa'],
  canonical: (text) => names.get(plainName(text)) ?? areaKey(text),
})
