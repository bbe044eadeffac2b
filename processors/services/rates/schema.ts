// The /rates answer, field by field.
import Type from 'typebox'
import { answerSchema, signalSchema } from '../../answer.ts'
import { labels, regimes, stressLabels } from './signal.ts'

const pp = (description: string) => Type.Union([Type.Number(), Type.Null()], { description })

export const ratesAnswer = answerSchema(signalSchema(labels, [-100, 100]), {
  curve: Type.Object({
    spread_2s10s: pp('10-year minus 2-year par yield, percentage points'),
    spread_3m10y: pp('10-year minus 3-month, percentage points'),
    spread_5s30s: pp('30-year minus 5-year, percentage points'),
    slope_chg_20d_bp: pp('change of 2s10s over 20 trading days, basis points'),
    inversion: Type.Boolean({ description: '3m10y or 2s10s below zero' }),
    recession_flag: Type.Boolean({ description: 'recession_prob_12m at or above 0.30' }),
    recession_prob_12m: pp('probability of a US recession in 12 months, from the yield-curve probit'),
  }),
  credit: Type.Object({
    gz_spread: pp('Gilchrist-Zakrajsek corporate spread, newest month, percentage points'),
    gz_spread_nowcast: pp('the same carried to today by the daily credit index'),
    ebp: pp('excess bond premium, percentage points'),
    baa_10y_spread: pp('Baa corporate yield minus 10-year Treasury, percentage points'),
    ofr_credit: pp('credit contribution to the OFR Financial Stress Index'),
    percentile: pp('where the nowcast lies among all months since 1973, percent'),
    stress: Type.Union([Type.String({ enum: [...stressLabels] }), Type.Null()]),
  }),
  inflation: Type.Object({
    breakeven_5y: pp('5-year breakeven inflation, percent'),
    breakeven_10y: pp('10-year breakeven inflation, percent'),
    forward_5y5y: pp('5-year breakeven starting in 5 years, percent'),
    real_yield_10y: pp('10-year real par yield, percent'),
  }),
  regime: Type.String({ enum: [...regimes] }),
  yields: Type.Object({
    '3m': pp('percent'),
    '2y': pp('percent'),
    '5y': pp('percent'),
    '10y': pp('percent'),
    '30y': pp('percent'),
  }),
  policy: Type.Object({
    effr: pp('effective federal funds rate, percent'),
    sofr: pp('secured overnight financing rate, percent'),
    target_low: pp('federal funds target range, lower bound, percent'),
    target_high: pp('federal funds target range, upper bound, percent'),
  }),
})
