// Finds where a page's words are drawn as shapes: many small outlines side by side, with no text in their place.
import type { Drawing } from '../drawing/drawing.ts'
import { type Box, boxAround, centreX, centreY, height, holdsCentre, width } from '../geometry.ts'
import type { Word } from '../page-text.ts'
import { gatherBoxes } from './gather-boxes.ts'

// Two cells away is still the same text: words and lines of no poster are further apart.
const cellPt = 30
const reach = 2
const leastOnPage = 20
const leastTogether = 10
const leastWidth = 30
// Of the outlines of a place, how many may lie behind a word that is text.
const mostWritten = 0.3
const padPt = 2

export function outlinedRegions({ outlines }: Drawing, words: readonly Word[]): Box[] {
  if (outlines.length < leastOnPage) return []
  const centre = (box: Box) => [[centreX(box), centreY(box)] as const]
  return gatherBoxes(outlines, centre, cellPt, reach).flatMap((members) => {
    if (members.length < leastTogether) return []
    const around = boxAround(members)
    const box = { x0: around.x0 - padPt, y0: around.y0 - padPt, x1: around.x1 + padPt, y1: around.y1 + padPt }
    const inside = words.reduce((sum, w) => sum + (holdsCentre(box, w) ? w.text.length : 0), 0)
    return width(box) >= leastWidth && height(box) > 4 && inside < mostWritten * members.length ? [box] : []
  })
}
