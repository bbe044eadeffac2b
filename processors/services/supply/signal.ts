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
  roundOrNull,
  type SeriesNamed,
  say,
  standardise,
} from '../../formula/index.ts'
import { ladder, turnOf } from '../../formula/ladder.ts'
import { newestShips, type Passage, readPassage } from '../../formula/passages.ts'

export interface SupplyInputs
  extends SeriesNamed<'gscpi' | 'trucking' | 'deepSea' | 'stocksToSales' | 'unfilledM' | 'shipmentsM'> {
  readonly passages: readonly Passage[]
}

export const pressure = ladder(['loose', 'normal', 'tight', 'stressed', 'severe'], [20, 40, 60, 80])

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

// Each passage weighs what it carried a year ago; one that gained makes up for none that lost.
function shortfallPct(passages: readonly ReturnType<typeof readPassage>[]): number | null {
  const known = passages.flatMap(({ transits_7d, vs_1y_pct }) => {
    if (transits_7d === null || vs_1y_pct === null || vs_1y_pct <= -100) return []
    return [{ before: transits_7d / (1 + vs_1y_pct / 100), lost: Math.max(0, -vs_1y_pct) }]
  })
  const all = known.reduce((sum, { before }) => sum + before, 0)
  return all === 0 ? null : known.reduce((sum, { before, lost }) => sum + before * lost, 0) / all
}

// Zero deviations are the middle of the scale, two its end.
const gauge = (z: number): number => clip(50 + 25 * z, 0, 100)

const scored = (points: readonly Point[]): number | null => {
  const z = newestValue(standardise(points))
  return z === null ? null : gauge(z)
}
