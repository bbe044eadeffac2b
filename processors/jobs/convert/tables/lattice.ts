// Finds grids drawn with rules in both directions: connected rules become a lattice, missing walls become spans.
import type { Box } from '../geometry.ts'
import type { Rule, Rules } from './rules.ts'

export type LatticeCell = Box & { row: number; column: number; rowSpan: number; columnSpan: number }
export type Lattice = Box & { xs: number[]; ys: number[]; cells: LatticeCell[] }

const mostCrossings = 1_000_000
const touchPt = 3.5
const clusterPt = 3.5

export function findLattices(rules: Rules): Lattice[] {
  return connect(rules)
    .map(latticeOf)
    .filter((l) => l !== null)
}

const leastSingle = 0.8

/** Three columns and more, with a line between them nearly everywhere. */
export function isWalled({ xs, cells }: Lattice): boolean {
  return xs.length > 3 && cells.filter((c) => c.columnSpan === 1).length >= leastSingle * cells.length
}

/** Groups of rules that cross or touch each other. */
function connect(rules: Rules): Rules[] {
  const h = rules.horizontal
  const v = rules.vertical
  if (h.length * v.length > mostCrossings) return [] // a map or a plot, not a page of tables
  const parent = Array.from({ length: h.length + v.length }, (_, i) => i)
  const root = (i: number): number => {
    let r = i
    while (parent[r] !== r) r = parent[r] = parent[parent[r]!]!
    return r
  }
  for (const [i, a] of h.entries()) {
    for (const [j, b] of v.entries()) {
      const crosses = b.at >= a.from - touchPt && b.at <= a.to + touchPt && a.at >= b.from - touchPt && a.at <= b.to + touchPt
      if (crosses) parent[root(i)] = root(h.length + j)
    }
  }
  const groups = new Map<number, Rules>()
  const groupOf = (i: number) => {
    const key = root(i)
    const group = groups.get(key) ?? { horizontal: [], vertical: [] }
    groups.set(key, group)
    return group
  }
  for (const [i, a] of h.entries()) groupOf(i).horizontal.push(a)
  for (const [j, b] of v.entries()) groupOf(h.length + j).vertical.push(b)
  return [...groups.values()].filter((g) => g.horizontal.length > 0 && g.vertical.length > 0)
}

function latticeOf(group: Rules): Lattice | null {
  const box = {
    x0: Math.min(...group.horizontal.map((r) => r.from), ...group.vertical.map((r) => r.at)),
    x1: Math.max(...group.horizontal.map((r) => r.to), ...group.vertical.map((r) => r.at)),
    y0: Math.min(...group.vertical.map((r) => r.from), ...group.horizontal.map((r) => r.at)),
    y1: Math.max(...group.vertical.map((r) => r.to), ...group.horizontal.map((r) => r.at)),
  }
  // A table open at its sides or ends still has an edge there: where its rules stop.
  const xs = withEnds(axes(group.vertical), box.x0, box.x1)
  const ys = withEnds(axes(group.horizontal), box.y0, box.y1)
  if (xs.length < 2 || ys.length < 2 || xs.length > 80 || ys.length > 300) return null
  return { ...box, xs, ys, cells: cellsOf(xs, ys, group) }
}

function axes(rules: readonly Rule[]): number[] {
  const found: number[] = []
  for (const at of rules.map((r) => r.at).sort((a, b) => a - b))
    if (found.length === 0 || at - found.at(-1)! > clusterPt) found.push(at)
  return found
}

function withEnds(at: number[], low: number, high: number): number[] {
  const found = [...at]
  if (found.length === 0 || found[0]! - low > 10) found.unshift(low)
  if (high - found.at(-1)! > 10) found.push(high)
  return found
}

function cellsOf(xs: readonly number[], ys: readonly number[], group: Rules): LatticeCell[] {
  const columns = xs.length - 1
  const rows = ys.length - 1
  const taken = new Uint8Array(rows * columns)
  const wallRight = (r: number, c: number) => covered(group.vertical, xs[c + 1]!, ys[r]!, ys[r + 1]!)
  const wallBelow = (r: number, c: number) => covered(group.horizontal, ys[r + 1]!, xs[c]!, xs[c + 1]!)
  const cells: LatticeCell[] = []
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (taken[row * columns + column]) continue
      let right = column + 1
      while (right < columns && !taken[row * columns + right] && !wallRight(row, right - 1)) right++
      let bottom = row + 1
      const openBelow = (r: number) => {
        for (let c = column; c < right; c++) if (taken[r * columns + c] || wallBelow(r - 1, c)) return false
        for (let c = column; c < right - 1; c++) if (wallRight(r, c)) return false
        return true
      }
      while (bottom < rows && openBelow(bottom)) bottom++
      for (let r = row; r < bottom; r++) for (let c = column; c < right; c++) taken[r * columns + c] = 1
      const box = { x0: xs[column]!, x1: xs[right]!, y0: ys[row]!, y1: ys[bottom]! }
      cells.push({ ...box, row, column, rowSpan: bottom - row, columnSpan: right - column })
    }
  }
  return cells
}

function covered(rules: readonly Rule[], at: number, from: number, to: number): boolean {
  let length = 0
  for (const r of rules) {
    if (Math.abs(r.at - at) <= clusterPt) length += Math.max(0, Math.min(r.to, to) - Math.max(r.from, from))
  }
  return length >= 0.55 * (to - from)
}
