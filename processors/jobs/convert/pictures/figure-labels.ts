// The labels of a drawn figure: short lines that stand in it or at its edge. They belong to the picture, not to the text around it.
import type { Element } from '../element.ts'
import type { Box } from '../geometry.ts'
import { isCaption } from '../layout/captions.ts'
import type { Line } from '../layout/lines.ts'

const longestLabel = 40
const proseLine = 45
const mostLines = 6
/** Axes are named outside of what is drawn. */
const [edgePt, endPt] = [16, 48]

/** A drawing with sentences in it is a box of text: nothing is taken. */
export function takeLabels(figure: Box, elements: readonly Element[]): { lines: Line[]; rest: Element[] } {
  const inside = elements.filter(
    (e, i): e is Lined => isLined(e) && isIn(figure, e) && !isCaption(e.lines[0]!.text) && !isOverText(e, elements[i + 1]),
  )
  if (inside.some(isProse)) return { lines: [], rest: [...elements] }
  const short = new Set<Element>(inside.filter((e) => e.lines.every(({ text }) => text.length <= longestLabel)))
  const labels = new Set<Element>()
  for (let from = 0; from < elements.length; ) {
    let to = from + 1
    while (elements[from]!.kind === 'list-item' && elements[to]?.kind === 'list-item') to++
    const run = elements.slice(from, to)
    if (run.every((e) => short.has(e))) for (const e of run) labels.add(e)
    from = to
  }
  return {
    lines: elements.flatMap((e) => (labels.has(e) && isLined(e) ? e.lines : [])),
    rest: elements.filter((e) => !labels.has(e)),
  }
}

type Lined = Element & { kind: 'paragraph' | 'heading' | 'list-item' }
const isLined = (e: Element): e is Lined =>
  e.ready === undefined && (e.kind === 'paragraph' || e.kind === 'heading' || e.kind === 'list-item')

function isIn(figure: Box, e: Box): boolean {
  const isNear = e.x1 > figure.x0 - edgePt && e.x0 < figure.x1 + edgePt
  const isWithin = e.x0 > figure.x0 - endPt && e.x1 < figure.x1 + endPt
  return isNear && isWithin && e.y0 > figure.y0 - edgePt && e.y1 < figure.y1 + edgePt
}

// It may begin right under a drawing.
const isOverText = (e: Element, next: Element | undefined): boolean =>
  e.kind === 'heading' && next !== undefined && (next.kind === 'table' || (isLined(next) && isProse(next)))

const isProse = ({ lines }: Lined): boolean =>
  lines.filter(({ text }) => text.length >= proseLine).length >= 2 || lines.length > mostLines
