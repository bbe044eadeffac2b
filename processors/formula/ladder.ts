// A scale's labels with the scores where one ends and the next begins, named once.
import { type Composite, signedLabel } from './index.ts'

export interface Ladder<L extends string = string> {
  readonly labels: readonly L[]
  of(score: number): L
  /** As a summary says it: "strong buying (72)". */
  say(score: number): string
}

/** What is told of each of several that a composite judges alike. */
export const judgedBy = <L extends string>(
  ladder: Ladder<L>,
  { score, confidence }: Pick<Composite, 'score' | 'confidence'>,
) => ({
  label: ladder.of(score),
  score,
  confidence,
})

const withWords = <L extends string>(labels: readonly L[], of: (score: number) => L): Ladder<L> => ({
  labels,
  of,
  say: (score) => `${of(score).replaceAll('_', ' ')} (${Math.round(score)})`,
})

/** From the lowest label up; a score at a threshold has the label above it. */
export function ladder<const L extends string>(labels: readonly L[], thresholds: readonly number[]): Ladder<L> {
  if (labels.length !== thresholds.length + 1)
    throw new Error(`a ladder of ${labels.length} labels needs ${labels.length - 1} thresholds, it has ${thresholds.length}`)
  if (thresholds.some((one, i) => i > 0 && one <= thresholds[i - 1]!)) throw new Error('thresholds of a ladder must rise')
  return withWords(labels, (score) => labels[thresholds.filter((one) => score >= one).length]!)
}

/** Five labels over -100..100 from the most positive to the most negative, parted at ±20 and ±60. */
export function signedLadder<const L extends string>(labels: readonly [L, L, L, L, L]): Ladder<L> {
  return withWords(labels, (score) => signedLabel(score, labels))
}

/** Which way something turned, where a change within the dead band is none. */
export function turnOf(change: number, deadBand: number): 'up' | 'down' | 'flat' {
  return change > deadBand ? 'up' : change < -deadBand ? 'down' : 'flat'
}
