// The pulse of a region: its economies one by one and together, what moved in a quarter, and the region's own sections. A region is a table.
import Type from 'typebox'
import { type Economy, flags, judge, pulse, type RegionInputs, surveyRegion } from '../formula/economies.ts'
import { round } from '../formula/index.ts'
import { turnOf } from '../formula/ladder.ts'
import { country } from '../inputs/country.ts'
import type { Service } from '../kit/define.ts'
import {
  defineSignalService,
  type FactInput,
  type Fields,
  known,
  list,
  maybe,
  mayTake,
  month,
  number,
  optionalFields,
  pct,
  schema,
  score,
  section,
  share,
  signalRoute,
  type Told,
  text,
  type UnitsAsNamed,
  word,
} from '../kit/index.ts'

const quarterMs = 91 * 86_400_000
const mostMovers = 5
const turnPoints = 5

const moved = list({ iso2: text(), change: known(number('in points of the score, over three months')) })

const economyFields = {
  iso2: schema(Type.String({ pattern: '^[A-Z]{2}$' })),
  name: text(),
  score: known(score()),
  label: word(pulse.labels),
  confidence: known(share()),
  growth_pct: pct('real output over a year', 1),
  inflation_pct: pct('consumer prices over a year', 1),
  ...optionalFields({
    unemployment_pct: pct('of the labour force', 1),
    sentiment_index: number('economic sentiment, 100 is its long mean', 1),
  }),
  debt_pct_gdp: number('gross public debt', 1),
  fx_3m_pct: pct('the currency over three months; negative is a loss', 2),
  policy_rate_pct: pct("the central bank's, at the end of the month; of the euro for its members", 3),
  reserves_months: number('reserves in months of imports of goods', 1),
  trade_balance_pct: pct('goods sold less goods bought in twelve months, in percent of both', 1),
  leading_index: number("the OECD's leading indicator, 100 is the long trend", 2),
  ...optionalFields({
    yearly: list(
      word(['growth', 'inflation', 'debt']),
      'figures of whole years: their month is the last of a year that is over, or the first of the one that runs',
    ),
  }),
  vintage: {
    growth: maybe(month()),
    inflation: maybe(month()),
    ...optionalFields({ unemployment: maybe(month()), sentiment: maybe(month()) }),
    debt: maybe(month()),
    fx: maybe(month()),
    policy_rate: maybe(month()),
    reserves: maybe(month()),
    trade_balance: maybe(month()),
    leading_index: maybe(month()),
  },
}

export interface RegionTable<X extends { readonly economies: readonly Economy[] }, M extends Fields, F extends Fields>
  extends Pick<Service, 'label' | 'title' | 'description' | 'version' | 'tags'> {
  /** "Europe". */
  readonly name: string
  readonly path: `/${string}`
  readonly summary: string
  /** One of its countries, which the documents name. */
  readonly shown: string
  /** How currencies are read, for the field that tells of them. */
  readonly currencies: string
  readonly inputs: FactInput<X>
  /** Neither unemployment nor sentiment is read of its countries. */
  readonly hasNoSurveys?: true
  /** No answer is surer than this, whatever is there: where many figures are of whole years. */
  readonly mostConfidence?: number
  /** What markets say of the region: in parts of the score, in words, and in sections; nothing where none are read. */
  readonly markets?: {
    readonly fields: M & UnitsAsNamed<M>
    read(inputs: X): Pick<RegionInputs, 'markets' | 'marketText'> & { readonly sections: Told<M> }
  }
  /** What only this region has. A list whose entries have an iso2 is cut to the country that is asked for. */
  readonly more?: { readonly fields: F & UnitsAsNamed<F>; tell(inputs: X): Told<F> }
}

export function defineRegion<
  X extends { readonly economies: readonly Economy[] },
  const M extends Fields = Record<never, never>,
  const F extends Fields = Record<never, never>,
>(region: RegionTable<X, M, F>): Service {
  const { name, path, summary, shown, currencies, inputs, markets, more, hasNoSurveys: _, mostConfidence: __, ...about } = region
  return defineSignalService({
    ...about,
    rows: { one: region.label },
    facts: { region: inputs },
    route: signalRoute({
      path,
      price: '0.05',
      summary,
      tags: ['macro', region.label, 'rates'],
      takes: { country: mayTake(country, { example: shown }) },
      key: (input) => input.country ?? region.label,
      closed: true,
      fresh: { days: 40 },
      sold: { days: 75 },
      labels: pulse,
      answer: {
        region: text(`${name}, or the country asked for`),
        aggregate: {
          // A row of the release before has none, and may be served for days.
          ...optionalFields({ of: text(`${name}, whichever country is asked for`) }),
          growth_pct: pct('real output over a year, weighed by output at purchasing power', 2),
          inflation_pct: pct('consumer prices over a year', 2),
          ...optionalFields({ unemployment_pct: pct('of the labour force', 2) }),
          fx_3m_pct: pct(currencies, 2),
          current_account_pct_gdp: number('of the newest year known', 2),
          debt_pct_gdp: number('gross public debt', 1),
          as_of: {
            growth: maybe(month('first month of the quarter, or the last of the year, that most of the output is told of')),
            inflation: maybe(month('the month that most of the output is told of; what is long out of date is left out')),
            ...optionalFields({ unemployment: maybe(month()) }),
            fx: maybe(month()),
            debt: maybe(month()),
          },
        },
        countries: list(economyFields),
        risks: list({
          iso2: text(),
          flag: word(flags),
          value: known(number('of prices and currency in percent, of debt in percent of output, of reserves in months')),
        }),
        ...((markets?.fields ?? {}) as Fields),
        movers: section({ improving: moved, deteriorating: moved }, 'by the score three months before'),
        ...((more?.fields ?? {}) as Fields),
      } as Fields,
    }),
    signal: ({ region: read }, now) => tellRegion(region, read as X, now) as never,
  })
}

