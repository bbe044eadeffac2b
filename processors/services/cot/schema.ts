// The /cot answer, field by field.
import Type from 'typebox'
import { answerSchema, signalSchema } from '../../answer.ts'
import { labels } from './signal.ts'

const number = (description: string) => Type.Union([Type.Number(), Type.Null()], { description })
const percent = (description: string) => Type.Union([Type.Number({ minimum: 0, maximum: 100 }), Type.Null()], { description })
const contracts = (description: string) => Type.Integer({ description: `${description}, contracts` })

export const cotAnswer = answerSchema(signalSchema(labels, [-100, 100]), {
  market: Type.Object({
    alias: Type.String(),
    code: Type.String({ description: 'CFTC contract market code' }),
    name: Type.String(),
    exchange: Type.String(),
  }),
  basis: Type.String({
    enum: ['managed_money', 'leveraged_funds', 'non_commercial'],
    description: 'whose positions count as speculative here',
  }),
  positioning: Type.Object({
    report_date: Type.String({ format: 'date', description: 'the Tuesday the positions are of' }),
    open_interest: contracts('open interest, futures only'),
    spec_long: contracts('speculators long'),
    spec_short: contracts('speculators short'),
    spec_net: contracts('speculators long minus short'),
    spec_net_pct_oi: number('speculators net, percent of open interest'),
    commercial_net: contracts('commercials long minus short'),
    small_net: contracts('non-reportable long minus short'),
  }),
  change: Type.Object({
    spec_net_1w: number('contracts since one report earlier'),
    spec_net_4w: number('contracts since four reports earlier'),
    oi_1w: number('open interest since one report earlier, contracts'),
  }),
  index: Type.Object({
    cot_index_52w: percent('speculators net between its least (0) and greatest (100) of 52 weeks'),
    cot_index_156w: percent('the same over 156 weeks'),
    z_156w: number('standard deviations of speculators net from its 156-week mean'),
    commercial_index: percent('commercials net between its 156-week extremes'),
  }),
  concentration: Type.Object({
    top4_long_pct: percent('open interest held long by the four largest traders'),
    top4_short_pct: percent('open interest held short by the four largest traders'),
  }),
  history: Type.Array(
    Type.Object({ date: Type.String({ format: 'date' }), spec_net: Type.Integer(), cot_index: percent('156-week index') }),
    { maxItems: 52 },
  ),
  published_at: Type.String({ format: 'date-time', description: 'scheduled publication of this report' }),
  next_release: Type.String({ format: 'date-time', description: 'scheduled publication of the next report' }),
})
