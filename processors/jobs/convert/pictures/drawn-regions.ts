// Where lines and boxes stand together that are no table: charts and diagrams drawn on the page. Only one with a caption is a figure.
import type { Drawing } from '../drawing/drawing.ts'
import { type Box, boxAround, centreX, centreY, height, overlapX, overlapY, width } from '../geometry.ts'
import { gatherBoxes } from './gather-boxes.ts'

const mostShapes = 6_000
const leastShapes = 4
const leastShare = 0.02
const mostShare = 0.85
const leastSide = 40
const cellPt = 24

export function drawnRegions(drawing: Drawing, page: { width: number; height: number }, tables: readonly Box[]): Box[] {
  const area = page.width * page.height
  const isPart = (b: Box) =>
    width(b) * height(b) < mostShare * area && b.x1 > 0 && b.y1 > 0 && b.x0 < page.width && b.y0 < page.height
  const shapes = [...drawing.strokes, ...drawing.fills, ...drawing.outlines].slice(0, mostShapes).filter(isPart)
  if (shapes.length < leastShapes) return []
  return gatherBoxes(shapes, pointsOf, cellPt, 2).flatMap((members) => {
    const box = boxAround(members)
    const share = (width(box) * height(box)) / area
    const isTable = tables.some((t) => overlapX(t, box) > 0.5 * width(box) && overlapY(t, box) > 0.5 * height(box))
    const isFigure =
      members.length >= leastShapes && share >= leastShare && share <= mostShare && Math.min(width(box), height(box)) >= leastSide
    return isFigure && !isTable ? [{ x0: box.x0, y0: box.y0, x1: box.x1, y1: box.y1 }] : []
  })
}

// A long line reaches from one end to the other.
const pointsOf = (b: Box): [number, number][] => [
  [centreX(b), centreY(b)],
  [b.x0, b.y0],
  [b.x1, b.y0],
  [b.x0, b.y1],
  [b.x1, b.y1],
]
