// Between two computed drops a line stands for a curve only where it was found right: in the middle, and at the quarters of what bends.
import { expect, test } from 'vitest'
import { columnNames, pointAt } from '../../../processors/services/cascade/curve/columns.ts'
import { smoothIntervals } from '../../../processors/services/cascade/curve/smoothness.ts'

const drops = [0, 1, 2, 3]

/** A curve whose volumes all are `seized` of the drop. */
function judge(seized: (drop: number) => number): boolean[] {
  const valueAt = (name: string, drop: number) => (name === 'converged' ? 1 : name.endsWith('edUsd') ? seized(drop) : 0)
  const columnsOf = (of: readonly number[]) =>
    Object.fromEntries(columnNames.map((name) => [name, of.map((drop) => valueAt(name, drop))])) as Parameters<typeof pointAt>[0]
  return smoothIntervals(columnsOf(drops), drops.length, (lower, share) =>
    pointAt(columnsOf([drops[lower]! + (drops[lower + 1]! - drops[lower]!) * share]), 0),
  )
}
const within = (drop: number, from: number, to: number) => drop > from && drop < to

test.each<[string, (drop: number) => number, boolean[]]>([
  ['a line', (drop) => 100 + drop, [true, true, true]],
  ['one that bends where it is looked at', (drop) => 100 + Math.max(0, 2 * (drop - 1.5)), [true, false, true]],
  // Where the ends say nothing of it.
  ['a rise in the middle of a flat step', (drop) => (within(drop, 1.4, 1.6) ? 101 : 100), [true, false, true]],
  ['a steep step', (drop) => steep(drop), [true, true, true]],
  // Its middle is on the line.
  ['a steep step with a rise at its quarter', (drop) => steep(drop) + (within(drop, 1.2, 1.3) ? 3 : 0), [true, false, true]],
])('%s', (_what, seized, expected) => {
  expect(judge(seized)).toEqual(expected)
})

function steep(drop: number): number {
  return 100 + 30 * Math.min(1, Math.max(0, drop - 1))
}
