// The grid answers, field by field.
import Type from 'typebox'
import { answerSchema, signalSchema } from '../../answer.ts'
import { labels } from './signal.ts'

const maybe = (description: string) => Type.Union([Type.Number(), Type.Null()], { description })
const text = Type.Union([Type.String(), Type.Null()])
const label = Type.String({ enum: [...labels] })

export const regionAnswer = answerSchema(signalSchema(labels, [0, 100]), {
  code: Type.String(),
  name: Type.String(),
  operator: text,
  local_time: Type.Union([Type.String(), Type.Null()], { description: 'of the newest reading, by the clocks there' }),
  demand: Type.Object({
    mw: maybe('load now'),
    forecast_mw: maybe('load forecast for this hour'),
    error_pct: maybe('load over forecast'),
    peak_forecast_mw: maybe("today's highest forecast hour"),
    peak_at: text,
  }),
  generation: Type.Object({
    mix: Type.Array(Type.Object({ fuel: Type.String(), mw: Type.Number(), share_pct: Type.Number() })),
    renewables_share_pct: maybe('hydro, wind and solar'),
    storage_mw: maybe('negative while charging'),
  }),
  reserve: Type.Object({
    mw: maybe("the operator's physical reserve"),
    margin_pct: maybe('what is available over what is used'),
  }),
  price: Type.Object({
    rt_usd_mwh: maybe('real time, in the United States'),
    da_usd_mwh: maybe('day ahead, in the United States, where the operator shows it'),
    da_eur_mwh: maybe('day ahead, in Europe, of the interval that is now'),
    currency: Type.String({ enum: ['USD', 'EUR'] }),
    pctile_30d: maybe('where the price stands in the same hour of the last 30 days, 0 to 100; after 14 days of history'),
    hub: text,
  }),
  interchange_mw: maybe('positive: exports'),
  operator_status: Type.Object({ state: text, note: text }),
  carbon_g_kwh_estimate: maybe('from fixed factors a fuel'),
  flags: Type.Array(Type.String({ enum: ['oversupply', 'load_above_forecast'] })),
})

export const reportAnswer = answerSchema(signalSchema(labels, [0, 100]), {
  regions: Type.Array(
    Type.Object({
      code: Type.String(),
      score: Type.Number(),
      label,
      known_weight: Type.Number({ description: 'share of the formula whose inputs this region publishes to us' }),
      demand_mw: maybe('load'),
      price_usd_mwh: maybe('real time, in the United States'),
      price_eur_mwh: maybe('day ahead, in Europe'),
      renewables_share_pct: maybe('hydro, wind and solar'),
      as_of: Type.String(),
    }),
  ),
  most_stressed: Type.Array(Type.String()),
  cheapest: Type.Array(Type.Object({ code: Type.String(), price_mwh: Type.Number(), currency: Type.String() }), {
    description: 'the three lowest prices; with market=all those of America first',
  }),
  negative_prices: Type.Array(Type.String()),
  national: Type.Object({
    demand_mw: Type.Number({ description: 'sum of the regions listed' }),
    mix: Type.Array(Type.Object({ fuel: Type.String(), mw: Type.Number() })),
  }),
})
