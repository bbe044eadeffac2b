// A country by its two- or three-letter code or its English name; the canonical form is the two-letter code.
import { everydayNames, iso3Of } from './country-codes.ts'
import { defineText, unusable } from './kind.ts'
import { plainName } from './table.ts'

const english = new Intl.DisplayNames('en', { type: 'region' })

export const countryCodes: ReadonlySet<string> = new Set(iso3Of.keys())
export const countryName = (code: string): string => english.of(code) ?? code

const codes = new Map([...iso3Of].flatMap(([code, iso3]) => [code, iso3].map((name) => [name.toLowerCase(), code])))
const names = new Map(
  [...iso3Of.keys()].flatMap((code) =>
    [countryName(code), countryName(code).replaceAll('&', 'and'), ...(everydayNames[code] ?? [])].map((name) => [
      plainName(name),
      code,
    ]),
  ),
)

/** undefined where no country is called that; areas and unions are none. */
export function findCountry(text: string): string | undefined {
  const name = plainName(text.replace(/^the\s+/i, ''))
  // A code before a name: no country is called by another one's code.
  return codes.get(text.trim().toLowerCase()) ?? names.get(name)
}

const countryNames = [...iso3Of.keys()].map(countryName)

export const country = defineText({
  kind: 'country',
  wanted: 'a country’s ISO code or English name of 2 to 60 letters, such as BR, BRA or Brazil',
  pattern: "^[\\p{L}\\p{M} .,&'’()-]{2,60}$",
  leastLength: 2,
  mostLength: 60,
  example: 'BR',
  description: 'ISO 3166-1 code of two or three letters, or English name',
  otherNames: ['nation', 'iso', 'country_code'],
  canonical(text, asked) {
    const code = findCountry(text)
    if (code === undefined) throw unusable(asked, text, 'is not a country', countryNames)
    return code
  },
})
