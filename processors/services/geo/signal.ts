// The risk of a place from rows that each have a name: conflict, hazards, travel advisory, governance, sanctions and what is reported.
import { clip, composite, round } from '../../formula/index.ts'
import { ladder } from '../../formula/ladder.ts'

export const riskLadder = ladder(['low', 'moderate', 'elevated', 'high', 'extreme'], [20, 40, 60, 80])
export const lin = (x: number, low: number, high: number): number => clip((x - low) / (high - low), 0, 1)

export interface Point {
  readonly lat: number
  readonly lon: number
}

/** Great-circle distance. */
export function kmBetween(a: Point, b: Point): number {
  const rad = Math.PI / 180
  const h =
    Math.sin(((b.lat - a.lat) * rad) / 2) ** 2 +
    Math.cos(a.lat * rad) * Math.cos(b.lat * rad) * Math.sin(((b.lon - a.lon) * rad) / 2) ** 2
  return 2 * 6_371 * Math.asin(Math.sqrt(Math.min(1, h)))
}

export interface HazardRow {
  readonly type: string
  readonly alert: string | null
  readonly severity: string | null
  readonly magnitude: { readonly value: number; readonly unit: string } | null
  readonly updatedAt: Date
}

const alerts: Readonly<Record<string, number>> = { green: 0.2, yellow: 0.4, orange: 0.6, red: 1 }
const words: Readonly<Record<string, number>> = { Extreme: 1, Severe: 0.7, Moderate: 0.4, Minor: 0.15 }

/** 0 to 1 by the feed's own alert, a warning's severity or a quake's magnitude; a quake fades with five days. */
export function hazardSeverity({ type, alert, severity, magnitude, updatedAt }: HazardRow, now: Date): number {
  const told = Math.max(alert === null ? 0 : (alerts[alert] ?? 0), severity === null ? 0 : (words[severity] ?? 0))
  if (type !== 'earthquake') return told === 0 ? 0.15 : told
  const age = Math.max(0, now.getTime() - updatedAt.getTime()) / 86_400_000
  return Math.max(told, lin(magnitude?.value ?? 0, 4.5, 8)) * Math.exp(-age / 5)
}

/** Each takes a share of the calm that is left. */
export const hazardScore = (severities: readonly number[]): number =>
  100 *
  (1 -
    severities
      .toSorted((a, b) => b - a)
      .slice(0, 25)
      .reduce((calm, s) => calm * (1 - 0.5 * s ** 2), 1))

export const advisoryScore = (level: number): number => [5, 30, 65, 95][level - 1]!

/** Where one should not go (4) or think twice (3) no calm of hazards or news makes less of it: high and elevated at the least. */
export const leastUnder = (level: number | undefined): number => (level === 4 ? 60 : level === 3 ? 40 : 0)

/** The worse of stability and rule of law on the Worldwide Governance Indicators' scale of about -2.5 to 2.5. */
export const governanceScore = (stability: number, ruleOfLaw: number): number =>
  100 * lin(-Math.min(stability, ruleOfLaw), -1.5, 2.5)

export const sanctionsScore = (designations: number): number => 100 * lin(Math.log10(1 + designations), 0, 2.5)

export const newsScore = (ratio: number | null, tone: number): number =>
  100 * (0.5 * (ratio === null ? 0 : lin(ratio, 0.8, 3)) + 0.5 * lin(tone, 0, -6))

export interface Rows {
  readonly conflict: number | null
  readonly hazard: number | null
  readonly advisory: number | null
  readonly governance: number | null
  readonly sanctions: number | null
  readonly news: number | null
}

export const weights: Readonly<Record<keyof Rows, number>> = {
  conflict: 0.35,
  hazard: 0.2,
  advisory: 0.15,
  governance: 0.12,
  sanctions: 0.08,
  news: 0.1,
}

export function combineRows(
  rows: Rows,
  ages: Readonly<Partial<Record<keyof Rows, { readonly at: Date; readonly maxAgeDays: number }>>>,
  now: Date,
) {
  const parts = (Object.keys(weights) as (keyof Rows)[]).map((id) => {
    const age = ages[id]
    return {
      id,
      weight: weights[id],
      score: rows[id],
      ...(age === undefined ? {} : { observedAt: age.at, maxAgeDays: age.maxAgeDays }),
    }
  })
  return {
    mix: composite(parts, now),
    components: parts.map(({ id, weight, score }) => ({ name: id, weight, score: score === null ? null : round(score, 1) })),
  }
}
