// What a quarter should have earned by those before it (Foster's seasonal random walk with drift, 1977), and by how many usual errors it surprised.
import { clip, deviation, mean } from './index.ts'

export interface Quarterly {
  readonly end: string
  readonly usd: number
}

const dayMs = 86_400_000
const driftQuarters = 8
const fewestErrors = 4
const sameQuarterDays = 20
const remembered = 4

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs

/** The one a year earlier, give or take the weeks of a year. */
function yearBefore<T extends { readonly end: string }>(list: readonly T[], end: string): T | undefined {
  return list.find((other) => Math.abs(daysBetween(other.end, end) - 365) <= sameQuarterDays)
}

/** What was expected of each quarter by those before it, and by how many of its usual errors it was surprised. */
export function surprises(quarters: readonly Quarterly[]) {
  const deltas = quarters.flatMap((quarter) => {
    const before = yearBefore(quarters, quarter.end)
    return before === undefined
      ? []
      : [{ end: quarter.end, before: before.usd, usd: quarter.usd, delta: quarter.usd - before.usd }]
  })
  const forecasts = deltas.flatMap(({ end, before, usd }, i) => {
    const earlier = deltas.slice(Math.max(0, i - driftQuarters), i)
    if (earlier.length < fewestErrors) return []
    const expected = before + mean(earlier.map(({ delta }) => delta))
    return [{ end, usd, expected, error: usd - expected }]
  })
  return forecasts.map(({ end, usd, expected, error }, i) => {
    const usual = forecasts.slice(Math.max(0, i - driftQuarters), i).map((one) => one.error)
    const spread = usual.length < fewestErrors ? 0 : deviation(usual)
    // Below a tenth of a cent nothing was ever a surprise, and the next cent would be a huge one.
    return { end, usd, expected, sue: spread < 0.001 ? null : clip(error / spread, -20, 20) }
  })
}

/** The quarter after the newest: the same one's a year before, and the mean of the last eight changes over a year. */
export function expectEps(quarters: readonly Quarterly[], period: string) {
  const yearAgo = yearBefore(quarters, period)?.usd ?? null
  const deltas = quarters.flatMap((quarter) => {
    const before = yearBefore(quarters, quarter.end)
    return before === undefined ? [] : [quarter.usd - before.usd]
  })
  const recent = deltas.slice(-driftQuarters)
  return { yearAgo, expected: yearAgo === null || recent.length < fewestErrors ? null : yearAgo + mean(recent) }
}

/** Two usual errors a quarter, four quarters in a row, are the full scale. */
export function scoreSurprises(sues: readonly (number | null)[]): number | null {
  const known = sues.slice(-remembered).filter((sue) => sue !== null)
  return known.length === 0 ? null : 100 * clip(mean(known) / 2, -1, 1)
}
