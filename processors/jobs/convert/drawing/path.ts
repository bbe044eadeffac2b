// An outline being drawn, and whether it is a box.
import type { Box } from '../geometry.ts'

type PathPoint = { x: number; y: number }
/** Its curves lie between its points and their controls. */
export type Subpath = { points: PathPoint[]; controls: PathPoint[]; curved: boolean; closed: boolean }

export function boxOf(points: readonly PathPoint[]): Box {
  const box = { x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity }
  for (const { x, y } of points) {
    box.x0 = Math.min(box.x0, x)
    box.y0 = Math.min(box.y0, y)
    box.x1 = Math.max(box.x1, x)
    box.y1 = Math.max(box.y1, y)
  }
  return box
}

/** Nothing of the path lies outside. */
export const hullOf = (path: readonly Subpath[]): Box =>
  boxOf(
    path.flatMap(({ points, controls }) => [boxOf(points), boxOf(controls)]).flatMap((b) => (b.x0 <= b.x1 ? cornersOf(b) : [])),
  )

const cornersOf = ({ x0, y0, x1, y1 }: Box): PathPoint[] => [
  { x: x0, y: y0 },
  { x: x1, y: y1 },
]

export function isRectangle(sub: Subpath): boolean {
  return sub.points.every((p, i) => {
    const q = sub.points[(i + 1) % sub.points.length]!
    return Math.abs(p.x - q.x) < 0.5 || Math.abs(p.y - q.y) < 0.5
  })
}
