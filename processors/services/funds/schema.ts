// The answer, field by field: a fund's own sections, or those of a company's holders.
import Type, { type TOptional, type TProperties } from 'typebox'
import { answerSchema, signalSchema } from '../../kit/answer.ts'
import { holderSections } from './holder-schema.ts'
import { holderLabels, labels } from './signal.ts'

const maybe = (description: string) => Type.Union([Type.Number(), Type.Null()], { description })
const text = Type.Union([Type.String(), Type.Null()])
const day = Type.String({ format: 'date' })
const holding = Type.Object({
  name: Type.String(),
  ticker: text,
  cusip: text,
  pct: Type.Number({ description: 'of net assets' }),
  value_usd: Type.Number(),
})
const share = Type.Object({ code: Type.String(), name: text, pct: Type.Number() })

const fundSections = {
  fund: Type.Object({
    ticker: Type.String(),
    name: Type.String(),
    series_id: Type.String(),
    class_id: Type.String(),
    net_assets_usd: Type.Number(),
    report_date: Type.String({ format: 'date', description: 'the quarter’s end; reports are public two months later' }),
    filed_at: Type.String({ format: 'date-time' }),
    is_final: Type.Boolean({ description: 'true: the fund ends with this report' }),
  }),
  flows: Type.Object(
    { m1_usd: maybe('oldest month'), m2_usd: maybe(''), m3_usd: maybe('newest month'), net_pct: maybe('of net assets') },
    { description: 'sales and reinvestments less redemptions' },
  ),
  returns: Type.Object({
    m1_pct: maybe('oldest month'),
    m2_pct: maybe(''),
    m3_pct: maybe('newest month'),
    quarter_pct: maybe(''),
  }),
  holdings_top: Type.Array(holding, { description: 'the largest 25' }),
  exposure: Type.Object({
    by_asset: Type.Array(share, { description: 'of net assets, largest first' }),
    by_country: Type.Array(share),
  }),
  risk: Type.Object({
    holdings: Type.Integer(),
    hhi: Type.Number({ description: 'sum of squared percents: 10000 is one holding' }),
    top10_pct: Type.Number(),
    derivatives_pct: Type.Number({ description: 'both sides, by value' }),
  }),
  changes: Type.Union(
    [
      Type.Object({
        since: day,
        net_assets_pct: Type.Number(),
        added: Type.Array(holding, { description: 'among the largest 50 now and not then' }),
        dropped: Type.Array(holding),
      }),
      Type.Null(),
    ],
    { description: 'against the report before' },
  ),
  history: Type.Array(
    Type.Object({ report_date: day, net_assets_usd: Type.Number(), flow_net_pct: maybe(''), return_pct: maybe('') }),
    { description: 'the reports there are, newest first' },
  ),
}

const optional = <P extends TProperties>(sections: P) =>
  Object.fromEntries(Object.entries(sections).map(([name, schema]) => [name, Type.Optional(schema)])) as {
    [N in keyof P]: TOptional<P[N]>
  }

const { history: fundHistory, ...fundOnly } = fundSections
const { history: holderHistory, ...holderOnly } = holderSections

/** One of the two, whole: a directory reads an object more easily than a choice of two. */
export const fundsAnswer = Object.assign(
  answerSchema(signalSchema([...new Set([...labels, ...holderLabels])], [-100, 100]), {
    ...optional(fundOnly),
    ...optional(holderOnly),
    history: Type.Union([fundHistory, holderHistory]),
  }),
  { anyOf: [{ required: Object.keys(fundOnly) }, { required: Object.keys(holderOnly) }] },
)
