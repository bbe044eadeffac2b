// The supply chain pressure signal: the world index, ships through the chokepoints, freight prices, orders and stocks.

import {
  atNewest,
  band,
  changesOver,
  clip,
  combineMonths,
  composite,
  growthOver,
  mean,
  newestValue,
  type Point,
  partOf,
  percentileOfNewest,
  ratio,
  round,
  roundOrNull,
  type SeriesNamed,
  say,
  standardise,
} from '../../formula/index.ts'
import { ladder, turnOf } from '../../formula/ladder.ts'

export interface Passage {
  readonly name: string
  readonly ships: readonly Point[]
  readonly capacity: readonly Point[]
}

export interface SupplyInputs
  extends SeriesNamed<'gscpi' | 'trucking' | 'deepSea' | 'stocksToSales' | 'unfilledM' | 'shipmentsM'> {
  readonly passages: readonly Passage[]
}

export const pressure = ladder(['loose', 'normal', 'tight', 'stressed', 'severe'], [20, 40, 60, 80])
export const statuses = ['normal', 'reduced', 'disrupted', 'severely_disrupted', 'elevated'] as const

const dayMs = 86_400_000
const week = 7
// The same weekdays a year earlier.
const yearDays = 364
const wholeHistoryDays = 36_500
const fullDisruptionPct = 30

export function computeSupply(inputs: SupplyInputs, now: Date) {
  const passages = inputs.passages.map(readPassage)
  const shortfall = shortfallPct(passages)
  const share = percentileOfNewest(inputs.gscpi, wholeHistoryDays)
  const freight = [inputs.trucking, inputs.deepSea].map((points) => standardise(growthOver(points, 3)))
  const freightZ = freight.flatMap((points) => points.slice(-1).map(({ value }) => value))
  const backlog = combineMonths(inputs.unfilledM, inputs.shipmentsM, ratio)
  const stocks = newestValue(standardise(inputs.stocksToSales))
  const mix = composite(
    [
      partOf('gscpi', 0.4, inputs.gscpi, 75, share),
      partOf(
        'chokepoints',
        0.25,
        newestShips(inputs.passages),
        21,
        shortfall === null ? null : band(shortfall, 0, fullDisruptionPct),
      ),
      partOf(
        'freight_prices',
        0.15,
        freight.find((points) => points.length > 0) ?? [],
        95,
        freightZ.length === 0 ? null : gauge(mean(freightZ)),
      ),
      partOf('backlog', 0.1, backlog, 100, scored(backlog)),
      partOf('stocks', 0.1, inputs.stocksToSales, 125, stocks === null ? null : gauge(-stocks)),
    ],
    now,
  )
  const label = pressure.of(mix.score)
  const turn = newestValue(changesOver(inputs.gscpi, 28))
  const bottlenecks = passages
    .filter(({ status }) => status === 'disrupted' || status === 'severely_disrupted')
    .map(({ name }) => name)
  const yoy = (points: readonly Point[]) => atNewest(points, growthOver(points, 12))
  const month = (points: readonly Point[]) => points.at(-1)?.at ?? null
  return {
    mix,
    label,
    direction: turnOf(roundOrNull(turn, 2) ?? 0, 0.1),
    gscpi: { value_sd: newestValue(inputs.gscpi), chg_1m: turn, pctile: share, month: inputs.gscpi.at(-1)?.at ?? null },
    chokepoints: passages,
    freight: {
      trucking_ppi_yoy_pct: yoy(inputs.trucking),
      deep_sea_ppi_yoy_pct: yoy(inputs.deepSea),
      trucking_month: month(inputs.trucking),
      deep_sea_month: month(inputs.deepSea),
    },
    inventories: { isratio: newestValue(inputs.stocksToSales), z: stocks, month: month(inputs.stocksToSales) },
    orders: { unfilled_to_shipments: newestValue(backlog), month: month(backlog) },
    bottlenecks,
    summary:
      `Supply chains ${label} (${Math.round(mix.score)} of 100): pressure index ${say(newestValue(inputs.gscpi), 2)} deviations ` +
      `(percentile ${say(share, 0)}), chokepoint transits ${say(shortfall, 0, ' %')} short of the usual` +
      `${bottlenecks.length === 0 ? '' : `, most at ${bottlenecks.slice(0, 2).join(' and ')}`}.`,
  }
}

