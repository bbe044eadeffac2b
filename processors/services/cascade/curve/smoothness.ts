// Which intervals of a curve a straight line may stand for. Each is simulated in its middle, a doubtful one at its quarters as well, and
// only what the line gets right at all of these is called smooth: everything else is a jump.
import { type Columns, type Point, pointAt, tallyOf } from './columns.ts'

const mostGrowth = 0.25
// A line misses a smooth curve by an eighth of its second difference.
const mostBend = 0.001
// The middle first: where a line does not hold, it mostly shows there. Steps that pass by these points are seldom far from one.
const doubtfulAt = [0.5, 0.25, 0.75]
// A line misses a step by more beside such a point than at it: this is for half a percent in all but one of thousands.
const mostMissed = 0.002
const watched = ['aave.total', 'morpho.total', 'aave.first', 'morpho.first'] as const
const fields = ['seizedUsd', 'repaidUsd', 'badDebtUsd'] as const

export function smoothIntervals(columns: Columns, count: number, simulateAt: (lower: number, share: number) => Point): boolean[] {
  return Array.from({ length: count - 1 }, (_, lower) => {
    if (columns.converged[lower]! + columns.converged[lower + 1]! < 2) return false
    const [from, to] = [pointAt(columns, lower), pointAt(columns, lower + 1)]
    const shares = isDoubtful(columns, lower) ? doubtfulAt : [0.5]
    return shares.every((share) => agrees(from, to, simulateAt(lower, share), share))
  })
}

function isDoubtful(columns: Columns, lower: number): boolean {
  return watched.some((part) => fields.some((field) => bends(columns[`${part}.${field}`], lower)))
}

function bends(series: readonly number[], lower: number): boolean {
  const [from, to] = [series[lower]!, series[lower + 1]!]
  const scale = Math.max(Math.abs(from), Math.abs(to))
  if (scale === 0) return false
  if (Math.abs(to - from) > mostGrowth * scale) return true
  const before = series[lower - 1] ?? from
  const after = series[lower + 2] ?? to
  const bend = Math.max(Math.abs(to - 2 * from + before), Math.abs(after - 2 * to + from))
  return bend / 8 > mostBend * scale
}

// Asked of all protocols together: what one of them alone does is finer than half a percent promises.
function agrees(lower: Point, upper: Point, between: Point, share: number): boolean {
  return (['first', 'total'] as const).every((part) => {
    const [a, b, is] = [lower, upper, between].map((point) => tallyOf(point, 'all', part))
    const miss = (field: (typeof fields)[number]) => Math.abs(a![field] + (b![field] - a![field]) * share - is![field])
    return fields.every((field) => miss(field) <= mostMissed * scaleOf(is!, field))
  })
}

// Bad debt that is next to nothing beside the volume is held against a hundredth of the volume, not against itself.
export function scaleOf(
  tally: { seizedUsd: number; repaidUsd: number; badDebtUsd: number },
  field: (typeof fields)[number],
): number {
  return field === 'badDebtUsd' ? Math.max(tally.badDebtUsd, tally.seizedUsd / 100) : tally[field]
}
