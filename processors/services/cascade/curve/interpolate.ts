// Any drop between 0 and 100 % from the curve: linear where the curve is smooth; flagged, the worse end by each metric where it jumps.
import { type Columns, columnNames, type Point, pointAt } from './columns.ts'
import type { Curve } from './curve.ts'
import { worseOf } from './worse.ts'

export type Answer = {
  readonly point: Point
  // False at a grid point and at a jump; a jump says so.
  readonly interpolated: boolean
  readonly jump: boolean
  readonly below: { readonly dropPct: number; readonly point: Point } | null
  readonly above: { readonly dropPct: number; readonly point: Point } | null
}

export function answerAt(curve: Curve, dropPct: number): Answer {
  const { dropsPct, columns } = curve
  const upper = dropsPct.findIndex((d) => d >= dropPct)
  const last = dropsPct.length - 1
  if (upper < 0)
    return { point: beyond(curve, dropPct), interpolated: false, jump: true, below: neighbour(curve, last), above: null }
  if (dropsPct[upper] === dropPct) {
    return {
      point: pointAt(columns, upper),
      interpolated: false,
      jump: false,
      below: neighbour(curve, upper - 1),
      above: neighbour(curve, upper + 1),
    }
  }
  const lower = upper - 1
  const jump = !curve.smooth[lower]
  const share = (dropPct - dropsPct[lower]!) / (dropsPct[upper]! - dropsPct[lower]!)
  return {
    point: jump ? worseOf(pointAt(columns, lower), pointAt(columns, upper)) : between(columns, lower, share),
    interpolated: !jump,
    jump,
    below: neighbour(curve, lower),
    above: neighbour(curve, upper),
  }
}

// Deeper than any drop that was simulated: the deepest one's volumes, and its sales on top of the price fall that is asked about.
function beyond({ dropsPct, columns }: Curve, dropPct: number): Point {
  const deepest = pointAt(columns, dropsPct.length - 1)
  const left = (100 - deepest.finalDropPct) / (100 - dropsPct.at(-1)!)
  return { ...deepest, finalDropPct: 100 - (100 - dropPct) * left }
}

function neighbour(curve: Curve, at: number): Answer['below'] {
  return at < 0 || at >= curve.dropsPct.length ? null : { dropPct: curve.dropsPct[at]!, point: pointAt(curve.columns, at) }
}

function between(columns: Columns, lower: number, share: number): Point {
  const value = (name: keyof Columns) => {
    const [from, to] = [columns[name][lower]!, columns[name][lower + 1]!]
    if (name === 'rounds') return Math.max(from, to)
    if (name === 'converged') return Math.min(from, to)
    const at = from + (to - from) * share
    return name.endsWith('positions') || name.endsWith('liquidations') ? Math.round(at) : at
  }
  return Object.fromEntries(columnNames.map((name) => [name, value(name)])) as Point
}
