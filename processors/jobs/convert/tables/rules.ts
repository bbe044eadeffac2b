// Straight lines of a page made whole: pieces on one axis that touch become one horizontal or vertical rule.
import type { Drawing } from '../drawing/drawing.ts'

/** A horizontal rule lies at y from x to x; a vertical one at x from y to y. */
export type Rule = { at: number; from: number; to: number }
export type Rules = { horizontal: Rule[]; vertical: Rule[] }

const sameAxisPt = 1.6
const jointPt = 3
const shortestPt = 4

export function rulesOf(drawing: Drawing, page: { width: number; height: number }): Rules {
  const horizontal: Rule[] = []
  const vertical: Rule[] = []
  for (const s of drawing.strokes) {
    if (s.x1 < 0 || s.y1 < 0 || s.x0 > page.width || s.y0 > page.height) continue
    const w = s.x1 - s.x0
    const h = s.y1 - s.y0
    if (w >= h) horizontal.push({ at: (s.y0 + s.y1) / 2, from: s.x0, to: s.x1 })
    else vertical.push({ at: (s.x0 + s.x1) / 2, from: s.y0, to: s.y1 })
  }
  return { horizontal: joinRules(horizontal), vertical: joinRules(vertical) }
}

export function joinRules(rules: readonly Rule[]): Rule[] {
  const sorted = [...rules].sort((a, b) => a.at - b.at)
  const joined: Rule[] = []
  for (let start = 0; start < sorted.length; ) {
    let end = start + 1
    while (end < sorted.length && sorted[end]!.at - sorted[end - 1]!.at <= sameAxisPt && sorted[end]!.at - sorted[start]!.at <= 4)
      end++
    const axis = sorted.slice(start, end).sort((a, b) => a.from - b.from)
    let open = { ...axis[0]! }
    for (const r of axis.slice(1)) {
      if (r.from <= open.to + jointPt) open.to = Math.max(open.to, r.to)
      else {
        joined.push(open)
        open = { ...r }
      }
    }
    joined.push(open)
    start = end
  }
  return joined.filter((r) => r.to - r.from >= shortestPt)
}
