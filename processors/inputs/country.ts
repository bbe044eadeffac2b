// A country by its two- or three-letter code or its English name; the canonical form is the two-letter code.
import { TollgateError } from '../../base/errors.ts'
import { everydayNames, iso3Of, otherCodes } from './country-codes.ts'
import { type Asked, defineText, unusable } from './kind.ts'
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
const longestCode = 3

/** A code that people use and the standard does not have names its country: it is told, and not taken for it. */
export function refuseOtherCode(text: string, { name }: Asked): void {
  const meant = otherCodes.get(text.trim().toUpperCase())
  if (meant === undefined) return
  const said = JSON.stringify(text.trim())
  throw new TollgateError(
    'input_unusable',
    `${name}: ${said} is no ISO 3166-1 code; did you mean ${meant}, ${countryName(meant)}?`,
    { suggestions: [meant] },
  )
}

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
    if (code !== undefined) return code
    refuseOtherCode(text, asked)
    // No name is like two letters.
    if (text.length > longestCode) throw unusable(asked, text, 'is not a country', countryNames)
    throw unusable(asked, text, 'is no country’s ISO 3166-1 code; send one, such as BR or BRA, or the English name')
  },
})
