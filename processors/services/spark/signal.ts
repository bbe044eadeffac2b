// What a gas plant earns at each US hub: the power price less the gas it burns, against the hub's own last three months.
import { clip, composite, mean, percentile, round, roundOrNull, say } from '../../formula/index.ts'
import { ladder } from '../../formula/ladder.ts'
import { mostFirst } from '../../formula/lists.ts'

export interface HubDay {
  readonly date: string
  readonly power_usd_mwh: number | null
  readonly gas_usd_mmbtu: number | null
}

export interface Hub {
  readonly hub: string
  readonly region: string
  readonly power_change_pct: number | null
  readonly gas_change_pct: number | null
  readonly published_spark_usd_mwh: number | null
  /** Oldest first; the last is the day that is told. */
  readonly history: readonly HubDay[]
}

export const margins = ladder(['deeply_negative', 'weak', 'fair', 'strong', 'very_strong'], [-50, -15, 15, 50])
export const publishedHeatRate = 7
const peakerHeatRate = 10
export const windowDays = 90
const fewestDays = 14
const leastGas = 0.1
const mostGap = 1
const mostAgeDays = 4
const listed = 3
const dayMs = 86_400_000

export const sparkOf = (day: HubDay, heatRate: number): number | null =>
  day.power_usd_mwh === null || day.gas_usd_mmbtu === null ? null : day.power_usd_mwh - heatRate * day.gas_usd_mmbtu

/** -100 to 100: where the spread stands in its own window, or on a fixed scale around 15 dollars until there is one. */
export function scoreHub(spark: number, window: readonly number[]): number {
  if (window.length < fewestDays) return 100 * Math.tanh((spark - 15) / 20)
  return 2 * percentile(spark, window) - 100
}

export function judgeHubs(hubs: readonly Hub[], heatRate: number) {
  const judged = hubs.map(({ history, ...hub }) => {
    const newest = history.at(-1)!
    const spark = sparkOf(newest, heatRate)
    const window = history.flatMap((day) => sparkOf(day, heatRate) ?? [])
    const hasWindow = window.length >= fewestDays
    const { power_usd_mwh: power, gas_usd_mmbtu: gas } = newest
    return {
      ...hub,
      date: newest.date,
      power_usd_mwh: power,
      gas_usd_mmbtu: gas,
      spark_usd_mwh: roundOrNull(spark, 2),
      peaker_spark_usd_mwh: roundOrNull(sparkOf(newest, peakerHeatRate), 2),
      implied_heat_rate: power === null || gas === null || gas <= leastGas ? null : round(power / gas, 2),
      pctile_90d: spark === null || !hasWindow ? null : round(percentile(spark, window), 1),
      score: spark === null ? null : round(scoreHub(spark, window), 1),
      history,
    }
  })
  const known = judged.filter((hub): hub is typeof hub & { score: number; spark_usd_mwh: number } => hub.score !== null)
  const byMargin = known.toSorted(mostFirst('spark_usd_mwh', 'hub')).map(({ hub }) => hub)
  const score = known.length === 0 ? 0 : round(clip(mean(known.map((hub) => hub.score)), -100, 100), 1)
  const gaps = judged.flatMap(({ history, published_spark_usd_mwh: published, hub }) => {
    const own = sparkOf(history.at(-1)!, publishedHeatRate)
    return own !== null && published !== null && Math.abs(own - published) > mostGap ? [hub] : []
  })
  const middle = known.length === 0 ? null : mean(known.map((hub) => hub.spark_usd_mwh))
  const label = margins.of(score)
  const of = known.length === 1 && hubs.length === 1 ? `at ${known[0]!.region}` : `over ${known.length} of ${hubs.length} hubs`
  return {
    score,
    label,
    hubs: judged,
    widest: byMargin.slice(0, listed),
    tightest: byMargin.toReversed().slice(0, listed),
    flags: gaps.map((hub) => `definition_mismatch:${hub}`),
    heat_rate: heatRate,
    summary: `Gas plant margins are ${label.replace('_', ' ')} (${Math.round(score)}) ${of}: mean spark spread ${say(middle, 1)} USD/MWh at ${heatRate} MMBtu/MWh${byMargin.length > 1 ? `, widest ${byMargin[0]}, tightest ${byMargin.at(-1)}` : ''}.`,
  }
}

/** How much of it is there: hubs that traded, and their windows. */
export function coverHubs(hubs: readonly Hub[], known: number, now: Date) {
  const at = new Date(
    `${hubs.reduce((newest, { history }) => (history.at(-1)!.date > newest ? history.at(-1)!.date : newest), '')}T00:00:00Z`,
  )
  const days = Math.max(0, ...hubs.map(({ history }) => history.length))
  const part = (id: string, weight: number, isThere: boolean) => ({
    id,
    weight,
    score: isThere ? 1 : null,
    observedAt: at,
    maxAgeDays: mostAgeDays,
  })
  const share = hubs.length === 0 ? 0 : known / hubs.length
  const mix = composite([part('hub_prices', 0.7, known > 0), part('history', 0.3, days >= fewestDays)], now)
  return {
    ...mix,
    confidence: round(mix.confidence * share, 2),
    at: Number.isNaN(at.getTime()) ? now : new Date(Math.min(at.getTime() + dayMs, now.getTime())),
  }
}
