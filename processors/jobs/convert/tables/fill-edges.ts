// Reads a table's shading as rules: cells or rows painted behind text show where rows and columns part.
import type { Fill } from '../drawing/drawing.ts'
import { type Box, height, holdsCentre, width } from '../geometry.ts'
import type { Word } from '../page-text.ts'
import type { Rule, Rules } from './rules.ts'

const sameEdgePt = 2
const touchPt = 3
const mostFills = 800
const mostSpacers = 4000
const widestSpacerPt = 9

export function edgesOfFills(fills: readonly Fill[], words: readonly Word[], page: { width: number; height: number }): Rules {
  const rules: Rules = { horizontal: [], vertical: [] }
  const boxes = fills.filter((f) => isCellLike(f, page))
  if (boxes.length > mostFills) return rules
  const spacers = fills
    .filter((f) => f.color !== 'shape' && height(f) > 7 && width(f) <= widestSpacerPt && width(f) > 0.5)
    .slice(0, mostSpacers)
  const written = unique(boxes).filter((b) => words.some((w) => holdsCentre(b, w)) && !isSpaced(b, spacers))
  for (const box of written) {
    const stacked = written.filter((b) => b !== box && sameX(b, box))
    const beside = written.filter((b) => b !== box && sameY(b, box) && touches(b, box))
    if (stacked.length < 2) continue
    rules.horizontal.push(edge(box.y0, box.x0, box.x1), edge(box.y1, box.x0, box.x1))
    // A row painted from side to side says nothing of its columns.
    if (beside.length > 0) rules.vertical.push(edge(box.x0, box.y0, box.y1), edge(box.x1, box.y0, box.y1))
  }
  return rules
}

// Painted in pieces with narrow empty ones between them: a spreadsheet's stripe, whose pieces part signs from figures.
const isSpaced = (box: Box, spacers: readonly Box[]) => spacers.some((s) => sameY(s, box) && touches(s, box))

const edge = (at: number, from: number, to: number): Rule => ({ at, from, to })
const sameX = (a: Box, b: Box) => Math.abs(a.x0 - b.x0) < sameEdgePt && Math.abs(a.x1 - b.x1) < sameEdgePt
const sameY = (a: Box, b: Box) => Math.abs(a.y0 - b.y0) < sameEdgePt && Math.abs(a.y1 - b.y1) < sameEdgePt
const touches = (a: Box, b: Box) => Math.abs(a.x1 - b.x0) < touchPt || Math.abs(b.x1 - a.x0) < touchPt

function isCellLike(f: Fill, page: { width: number; height: number }): boolean {
  return f.color !== 'shape' && height(f) > 7 && height(f) < 0.3 * page.height && width(f) > 14 && width(f) < page.width
}

function unique(boxes: readonly Box[]): Box[] {
  const kept: Box[] = []
  for (const b of boxes) if (!kept.some((k) => sameX(k, b) && sameY(k, b))) kept.push(b)
  return kept
}
