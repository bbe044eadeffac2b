// The grid answers, field by field.
import { fields, known, list, maybe, number, pct, text, word } from '../../kit/index.ts'
import { flags, labels } from './signal.ts'

export const regionAnswer = fields({
  code: text(),
  name: text(),
  operator: maybe(text()),
  local_time: maybe(text('of the newest reading, by the clocks there')),
  demand: {
    mw: number('load now', 0),
    forecast_mw: number('load forecast for this hour', 0),
    error_pct: pct('load over forecast'),
    peak_forecast_mw: number("today's highest forecast hour", 0),
    peak_at: maybe(text()),
  },
  generation: {
    mix: list({ fuel: text(), mw: known(number()), share_pct: known(pct()) }),
    renewables_share_pct: pct('hydro, wind and solar'),
    storage_mw: number('negative while charging', 1),
  },
  reserve: {
    mw: number(
      'what the operator keeps running in reserve: of Texas the responsive capability, of California the operating reserve',
      0,
    ),
    margin_pct: pct('what could be generated over what is used; null where the operator does not say', 1),
  },
  price: {
    rt_usd_mwh: number('real time, in the United States'),
    da_usd_mwh: number('day ahead, in the United States, where the operator shows it'),
    da_eur_mwh: number('day ahead, in Europe, of the interval that is now'),
    currency: word(['USD', 'EUR']),
    pctile_30d: number('where the price stands in the same hour of the last 30 days, 0 to 100; after 14 days of history', 1),
    hub: maybe(text()),
  },
  interchange_mw: number('positive: exports', 0),
  operator_status: { state: maybe(text()), note: maybe(text()) },
  carbon_g_kwh_estimate: number('from fixed factors a fuel', 0),
  flags: list(word(flags)),
})

export const reportAnswer = fields({
  regions: list({
    code: text(),
    score: number('null where too little is known of a region: load alone does not tell how tight it is', 1),
    label: maybe(word(labels)),
    known_weight: known(number('share of the formula whose inputs this region publishes to us', 2)),
    demand_mw: number('load'),
    price_usd_mwh: number('real time, in the United States'),
    price_eur_mwh: number('day ahead, in Europe'),
    renewables_share_pct: pct('hydro, wind and solar'),
    as_of: text(),
  }),
  most_stressed: list(text()),
  cheapest: list(
    { code: text(), price_mwh: known(number(undefined, 2)), currency: text() },
    'the three lowest prices; with market=all those of America first',
  ),
  negative_prices: list(text()),
  national: {
    demand_mw: number('sum of the regions listed whose load is known; null where none is'),
    mix: list({ fuel: text(), mw: known(number()) }),
  },
})
