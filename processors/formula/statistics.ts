// The few statistics every signal is built from, and the arithmetic of scores, labels and confidence.
import type { Coverage } from '../kit/define.ts'

export const clip = (x: number, low: number, high: number): number => Math.min(high, Math.max(low, x))

// Loops here and below: a call for each of ten thousand values would be most of what a row costs.
export function mean(values: readonly number[]): number {
  let total = 0
  for (const value of values) total += value
  return total / values.length
}

/** The mean of what is known; null where nothing is. */
export function meanOfKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : mean(known)
}

/** Population standard deviation. */
export function deviation(values: readonly number[]): number {
  const centre = mean(values)
  let squares = 0
  for (const value of values) squares += (value - centre) ** 2
  return Math.sqrt(squares / values.length)
}

/** How many deviations x lies from the window's mean; 0 where the window does not vary. */
export function zScore(x: number, window: readonly number[]): number {
  const spread = deviation(window)
  // A still window of fractions has a deviation of rounding errors; to divide by those would make news of nothing.
  let largest = 0
  for (const value of window) largest = Math.max(largest, Math.abs(value))
  return spread <= 1e-12 * largest ? 0 : (x - mean(window)) / spread
}

/** How many deviations x lies from the values before it; null where it is not known, or they are too few to say anything. */
export const zAmong = (x: number | null | undefined, before: readonly number[], fewest: number): number | null =>
  x === null || x === undefined || before.length < fewest ? null : zScore(x, before)

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

const fewestForRobust = 30

/**
 * Deviations from the median in units of the median absolute deviation, clipped to ±6; null below 30 points. The floor is the
 * smallest spread that means anything: a window that sits at one value half of the time has a median deviation of 0.
 */
export function robustZ(x: number, window: readonly number[], floor: number): number | null {
  if (window.length < fewestForRobust) return null
  const centre = median(window)
  const spread = Math.max(1.4826 * median(window.map((value) => Math.abs(value - centre))), floor)
  return clip((x - centre) / spread, -6, 6)
}

/** A mean with weights; null where none weighs anything. */
export function weightedMean(pairs: readonly { readonly value: number; readonly weight: number }[]): number | null {
  const total = sum(pairs.map((pair) => pair.weight))
  return total === 0 ? null : sum(pairs.map((pair) => pair.value * pair.weight)) / total
}

/** The share of the window's values at or below x, in percent. */
export function percentile(x: number, window: readonly number[]): number {
  let atMost = 0
  for (const value of window) if (value <= x) atMost++
  return (100 * atMost) / window.length
}

/** A z-score as a score: two deviations are the full ±100. */
export const squash = (z: number): number => 100 * clip(z / 2, -1, 1)

/** The same of a z-score that may not be known, turned round where less is more. */
export const squashOrNull = (z: number | null, sign: 1 | -1 = 1): number | null => (z === null ? null : squash(sign * z))

/** Where x lies between low and high, 0 to 100; low may exceed high, then falling x raises the score. */
export const band = (x: number, low: number, high: number): number => 100 * clip((x - low) / (high - low), 0, 1)

/** The least-squares slope of y on x; 0 where x does not vary. */
export function slope(x: readonly number[], y: readonly number[]): number {
  const [mx, my] = [mean(x), mean(y)]
  const variance = x.reduce((sum, value) => sum + (value - mx) ** 2, 0)
  return variance === 0 ? 0 : x.reduce((sum, value, i) => sum + (value - mx) * (y[i]! - my), 0) / variance
}

/** The standard normal distribution function (Abramowitz and Stegun 7.1.26 with its five terms, error below 1.5e-7). */
export function normalCdf(x: number): number {
  const t = 1 / (1 + (0.3275911 * Math.abs(x)) / Math.SQRT2)
  const poly = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
  const erf = 1 - poly * Math.exp((-x * x) / 2)
  return x >= 0 ? (1 + erf) / 2 : (1 - erf) / 2
}

/** Halves away from zero for positives, as they are written: 1.005 is 1.01. NaN stays NaN, so that it is noticed. */
export function round(x: number, digits: number): number {
  return shift(Math.round(shift(x, digits)), -digits) + 0
}

