// What the news of some hours says: how loud a question is, and in which tone, the newest and most fitting articles weighing most.
import { clip, deviation, mean, weightedMean } from '../../formula/index.ts'

export interface Told {
  readonly ageHours: number
  readonly domain: string
  /** -1 to 1; null where nobody can tell. */
  readonly tone: number | null
  /** How much of the question its title has, 0 to 1. */
  readonly relevance: number
}

export const labels = ['positive', 'slightly_positive', 'neutral', 'slightly_negative', 'negative', 'no_coverage'] as const
export const levels = ['low', 'normal', 'high', 'surge'] as const

const fadeHours = 12
const steepness = 2.5
const neutralTone = 0.1
const surgeRatio = 2.5
const highRatio = 1.5
const lowRatio = 0.5
/** So many articles are as sure as it gets. */
const fullArticles = 15
const cadenceMinutes = 15
/** Of a shorter history nobody can say what is usual. */
export const leastHistoryHours = 48

/** All of the words are in the article: in its title they are what it is about. */
export const relevanceOf = (inTitle: number, words: number): number => 0.5 + (0.5 * inTitle) / words

/** Newest first: an outlet's second article weighs half of its first, its third a third. */
export function weightsOf(told: readonly Told[]): number[] {
  const seen = new Map<string, number>()
  return told.map(({ ageHours, domain, relevance }) => {
    const rank = seen.get(domain) ?? 0
    seen.set(domain, rank + 1)
    return (Math.exp(-ageHours / fadeHours) * relevance) / (1 + rank)
  })
}

export function toneScore(told: readonly Told[]): number | null {
  const weights = weightsOf(told)
  const pairs = told.flatMap(({ tone }, i) => (tone === null ? [] : [{ value: tone, weight: weights[i]! }]))
  const middle = weightedMean(pairs)
  return middle === null ? null : 100 * Math.tanh(steepness * middle)
}

export function labelOf(score: number): (typeof labels)[number] {
  if (score < -40) return 'negative'
  if (score < -12) return 'slightly_negative'
  return score <= 12 ? 'neutral' : score <= 40 ? 'slightly_positive' : 'positive'
}

export function toneSpread(told: readonly Told[]) {
  const tones = told.flatMap(({ tone }) => (tone === null ? [] : [tone]))
  return {
    mean: tones.length === 0 ? null : mean(tones),
    dispersion: tones.length < 2 ? null : deviation(tones),
    positive: tones.filter((tone) => tone > neutralTone).length,
    negative: tones.filter((tone) => tone < -neutralTone).length,
    neutral: tones.filter((tone) => Math.abs(tone) <= neutralTone).length,
  }
}

/** The last day against the daily mean of three: 3 where all of it is of the last day. */
export function attentionOf(lastDay: number, threeDays: number, hoursKnown: number) {
  if (hoursKnown < leastHistoryHours) return { ratio: null, level: null }
  const ratio = threeDays === 0 ? null : lastDay / (threeDays / (hoursKnown / 24))
  return { ratio, level: ratio === null ? ('low' as const) : levelOf(ratio) }
}

export interface Freshness {
  readonly ageMinutes: number
  /** Of the window, what the index has nothing of. */
  readonly missingShare: number
}

/** The window and the tones have half the weight each; what is missing of them, and an index that lags, is so much less sure. */
export function confidenceOf(
  told: readonly Told[],
  spread: ReturnType<typeof toneSpread>,
  { ageMinutes, missingShare }: Freshness,
) {
  const known = spread.positive + spread.negative + spread.neutral
  const coverage = 0.5 * (1 - missingShare) + (0.5 * known) / told.length
  const freshness = clip(1 - Math.max(0, ageMinutes - cadenceMinutes) / (3 * cadenceMinutes), 0, 1)
  return coverage * (0.6 + 0.4 * freshness) * Math.min(1, told.length / fullArticles)
}

function levelOf(ratio: number): (typeof levels)[number] {
  if (ratio < lowRatio) return 'low'
  return ratio >= surgeRatio ? 'surge' : ratio >= highRatio ? 'high' : 'normal'
}