function tellRegion<X extends { readonly economies: readonly Economy[] }>(
  {
    name,
    markets,
    more,
    label: key,
    hasNoSurveys,
    mostConfidence = 1,
  }: Pick<RegionTable<X, any, any>, 'name' | 'markets' | 'more' | 'label' | 'hasNoSurveys' | 'mostConfidence'>,
  inputs: X,
  now: Date,
) {
  const survey = (seen: X, at: Date) => {
    const { sections, ...said } = markets?.read(seen) ?? { sections: {} }
    const { mix, ...surveyed } = surveyRegion({ name, economies: seen.economies, ...said }, at)
    const all = { ...surveyed, countries: surveyed.countries.map(capped) }
    const told = new Set(all.countries.map(({ iso2 }) => iso2))
    const untold = seen.economies.flatMap(({ iso2 }) => (told.has(iso2) ? [] : [iso2]))
    const coverage = untold.length === 0 ? mix.coverage : { ...mix.coverage, detail: { countries_not_told: untold } }
    return { sections, mix: capped({ ...mix, coverage }), ...(hasNoSurveys ? withoutSurveys(all) : all) }
  }
  const capped = <M extends { readonly confidence: number }>(mix: M): M => ({
    ...mix,
    confidence: Math.min(mix.confidence, mostConfidence),
  })
  const quarterAgo = new Date(now.getTime() - quarterMs)
  const earlier = survey(asOf(inputs, quarterAgo), quarterAgo)
  const { mix, label, summary, sections, ...all } = survey(inputs, now)
  const before = new Map(earlier.countries.map((one) => [one.iso2, one.score]))
  const moves = all.countries.flatMap(({ iso2, score }) =>
    before.has(iso2) ? [{ iso2, change: round(score - before.get(iso2)!, 1) }] : [],
  )
  const up = moves.filter(({ change }) => change > 0).sort((a, b) => b.change - a.change)
  const down = moves.filter(({ change }) => change < 0).sort((a, b) => a.change - b.change)
  const movers = { improving: up.slice(0, mostMovers), deteriorating: down.slice(0, mostMovers) }
  const own = {
    ...all,
    aggregate: { of: name, ...all.aggregate },
    ...(sections as object),
    ...(more?.tell(inputs) as object | undefined),
  }
  const direction = turnOf(mix.score - earlier.mix.score, turnPoints)
  const whole = { mix, label, summary, direction, key, region: name, ...own, movers }
  return [whole, ...all.countries.map(tellCountry)]

  function tellCountry(one: (typeof all.countries)[number]) {
    const { iso2 } = one
    const economy = inputs.economies.find((other) => other.iso2 === iso2)!
    const dated = (value: number | null, at: Date | null | undefined, isYear = false) =>
      value === null || at == null ? 'unknown' : `${round(value, 1)} % (${at.toISOString().slice(0, isYear ? 4 : 7)})`
    const isYearly = (measure: 'growth' | 'inflation') => economy.yearly?.includes(measure)
    return {
      ...ofCountry(own, iso2),
      mix: capped(judge(economy, now).mix),
      label: one.label,
      summary:
        `${one.name} is ${one.label} (${Math.round(one.score)}): growth ${dated(one.growth_pct, one.vintage.growth, isYearly('growth'))}, ` +
        `inflation ${dated(one.inflation_pct, one.vintage.inflation, isYearly('inflation'))}` +
        `${one.unemployment_pct === undefined ? '' : `, unemployment ${dated(one.unemployment_pct, one.vintage.unemployment)}`}.`,
      direction: turnOf(moves.find((move) => move.iso2 === iso2)?.change ?? 0, turnPoints),
      key: iso2,
      region: one.name,
      movers: { improving: up.filter((move) => move.iso2 === iso2), deteriorating: down.filter((move) => move.iso2 === iso2) },
    }
  }
}

type Surveyed = Omit<ReturnType<typeof surveyRegion>, 'mix'>

function withoutSurveys(surveyed: Surveyed) {
  const none = undefined
  return {
    ...surveyed,
    aggregate: {
      ...surveyed.aggregate,
      unemployment_pct: none,
      as_of: { ...surveyed.aggregate.as_of, unemployment: none },
    },
    countries: surveyed.countries.map((one) => ({
      ...one,
      unemployment_pct: none,
      sentiment_index: none,
      vintage: { ...one.vintage, unemployment: none, sentiment: none },
    })),
  }
}

/** Of every list of countries the one that is asked for. */
function ofCountry(sections: object, iso2: string): object {
  const isOfCountries = (one: unknown): one is { iso2: string }[] =>
    Array.isArray(one) && one.length > 0 && one.every((entry) => typeof entry === 'object' && entry !== null && 'iso2' in entry)
  return Object.fromEntries(
    Object.entries(sections).map(([name, one]) => [name, isOfCountries(one) ? one.filter((entry) => entry.iso2 === iso2) : one]),
  )
}

/** The inputs as they stood at a moment: a formula of then saw no more. */
function asOf<T>(inputs: T, at: Date): T {
  if (Array.isArray(inputs))
    return inputs.filter((one) => !(one?.at instanceof Date) || one.at <= at).map((one) => asOf(one, at)) as T
  if (typeof inputs !== 'object' || inputs === null || inputs instanceof Date) return inputs
  return Object.fromEntries(Object.entries(inputs).map(([name, inner]) => [name, asOf(inner, at)])) as T
}