function readPassage({ name, ships, capacity }: Passage) {
  const now = weekSum(ships, 0)
  const usual = usualWeek(ships)
  const low = changePct(now, usual === null ? weekSum(ships, yearDays) : usual.high)
  const high = changePct(now, usual === null ? weekSum(ships, yearDays) : usual.low)
  const against = (points: readonly Point[]) => changePct(weekSum(points, 0), weekSum(points, yearDays))
  const change = against(ships)
  return {
    name,
    transits_7d: now,
    usual_7d: usual?.high ?? null,
    vs_usual_pct: usual === null ? null : low,
    years: usual?.years ?? 0,
    vs_1y_pct: change,
    capacity_vs_1y_pct: against(capacity),
    status: low === null || high === null ? null : statusOf(low, high),
    week_to: ships.at(-1)?.at ?? null,
  }
}

const mostYears = 7
const fewestYears = 2

/**
 * The same week in the years before, from the lower to the upper quarter of them: a canal that has been half empty for two years
 * is not usual at half.
 */
export function usualWeek(
  ships: readonly Point[],
): { readonly low: number; readonly high: number; readonly years: number } | null {
  const weeks = Array.from({ length: mostYears }, (_, i) => weekSum(ships, yearDays * (i + 1)))
    .filter((sum) => sum !== null)
    .sort((a, b) => a - b)
  if (weeks.length < fewestYears) return null
  const at = (share: number) => weeks[Math.round(share * (weeks.length - 1))]!
  return { low: at(0.25), high: at(0.75), years: weeks.length }
}

function changePct(now: number | null, before: number | null): number | null {
  const change = ratio(now, before)
  return change === null ? null : round(100 * (change - 1), 1)
}

/** Seven days ending so many days before the newest; null where more than one of them is missing. */
export function weekSum(points: readonly Point[], daysBack: number): number | null {
  const newest = points.at(-1)
  if (newest === undefined) return null
  const to = newest.at.getTime() - daysBack * dayMs
  const days = points.filter(({ at }) => at.getTime() <= to && at.getTime() > to - week * dayMs)
  return days.length < week - 1 ? null : (days.reduce((sum, { value }) => sum + value, 0) * week) / days.length
}

function statusOf(lowPct: number, highPct: number): (typeof statuses)[number] {
  if (lowPct <= -50) return 'severely_disrupted'
  if (lowPct <= -25) return 'disrupted'
  return lowPct <= -10 ? 'reduced' : highPct < 25 ? 'normal' : 'elevated'
}

// Each passage weighs what it usually carries; one that gained makes up for none that lost.
function shortfallPct(passages: readonly ReturnType<typeof readPassage>[]): number | null {
  const known = passages.flatMap(({ transits_7d, vs_usual_pct, vs_1y_pct }) => {
    const change = vs_usual_pct ?? vs_1y_pct
    if (transits_7d === null || change === null || change <= -100) return []
    return [{ before: transits_7d / (1 + change / 100), lost: Math.max(0, -change) }]
  })
  const all = known.reduce((sum, { before }) => sum + before, 0)
  return all === 0 ? null : known.reduce((sum, { before, lost }) => sum + before * lost, 0) / all
}

function newestShips(passages: readonly Passage[]): Point[] {
  return passages.flatMap(({ ships }) => ships.slice(-1)).sort((a, b) => a.at.getTime() - b.at.getTime())
}

// Zero deviations are the middle of the scale, two its end.
const gauge = (z: number): number => clip(50 + 25 * z, 0, 100)

const scored = (points: readonly Point[]): number | null => {
  const z = newestValue(standardise(points))
  return z === null ? null : gauge(z)
}
