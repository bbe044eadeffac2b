// What is drawn on a sheet, as elements: charts, diagrams, words in shapes and what pictures are called, from its top to its bottom.
import { partitionPoint } from '../../../../../base/partition-point.ts'
import type { Element } from '../../element.ts'
import { fillOf, isSwitchedOff, type Shape } from '../slides/shapes.ts'
import { type SlideContext, slideElements } from '../slides/slide-elements.ts'
import { childrenOf, chosenOf, descendants, find, textOf, type XmlElement } from '../xml.ts'
import type { Folds } from './read-sheet.ts'

const mostShapes = 2_000
const shapes = new Set(['p:sp', 'p:pic', 'p:graphicFrame', 'p:cxnSp'])
const anchors = new Set(['p:twoCellAnchor', 'p:oneCellAnchor', 'p:absoluteAnchor'])
type Anchored = { shape: Shape; row: number; column: number }

/** Where no cell of the sheet has a colour, its paper is behind what has none of its own. */
export function drawingElements(drawing: XmlElement, folds: Folds, isPaper: boolean, context: SlideContext): Element[] {
  const found: Anchored[] = []
  let isPainted = !isPaper
  const walk = (parent: XmlElement, place: Pick<Anchored, 'row' | 'column'>, isHidden: boolean) => {
    for (const child of childrenOf(parent)) {
      if (child.name === 'mc:AlternateContent') walk(chosenOf(child) ?? child, place, isHidden)
      else if (anchors.has(child.name)) walk(child, cornerOf(child, 'p:from'), isFolded(child, folds))
      else if (child.name === 'p:grpSp') walk(child, place, isHidden || isSwitchedOff(child))
      else if (shapes.has(child.name)) add(child, place, isHidden || isSwitchedOff(child))
    }
  }
  const add = (element: XmlElement, place: Pick<Anchored, 'row' | 'column'>, isHidden: boolean) => {
    if (found.length >= mostShapes || isControl(element)) {
      context.count.pictures++
      return
    }
    const fill = fillOf(element, context.colors)
    const background = fill !== undefined ? fill : isPainted ? null : context.colors.background
    // Nobody knows which cells it lies over, nor which shapes.
    isPainted ||= fill !== undefined && !isHidden
    found.push({ shape: { element, box: null, placeholder: null, background, isHidden }, ...place })
  }
  walk(drawing, { row: 0, column: 0 }, false)
  found.sort((a, b) => a.row - b.row || a.column - b.column)
  return slideElements(
    found.map(({ shape }) => shape),
    context,
  )
}

function cornerOf(anchor: XmlElement, name: 'p:from' | 'p:to'): { row: number; column: number } {
  const corner = find(anchor, name)
  const at = (part: string) => {
    const element = find(corner, part)
    return element === undefined ? 0 : Number(textOf(element)) || 0
  }
  // Where it ends at the very edge of a row or a column, it has nothing of that one.
  const within = (part: string, offset: string) => at(part) - (name === 'p:to' && at(offset) === 0 ? 1 : 0)
  return { row: within('p:row', 'p:rowOff'), column: within('p:col', 'p:colOff') }
}

// Buttons and boxes of forms are drawn by an older part; here they only stand for it, and are switched off for that reason.
const isControl = (element: XmlElement): boolean =>
  [...descendants(find(element, 'p:nvSpPr') ?? { ...element, children: [] })].some(({ name }) => name === 'a14:compatExt')

/** What keeps to its cells has no size where all of them are hidden. */
function isFolded(anchor: XmlElement, { rows, columns, shownRows }: Folds): boolean {
  if (anchor.name !== 'p:twoCellAnchor' || (anchor.attributes.editAs ?? 'twoCell') !== 'twoCell') return false
  const [from, to] = [cornerOf(anchor, 'p:from'), cornerOf(anchor, 'p:to')]
  const hidesRows =
    shownRows === null
      ? countWithin(rows, from.row, to.row) === to.row - from.row + 1
      : countWithin(shownRows, from.row, to.row) === 0
  return (
    (to.row >= from.row && hidesRows) ||
    (to.column >= from.column && countWithin(columns, from.column, to.column) === to.column - from.column + 1)
  )
}

/** How many of the sorted numbers lie between the two, both with them. */
function countWithin(sorted: readonly number[], first: number, last: number): number {
  const before = (end: number) => partitionPoint(sorted.length, (i) => sorted[i]! < end)
  return before(last + 1) - before(first)
}
