// Sovereign risk: how each state stands with its debts, from the IMF's and the World Bank's yearly figures.
import { euroArea, policyRates } from '../../../ingestors/sources/bis-policy/topic.ts'
import { ecbObservations, series, yieldCountries } from '../../../ingestors/sources/ecb/topic.ts'
import { outlooks } from '../../../ingestors/sources/imf-outlook/topic.ts'
import { profiles } from '../../../ingestors/sources/world-bank/topic.ts'
import { affectsOne } from '../../affected.ts'
import { defineRoute, defineService, type Observations, type Selection } from '../../define.ts'
import { country, findCountry } from '../../inputs/country.ts'
import { required, takeInputs } from '../../inputs/take.ts'
import { round } from '../../stats.ts'
import { verdict } from '../../verdict.ts'
import { sovereignAnswer } from './schema.ts'
import { type Assessed, assess, describe, euroMembers, isJudged, type State, trendOf } from './signal.ts'

const world = 'world'
const dayS = 86_400
const mostPeers = 5
/** Central government is not all of it. */
const mostBySubstitutes = 0.6
// A month that is being read may not have every country yet.
const monthsDays = 40
const selections: readonly Selection[] = [
  { topic: outlooks, days: monthsDays },
  { topic: profiles, days: monthsDays },
  { topic: ecbObservations, keys: yieldCountries.map(series.bond), days: monthsDays },
  { topic: policyRates, days: 120 },
]

const route = defineRoute({
  method: 'GET',
  path: '/sovereign',
  price: '0.05',
  serve: 'precomputed',
  summary: "A state's debt risk from its public money, reserves, balance, prices, growth and governance; not a credit rating",
  tags: ['macro', 'sovereign', 'risk'],
  ...takeInputs({ country: required(country) }),
  output: sovereignAnswer,
  example: { input: { country: 'BR' }, output: undefined },
  key: (input) => input.country,
  closed: true,
  maxAgeSeconds: 40 * dayS,
  hardMaxAgeSeconds: 100 * dayS,
})

export default defineService({
  label: 'sovereign',
  title: 'Sovereign risk',
  description: 'How states stand with their debts, by published figures of the IMF, the World Bank, the ECB and the BIS.',
  version: '2',
  tags: ['macro', 'sovereign', 'risk'],
  reads: [outlooks, profiles, ecbObservations, policyRates],
  routes: [route],
  affected: affectsOne(world, selections),
  selects: () => selections,
  compute(_key, seen, now) {
    const states = readStates(seen)
    const lastYear = now.getUTCFullYear() - 1
    const judged = states.map((state) => assess(state, lastYear, now)).filter(({ mix }) => isJudged(mix))
    return judged.map((one) => {
      const trend = trendOf(one, assess(one.state, lastYear - 1, now))
      const { label, summary, sections } = describe(one, trend)
      const direction = trend === null || Math.abs(trend) < 2 ? 'flat' : trend > 0 ? 'up' : 'down'
      const signal = verdict({
        mix: one.mix,
        label,
        summary,
        now,
        range: [0, 100],
        direction,
        ...(one.substitutes.length > 0 ? { mostConfidence: mostBySubstitutes } : {}),
      })
      return {
        route: route.path,
        key: one.state.iso2,
        body: { signal, ...sections, peers: peersOf(one, judged) },
        coverage: one.mix.coverage,
        disclaimer: 'A computed indicator of published statistics; not a credit rating and no advice.',
      }
    })
  },
})

function readStates(seen: Observations): State[] {
  const german = seen.of(ecbObservations, series.bond('DE')).at(-1)
  // Of each country the newest month.
  const outlook = new Map(seen.of(outlooks).map((fact) => [fact.key, fact.value]))
  const profile = new Map(seen.of(profiles).map((fact) => [fact.key, fact.value]))
  return [...profile.values()].flatMap((about) => {
    const iso2 = findCountry(about.iso3)
    if (iso2 === undefined) return []
    const bond = seen.of(ecbObservations, series.bond(iso2)).at(-1)
    const rate = seen.of(policyRates, euroMembers.has(iso2) ? euroArea : iso2).at(-1)
    const isSameMonth = bond !== undefined && bond.observedAt.getTime() === german?.observedAt.getTime()
    return [
      {
        iso2,
        iso3: about.iso3,
        name: about.name,
        incomeGroup: about.income_group,
        figures: mergeFigures(outlook.get(about.iso3)?.figures ?? [], about.figures),
        bond: isSameMonth
          ? { yieldPct: bond.value.value, spreadBp: 100 * (bond.value.value - german!.value.value), at: bond.observedAt }
          : null,
        policyRate: rate === undefined ? null : { pct: rate.value.rate_pct, at: rate.observedAt },
      },
    ]
  })
}

/** What the IMF says of a measure goes before what the World Bank does. */
function mergeFigures(first: State['figures'], second: State['figures']): State['figures'] {
  const said = new Set(first.map(({ measure }) => measure))
  return [...first, ...second.filter(({ measure }) => !said.has(measure))]
}

function peersOf({ state, mix }: Assessed, all: readonly Assessed[]) {
  return all
    .filter((other) => other.state.iso2 !== state.iso2 && other.state.incomeGroup === state.incomeGroup)
    .map((other) => ({ iso2: other.state.iso2, name: other.state.name, risk: round(other.mix.score, 1) }))
    .sort((a, b) => Math.abs(a.risk - mix.score) - Math.abs(b.risk - mix.score) || (a.iso2 < b.iso2 ? -1 : 1))
    .slice(0, mostPeers)
}
