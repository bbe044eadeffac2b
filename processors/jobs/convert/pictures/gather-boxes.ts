// Boxes that stand near each other, gathered by a grid of cells in time that grows with their number.
import type { Box } from '../geometry.ts'

const rowCells = 100_000

/** Cells of this size with one of a box's points, and those up to `reach` away, belong together. */
export function gatherBoxes(
  boxes: readonly Box[],
  pointsOf: (box: Box) => readonly (readonly [number, number])[],
  cellPt: number,
  reach: number,
): Box[][] {
  const cells = new Map<number, number[]>()
  const keysOf = boxes.map((box) => [
    ...new Set(pointsOf(box).map(([x, y]) => Math.floor(y / cellPt) * rowCells + Math.floor(x / cellPt))),
  ])
  for (const [i, keys] of keysOf.entries()) {
    for (const key of keys) {
      const cell = cells.get(key)
      if (cell) cell.push(i)
      else cells.set(key, [i])
    }
  }
  const seen = new Set<number>()
  const taken = new Set<number>()
  const groups: Box[][] = []
  for (const start of cells.keys()) {
    if (seen.has(start)) continue
    seen.add(start)
    const open = [start]
    const members: Box[] = []
    const enter = (key: number) => {
      if (!cells.has(key) || seen.has(key)) return
      seen.add(key)
      open.push(key)
    }
    while (open.length > 0) {
      const key = open.pop()!
      for (const i of cells.get(key)!) {
        if (taken.has(i)) continue
        taken.add(i)
        members.push(boxes[i]!)
        for (const other of keysOf[i]!) enter(other)
      }
      for (let dx = -reach; dx <= reach; dx++) for (let dy = -reach; dy <= reach; dy++) enter(key + dx + dy * rowCells)
    }
    groups.push(members)
  }
  return groups
}
