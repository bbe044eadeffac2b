// The dollar liquidity signal: what the Fed's balance sheet leaves with markets, what funding costs, and how fast money grows.

import { on } from '../../../base/calendar/days.ts'
import { rollForward } from '../../../base/calendar/holidays.ts'
import {
  atNewest,
  averageOver,
  changesOver,
  combine,
  combineMonths,
  composite,
  growthOver,
  mean,
  minus,
  newestValue,
  type Point,
  partOf,
  percentileOfNewest,
  ratio,
  type SeriesNamed,
  say,
  scale,
  squash,
  squashOrNull,
  zOfNewest,
} from '../../formula/index.ts'
import { signedLadder } from '../../formula/ladder.ts'
import { netLiquidity } from '../../formula/net-liquidity.ts'

export interface LiquidityInputs
  extends SeriesNamed<
    | 'fedAssetsM'
    | 'reservesM'
    | 'tgaM'
    | 'reverseRepoBn'
    | 'gdpBn'
    | 'sofr'
    | 'iorb'
    | 'nfci'
    | 'ofr'
    | 'ofrFunding'
    | 'm2Bn'
    | 'cpi'
  > {
  readonly secured: { readonly rate_pct: number; readonly percentile_99_pct?: number | null | undefined } | undefined
  readonly standingRepoBn: number | null
  readonly settlements: readonly { readonly at: Date; readonly usd: number }[]
}

export const labels = signedLadder(['flooding', 'easing', 'neutral', 'draining', 'tight'])

const dayMs = 86_400_000
const quarter = 91

export function computeLiquidity(inputs: LiquidityInputs, now: Date) {
  const net = netLiquidity(inputs)
  const swings = changesOver(net, quarter)
  const reserveShare = combine(scale(inputs.reservesM, 0.001), inputs.gdpBn, (held, gdp) =>
    gdp <= 0 ? null : (100 * held) / gdp,
  )
  const spread = combine(inputs.sofr, inputs.iorb, (secured, paid) => 100 * (secured - paid))
  const strain = averageOver(withoutMonthEnds(spread), 20)
  const realMoney = combineMonths(growthOver(inputs.m2Bn, 12), growthOver(inputs.cpi, 12), minus)
  const conditions = [zOfNewest(inputs.nfci, 100), zOfNewest(inputs.ofrFunding, 250)].filter((z) => z !== null)
  const mix = composite(
    [
      partOf('net_liquidity', 0.35, swings, 7, scored(swings, 250)),
      partOf('reserves', 0.2, reserveShare, 14, scored(reserveShare, 100)),
      partOf('funding', 0.2, strain, 7, scored(scale(strain, -1), 100)),
      partOf(
        'conditions',
        0.15,
        inputs.nfci.length > 0 ? inputs.nfci : inputs.ofrFunding,
        14,
        conditions.length === 0 ? null : squash(-mean(conditions)),
      ),
      partOf('real_money', 0.1, realMoney, 95, scored(realMoney, 24)),
    ],
    now,
  )
  const change = (days: number) => atNewest(net, changesOver(net, days))
  const at = (points: readonly Point[]) => points.at(-1)?.at ?? null
  return {
    mix,
    net_liquidity: {
      usd_bn: newestValue(net),
      chg_1w_bn: change(7),
      chg_4w_bn: change(28),
      chg_13w_bn: change(quarter),
      pctile_5y: percentileOfNewest(net, 1_826, 250),
      date: at(net),
    },
    components: {
      fed_assets_bn: inBillions(inputs.fedAssetsM),
      tga_bn: inBillions(inputs.tgaM),
      on_rrp_bn: newestValue(inputs.reverseRepoBn),
      reserves_bn: inBillions(inputs.reservesM),
      as_of: {
        fed_assets: at(inputs.fedAssetsM),
        tga: at(inputs.tgaM),
        on_rrp: at(inputs.reverseRepoBn),
        reserves: at(inputs.reservesM),
      },
    },
    funding: {
      sofr_pct: newestValue(inputs.sofr),
      iorb_pct: newestValue(inputs.iorb),
      sofr_iorb_bp: newestValue(spread),
      sofr_date: at(inputs.sofr),
      sofr_p99_spread_bp: ratio(minus(inputs.secured?.percentile_99_pct ?? null, inputs.secured?.rate_pct ?? null), 0.01),
      srf_usage_bn: inputs.standingRepoBn,
    },
    conditions: {
      nfci: newestValue(inputs.nfci),
      ofr_fsi: newestValue(inputs.ofr),
      ofr_funding: newestValue(inputs.ofrFunding),
      as_of: { nfci: at(inputs.nfci), ofr: at(inputs.ofr) },
    },
    money: {
      m2_yoy_pct: atNewest(inputs.m2Bn, growthOver(inputs.m2Bn, 12)),
      m2_real_yoy_pct: atNewest(inputs.m2Bn, realMoney),
      month: at(inputs.m2Bn),
    },
    calendar: { tax_dates: nextTaxDates(now), settlements_next_7d_bn: settlementsAfter(inputs.settlements, now) },
    summary:
      `Net dollar liquidity ${say(newestValue(net), 0, ' bn')}, ${say(change(quarter), 0, ' bn')} over 13 weeks; ` +
      `SOFR minus IORB ${say(newestValue(spread), 0, ' bp')}, reserves ${say(newestValue(reserveShare), 1, ' % of GDP')}.`,
  }
}

/** What the standing repo facility lent on its newest day, in billions: it opens in the morning and in the afternoon. */
export function standingRepoBn(
  operations: readonly { readonly kind: string; readonly date: string; readonly accepted_usd: number }[],
): number | null {
  const repos = operations.filter(({ kind }) => kind === 'repo')
  const newest = repos.at(-1)?.date
  if (newest === undefined) return null
  return repos.filter(({ date }) => date === newest).reduce((sum, { accepted_usd }) => sum + accepted_usd, 0) / 1e9
}

// On a month's last day dealers shrink their books; what funding costs then says nothing about the weeks between.
export function withoutMonthEnds(points: readonly Point[]): Point[] {
  return points.filter(({ at }) => {
    const weekend = at.getUTCDay() === 5 ? 3 : 1
    return new Date(at.getTime() + weekend * dayMs).getUTCMonth() === at.getUTCMonth()
  })
}

// Estimated and final income taxes drain reserves on these days; a weekend or a holiday moves them on.
export function nextTaxDates(now: Date): string[] {
  const months = [1, 4, 6, 9, 12]
  const year = now.getUTCFullYear()
  const dates = [year, year + 1].flatMap((one) => months.map((month) => rollForward('us-federal', on(one, month, 15))))
  return dates.filter((day) => Date.parse(day) > now.getTime()).slice(0, 3)
}

function settlementsAfter(settlements: LiquidityInputs['settlements'], now: Date): number | null {
  if (settlements.length === 0) return null
  const coming = settlements.filter(({ at }) => at > now && at.getTime() <= now.getTime() + 7 * dayMs)
  return coming.reduce((sum, { usd }) => sum + usd, 0) / 1e9
}

const scored = (points: readonly Point[], atLeast: number): number | null => squashOrNull(zOfNewest(points, atLeast))

const inBillions = (millions: readonly Point[]): number | null => newestValue(scale(millions, 0.001))
