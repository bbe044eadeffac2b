// The signal section every answer opens with, written in one place: rounded, bounded, its members in their one order.
import { clip, round } from '../formula/index.ts'

export type Direction = 'bullish' | 'bearish' | 'neutral' | 'up' | 'down' | 'flat'

export interface SignalHead {
  readonly label: string
  readonly score: number
  readonly range?: readonly [number, number] | undefined
  readonly confidence: number
  readonly direction?: Direction | undefined
  readonly now: Date
  readonly summary: string
}

export const mostSummary = 240
const leaningAt = 20

export function signalHead({ label, score, range = [-100, 100], confidence, direction, now, summary }: SignalHead) {
  return {
    label,
    score: round(clip(score, range[0], range[1]), 1),
    score_range: range,
    confidence: round(confidence, 2),
    ...(direction === undefined ? {} : { direction }),
    as_of: now.toISOString(),
    summary: summary.slice(0, mostSummary),
  }
}

export function leaning(score: number): 'bullish' | 'bearish' | 'neutral' {
  if (score >= leaningAt) return 'bullish'
  return score <= -leaningAt ? 'bearish' : 'neutral'
}
