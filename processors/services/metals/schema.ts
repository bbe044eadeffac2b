// The metals report, field by field.
import Type from 'typebox'
import { answerSchema, signalSchema } from '../../answer.ts'
import { labels } from './signal.ts'

const number = (description: string) => Type.Union([Type.Number(), Type.Null()], { description })
const score = Type.Union([Type.Number({ minimum: -100, maximum: 100 }), Type.Null()])

export const metalsAnswer = answerSchema(signalSchema(labels, [-100, 100]), {
  metals: Type.Array(
    Type.Object({
      name: Type.String(),
      price: number('newest price'),
      unit: Type.String(),
      price_date: Type.Union([Type.String({ format: 'date' }), Type.Null()], {
        description: 'a day, or the first day of the month a monthly average is of',
      }),
      frequency: Type.String({ enum: ['daily', 'monthly'] }),
      source: Type.String({ description: 'which of the sources in meta the price is of' }),
      age_days: Type.Integer({
        minimum: 0,
        description: 'from the day of the price, or the end of the month it is an average of, to as_of',
      }),
      chg_1m_pct: number('over one month'),
      chg_12m_pct: number('over 12 months'),
      score,
      label: Type.Union([Type.String({ enum: [...labels] }), Type.Null()]),
      cot_index: Type.Union([Type.Number({ minimum: 0, maximum: 100 }), Type.Null()], {
        description: 'speculators net between their 156-week extremes; null where there is no US future',
      }),
    }),
  ),
  ratios: Type.Object({
    gold_silver: number('ounces of silver an ounce of gold buys'),
    gold_silver_pctile: number('its percentile in what is known of ten years'),
    gold_oil: number('barrels of WTI an ounce of gold buys'),
    gold_oil_pctile: number('its percentile in ten years'),
    copper_gold: number('copper over gold by weight, both averages of the same month'),
  }),
  drivers: Type.Object({
    real_10y_pct: number('10-year real par yield'),
    broad_dollar_chg_3m_pct: number('broad dollar index over three months'),
  }),
})
