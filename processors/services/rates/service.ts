// US rates: yield curve, credit spreads, inflation compensation and the regime they make.
import { TollgateError } from '../../../base/errors.ts'
import { excessBondPremium } from '../../../ingestors/sources/fed-ebp/topic.ts'
import { fredObservations } from '../../../ingestors/sources/fred/topic.ts'
import { nyfedRates } from '../../../ingestors/sources/nyfed-rates/topic.ts'
import { financialStress } from '../../../ingestors/sources/ofr-fsi/topic.ts'
import { treasuryYields } from '../../../ingestors/sources/treasury-yields/topic.ts'
import {
  all,
  bp,
  day,
  defineSignalService,
  flag,
  mapped,
  maybe,
  month,
  newest,
  number,
  series,
  signalRoute,
  word,
} from '../../kit/index.ts'
import { type CurveDay, computeRates, labels, regimes, stressLabels } from './signal.ts'

const days = 10_957
const curve = (key: string) =>
  mapped(all(treasuryYields, { key, days }), (facts): CurveDay[] =>
    facts.map(({ observedAt, value }) => ({ at: observedAt, yields: value.yields })),
  )
const reference = (key: string) =>
  mapped(newest(nyfedRates, { key, days: 30 }), (fact) => fact && { ...fact.value, at: fact.observedAt })
const percent = number('percent')

export default defineSignalService({
  label: 'rates',
  title: 'Rates',
  description: 'Yield curve, credit spreads, real yields and a rates regime for the United States, as one signal.',
  version: '2',
  tags: ['macro', 'rates'],
  rows: { one: 'us' },
  facts: {
    nominal: curve('nominal'),
    real: curve('real'),
    funds: reference('EFFR'),
    secured: reference('SOFR'),
    gzSpread: series(excessBondPremium, ({ gz_spread_pp }) => gz_spread_pp),
    excessBondPremium: series(excessBondPremium, ({ ebp_pp }) => ebp_pp),
    ofrCredit: series(financialStress, ({ credit }) => credit, { days }),
    baaSpread: series(fredObservations, ({ value }) => value, { key: 'BAA10Y', days: 30 }),
  },
  route: signalRoute({
    path: '/rates',
    price: '0.05',
    summary: 'US rates signal: yield curve, recession odds, credit stress, breakevens and regime',
    tags: ['macro', 'rates', 'yield-curve', 'credit'],
    fresh: { days: 5 },
    sold: { days: 14 },
    labels,
    answer: {
      curve: {
        spread_2s10s: number('10-year minus 2-year par yield, percentage points', 2),
        spread_3m10y: number('10-year minus 3-month, percentage points', 2),
        spread_5s30s: number('30-year minus 5-year, percentage points', 2),
        slope_chg_20d_bp: bp('change of 2s10s over 20 trading days, basis points', 0),
        inversion: flag('3m10y or 2s10s below zero'),
        recession_flag: flag('recession_prob_12m at or above 0.30'),
        recession_prob_12m: number('probability of a US recession in 12 months, from the yield-curve probit', 3),
        date: maybe(day(), 'the day of the curve, and of `yields`'),
      },
      credit: {
        gz_spread: number('Gilchrist-Zakrajsek corporate spread, newest month, percentage points', 2),
        gz_spread_nowcast: number('the same carried to today by the daily credit index', 2),
        ebp: number('excess bond premium, percentage points', 2),
        baa_10y_spread: number('Baa corporate yield minus 10-year Treasury, percentage points', 2),
        ofr_credit: number('credit contribution to the OFR Financial Stress Index', 3),
        percentile: number('where the nowcast lies among all months since 1973, percent', 1),
        stress: maybe(word(stressLabels)),
        as_of: {
          gz_spread: maybe(month()),
          gz_spread_nowcast: maybe(day()),
          ebp: maybe(month()),
          baa_10y_spread: maybe(day()),
          ofr_credit: maybe(day()),
        },
      },
      inflation: {
        breakeven_5y: number('5-year breakeven inflation, percent', 2),
        breakeven_10y: number('10-year breakeven inflation, percent', 2),
        forward_5y5y: number('5-year breakeven starting in 5 years, percent', 2),
        real_yield_10y: number('10-year real par yield, percent'),
        date: maybe(day(), 'the day of both curves'),
      },
      regime: word(regimes),
      yields: { '3m': percent, '2y': percent, '5y': percent, '10y': percent, '30y': percent },
      policy: {
        effr: number('effective federal funds rate, percent'),
        sofr: number('secured overnight financing rate, percent'),
        target_low: number('federal funds target range, lower bound, percent'),
        target_high: number('federal funds target range, upper bound, percent'),
        effr_date: maybe(day(), 'also of the target range'),
        sofr_date: maybe(day()),
      },
    },
  }),
  signal(inputs, now) {
    const told = computeRates(inputs, now)
    // While history is still being read in, its newest facts are years apart; such an answer is not for sale.
    if (told.mix.confidence === 0) throw new TollgateError('not_enough_data', 'the inputs are not of one time yet')
    return told
  },
})
