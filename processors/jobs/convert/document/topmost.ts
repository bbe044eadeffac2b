// Which of many boxes lies topmost at each of many points: one sweep down the page, however boxes and points are arranged.
import { partitionPoint } from '../../../../base/partition-point.ts'
import type { Box } from '../geometry.ts'

export type Point = { readonly x: number; readonly y: number }

// Up to here one look at each pair takes less than the order of a sweep.
const fewPairs = 30_000

/** The last box of the list that holds the point, for each of them; -1 where none does. */
export function topmostAt(points: readonly Point[], boxes: readonly Box[], slack = 0): Int32Array {
  const found = new Int32Array(points.length).fill(-1)
  if (points.length * boxes.length <= fewPairs) return lookAtAll(points, boxes, slack, found)
  const placed = [...points.keys()].filter((i) => Number.isFinite(points[i]!.x) && Number.isFinite(points[i]!.y))
  const usable = [...boxes.keys()].filter((i) => boxes[i]!.x0 <= boxes[i]!.x1 && boxes[i]!.y0 <= boxes[i]!.y1)
  if (placed.length === 0 || usable.length === 0) return found
  const columns = [...new Set(placed.map((i) => points[i]!.x))].sort((a, b) => a - b)
  const columnOf = new Map(columns.map((x, column) => [x, column]))
  placed.sort((a, b) => points[a]!.y - points[b]!.y)
  usable.sort((a, b) => boxes[a]!.y0 - boxes[b]!.y0)
  const leaves = columns.length
  // Each node of a tree over the columns holds the boxes that span all of it, topmost first.
  const nodes: (number[] | undefined)[] = new Array(2 * leaves)
  let next = 0
  for (const i of placed) {
    const { x, y } = points[i]!
    for (; next < usable.length && boxes[usable[next]!]!.y0 - slack <= y; next++) {
      const box = usable[next]!
      let low = firstFrom(columns, boxes[box]!.x0 - slack, false) + leaves
      let high = firstFrom(columns, boxes[box]!.x1 + slack, true) + leaves
      for (; low < high; low >>= 1, high >>= 1) {
        if (low & 1) push(nodes, low++, box)
        if (high & 1) push(nodes, --high, box)
      }
    }
    for (let node = columnOf.get(x)! + leaves; node > 0; node >>= 1) {
      const heap = nodes[node]
      if (heap === undefined) continue
      while (heap.length > 0 && boxes[heap[0]!]!.y1 + slack < y) pop(heap)
      if (heap.length > 0) found[i] = Math.max(found[i]!, heap[0]!)
    }
  }
  return found
}

function lookAtAll(points: readonly Point[], boxes: readonly Box[], slack: number, found: Int32Array): Int32Array {
  for (let p = 0; p < points.length; p++) {
    const { x, y } = points[p]!
    for (let b = boxes.length - 1; b >= 0 && found[p] === -1; b--) {
      const { x0, y0, x1, y1 } = boxes[b]!
      const isUsable = x0 <= x1 && y0 <= y1
      if (isUsable && x0 - slack <= x && x <= x1 + slack && y0 - slack <= y && y <= y1 + slack) found[p] = b
    }
  }
  return found
}

const firstFrom = (sorted: readonly number[], value: number, beyond: boolean): number =>
  partitionPoint(sorted.length, (i) => (beyond ? sorted[i]! <= value : sorted[i]! < value))

function push(nodes: (number[] | undefined)[], node: number, value: number): void {
  const heap = nodes[node] ?? []
  nodes[node] = heap
  let at = heap.length
  while (at > 0) {
    const parent = (at - 1) >> 1
    if (heap[parent]! >= value) break
    heap[at] = heap[parent]!
    at = parent
  }
  heap[at] = value
}

function pop(heap: number[]): void {
  const value = heap.pop()!
  if (heap.length === 0) return
  let at = 0
  for (;;) {
    let child = 2 * at + 1
    if (child >= heap.length) break
    if (child + 1 < heap.length && heap[child + 1]! > heap[child]!) child++
    if (heap[child]! <= value) break
    heap[at] = heap[child]!
    at = child
  }
  heap[at] = value
}
