// Who wrote a paper is no heading of it, however large the names are set.
import { expect, test } from 'vitest'
import { isByline } from '../../../processors/jobs/convert/layout/headings.ts'

test.each([
  'Maria Keller1,*, Jonas Brandt2 and Aiko Mori1,3',
  'Ann Lee1, Bo Chen2',
  'J. P. García Morales†, R. Ng‡ & T. Okafor†',
  'Anna Berg1, Carl Dahl, Eva Falk2',
])('%s', (line) => expect(isByline(line)).toBe(true))

test.each([
  'CO2, H2O and what they do',
  'Introduction1',
  'Phase 1, Phase 2 and Phase 3',
  'Results for Model A1, B2 and C3',
  'Growth in June 2019, and after',
  'Prices, wages and rents1',
])('a heading: %s', (line) => expect(isByline(line)).toBe(false))
