// The /liquidity answer, field by field.
import Type from 'typebox'
import { answerSchema, signalSchema } from '../../answer.ts'
import { labels } from './signal.ts'

const number = (description: string) => Type.Union([Type.Number(), Type.Null()], { description })

export const liquidityAnswer = answerSchema(signalSchema(labels, [-100, 100]), {
  net_liquidity: Type.Object({
    usd_bn: number('Fed assets minus Treasury account minus overnight reverse repos, billions of dollars'),
    chg_1w_bn: number('change over 7 days'),
    chg_4w_bn: number('change over 28 days'),
    chg_13w_bn: number('change over 91 days'),
    pctile_5y: number('percentile among five years of days'),
  }),
  components: Type.Object({
    fed_assets_bn: number('Federal Reserve total assets, last Wednesday'),
    tga_bn: number('Treasury General Account, last closing balance'),
    on_rrp_bn: number('overnight reverse repos'),
    reserves_bn: number('bank reserves, last Wednesday'),
  }),
  funding: Type.Object({
    sofr_pct: number('secured overnight financing rate'),
    iorb_pct: number('interest on reserve balances'),
    sofr_iorb_bp: number('SOFR minus IORB, newest day'),
    sofr_p99_spread_bp: number('99th percentile of SOFR trades minus SOFR'),
    srf_usage_bn: number('standing repo facility, newest day'),
  }),
  conditions: Type.Object({
    nfci: number('Chicago Fed National Financial Conditions Index; positive is tight'),
    ofr_fsi: number('OFR Financial Stress Index; positive is stress'),
    ofr_funding: number('its funding contribution'),
  }),
  money: Type.Object({
    m2_yoy_pct: number('M2 growth over 12 months'),
    m2_real_yoy_pct: number('the same less consumer price inflation'),
  }),
  calendar: Type.Object({
    tax_dates: Type.Array(Type.String({ format: 'date' }), { description: 'the next three federal income tax dates' }),
    settlements_next_7d_bn: number('Treasury securities announced so far that settle in the next 7 days, gross'),
  }),
})
