// The insider answer, field by field.
import Type from 'typebox'
import { answerSchema, signalSchema } from '../../answer.ts'
import { labels } from './signal.ts'

const number = Type.Union([Type.Number(), Type.Null()])

export const insiderAnswer = answerSchema(signalSchema(labels, [-100, 100]), {
  issuer: Type.Object({ ticker: Type.String(), name: Type.String(), cik: Type.String() }),
  summary_90d: Type.Object(
    {
      buy_usd: Type.Number({ description: 'bought in the open market' }),
      sell_usd: Type.Number({ description: 'sold in the open market, by no plan under rule 10b5-1' }),
      net_usd: Type.Number(),
      buyers: Type.Integer(),
      sellers: Type.Integer(),
      cluster_buy: Type.Boolean({ description: 'three different buyers within 30 days' }),
    },
    { description: 'the 90 days up to the newest filing, which is as_of' },
  ),
  trades: Type.Array(
    Type.Object({
      filed_at: Type.String({ format: 'date-time' }),
      transaction_date: Type.String({ format: 'date' }),
      owner: Type.String(),
      role: Type.String(),
      code: Type.String({ description: "the SEC's: P bought, S sold, A granted, M exercised, F withheld for tax, G given, …" }),
      acquired_disposed: Type.String({ enum: ['A', 'D'] }),
      shares: Type.Number(),
      price_usd: number,
      value_usd: number,
      shares_after: number,
      pct_change_holding: number,
      plan_10b5_1: Type.Union([Type.Boolean(), Type.Null()]),
      url: Type.String(),
    }),
  ),
  ratios: Type.Object({
    buy_sell_12m: Type.Union([Type.Number(), Type.Null()], {
      description: 'dollars bought to dollars sold by no plan, in a year; null where nothing was sold',
    }),
    z_vs_own_3y: Type.Union([Type.Number(), Type.Null()], {
      description: 'net dollars of 90 days against the windows of 90 days before, up to three years; null below four of them',
    }),
  }),
})
