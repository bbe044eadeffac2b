// A portfolio's risk: up to twenty positions by their own past prices, against a benchmark.

import { TollgateError } from '../../../base/errors.ts'
import { companyReports } from '../../../ingestors/sources/sec-company/topic.ts'
import { treasuryYields } from '../../../ingestors/sources/treasury-yields/topic.ts'
import { pricesOfAll } from '../../families/prices.ts'
import { unresolvedFields } from '../../families/unresolved.ts'
import { newestValue, say, slope } from '../../formula/index.ts'
import { correlation } from '../../formula/portfolio-risk.ts'
import { type Prices, priceBases } from '../../formula/share-prices.ts'
import {
  count,
  day,
  defineSignalService,
  known,
  list,
  mapped,
  mayTake,
  mustTake,
  newest,
  number,
  optionalFields,
  pct,
  series,
  signalRoute,
  text,
  word,
} from '../../kit/index.ts'
import { benchmark, keyOf, lookback, readKey, refine, tickers, weights } from './inputs.ts'
import { computePortfolio, fewestSteps, health, measureSteps } from './signal.ts'

const example = { tickers: 'AAPL,MSFT' }
const flagsOf = (told: NonNullable<ReturnType<typeof computePortfolio>>): string[] => [
  ...(told.weights.some((weight) => weight > 0.4) ? ['one position is more than 40 %'] : []),
  ...(told.known.some(({ value }) => value > 0.9) ? ['two positions move almost as one'] : []),
  ...(told.told.beta > 1.3 ? ['moves more than the benchmark'] : []),
  ...(told.missing.length > 0 ? ['weights are rescaled to the positions that have prices'] : []),
  ...(told.basis === 'sec_fails_list'
    ? ['prices are from the SEC’s lists of failed deliveries: weeks old, days missing, no dividends']
    : []),
]

