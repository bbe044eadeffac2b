// The week in oil and gas: each stock and flow with its change, and the change against what that week does in five years.
import type { PetroleumSeries } from '../../../ingestors/sources/eia-wpsr/topic.ts'
import { fiveYearPath } from '../../formula/five-year-path.ts'
import { clip, isoDay, type Point, round } from '../../formula/index.ts'
import type { Held } from '../../formula/leases.ts'
import { acresOf } from '../../formula/leases.ts'

export type Weekly = Readonly<Record<PetroleumSeries, readonly Point[]>>

export interface Storage {
  readonly region: string
  readonly week: string
  readonly bcf: number
  readonly net_change_bcf: number | null
  readonly average_5y_bcf: number | null
  readonly vs_5y_pct: number | null
  readonly vs_year_pct: number | null
}

const unitOf = (name: string): 'mmbbl' | 'kbd' | 'pct' =>
  name.endsWith('_mmbbl') ? 'mmbbl' : name.endsWith('_kbd') ? 'kbd' : 'pct'

export const weeklyBalance = (weekly: Weekly) =>
  (Object.keys(weekly) as PetroleumSeries[]).flatMap((series) => {
    const path = fiveYearPath(weekly[series])
    if (path === null) return []
    const { at, value, change, average_5y, vs_5y_pct, low_5y, high_5y, expected_change, surprise, years } = path
    return [
      {
        series,
        unit: unitOf(series),
        week_ending: at,
        value,
        change,
        average_5y,
        vs_5y_pct,
        low_5y,
        high_5y,
        expected_change,
        surprise,
        years,
      },
    ]
  })

/** What the balance implies: what came in less what went out, in thousand barrels a day, and what stocks say of it. */
export function crudeBalance(weekly: Weekly) {
  // Figures of two weeks make no balance: of a series that is late its part of this week is not known.
  const week = weekly.crude_stocks_mmbbl.at(-1)?.at.getTime()
  const ofWeek = (series: PetroleumSeries) => weekly[series].findLast(({ at }) => at.getTime() === week)?.value ?? null
  const [made, bought, sold, run] = (
    ['production_kbd', 'crude_imports_kbd', 'crude_exports_kbd', 'refinery_input_kbd'] as const
  ).map(ofWeek)
  const built = (series: PetroleumSeries) => {
    const path = fiveYearPath(weekly[series])
    return path?.at.getTime() === week ? (path?.change ?? null) : null
  }
  const [stocks, reserve] = [built('crude_stocks_mmbbl'), built('spr_mmbbl')]
  const flows = [made, bought, sold, run].every((one) => one != null) ? made! + bought! - sold! - run! : null
  const stored = stocks === null || reserve === null ? null : (1_000 * (stocks + reserve)) / 7
  return {
    week_ending: isoDay(weekly.crude_stocks_mmbbl.at(-1)),
    production_kbd: made!,
    imports_kbd: bought!,
    exports_kbd: sold!,
    refinery_input_kbd: run!,
    implied_build_kbd: flows,
    reported_build_kbd: stored,
    unaccounted_kbd: flows === null || stored === null ? null : stored - flows,
  }
}

const dayText = (date: Date): string => date.toISOString().slice(0, 10)

export function leasingOf(leases: readonly Held[], states: readonly string[], now: Date) {
  const own = leases.filter(({ state, commodity }) => commodity === 'oil_gas' && (states.includes('*') || states.includes(state)))
  const today = dayText(now)
  const year = new Date(now)
  year.setUTCFullYear(year.getUTCFullYear() + 1)
  const ending = own.filter(
    ({ producing, expires }) => producing !== true && expires !== null && expires >= today && expires < dayText(year),
  )
  return {
    federal_leases: own.length,
    acres: acresOf(own),
    producing_leases: own.filter(({ producing }) => producing === true).length,
    expiring_12m: ending.length,
    expiring_12m_acres: acresOf(ending),
  }
}

export const tilt = (energyScore: number | null): number =>
  energyScore === null ? 0 : round(0.1 * clip(energyScore, -100, 100), 2)
