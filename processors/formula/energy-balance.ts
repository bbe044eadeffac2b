// How tight US energy is: stocks against their five-year path, prices and refining, as one composite that several services share.
import { fiveYearPath } from './five-year-path.ts'
import {
  clip,
  combine,
  composite,
  deviation,
  lastDays,
  mean,
  newestValue,
  type Part,
  type Point,
  partOf,
  ratio,
  type SeriesNamed,
} from './index.ts'

export interface EnergyInputs
  extends SeriesNamed<'crudeStocks' | 'refineryInput' | 'utilisation' | 'wti' | 'henryHub' | 'gasVs5y' | 'spark'> {}

const tradingMonth = 20
const tradingWeek = 5
const threeYearsDays = 1_096
const fewestWeeks = 52

/** Percent over so many observations. */
export function changeOver(points: readonly Point[], steps: number): number | null {
  const [now, before] = [points.at(-1), points.at(-1 - steps)]
  return now === undefined || before === undefined || before.value <= 0 ? null : 100 * (now.value / before.value - 1)
}

const part = (id: string, weight: number, points: readonly Point[], days: number, score: number | null): Part =>
  partOf(id, weight, points, days, score === null ? null : 100 * clip(score, -1, 1))

function zOfThreeYears(points: readonly Point[]): number | null {
  const window = lastDays(points, threeYearsDays).map(({ value }) => value)
  if (window.length < fewestWeeks) return null
  const spread = deviation(window)
  return spread < 1e-9 ? 0 : (window.at(-1)! - mean(window)) / spread
}

const over = (value: number | null, by: number): number | null => (value === null ? null : value / by)

export function weighEnergy(inputs: EnergyInputs, now: Date) {
  const crude = fiveYearPath(inputs.crudeStocks)
  const supply = combine(inputs.crudeStocks, inputs.refineryInput, (stocks, input) => ratio(1_000 * stocks, input))
  const spark = inputs.spark.length > tradingWeek ? inputs.spark.at(-1)!.value - inputs.spark.at(-1 - tradingWeek)!.value : null
  const parts = [
    part('crude_stocks', 0.25, inputs.crudeStocks, 13, over(crude?.vs_5y_pct ?? null, -8)),
    part('gas_storage', 0.25, inputs.gasVs5y, 14, over(newestValue(inputs.gasVs5y), -12)),
    part('wti_20d', 0.15, inputs.wti, 8, over(changeOver(inputs.wti, tradingMonth), 12)),
    part('henry_hub_20d', 0.1, inputs.henryHub, 8, over(changeOver(inputs.henryHub, tradingMonth), 20)),
    part('refinery_utilisation', 0.1, inputs.utilisation, 13, over(zOfThreeYears(inputs.utilisation), 3)),
    part('days_of_supply', 0.1, supply, 13, over(zOfThreeYears(supply), -3)),
    part('spark_5d', 0.05, inputs.spark, 6, over(spark, 15)),
  ]
  return { mix: composite(parts, now), parts, crude, daysOfSupply: newestValue(supply) }
}
