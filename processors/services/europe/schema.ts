// Europe's pulse, field by field.
import Type from 'typebox'
import { answerSchema, signalSchema } from '../../answer.ts'
import { flags, labels } from './signal.ts'

const number = (description: string) => Type.Union([Type.Number(), Type.Null()], { description })
const month = Type.Union([Type.String({ pattern: '^\\d{4}-\\d{2}$' }), Type.Null()])
const label = Type.String({ enum: [...labels] })
const moved = Type.Array(Type.Object({ iso2: Type.String(), change: Type.Number() }))

export const europeAnswer = answerSchema(signalSchema(labels, [-100, 100]), {
  region: Type.String({ description: 'Europe, or the country asked for' }),
  aggregate: Type.Object({
    growth_pct: number('real output over a year, weighed by output at purchasing power'),
    inflation_pct: number('consumer prices over a year'),
    unemployment_pct: number('of the labour force'),
    fx_3m_pct: number('currencies over three months, members of the euro against the dollar, others against the euro'),
    current_account_pct_gdp: number('of the newest year known'),
    debt_pct_gdp: number('gross public debt'),
  }),
  countries: Type.Array(
    Type.Object({
      iso2: Type.String({ pattern: '^[A-Z]{2}$' }),
      name: Type.String(),
      score: Type.Number({ minimum: -100, maximum: 100 }),
      label,
      confidence: Type.Number({ minimum: 0, maximum: 1 }),
      growth_pct: number('real output over a year'),
      inflation_pct: number('consumer prices over a year'),
      unemployment_pct: number('of the labour force'),
      sentiment_index: number('economic sentiment, 100 is its long mean'),
      debt_pct_gdp: number('gross public debt'),
      fx_3m_pct: number('the currency over three months; negative is a loss'),
      policy_rate_pct: number("the central bank's, at the end of the month; of the euro for its members"),
      reserves_months: number('reserves in months of imports of goods'),
      trade_balance_pct: number('goods sold less goods bought in twelve months, in percent of both'),
      leading_index: number("the OECD's leading indicator, 100 is the long trend"),
      vintage: Type.Object({
        growth: month,
        inflation: month,
        unemployment: month,
        policy_rate: month,
        reserves: month,
        leading_index: month,
      }),
    }),
  ),
  movers: Type.Object({ improving: moved, deteriorating: moved }, { description: 'by the score three months before' }),
  risks: Type.Array(Type.Object({ iso2: Type.String(), flag: Type.String({ enum: [...flags] }), value: Type.Number() })),
  euro_area: Type.Object({
    hicp_yoy_pct: number('consumer prices over a year'),
    core_hicp_yoy_pct: number('without energy, food, alcohol and tobacco'),
    unemployment_pct: number('of the labour force'),
    ip_yoy_pct: number('industrial production over a year'),
    esi: number('economic sentiment'),
    deposit_rate_pct: number("the European Central Bank's deposit rate"),
    estr_pct: number('overnight rate of the euro'),
  }),
  curve: Type.Object({
    aaa_10y_pct: number("ten-year yield of the area's AAA governments"),
    spread_2s10s_bp: number('ten over two years, of the same day'),
  }),
  commodity_exposure: Type.Array(
    Type.Object({ name: Type.String(), change_3m_pct: number('monthly averages over three months') }),
    { description: 'what Europe buys abroad' },
  ),
  spreads: Type.Array(Type.Object({ iso2: Type.String(), spread_vs_de_bp: Type.Number(), z: number('in its own ten years') })),
  stress: Type.Object({ ciss: number('composite indicator of systemic stress, 0 to 1'), z: number('in its own ten years') }),
})