export default defineSignalService({
  label: 'portfolio',
  title: 'Portfolio risk',
  description: 'Volatility, value at risk, beta, correlations and concentration of up to twenty listed US securities.',
  version: '2',
  tags: ['equities', 'risk'],
  rows: { list: [keyOf(example)] },
  facts(key) {
    const { positions, benchmark: against, lookback: days } = readKey(key)
    const names = [...new Set([...positions.map(({ ticker }) => ticker), against])]
    return {
      days,
      against,
      prices: pricesOfAll(names),
      positions: positions.map((one) => ({
        ...one,
        company: mapped(newest(companyReports, { key: one.ticker, days: 0 }), (fact) => fact?.value.industry ?? null),
      })),
      bill: series(treasuryYields, ({ yields }) => yields['3m'] ?? null, { key: 'nominal', days: 30 }),
    }
  },
  route: signalRoute({
    path: '/analyze',
    price: '0.10',
    summary:
      'Risk of a portfolio of 2 to 20 listed US securities: volatility, drawdown, beta, value at risk, correlations, who carries the risk',
    tags: ['equities', 'portfolio', 'risk'],
    takes: {
      tickers: mustTake(tickers),
      weights: mayTake(weights),
      benchmark: mayTake(benchmark),
      lookback_days: mayTake(lookback),
    },
    refine,
    key: keyOf,
    onRequest: () => true,
    example,
    fresh: { days: 45 },
    sold: { days: 75 },
    range: [0, 100],
    labels: health,
    disclaimer: 'Past prices as named; the future needs not resemble them. A description, not advice.',
    notTold: ['loss of a rise of rates', 'the fall of March 2020, where prices do not reach back to it', 'factors of style'],
    answer: {
      basis: word(priceBases, 'where the prices are from; licensed_close only where all of them are'),
      benchmark: text(),
      steps: count('from one day to the next on which all positions and the benchmark have a price, at most five days later'),
      // A row of the release before has none, and may be served for days.
      ...optionalFields({
        steps_per_year: known(number('252 where every trading day has such a step; fewer where a step is of several days', 1)),
      }),
      from: day('the first step’s day'),
      to: day('the newest step’s day'),
      portfolio: {
        ann_return_pct: pct('compounded over so many steps a year; rebalanced at each, without dividends', 2),
        ann_vol_pct: pct(undefined, 2),
        sharpe: number('over the three-month Treasury bill', 3),
        sortino: number('the same over steps below zero', 3),
        max_drawdown_pct: pct('from a height, negative', 2),
        beta: number('least squares on the benchmark', 3),
        var_95_1d_pct: pct('the loss that one step in twenty exceeded, of one trading day', 2),
        cvar_95_1d_pct: pct('the mean loss of those steps, of one trading day', 2),
        risk_free_pct: pct('three-month Treasury, a year', 2),
        benchmark_vol_pct: pct(undefined, 2),
        benchmark_sharpe: number(undefined, 3),
      },
      positions: list({
        ticker: text(),
        weight: known(number('part of the whole', 4)),
        ann_vol_pct: pct(undefined, 2),
        beta: number(undefined, 3),
        risk_contribution_pct: known(pct('of the portfolio’s variance', 2)),
        price_date: day(),
        price_source: word(priceBases),
        industry: text(),
      }),
      correlation: {
        average: number('of all pairs', 3),
        max_pair: text(),
        max: number(undefined, 3),
        matrix: list(list(number(undefined, 3)), 'rows and columns in the order of positions'),
        shrinkage: number('of the covariance behind risk contributions, 0 to 1 (Ledoit and Wolf)', 4),
      },
      concentration: {
        hhi: known(number('sum of squared weights', 4)),
        effective_n: known(number('1 / hhi', 2)),
        effective_bets: known(number('1 / the sum of squared risk shares', 2)),
        top_industry: text('by standard industrial classification, where the company’s reports are known here'),
        top_industry_pct: known(pct(undefined, 1)),
      },
      stress: list({ scenario: text(), loss_pct: known(pct('of the portfolio; negative is a loss', 2)) }),
      flags: list(text()),
      unresolved: unresolvedFields(['too_few_prices'], 'asked for, and not in any figure above'),
    },
  }),
  signal({ positions, prices, against, days, bill }, now) {
    const freeRate = newestValue(bill)
    const held = positions.map(({ ticker, weight, company }) => ({
      ticker,
      weight,
      industry: company,
      prices: prices.get(ticker)!,
    }))
    const told = computePortfolio({ positions: held, benchmark: prices.get(against)!, lookback: days, freeRate }, now)
    if (told === null)
      throw new TollgateError(
        'not_enough_data',
        `fewer than ${fewestSteps} days are known on which two of them and ${against} have a price${shortOf(held)}`,
      )
    const { told: all, known: pairs } = told
    const top = pairs.toSorted((a, b) => b.value - a.value)[0]
    const averaged = pairs.length === 0 ? null : pairs.reduce((sum, { value }) => sum + value, 0) / pairs.length
    const label = health.of(told.mix.score)
    const summary =
      `${told.kept.length} of ${held.length} positions over ${told.common.dates.length} days: ${label} (${Math.round(told.mix.score)}); volatility ${say(100 * all.volatility, 1, ' %')}, ` +
      `beta ${say(all.beta, 2)} to ${against}, largest fall ${say(100 * all.drawdown, 1, ' %')}, ${say(told.bets, 1)} independent bets.`
    return {
      mix: told.mix,
      label,
      summary,
      direction: 'none',
      basis: told.basis,
      benchmark: against,
      steps: told.common.dates.length,
      steps_per_year: told.perYear,
      from: told.common.dates[0]!,
      to: told.common.dates.at(-1)!,
      portfolio: {
        ann_return_pct: 100 * all.earned,
        ann_vol_pct: 100 * all.volatility,
        sharpe: freeRate === null ? null : all.sharpe,
        sortino: freeRate === null ? null : all.sortino,
        max_drawdown_pct: 100 * all.drawdown,
        beta: all.beta,
        var_95_1d_pct: 100 * all.valueAtRisk,
        cvar_95_1d_pct: 100 * all.shortfall,
        risk_free_pct: freeRate,
        benchmark_vol_pct: 100 * told.ofMarket.volatility,
        benchmark_sharpe: freeRate === null ? null : told.ofMarket.sharpe,
      },
      positions: told.kept.map((one, i) => ({
        ticker: one.ticker,
        weight: told.weights[i]!,
        ann_vol_pct: 100 * measureSteps(told.assets[i]!, told.market, 0, told.perYear).volatility,
        beta: slope(told.market, told.assets[i]!),
        risk_contribution_pct: 100 * told.shares[i]!,
        price_date: one.prices.points.at(-1)!.at,
        price_source: one.prices.basis,
        industry: one.industry ?? 'unknown',
      })),
      correlation: {
        average: averaged,
        max_pair: top?.pair ?? '',
        max: top?.value ?? null,
        matrix: told.assets.map((a) => told.assets.map((b) => correlation(a, b))),
        shrinkage: told.shrinkage,
      },
      concentration: {
        hhi: told.hhi,
        effective_n: 1 / told.hhi,
        effective_bets: told.bets,
        top_industry: told.industries[0]!.name,
        top_industry_pct: 100 * told.industries[0]!.weight,
      },
      stress: [
        { scenario: `${against} −20 %, by beta`, loss_pct: -20 * all.beta },
        { scenario: 'the worst five steps seen', loss_pct: 100 * Math.min(...told.weeks) },
      ],
      flags: flagsOf(told),
      unresolved: told.missing.map(({ ticker }) => ({ ticker, reason: 'too_few_prices' as const })),
    }
  },
})

// Which of them it is for: who misspelt one learns which.
function shortOf(held: readonly { readonly ticker: string; readonly prices: Prices }[]): string {
  const short = held.filter(({ prices }) => prices.points.length <= fewestSteps).map(({ ticker }) => ticker)
  return short.length === 0 ? '' : `; too few prices are known of ${short.join(', ')}`
}
