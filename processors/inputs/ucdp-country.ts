// The countries as the Uppsala Conflict Data Program names them: some with a name they had before, in brackets.
import { findCountry } from './country.ts'

const own: Readonly<Record<string, string>> = { 'Bosnia-Herzegovina': 'BA', 'Kingdom of eSwatini': 'SZ', 'Macedonia, FYR': 'MK' }

/** undefined where it is no country of ISO 3166. */
export function isoOfUcdp(name: string): string | undefined {
  const plain = name.split(' (')[0]!
  return findCountry(plain) ?? own[plain]
}
