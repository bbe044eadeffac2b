// From the summaries, the governance of countries, prices and documents to what the formula of supply risk judges.
import type { ValueOf } from '../../../db/log/topic.ts'
import { commodityPrices } from '../../../ingestors/sources/pink-sheet/topic.ts'
import { tradeNotices } from '../../../ingestors/sources/trade-notices/topic.ts'
import { mineralSummaries } from '../../../ingestors/sources/usgs-mcs/topic.ts'
import { profiles } from '../../../ingestors/sources/world-bank/topic.ts'
import { toPoints } from '../../formula/points.ts'
import { findCountry } from '../../inputs/country.ts'
import { iso3Of } from '../../inputs/country-codes.ts'
import type { Observations, Selection } from '../../kit/define.ts'
import type { MineralsInputs } from './signal.ts'

const governance = ['voice', 'stability', 'effectiveness', 'regulation', 'rule_of_law', 'corruption_control']
/** A mineral's price on the World Bank's sheet, where it has one. */
const priced = {
  copper: 'copper',
  nickel: 'nickel',
  zinc: 'zinc',
  tin: 'tin',
  lead: 'lead',
  'iron-ore': 'iron_ore',
  platinum: 'platinum',
  silver: 'silver',
  gold: 'gold',
}

export const selections: readonly Selection[] = [
  { topic: mineralSummaries, days: 40 },
  { topic: profiles, days: 40 },
  { topic: commodityPrices, keys: Object.values(priced), days: 500 },
  { topic: tradeNotices, days: 365 },
]

export function readInputs(seen: Observations): MineralsInputs {
  const newest = new Map(seen.of(mineralSummaries).map((fact) => [fact.key, fact]))
  return {
    minerals: [...newest.values()].map(({ value, observedAt }) => ({
      ...value,
      readAt: observedAt,
      production: value.production.map((one) => ({ ...one, iso2: isoOf(one.country) })),
    })),
    governanceOf: readGovernance(seen),
    prices: new Map(
      Object.entries(priced).map(([slug, commodity]) => {
        const facts = seen.of(commodityPrices, commodity)
        return [slug, { unit: facts.at(-1)?.value.unit ?? '', points: toPoints(facts, ({ price }) => price) }]
      }),
    ),
    notices: seen.of(tradeNotices).flatMap(({ value }) => (value.subject === 'critical_minerals' ? [value] : [])),
  }
}

/** The mean of the six, each of its newest year; where one is missing the others stand for it. */
function readGovernance(seen: Observations): ReadonlyMap<string, number> {
  const byIso3 = new Map(seen.of(profiles).map((fact) => [fact.key, fact.value]))
  return new Map(
    [...iso3Of].flatMap(([iso2, iso3]) => {
      const values = governance.flatMap((measure) => newestOf(byIso3.get(iso3), measure))
      return values.length === 0 ? [] : [[iso2, values.reduce((sum, value) => sum + value, 0) / values.length]]
    }),
  )
}

const newestOf = (profile: ValueOf<typeof profiles> | undefined, measure: string): number[] => {
  const told = (profile?.figures ?? []).filter((one) => one.measure === measure)
  return told.length === 0 ? [] : [told.reduce((best, one) => (one.year > best.year ? one : best)).value]
}

/** The Survey writes "Congo (Kinshasa)" and "Korea, Republic of". */
function isoOf(name: string): string | null {
  const [first, rest] = name.split(', ')
  return findCountry(rest === undefined ? name.replace(' (', '-').replace(')', '') : `${rest} ${first}`) ?? null
}
