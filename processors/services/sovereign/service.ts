// Sovereign risk: how each state stands with its debts, from the IMF's and the World Bank's yearly figures.
import Type from 'typebox'
import { euroArea, policyRates } from '../../../ingestors/sources/bis-policy/topic.ts'
import { ecbObservations, series, yieldCountries } from '../../../ingestors/sources/ecb/topic.ts'
import { eurostatFigures, figureKey, members } from '../../../ingestors/sources/eurostat/topic.ts'
import { outlooks } from '../../../ingestors/sources/imf-outlook/topic.ts'
import { profiles } from '../../../ingestors/sources/world-bank/topic.ts'
import { round } from '../../formula/index.ts'
import { country, findCountry } from '../../inputs/country.ts'
import type { Observations } from '../../kit/define.ts'
import {
  bp,
  count,
  defineSignalService,
  dictionary,
  known,
  list,
  maybe,
  month,
  mustTake,
  number,
  pct,
  reading,
  schema,
  signalRoute,
  text,
  usd,
} from '../../kit/index.ts'
import { type Assessed, assess, describe, euroMembers, isJudged, labels, type State, trendOf } from './signal.ts'

const mostPeers = 5
/** Central government is not all of it. */
const mostBySubstitutes = 0.6
// A month that is being read may not have every country yet.
const monthsDays = 40
const selections = [
  { topic: outlooks, days: monthsDays },
  { topic: profiles, days: monthsDays },
  { topic: ecbObservations, keys: yieldCountries.map(series.bond), days: monthsDays },
  { topic: policyRates, days: 1_200 },
  { topic: eurostatFigures, keys: members.map((place) => figureKey('debt_pct_gdp', place)), days: 1_500 },
] as const

export default defineSignalService({
  label: 'sovereign',
  title: 'Sovereign risk',
  description:
    'How states stand with their debts, by published figures of the IMF, the World Bank, Eurostat, the ECB and the BIS.',
  version: '4',
  tags: ['macro', 'sovereign', 'risk'],
  rows: { one: 'world' },
  facts: { states: reading(selections, readStates) },
  route: signalRoute({
    path: '/sovereign',
    price: '0.05',
    summary: "A state's debt risk from its public money, reserves, balance, prices, growth and governance; not a credit rating",
    tags: ['macro', 'sovereign', 'risk'],
    takes: { country: mustTake(country) },
    example: { country: 'BR' },
    key: (input) => input.country,
    closed: true,
    fresh: { days: 40 },
    sold: { days: 100 },
    range: [0, 100],
    labels,
    disclaimer: 'A computed indicator of published statistics; not a credit rating and no advice.',
    answer: {
      country: {
        iso2: schema(Type.String({ pattern: '^[A-Z]{2}$' })),
        iso3: schema(Type.String({ pattern: '^[A-Z]{3}$' })),
        name: text(),
        income_group: maybe(text("the World Bank's")),
      },
      fiscal: {
        debt_pct_gdp: number('gross debt of general government'),
        balance_pct_gdp: number('net lending of general government'),
        primary_balance_pct_gdp: number('the same before interest'),
        interest_to_revenue_pct: pct('interest paid out of revenue, central government'),
      },
      external: {
        current_account_pct_gdp: number('current account'),
        reserves_usd: usd('reserves with gold'),
        reserves_months: number('reserves in months of imports'),
        short_term_debt_to_reserves_pct: pct(
          'short-term external debt against reserves; published for borrowers of the World Bank',
        ),
      },
      macro: {
        growth_pct: pct('real output over the year'),
        growth_3y_pct: pct('its mean of three years'),
        inflation_pct: pct('consumer prices, average of the year'),
        policy_rate_pct: pct("the central bank's at the end of the newest month; of the euro for its members", 3),
        real_rate_pct: pct('the policy rate at the end of the year of the inflation shown here, less that inflation', 2),
        policy_rate_month: maybe(month()),
      },
      market: {
        yield_10y_pct: pct('ten-year government bonds, monthly mean; where the European Central Bank publishes it', 2),
        spread_bp: bp("the same over Germany's", 0),
        fx_12m_pct: pct("the currency's yearly mean against the dollar over a year; negative is a loss", 1),
      },
      governance: { wgi_mean: number('mean of the Worldwide Governance Indicators, -2.5 to 2.5') },
      trend: { risk_1y_chg: number('risk points over a year by the inputs known in both; positive is worse', 1) },
      vintages: dictionary(count(), 'the year each figure is of, by its name here'),
      peers: list({ iso2: text(), name: text(), risk: known(number('0 to 100', 1)) }, 'nearest in risk within the income group'),
    },
  }),
  signal({ states }, now) {
    const lastYear = now.getUTCFullYear() - 1
    const judged = states.map((state) => assess(state, lastYear, now)).filter(({ mix }) => isJudged(mix))
    return judged.map((one) => {
      const trend = trendOf(one, assess(one.state, lastYear - 1, now))
      const { label, summary, sections } = describe(one, trend)
      const most = one.substitutes.length > 0 ? mostBySubstitutes : 1
      return {
        mix: { ...one.mix, confidence: Math.min(one.mix.confidence, most) },
        label,
        summary,
        direction: trend === null || Math.abs(trend) < 2 ? 'flat' : trend > 0 ? 'up' : 'down',
        key: one.state.iso2,
        ...sections,
        peers: peersOf(one, judged),
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
    const rates = seen.of(policyRates, euroMembers.has(iso2) ? euroArea : iso2)
    const rate = rates.at(-1)
    const isSameMonth = bond !== undefined && bond.observedAt.getTime() === german?.observedAt.getTime()
    return [
      {
        iso2,
        iso3: about.iso3,
        name: about.name,
        incomeGroup: about.income_group,
        figures: mergeFigures(mergeFigures(outlook.get(about.iso3)?.figures ?? [], europeanDebt(seen, iso2)), about.figures),
        bond: isSameMonth
          ? { yieldPct: bond.value.value, spreadBp: 100 * (bond.value.value - german!.value.value), at: bond.observedAt }
          : null,
        policyRate: rate === undefined ? null : { pct: rate.value.rate_pct, at: rate.observedAt },
        rateAtEndOf: Object.fromEntries(
          rates
            .filter(({ observedAt }) => observedAt.getUTCMonth() === 11)
            .map(({ observedAt, value }) => [observedAt.getUTCFullYear(), value.rate_pct]),
        ),
      },
    ]
  })
}

/** Eurostat's debt of general government at the end of each year, where the IMF's is not there. */
function europeanDebt(seen: Observations, iso2: string): State['figures'] {
  return seen.of(eurostatFigures, figureKey('debt_pct_gdp', iso2)).flatMap(({ observedAt, value }) =>
    // The fourth quarter is dated to October.
    observedAt.getUTCMonth() === 9 ? [{ measure: 'debt_pct_gdp', year: observedAt.getUTCFullYear(), value: value.value }] : [],
  )
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
