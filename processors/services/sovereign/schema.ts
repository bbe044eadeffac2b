// The sovereign answer, field by field.
import Type from 'typebox'
import { answerSchema, signalSchema } from '../../answer.ts'
import { labels } from './signal.ts'

const number = (description: string) => Type.Union([Type.Number(), Type.Null()], { description })

export const sovereignAnswer = answerSchema(signalSchema(labels, [0, 100]), {
  country: Type.Object({
    iso2: Type.String({ pattern: '^[A-Z]{2}$' }),
    iso3: Type.String({ pattern: '^[A-Z]{3}$' }),
    name: Type.String(),
    income_group: Type.Union([Type.String(), Type.Null()], { description: "the World Bank's" }),
  }),
  fiscal: Type.Object({
    debt_pct_gdp: number('gross debt of general government'),
    balance_pct_gdp: number('net lending of general government'),
    primary_balance_pct_gdp: number('the same before interest'),
    interest_to_revenue_pct: number('interest paid out of revenue, central government'),
  }),
  external: Type.Object({
    current_account_pct_gdp: number('current account'),
    reserves_usd: number('reserves with gold'),
    reserves_months: number('reserves in months of imports'),
    short_term_debt_to_reserves_pct: number(
      'short-term external debt against reserves; published for borrowers of the World Bank',
    ),
  }),
  macro: Type.Object({
    growth_pct: number('real output over the year'),
    growth_3y_pct: number('its mean of three years'),
    inflation_pct: number('consumer prices, average of the year'),
    policy_rate_pct: number("the central bank's at the end of the newest month; of the euro for its members"),
    real_rate_pct: number('the policy rate less the inflation shown here'),
    policy_rate_month: Type.Union([Type.String({ pattern: '^\\d{4}-\\d{2}$' }), Type.Null()]),
  }),
  market: Type.Object({
    yield_10y_pct: number('ten-year government bonds, monthly mean; where the European Central Bank publishes it'),
    spread_bp: number("the same over Germany's"),
    fx_12m_pct: number("the currency's yearly mean against the dollar over a year; negative is a loss"),
  }),
  governance: Type.Object({ wgi_mean: number('mean of the Worldwide Governance Indicators, -2.5 to 2.5') }),
  peers: Type.Array(Type.Object({ iso2: Type.String(), name: Type.String(), risk: Type.Number() }), {
    description: 'nearest in risk within the income group',
  }),
  trend: Type.Object({ risk_1y_chg: number('risk points over a year by the inputs known in both; positive is worse') }),
  vintages: Type.Record(Type.String(), Type.Integer(), { description: 'the year each input is of' }),
})
