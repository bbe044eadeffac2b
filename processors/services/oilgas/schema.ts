// The fields of the two oil and gas answers.
import { count, day, fields, flag, list, maybe, month, number, pct, section, text, usd, word } from '../../kit/index.ts'

const line = {
  month: month(),
  oil_mbd: number('million barrels a day', 3),
  gas_bcfd: number('billion cubic feet a day', 2),
  rigs: number('active rigs', 0),
}
const output = {
  oil_mbd: number('million barrels a day', 3),
  gas_bcfd: number('billion cubic feet a day; marketed, of the US dry', 2),
  m3_pct: pct('the main product over three months', 2),
  yoy_pct: pct('over a year', 2),
  as_of_month: month("EIA's newest estimate"),
}
const rigs = {
  count: number('active rigs, monthly mean', 0),
  m3_pct: pct('over three months', 2),
  yoy_pct: pct('over a year', 2),
}
const wells = {
  drilled: number('in the month', 0),
  completed: number('in the month', 0),
  drilled_yoy_pct: pct('over a year', 2),
  duc: number('drilled and uncompleted', 0),
  duc_6m_pct: pct('over six months', 2),
  duc_months: number('months of completions they last', 1),
  completion_ratio: number('completed over drilled', 2),
}
const leasing = {
  federal_leases: count('in force'),
  acres: number('acres', 1),
  producing_leases: count(),
  expiring_12m: count('that end within a year unless they produce'),
  expiring_12m_acres: number('acres', 1),
}
const assumptions = {
  well_cost_usd_m: number('drilling and completion, million dollars'),
  royalty_pct: pct(),
  production_tax_pct: pct(),
  opex_usd_boe: number('dollars a barrel of oil equivalent'),
  oil_discount_usd: usd('below WTI'),
  gas_realised_pct: pct('of Henry Hub'),
  discount_rate_pct: pct('a year'),
  initial_decline_monthly: number('nominal'),
  decline_exponent: number("Arps' b"),
  life_months: count(),
}
const economics = {
  basis: word(['oil', 'gas']),
  benchmark: word(['wti_usd_bbl', 'henry_hub_usd_mmbtu']),
  first_month: { oil_bd: number('barrels a day a new well', 0), gas_mcfd: number('thousand cubic feet a day', 0) },
  eur_mboe: number('thousand barrels of oil equivalent over its life', 0),
  breakeven_price: number('of the benchmark, half cycle: the well pays itself and the discount rate', 2),
  price: number('the benchmark now', 2),
  margin: number('price less breakeven', 2),
  npv_usd_m: number('of a well at the prices of now, million dollars', 2),
  payout_months: number('until the well has paid itself, undiscounted; null within its life never', 0),
  assumptions: section(
    assumptions,
    'ours, stated so that they can be replaced: well_cost_usd_m, royalty_pct and opex_usd_boe are inputs',
  ),
}

export const regionAnswer = fields({
  name: text(),
  type: word(['basin', 'national', 'offshore', 'state']),
  output,
  rigs,
  wells,
  productivity: {
    new_well_oil_per_rig_bd: number('barrels a day', 0),
    new_well_output_kbd: number('thousand barrels a day that new wells add in a month', 1),
    existing_decline_kbd: number('thousand barrels a day that existing ones lose in it', 1),
  },
  economics: maybe(section(economics), 'null where EIA gives no output of new wells'),
  prices: { wti_usd_bbl: number('spot', 2), henry_hub_usd_mmbtu: number('spot', 2), date: maybe(day()) },
  leasing: section(leasing, 'federal leases of its states or waters, the whole state where a basin has a part of one'),
  operators: list(
    {
      name: text(),
      leases: count(),
      producing_leases: count(),
      net_acres: number('acres times the share held', 1),
      next_expiry: maybe(day()),
    },
    { maxItems: 40, description: 'lessees of the federal offshore; onshore no register names them' },
  ),
  forecast: list(line, "EIA's, from the month it was made in"),
  history: list(line),
  risks: list(text(), 'by rule, each with its figure'),
  source_month: month('the month the outlook was made in'),
  is_basis_of_output: maybe(flag('true where output is of a formation, not of the whole basin')),
})

export const reportAnswer = fields({
  us: {
    crude_mbd: number('million barrels a day', 3),
    dry_gas_bcfd: number('billion cubic feet a day', 2),
    rigs: number('active rigs of the six regions', 0),
    rigs_yoy_pct: pct(undefined, 2),
    wells_drilled: number('in the month', 0),
    duc: number('drilled and uncompleted', 0),
    month: maybe(month()),
  },
  weekly_balance: list(
    {
      series: text(),
      unit: word(['mmbbl', 'kbd', 'pct']),
      week_ending: day(),
      value: number('in the unit named', 3),
      change: number('against the week before', 3),
      average_5y: number('of that week', 3),
      vs_5y_pct: pct(undefined, 2),
      low_5y: number('in the unit named', 3),
      high_5y: number('in the unit named', 3),
      expected_change: number('what that week changed in five years', 3),
      surprise: number('change less expected', 3),
      years: count('that the five-year path is made of'),
    },
    'EIA’s week with its surprise against the five-year path',
  ),
  crude_balance: {
    week_ending: maybe(day('of stocks and flows alike; a flow not told for it yet is null')),
    production_kbd: number(),
    imports_kbd: number(),
    exports_kbd: number(),
    refinery_input_kbd: number(),
    implied_build_kbd: number('production and imports less exports and runs', 0),
    reported_build_kbd: number('of stocks and the reserve, a day', 0),
    unaccounted_kbd: number('reported less implied: what the survey does not explain', 0),
  },
  gas_storage: list({
    region: text(),
    week_ending: day(),
    bcf: number(),
    net_change_bcf: number(),
    average_5y_bcf: number(),
    vs_5y_pct: pct(undefined, 1),
    vs_year_pct: pct(undefined, 1),
  }),
  basins: list({
    key: text(),
    name: text(),
    label: text(),
    score: number('-100 to 100', 1),
    oil_mbd: number(undefined, 3),
    gas_bcfd: number(undefined, 2),
    output_yoy_pct: pct(undefined, 2),
    rigs: number(undefined, 0),
    rigs_3m_pct: pct(undefined, 2),
    wells_drilled: number('in the month', 0),
    duc: number('wells drilled and not completed', 0),
    breakeven_price: number('of its benchmark under stated assumptions', 2),
    benchmark: maybe(text()),
    margin: number('of a new well, in dollars a unit of its benchmark', 2),
    federal_leases: count(),
  }),
  prices: {
    wti_usd_bbl: number('spot', 2),
    brent_usd_bbl: number('spot', 2),
    henry_hub_usd_mmbtu: number('spot', 2),
    date: maybe(day()),
  },
  outlook: list(
    {
      month: month(),
      wti_usd_bbl: number(undefined, 2),
      henry_hub_usd_mmbtu: number(undefined, 2),
      crude_mbd: number(undefined, 3),
      dry_gas_bcfd: number(undefined, 2),
    },
    "EIA's forecast",
  ),
  leasing,
  operators: list(
    { name: text(), leases: count(), producing_leases: count(), net_acres: number('acres', 1), next_expiry: maybe(day()) },
    { maxItems: 25, description: 'largest lessees of the federal offshore' },
  ),
  drivers: list(text(), 'what moved, largest first'),
  calendar: list({ name: text(), date: day('by the rule of the report, holidays taken in') }),
  energy_score: number('the tightness that tilts the score by a tenth, -100 to 100', 1),
  source_month: maybe(month()),
})
