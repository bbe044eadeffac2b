// What a new well must be paid: half-cycle economics from EIA's new-well output and stated assumptions, any of which a caller may replace.

export interface Assumptions {
  readonly well_cost_usd_m: number
  readonly royalty_pct: number
  readonly production_tax_pct: number
  readonly opex_usd_boe: number
  /** Below the benchmark, per barrel. */
  readonly oil_discount_usd: number
  /** Of Henry Hub that gas fetches there. */
  readonly gas_realised_pct: number
  readonly discount_rate_pct: number
}

export interface Well {
  readonly basis: 'oil' | 'gas'
  /** In its first month. */
  readonly oil_bd: number
  readonly gas_mcfd: number
}

/** Arps' hyperbolic decline: what is left of the first month's rate after so many months. */
export const initialDeclineMonthly = 0.12
export const declineExponent = 1.1
const lifeMonths = 240
const daysInMonth = 30.4375
const mcfPerBoe = 6

export const rateAfter = (months: number): number =>
  (1 + declineExponent * initialDeclineMonthly * months) ** (-1 / declineExponent)

/** What each month's output of a well that begins with one unit a day is worth today, and how much it is in all. */
export function typeCurve(discountRatePct: number): {
  readonly volume: number
  readonly present: number
  readonly byMonth: readonly number[]
} {
  const monthly = (1 + discountRatePct / 100) ** (1 / 12)
  const byMonth = Array.from({ length: lifeMonths }, (_, i) => rateAfter(i) * daysInMonth)
  return {
    byMonth,
    volume: byMonth.reduce((sum, v) => sum + v, 0),
    present: byMonth.reduce((sum, v, i) => sum + v / monthly ** (i + 0.5), 0),
  }
}

/** The month in which so many units have been sold, counted from one; null where its life is too short. */
function paidAfter(byMonth: readonly number[], units: number): number | null {
  let sold = 0
  for (const [i, volume] of byMonth.entries()) {
    sold += volume
    if (sold >= units) return i + 1
  }
  return null
}

export function economicsOf(well: Well, a: Assumptions, oilUsd: number | null, gasUsd: number | null) {
  const curve = typeCurve(a.discount_rate_pct)
  const kept = (1 - a.royalty_pct / 100) * (1 - a.production_tax_pct / 100)
  const boe = well.oil_bd + well.gas_mcfd / mcfPerBoe
  const cost = a.well_cost_usd_m * 1e6
  const oilNet = oilUsd === null ? null : Math.max(0, oilUsd - a.oil_discount_usd)
  const gasNet = gasUsd === null ? null : (gasUsd * a.gas_realised_pct) / 100
  // The other product is sold at today's price and lowers what the first must fetch.
  const [own, other] =
    well.basis === 'oil'
      ? [well.oil_bd, gasNet === null ? null : well.gas_mcfd * gasNet]
      : [well.gas_mcfd, oilNet === null ? null : well.oil_bd * oilNet]
  const needed = cost / curve.present + boe * a.opex_usd_boe - kept * (other ?? 0)
  const net = own <= 0 ? null : needed / (kept * own)
  const breakeven = net === null ? null : well.basis === 'oil' ? net + a.oil_discount_usd : net / (a.gas_realised_pct / 100)
  const price = well.basis === 'oil' ? oilUsd : gasUsd
  const daily =
    oilNet === null || gasNet === null ? null : kept * (well.oil_bd * oilNet + well.gas_mcfd * gasNet) - boe * a.opex_usd_boe
  const payout = daily === null || daily <= 0 ? null : paidAfter(curve.byMonth, cost / daily)
  return {
    basis: well.basis,
    benchmark: well.basis === 'oil' ? ('wti_usd_bbl' as const) : ('henry_hub_usd_mmbtu' as const),
    first_month: { oil_bd: well.oil_bd, gas_mcfd: well.gas_mcfd },
    eur_mboe: (curve.volume * boe) / 1_000,
    breakeven_price: breakeven,
    price,
    margin: breakeven === null || price === null ? null : price - breakeven,
    npv_usd_m: daily === null ? null : (daily * curve.present - cost) / 1e6,
    payout_months: payout,
    assumptions: {
      ...a,
      initial_decline_monthly: initialDeclineMonthly,
      decline_exponent: declineExponent,
      life_months: lifeMonths,
    },
  }
}
