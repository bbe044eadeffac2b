// What the far larger index says of the same question, beside our own: its share of all news of the day, against three days, and its tone.
import { mean, roundOrNull } from '../../formula/index.ts'

export interface CurvePoint {
  readonly at: string
  readonly share_pct: number | null
  /** Mostly -10 to 10. */
  readonly tone: number | null
}

const hourMs = 3_600_000
const toneUnits = 10

export function worldwideOf(points: readonly CurvePoint[], searchedAt: Date) {
  const ageHours = ({ at }: CurvePoint): number => (searchedAt.getTime() - Date.parse(at)) / hourMs
  const lastDay = points.filter((point) => ageHours(point) <= 24)
  // Means, so that a curve that lacks a step at either end changes nothing.
  const [day, all] = [meanOf(lastDay, 'share_pct'), meanOf(points, 'share_pct')]
  const tone = meanOf(lastDay, 'tone')
  return {
    through: points.at(-1)?.at ?? null,
    share_24h_pct: roundOrNull(day, 4),
    ratio_vs_3d: day === null || all === null || all === 0 ? null : roundOrNull(day / all, 2),
    tone: tone === null ? null : roundOrNull(Math.max(-1, Math.min(1, tone / toneUnits)), 3),
  }
}

function meanOf(points: readonly CurvePoint[], member: 'share_pct' | 'tone'): number | null {
  const values = points.flatMap((point) => point[member] ?? [])
  return values.length === 0 ? null : mean(values)
}
