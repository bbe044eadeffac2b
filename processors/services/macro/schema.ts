// The /macro answer, field by field.
import Type from 'typebox'
import { answerSchema, signalSchema } from '../../answer.ts'
import { labels, quadrants } from './signal.ts'

const number = (description: string) => Type.Union([Type.Number(), Type.Null()], { description })

export const macroAnswer = answerSchema(signalSchema(labels, [-100, 100]), {
  regime: Type.Object({
    quadrant: Type.Union([Type.String({ enum: [...quadrants] }), Type.Null()], {
      description: 'three-month trends of activity and of core inflation',
    }),
    since: Type.Union([Type.String({ pattern: '^\\d{4}-\\d{2}$' }), Type.Null()], { description: 'first month of its run' }),
  }),
  growth: Type.Object({
    activity_z: number('activity of the coincident indicators, robust deviations from trend'),
    gdp_qoq_saar_pct: number('real GDP, quarter on quarter, annualised'),
    gdpnow_pct: number('Atlanta Fed estimate for the newest quarter it covers, annualised'),
    ip_yoy_pct: number('industrial production over 12 months'),
  }),
  inflation: Type.Object({
    cpi_yoy_pct: number('consumer prices over 12 months'),
    core_cpi_yoy_pct: number('without food and energy'),
    core_3m_saar_pct: number('core consumer prices over 3 months, annualised'),
    core_pce_yoy_pct: number('core PCE prices over 12 months'),
    ppi_yoy_pct: number('producer prices, final demand, over 12 months'),
    breakeven_10y_pct: number('nominal minus real 10-year par yield'),
  }),
  labor: Type.Object({
    payrolls_avg_3m_k: number('thousands of jobs a month'),
    u3_pct: number('unemployment rate'),
    sahm: number('Sahm rule in real time, percentage points'),
    claims_avg_4w_k: number('initial claims, thousands'),
  }),
  policy: Type.Object({
    ffr_low_pct: number('federal funds target, lower bound'),
    ffr_high_pct: number('upper bound'),
    effr_pct: number('effective federal funds rate'),
    real_policy_rate_pct: number('the same less core PCE inflation'),
    taylor_gap_pp: number('the same less the Taylor rule of 1993'),
  }),
  markets: Type.Object({
    ust10y_pct: number('10-year par yield'),
    spread_2s10s_bp: number('10-year minus 2-year'),
    ofr_fsi: number('OFR Financial Stress Index; positive is stress'),
  }),
  fiscal: Type.Object({
    debt_usd: number('total public debt'),
    deficit_12m_pct_gdp: number('federal deficit of 12 months; a surplus is negative'),
  }),
  surprises: Type.Array(
    Type.Object({
      series: Type.String(),
      month: Type.String({ pattern: '^\\d{4}-\\d{2}$' }),
      actual: number('newest'),
      prior: number('the one before'),
      z: number("robust deviations from ten years of its own values; no forecaster's expectation is involved"),
    }),
  ),
})
