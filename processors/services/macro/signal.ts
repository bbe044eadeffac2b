// The US macro signal: growth, work, prices, liquidity and stress weighed together, and the quadrant growth and inflation make.

import {
  atNewest,
  averageOver,
  averageOverMonths,
  changesOver,
  clip,
  composite,
  differencesOver,
  growthOver,
  mean,
  minus,
  newestValue,
  type Part,
  type Point,
  partOf,
  pointAt,
  ratio,
  type SeriesNamed,
  say,
  squash,
  squashOrNull,
  standardise,
  zOfNewest,
} from '../../formula/index.ts'
import { signedLadder } from '../../formula/ladder.ts'
import { netLiquidity } from '../../formula/net-liquidity.ts'

export interface MacroInputs
  extends SeriesNamed<
    | 'activity'
    | 'fedAssetsM'
    | 'tgaM'
    | 'reverseRepoBn'
    | 'payrollsK'
    | 'unemployment'
    | 'naturalRate'
    | 'sahm'
    | 'claims'
    | 'cpi'
    | 'coreCpi'
    | 'corePce'
    | 'ppi'
    | 'realGdp'
    | 'gdpBn'
    | 'gdpNow'
    | 'production'
    | 'stress'
    | 'tenYear'
    | 'realTenYear'
    | 'spread2s10s'
    | 'debtM'
    | 'balanceM'
  > {
  /** What the cycle service's own answer scores; null where it would have none. */
  readonly cycleScore: number | null
  readonly funds:
    | { readonly rate_pct: number; readonly target_low_pct: number | null; readonly target_high_pct: number | null }
    | undefined
  /** The day of those. */
  readonly fundsAt?: Date | null
}

export const ladder = signedLadder(['strong_tailwind', 'tailwind', 'mixed', 'headwind', 'strong_headwind'])
export const quadrants = ['goldilocks', 'reflation', 'stagflation', 'disinflation_slowdown'] as const
export type Quadrant = (typeof quadrants)[number]

const inflationGoalPct = 2
const neutralRealRatePct = 2

export function computeMacro(inputs: MacroInputs, now: Date) {
  const core3m = growthOver(inputs.coreCpi, 3, { annualised: true })
  const jobs = averageOverMonths(differencesOver(inputs.payrollsK, 1), 3)
  const run = quadrantRun(inputs.activity, core3m)
  const effr = inputs.funds?.rate_pct ?? null
  const mix = composite(readParts(inputs, core3m, jobs), now)
  const yearly = (points: readonly Point[]) => atNewest(points, growthOver(points, 12))
  const inflation = yearly(inputs.corePce)
  const breakevens = combineDays(inputs.tenYear, inputs.realTenYear)
  const at = (points: readonly Point[]) => points.at(-1)?.at ?? null
  const sumOfYear = lastTwelve(inputs.balanceM)
  const core = atNewest(inputs.coreCpi, core3m)
  return {
    mix,
    regime: { quadrant: run.quadrant, since: run.since },
    growth: {
      activity_z: newestValue(inputs.activity),
      gdp_qoq_saar_pct: atNewest(inputs.realGdp, growthOver(inputs.realGdp, 3, { annualised: true })),
      gdpnow_pct: newestValue(inputs.gdpNow),
      ip_yoy_pct: yearly(inputs.production),
      as_of: {
        activity: at(inputs.activity),
        gdp: at(inputs.realGdp),
        gdpnow: at(inputs.gdpNow),
        ip: at(inputs.production),
      },
    },
    inflation: {
      cpi_yoy_pct: yearly(inputs.cpi),
      core_cpi_yoy_pct: yearly(inputs.coreCpi),
      core_3m_saar_pct: core,
      core_pce_yoy_pct: inflation,
      ppi_yoy_pct: yearly(inputs.ppi),
      breakeven_10y_pct: newestValue(breakevens),
      as_of: {
        cpi: at(inputs.cpi),
        core_cpi: at(inputs.coreCpi),
        core_pce: at(inputs.corePce),
        ppi: at(inputs.ppi),
        breakeven: at(breakevens),
      },
    },
    labor: {
      payrolls_avg_3m_k: atNewest(inputs.payrollsK, jobs),
      u3_pct: newestValue(inputs.unemployment),
      sahm: newestValue(inputs.sahm),
      claims_avg_4w_k: ratio(newestValue(averageOver(inputs.claims, 4)), 1_000),
      as_of: {
        payrolls: at(inputs.payrollsK),
        u3: at(inputs.unemployment),
        sahm: at(inputs.sahm),
        claims: at(inputs.claims),
      },
    },
    policy: {
      ffr_low_pct: inputs.funds?.target_low_pct ?? null,
      ffr_high_pct: inputs.funds?.target_high_pct ?? null,
      effr_pct: effr,
      real_policy_rate_pct: minus(effr, inflation),
      taylor_gap_pp: minus(effr, taylorRate(inputs, inflation)),
      effr_date: inputs.fundsAt ?? null,
    },
    markets: {
      ust10y_pct: newestValue(inputs.tenYear),
      spread_2s10s_bp: ratio(newestValue(inputs.spread2s10s), 0.01),
      ofr_fsi: newestValue(inputs.stress),
      as_of: { ust10y: at(inputs.tenYear), spread_2s10s: at(inputs.spread2s10s), ofr_fsi: at(inputs.stress) },
    },
    fiscal: {
      debt_usd: ratio(newestValue(inputs.debtM), 1e-6),
      deficit_12m_pct_gdp: ratio(sumOfYear === null ? null : (-100 * sumOfYear) / 1_000, newestValue(inputs.gdpBn)),
      as_of: { debt: at(inputs.debtM), deficit: at(inputs.balanceM) },
    },
    surprises: readSurprises(inputs),
    summary:
      `US macro ${Math.round(mix.score)}: ${run.quadrant?.replace('_', ' ') ?? 'no clear regime'}${run.since === null ? '' : ` since ${run.since}`}, ` +
      `core CPI ${say(core, 1, ' %')} annualised over 3 months${ofMonth(inputs.coreCpi)}, unemployment ${say(newestValue(inputs.unemployment), 1, ' %')}${ofMonth(inputs.unemployment)}, ` +
      `payrolls ${say(atNewest(inputs.payrollsK, jobs), 0, 'k')} a month, GDPNow ${say(newestValue(inputs.gdpNow), 1, ' %')}.`,
  }
}

