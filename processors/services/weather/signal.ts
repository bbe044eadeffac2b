// The weather signal: how much a day's weather disrupts, from its wind, rain, snow, heat, cold, thunder and official alerts; the same scale everywhere.
import { band, clip, mean, round, roundOrNull } from '../../formula/index.ts'

export interface Step {
  readonly at: Date
  readonly hours: number
  readonly tempC: number
  readonly windMs: number
  readonly windFromDeg: number | null
  readonly humidityPct: number | null
  readonly cloudPct: number | null
  readonly precipMm: number | null
  readonly symbol: string | null
  readonly gustMs?: number | null
  readonly precipProbPct?: number | null
  /** Over the whole step. */
  readonly maxC?: number | null
  readonly minC?: number | null
}

export const labels = ['fair', 'minor', 'notable', 'disruptive', 'severe'] as const

/** The day's share of a step, in hours. */
export interface DayStep extends Step {
  readonly share: number
  /** false: it began on the day before, and what was measured then is that day's. */
  readonly isBegunHere?: boolean
}

export interface Alert {
  readonly severity: string | null
  readonly certainty: string | null
  readonly urgency: string | null
}

const dayMs = 86_400_000
// The Common Alerting Protocol's own words, each in how much it adds.
const severities: Record<string, number> = { Extreme: 1, Severe: 0.7, Moderate: 0.4, Minor: 0.15 }
const certainties: Record<string, number> = { Observed: 1, Likely: 0.85, Possible: 0.5, Unlikely: 0.2 }
const urgencies: Record<string, number> = { Immediate: 1, Expected: 0.8, Future: 0.5, Past: 0.1 }
const unknownWord = 0.3

/** 0 to 1. */
export const alertShare = ({ severity, certainty, urgency }: Alert): number =>
  (severities[severity ?? ''] ?? unknownWord) *
  (certainties[certainty ?? ''] ?? unknownWord) *
  (urgencies[urgency ?? ''] ?? unknownWord)

// Of a step over midnight the extremes go to the day that has most of it.
const mostOfStep = 2 / 3

function temperaturesOf(steps: readonly DayStep[]): number[] {
  const own = steps.filter(({ isBegunHere }) => isBegunHere !== false)
  const moments = (own.length === 0 ? steps : own).map(({ tempC }) => tempC)
  const extremes = steps
    .filter(({ share, hours }) => share >= hours * mostOfStep)
    .flatMap(({ maxC, minC }) => [maxC ?? [], minC ?? []].flat())
  return [...moments, ...extremes]
}

/** `alerts` is null where nobody's alerts are read: then the day is judged without them. */
export function computeDay(
  steps: readonly DayStep[],
  date: string,
  computedFrom: Date,
  yesterday: readonly DayStep[],
  alerts: readonly Alert[] | null = null,
) {
  const hours = steps.reduce((sum, step) => sum + step.share, 0)
  const temps = temperaturesOf(steps)
  const winds = steps.map((step) => step.windMs)
  const [warmest, coldest, strongest] = [Math.max(...temps), Math.min(...temps), Math.max(...winds)]
  const precipMm = sumPrecipitation(steps)
  const hoursOf = (pattern: RegExp) => steps.reduce((sum, step) => sum + (pattern.test(step.symbol ?? '') ? step.share : 0), 0)
  const components = {
    wind: band(strongest, 10, 28) / 100,
    rain: band(precipMm ?? 0, 10, 80) / 100,
    snow: band(hoursOf(/snow|sleet/), 2, 25) / 100,
    heat: band(warmest, 32, 44) / 100,
    cold: band(coldest, -5, -30) / 100,
    thunder: hours === 0 ? 0 : clip(hoursOf(/thunder/) / hours, 0, 1),
  }
  const alert = alerts === null ? null : Math.max(0, ...alerts.map(alertShare))
  const values = [...Object.values(components), ...(alert === null ? [] : [alert])]
  const score = 100 * (0.7 * Math.max(...values) + 0.3 * mean(values))
  const leadDays = Math.max(0, (Date.parse(`${date}T12:00:00Z`) - computedFrom.getTime()) / dayMs)
  const meanTemp = weigh(steps, (step) => step.tempC)
  return {
    score,
    label: labels[Math.min(4, Math.floor(score / 20))]!,
    // A day that is only partly in the forecast is known by that part.
    confidence: round(Math.exp(-leadDays / 14) * clip(hours / 18, 0.2, 1), 2),
    daily: {
      temp_min_c: round(coldest, 1),
      temp_max_c: round(warmest, 1),
      temp_mean_c: roundOrNull(meanTemp, 1),
      precip_mm: roundOrNull(precipMm, 1),
      precip_prob_pct: roundOrNull(
        largest(steps, (step) => step.precipProbPct),
        0,
      ),
      wind_max_ms: round(strongest, 1),
      gust_max_ms: roundOrNull(
        largest(steps, (step) => step.gustMs),
        1,
      ),
      humidity_mean_pct: roundOrNull(
        weigh(steps, (step) => step.humidityPct),
        0,
      ),
      cloud_mean_pct: roundOrNull(
        weigh(steps, (step) => step.cloudPct),
        0,
      ),
      symbol: mostOften(steps),
      hours_covered: round(hours, 0),
    },
    components: {
      ...(Object.fromEntries(Object.entries(components).map(([name, value]) => [name, round(value, 3)])) as typeof components),
      alert: roundOrNull(alert, 3),
    },
    comparison: {
      vs_yesterday_c: difference(
        meanTemp,
        weigh(yesterday, (step) => step.tempC),
      ),
    },
  }
}

function largest(steps: readonly DayStep[], read: (step: DayStep) => number | null | undefined): number | null {
  const known = steps.flatMap((step) => read(step) ?? [])
  return known.length === 0 ? null : Math.max(...known)
}

function sumPrecipitation(steps: readonly DayStep[]): number | null {
  const known = steps.filter((step) => step.precipMm !== null)
  return known.length === 0 ? null : known.reduce((sum, step) => sum + (step.precipMm! * step.share) / step.hours, 0)
}

function weigh(steps: readonly DayStep[], read: (step: DayStep) => number | null): number | null {
  const known = steps.filter((step) => read(step) !== null)
  const hours = known.reduce((sum, step) => sum + step.share, 0)
  return hours === 0 ? null : known.reduce((sum, step) => sum + read(step)! * step.share, 0) / hours
}

// Of symbols that are shown equally long the first in the alphabet, so that the order of steps does not matter.
function mostOften(steps: readonly DayStep[]): string | null {
  const hours = new Map<string, number>()
  for (const { symbol, share } of steps) if (symbol !== null) hours.set(symbol, (hours.get(symbol) ?? 0) + share)
  return [...hours].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0]?.[0] ?? null
}

const difference = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : round(a - b, 1))
