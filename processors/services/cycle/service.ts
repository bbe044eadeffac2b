// The business cycle: phase, coincident and leading indicators and recession odds of the United States; other countries by the OECD's indicator.
import { excessBondPremium } from '../../../ingestors/sources/fed-ebp/topic.ts'
import { fredObservations } from '../../../ingestors/sources/fred/topic.ts'
import { leadingIndicators } from '../../../ingestors/sources/oecd-cli/topic.ts'
import { treasuryYields } from '../../../ingestors/sources/treasury-yields/topic.ts'
import { isSelected } from '../../affected.ts'
import { defineRoute, defineService, type Observations, type Selection } from '../../define.ts'
import { country, countryName, findCountry } from '../../inputs/country.ts'
import { iso3Of } from '../../inputs/country-codes.ts'
import { optional, takeInputs } from '../../inputs/take.ts'
import { toPoints } from '../../points.ts'
import { verdict } from '../../verdict.ts'
import { computeAbroad } from './abroad.ts'
import { coincidentKeys, otherKeys, readCycleInputs } from './inputs.ts'
import { cycleAnswer } from './schema.ts'
import { computeCycle } from './signal.ts'

const home = 'us'
const dayS = 86_400
const elevenYears = 4_018

const selections: readonly Selection[] = [
  { topic: fredObservations, keys: [...coincidentKeys, ...otherKeys], days: elevenYears },
  { topic: treasuryYields, keys: ['nominal'], days: elevenYears },
  { topic: excessBondPremium, days: elevenYears },
]

const route = defineRoute({
  method: 'GET',
  path: '/cycle',
  price: '0.05',
  serve: 'precomputed',
  summary:
    'Business cycle: phase, leading indicators, and for the US recession probability, coincident indicators and the Sahm rule',
  tags: ['macro', 'business-cycle', 'recession'],
  ...takeInputs({ country: optional(country) }),
  output: cycleAnswer,
  example: { input: {}, output: undefined },
  key: (input) => (input.country === undefined || input.country === 'US' ? home : input.country),
  closed: true,
  maxAgeSeconds: 7 * dayS,
  // A month's indicator, dated by its first day, is the newest until the middle of the month after the next.
  hardMaxAgeSeconds: 80 * dayS,
})

export default defineService({
  label: 'cycle',
  title: 'Business cycle',
  description:
    'Which phase the US economy is in, for how long, what leads it, and how likely a recession is; the phase of 16 others.',
  version: '2',
  tags: ['macro', 'business-cycle'],
  reads: [fredObservations, treasuryYields, excessBondPremium, leadingIndicators],
  routes: [route],
  affected(records) {
    const areas = records.filter(({ topic }) => topic === leadingIndicators.name).map(({ key }) => key)
    const abroad = [...new Set(areas)].flatMap((area) => findCountry(area) ?? []).filter((iso2) => iso2 !== 'US')
    return [...(records.some((record) => isSelected(record, selections)) ? [home] : []), ...abroad]
  },
  selects: (key) => (key === home ? selections : [{ topic: leadingIndicators, keys: [areaOf(key)], days: elevenYears }]),
  compute(key, seen, now) {
    const { mix, summary, ...sections } = key === home ? computeCycle(readCycleInputs(seen), now) : readAbroad(key, seen, now)
    const signal = verdict({ mix, label: sections.phase, summary, now })
    const iso2 = key === home ? 'US' : key
    const body = {
      signal,
      country: { iso2, name: countryName(iso2) },
      basis: key === home ? 'us_model' : 'oecd_cli',
      ...sections,
    }
    return [{ route: route.path, key, body, coverage: mix.coverage }]
  },
})

const areaOf = (iso2: string): string => iso3Of.get(iso2) ?? iso2

function readAbroad(iso2: string, seen: Observations, now: Date) {
  const index = toPoints(seen.of(leadingIndicators, areaOf(iso2)), (value) => value.index)
  return computeAbroad(index, countryName(iso2), now)
}
