// A heading painted as one band over rows that have a rule under each: its edges are rules of the same table.
import type { Fill } from '../drawing/drawing.ts'
import { type Box, height, width } from '../geometry.ts'
import type { Rule } from './rules.ts'

const sameEdgePt = 4
const touchPt = 2
const mostFills = 400
const [lowestPt, highestPt, rowPt] = [7, 80, 60]
const fewestRules = 2
const leastPainted = 0.95
const leastOfBand = 0.5

export function edgesOfHeaderBands(fills: readonly Fill[], rules: readonly Rule[]): Rule[] {
  const painted = fills.filter((f) => f.color !== 'shape' && height(f) > lowestPt && height(f) < highestPt)
  if (painted.length === 0 || painted.length > mostFills) return []
  return bandsOf(painted).flatMap((band) => {
    const same = rules.filter((r) => isAsWide(band, r))
    const below = rules.filter((r) => r.at > band.y1 + touchPt && (isAsWide(band, r) || isMostOf(band, r)))
    const isNear = below.some((r) => r.at < band.y1 + rowPt)
    const isFirst = !same.some((r) => r.at < band.y0 - touchPt && r.at > band.y0 - rowPt)
    const edges = [band.y0, band.y1].map((at) => ({ at, from: band.x0, to: band.x1 }))
    return isNear && isFirst && below.length >= fewestRules ? edges : []
  })
}

// Its cells may be painted each: those of one colour that touch, where together they fill their box.
function bandsOf(fills: readonly Fill[]): Box[] {
  const groups: { box: Box; color: string; area: number }[] = []
  for (const fill of [...fills].sort((a, b) => a.y0 - b.y0 || a.x0 - b.x0)) {
    const { x0, y0, x1, y1 } = fill
    const own = { box: { x0, y0, x1, y1 }, color: fill.color, area: width(fill) * height(fill) }
    const group = groups.find((g) => g.color === own.color && touches(g.box, own.box))
    if (group === undefined) groups.push(own)
    else {
      group.area += own.area
      const { box } = group
      Object.assign(box, { x1: Math.max(box.x1, x1), y1: Math.max(box.y1, y1), x0: Math.min(box.x0, x0) })
    }
  }
  return groups.flatMap(({ box, area }) =>
    area > leastPainted * width(box) * height(box) && height(box) < highestPt ? [box] : [],
  )
}

const touches = (a: Box, b: Box) =>
  b.x0 < a.x1 + touchPt && b.x1 > a.x0 - touchPt && b.y0 < a.y1 + touchPt && b.y1 > a.y0 - touchPt

const isAsWide = (band: Box, r: Rule) => Math.abs(r.from - band.x0) < sameEdgePt && Math.abs(r.to - band.x1) < sameEdgePt

/** A cell of several rows at one end ends the rule under each. */
const isMostOf = (band: Box, r: Rule) =>
  r.from > band.x0 - sameEdgePt &&
  r.to < band.x1 + sameEdgePt &&
  Math.min(r.from - band.x0, band.x1 - r.to) < sameEdgePt &&
  r.to - r.from > leastOfBand * width(band)