const ofMonth = (points: readonly Point[]): string => {
  const newest = points.at(-1)
  return newest === undefined ? '' : ` (${newest.at.toISOString().slice(0, 7)})`
}

function readParts(inputs: MacroInputs, core3m: readonly Point[], jobs: readonly Point[]): Part[] {
  const [core, sahm] = [atNewest(inputs.coreCpi, core3m), newestValue(inputs.sahm)]
  const hiring = newestValue(standardise(jobs))
  const swings = changesOver(netLiquidity(inputs), 91)
  const [flow, stress] = [zOfNewest(swings, 250), zOfNewest(inputs.stress, 250)]
  const work = [squashOrNull(hiring), sahm === null ? null : squash(-4 * sahm)].filter((s) => s !== null)
  return [
    partOf('growth', 0.3, inputs.activity, 100, inputs.cycleScore),
    partOf('labor', 0.2, jobs.length > 0 ? jobs : inputs.sahm, 95, work.length === 0 ? null : mean(work)),
    partOf('inflation', 0.2, core3m, 95, core === null ? null : -100 * clip(Math.abs(core - inflationGoalPct) / 2, 0, 1)),
    partOf('liquidity', 0.15, swings, 7, squashOrNull(flow)),
    partOf('financial_stress', 0.15, inputs.stress, 10, squashOrNull(stress, -1)),
  ]
}

export function quadrantOf(growthTrend: number, inflationTrend: number): Quadrant {
  if (growthTrend > 0) return inflationTrend > 0 ? 'reflation' : 'goldilocks'
  return inflationTrend > 0 ? 'stagflation' : 'disinflation_slowdown'
}

/** The newest month's quadrant by three-month trends, and the first month of its unbroken run. */
export function quadrantRun(activity: readonly Point[], inflation: readonly Point[]) {
  const prices = new Map(differencesOver(inflation, 3).map((point) => [point.at.getTime(), point.value]))
  const named = differencesOver(activity, 3).flatMap((point) => {
    const price = prices.get(point.at.getTime())
    return price === undefined ? [] : [{ at: point.at, quadrant: quadrantOf(point.value, price) }]
  })
  const newest = named.at(-1)
  if (newest === undefined) return { quadrant: null, since: null }
  const first = named[named.findLastIndex(({ quadrant }) => quadrant !== newest.quadrant) + 1]!
  return { quadrant: newest.quadrant, since: first.at.toISOString().slice(0, 7) }
}

/** Nominal less real of the same day. */
function combineDays(nominal: readonly Point[], real: readonly Point[]): Point[] {
  const others = new Map(real.map((point) => [point.at.getTime(), point.value]))
  return nominal.flatMap(({ at, value }) => {
    const other = others.get(at.getTime())
    return other === undefined ? [] : [{ at, value: value - other }]
  })
}

// Taylor's rule of 1993 with core PCE inflation; slack by Okun, two points of output for one of unemployment.
function taylorRate(inputs: MacroInputs, inflation: number | null): number | null {
  const newest = inputs.unemployment.at(-1)
  const natural = newest === undefined ? null : pointAt(inputs.naturalRate, newest.at)
  if (inflation === null || newest === undefined || natural === null) return null
  const outputGap = 2 * (natural.value - newest.value)
  return neutralRealRatePct + inflation + 0.5 * (inflation - inflationGoalPct) + 0.5 * outputGap
}

// Twelve months or none: eleven would be a smaller deficit, not an unknown one.
function lastTwelve(months: readonly Point[]): number | null {
  const newest = months.at(-1)
  if (newest === undefined) return null
  const from = Date.UTC(newest.at.getUTCFullYear() - 1, newest.at.getUTCMonth() + 1, 1)
  const year = months.filter(({ at }) => at.getTime() >= from)
  return year.length === 12 ? year.reduce((sum, { value }) => sum + value, 0) : null
}

// Against each series' own trend: forecasts of others are not ours to repeat.
function readSurprises(inputs: MacroInputs) {
  const series: [string, readonly Point[]][] = [
    ['core_cpi_mom_pct', growthOver(inputs.coreCpi, 1)],
    ['payrolls_mom_k', differencesOver(inputs.payrollsK, 1)],
    ['unemployment_chg_pp', differencesOver(inputs.unemployment, 1)],
    ['industrial_production_mom_pct', growthOver(inputs.production, 1)],
    ['ppi_mom_pct', growthOver(inputs.ppi, 1)],
  ]
  return series.flatMap(([name, points]) => {
    const z = newestValue(standardise(points))
    const newest = points.at(-1)
    if (z === null || newest === undefined) return []
    return [
      {
        series: name,
        month: newest.at,
        actual: newest.value,
        prior: pointOneMonthBefore(points),
        z: z,
      },
    ]
  })
}

/** The figure of the month before; where that month was never published there is none. */
function pointOneMonthBefore(points: readonly Point[]): number | null {
  const changes = differencesOver(points, 1)
  const change = atNewest(points, changes)
  return change === null ? null : points.at(-1)!.value - change
}