// Moving the written decimal point, because multiplying by 100 makes 1.005 into 100.49999999999999.
function shift(x: number, digits: number): number {
  if (!Number.isFinite(x)) return x
  const [written = '', exponent = '0'] = String(x).split('e')
  return Number(`${written}e${Number(exponent) + digits}`)
}

export const roundOrNull = (x: number | null, digits: number): number | null => (x === null ? null : round(x, digits))

export interface Part {
  readonly id: string
  readonly weight: number
  /** null: its input is missing. */
  readonly score: number | null
  readonly observedAt?: Date
  readonly maxAgeDays?: number
}

/** A part of a dated input; without a score or a date its input is missing. */
export const part = (
  id: string,
  weight: number,
  score: number | null,
  observedAt: Date | null | undefined,
  maxAgeDays: number,
): Part =>
  score === null || observedAt === null || observedAt === undefined
    ? { id, weight, score: null }
    : { id, weight, score, observedAt, maxAgeDays }

export interface Composite {
  readonly score: number
  readonly confidence: number
  /** The share of the weights whose inputs were there; below one half there is no answer to sell. */
  readonly availableWeight: number
  readonly coverage: Coverage
}

const dayMs = 86_400_000

/** No surer than what it stands on. */
export const atMostSure = <M extends { readonly confidence: number }>(mix: M, most: number): M => ({
  ...mix,
  confidence: round(Math.min(mix.confidence, most), 2),
})

export function composite(parts: readonly Part[], now: Date): Composite {
  const present = parts.filter((part): part is Part & { score: number } => part.score !== null)
  const total = sum(parts.map((part) => part.weight))
  const available = sum(present.map((part) => part.weight))
  const weighted = present.map((part) => part.weight * part.score)
  const dated = present.flatMap((part) =>
    part.observedAt !== undefined && part.maxAgeDays !== undefined
      ? [
          {
            id: part.id,
            at: part.observedAt,
            maxAgeDays: part.maxAgeDays,
            ageDays: (now.getTime() - part.observedAt.getTime()) / dayMs,
          },
        ]
      : [],
  )
  const freshness = dated.length === 0 ? 1 : mean(dated.map((input) => clip(2 - input.ageDays / input.maxAgeDays, 0, 1)))
  const loudness = sum(weighted.map(Math.abs))
  const agreement = present.length <= 1 || loudness === 0 ? 1 : Math.abs(sum(weighted)) / loudness
  return {
    score: available === 0 ? 0 : sum(weighted) / available,
    confidence: round((available / total) * freshness * (0.5 + 0.5 * agreement), 2),
    availableWeight: available / total,
    coverage: {
      inputs_used: present.length,
      inputs_expected: parts.length,
      missing: parts.filter((part) => part.score === null).map((part) => part.id),
      stale: dated
        .filter((input) => input.ageDays > input.maxAgeDays)
        .map((input) => ({
          id: input.id,
          observed_at: input.at.toISOString(),
          age_days: round(input.ageDays, 1),
          max_age_days: input.maxAgeDays,
        })),
    },
  }
}

/** Of several composites as of one; each input is named by whose it is, where that is said. */
export function joinCoverages(all: readonly (Coverage & { readonly of?: string })[]) {
  const named = (id: string, of: string | undefined) => (of === undefined ? id : `${of} ${id}`)
  return {
    inputs_used: sum(all.map(({ inputs_used }) => inputs_used)),
    inputs_expected: sum(all.map(({ inputs_expected }) => inputs_expected)),
    missing: all.flatMap(({ missing, of }) => missing.map((id) => named(id, of))),
    stale: all.flatMap(({ stale, of }) => stale.map((one) => ({ ...one, id: named(one.id, of) }))),
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** Five labels over -100..100, from the most positive to the most negative. */
export function signedLabel<L extends string>(score: number, labels: readonly [L, L, L, L, L]): L {
  return score >= 60 ? labels[0] : score >= 20 ? labels[1] : score > -20 ? labels[2] : score > -60 ? labels[3] : labels[4]
}

export function riskLabel(score: number): 'low' | 'guarded' | 'elevated' | 'high' | 'extreme' {
  return score < 20 ? 'low' : score < 40 ? 'guarded' : score < 60 ? 'elevated' : score < 80 ? 'high' : 'extreme'
}
