// The supply chain pressure signal: the world index, ships through the chokepoints, freight prices, orders and stocks.

import {
  band,
  changesOver,
  clip,
  combine,
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
  const backlog = combine(inputs.unfilledM, inputs.shipmentsM, ratio)
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
  const yoy = (points: readonly Point[]) => newestValue(growthOver(points, 12))
  return {
    mix,
    label,
    direction: turnOf(roundOrNull(turn, 2) ?? 0, 0.1),
    gscpi: { value_sd: newestValue(inputs.gscpi), chg_1m: turn, pctile: share, month: inputs.gscpi.at(-1)?.at ?? null },
    chokepoints: passages,
    freight: { trucking_ppi_yoy_pct: yoy(inputs.trucking), deep_sea_ppi_yoy_pct: yoy(inputs.deepSea) },
    inventories: { isratio: newestValue(inputs.stocksToSales), z: stocks },
    orders: { unfilled_to_shipments: newestValue(backlog) },
    bottlenecks,
    summary:
      `Supply chains ${label} (${Math.round(mix.score)} of 100): pressure index ${say(newestValue(inputs.gscpi), 2)} deviations ` +
      `(percentile ${say(share, 0)}), chokepoint transits ${say(shortfall, 0, ' %')} short of last year` +
      `${bottlenecks.length === 0 ? '' : `, most at ${bottlenecks.slice(0, 2).join(' and ')}`}.`,
  }
}

function readPassage({ name, ships, capacity }: Passage) {
  const now = weekSum(ships, 0)
  const against = (points: readonly Point[]) => {
    const change = ratio(weekSum(points, 0), weekSum(points, yearDays))
    return change === null ? null : round(100 * (change - 1), 1)
  }
  const change = against(ships)
  return {
    name,
    transits_7d: now,
    vs_1y_pct: change,
    capacity_vs_1y_pct: against(capacity),
    status: change === null ? null : statusOf(change),
    week_to: ships.at(-1)?.at ?? null,
  }
}

/** Seven days ending so many days before the newest; null where more than one of them is missing. */
export function weekSum(points: readonly Point[], daysBack: number): number | null {
  const newest = points.at(-1)
  if (newest === undefined) return null
  const to = newest.at.getTime() - daysBack * dayMs
  const days = points.filter(({ at }) => at.getTime() <= to && at.getTime() > to - week * dayMs)
  return days.length < week - 1 ? null : (days.reduce((sum, { value }) => sum + value, 0) * week) / days.length
}

function statusOf(changePct: number): (typeof statuses)[number] {
  if (changePct <= -50) return 'severely_disrupted'
  if (changePct <= -25) return 'disrupted'
  return changePct <= -10 ? 'reduced' : changePct < 25 ? 'normal' : 'elevated'
}

// Each passage weighs what it carried a year ago; one that gained makes up for none that lost.
function shortfallPct(passages: readonly ReturnType<typeof readPassage>[]): number | null {
  const known = passages.flatMap(({ transits_7d, vs_1y_pct }) => {
    if (transits_7d === null || vs_1y_pct === null || vs_1y_pct <= -100) return []
    return [{ before: transits_7d / (1 + vs_1y_pct / 100), lost: Math.max(0, -vs_1y_pct) }]
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
