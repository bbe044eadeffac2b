// How dangerous the natural events of now are, one severity for all kinds, each event counted once.
import type { Hazard } from '../../families/hazards/event.ts'
import { clip, composite, round } from '../../formula/index.ts'

export interface Feed {
  readonly id: string
  readonly observedAt: Date | null
}

export const labels = ['quiet', 'elevated', 'active', 'severe', 'extreme'] as const

const dayMs = 86_400_000
const lin = (x: number, low: number, high: number): number => clip((x - low) / (high - low), 0, 1)
const pager: Record<string, number> = { green: 0.1, yellow: 0.45, orange: 0.75, red: 1 }
const levels: Record<string, number> = { green: 0.2, orange: 0.6, red: 1 }
const nwsSeverity: Record<string, number> = { Extreme: 1, Severe: 0.7, Moderate: 0.4, Minor: 0.15 }
const nwsCertainty: Record<string, number> = { Observed: 1, Likely: 0.85, Possible: 0.5, Unlikely: 0.2 }
const nwsUrgency: Record<string, number> = { Immediate: 1, Expected: 0.8, Future: 0.5, Past: 0.1 }

/** 0 to 1. */
export function severityOf(event: Hazard, now: Date): number {
  const { type, magnitude, alert, alertScore } = event
  const level = alert === null ? 0 : (levels[alert] ?? 0)
  const decay = Math.exp(-Math.max(0, now.getTime() - event.updatedAt.getTime()) / dayMs / 5)
  if (event.severity !== null) {
    const known = (table: Record<string, number>, word: string | null) => table[word ?? ''] ?? 0.3
    return known(nwsSeverity, event.severity) * known(nwsCertainty, event.certainty) * known(nwsUrgency, event.urgency) * decay
  }
  if (type === 'earthquake') {
    const shaking = lin(magnitude?.value ?? 0, 4.5, 8.5)
    // Until PAGER has said what the shaking does to people the magnitude speaks alone; USGS flags tsunamis by magnitude and place only.
    const harm = pager[alert ?? '']
    return clip((harm === undefined ? shaking : Math.max(harm, 0.6 * shaking)) + (event.tsunami ? 0.15 : 0), 0, 1) * decay
  }
  // GDACS gives a cyclone's wind on its forecast track, so there only its level counts.
  if (type === 'cyclone') return Math.max(level, event.windKt === null ? 0 : lin(event.windKt, 34, 137))
  if (type === 'wildfire' && magnitude?.unit === 'acres') return lin(Math.log10(Math.max(1, magnitude.value)), 2.5, 6)
  if (alert === null) return 0.15
  return alertScore === null ? level : clip((level + alertScore / 3) / 2, 0, 1)
}

/** The gravest event decides; up to 24 others take at most a fifth of the calm that it leaves. */
export function scoreOf(severities: readonly number[]): number {
  const [gravest = 0, ...others] = [...severities].sort((a, b) => b - a).slice(0, 25)
  const calm = others.reduce((left, s) => left * (1 - 0.25 * s ** 2), 1)
  return 100 * (gravest + (1 - gravest) * 0.2 * (1 - calm))
}

export const labelOf = (score: number) => labels[score < 20 ? 0 : score < 40 ? 1 : score < 60 ? 2 : score < 80 ? 3 : 4]!

/** Saffir and Simpson's scale by sustained wind in knots. */
export function categoryOf(windKt: number): string {
  if (windKt < 34) return 'tropical depression'
  if (windKt < 64) return 'tropical storm'
  return `category ${windKt < 83 ? 1 : windKt < 96 ? 2 : windKt < 113 ? 3 : windKt < 137 ? 4 : 5}`
}

/** Of events that are told once each. */
export function computeHazard<E extends Hazard>(events: readonly E[], feeds: readonly Feed[], now: Date) {
  const merged = events
    .map((event) => ({ event, severity: severityOf(event, now) }))
    .sort((a, b) => b.severity - a.severity || (a.event.id < b.event.id ? -1 : 1))
  const score = scoreOf(merged.map((one) => one.severity))
  const mix = composite(
    feeds.map(({ id, observedAt }) => ({
      id,
      weight: 1,
      score: observedAt === null ? null : score,
      ...(observedAt === null ? {} : { observedAt, maxAgeDays: 0.125 }),
    })),
    now,
  )
  return {
    score,
    label: labelOf(score),
    mix,
    merged: merged.map(({ event, severity }) => ({ event, severity: round(100 * severity, 1) })),
  }
}
