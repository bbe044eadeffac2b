// An outline being drawn, and whether it is a box.
import type { Box } from '../geometry.ts'

export type Subpath = { points: { x: number; y: number }[]; curved: boolean; closed: boolean }

export function boxOf(points: readonly { x: number; y: number }[]): Box {
  const xs = points.map((p) => p.x)
  const ys = points.map((p) => p.y)
  return { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) }
}

export function isRectangle(sub: Subpath): boolean {
  return sub.points.every((p, i) => {
    const q = sub.points[(i + 1) % sub.points.length]!
    return Math.abs(p.x - q.x) < 0.5 || Math.abs(p.y - q.y) < 0.5
  })
}
