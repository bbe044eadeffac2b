// What stands on a slide as elements: its title first, then text, lists and tables as their shapes come.

import { ownValue } from '../../../../../base/own-value.ts'
import type { Cell, Element, Grid } from '../../element.ts'
import { escapeLineStart, escapeMarkdown } from '../../render/inline.ts'
import { lineOf, type TextContext } from '../drawn-text.ts'
import { noBox } from '../flow.ts'
import { type Graphics, graphicElements, isWhole } from '../graphics.ts'
import { wordsIn } from '../losses.ts'
import { allNamed, childrenOf, descendants, find, textOf, type XmlElement } from '../xml.ts'
import { createMarkers } from './markers.ts'
import type { Shape } from './shapes.ts'

export type SlideContext = TextContext & {
  readonly count: { hiddenWords: number; pictures: number }
  readonly graphics: Graphics
}

const titles = { ctrTitle: 1, title: 2 }
const furniture = new Set(['dt', 'ftr', 'sldNum', 'hdr'])
const mostDescription = 300

export function slideElements(shapes: readonly Shape[], context: SlideContext): Element[] {
  const isTitle = (shape: Shape) => ownValue(titles, shape.placeholder ?? '') !== undefined
  const inOrder = [...shapes.filter(isTitle), ...shapes.filter((shape) => !isTitle(shape))]
  return inOrder.flatMap((shape) => {
    if (!shape.isHidden) return shapeElements(shape, context)
    const words = [...descendants(shape.element)].filter(({ name }) => name === 'a:t').map(textOf)
    context.count.hiddenWords += wordsIn(words.join(' '))
    return []
  })
}

function shapeElements(shape: Shape, context: SlideContext): Element[] {
  const { element, placeholder } = shape
  const box = shape.box ?? noBox
  const table = find(element, 'a:graphic', 'a:graphicData', 'a:tbl')
  if (table !== undefined) {
    const grid = gridOf(table, context)
    return grid === null ? [] : [{ kind: 'table', grid, caption: null, ...box }]
  }
  if (element.name !== 'p:sp') return figure(shape, context)
  const paragraphs = allNamed(find(element, 'p:txBody') ?? element, 'a:p')
  const level = ownValue(titles, placeholder ?? '')
  if (level !== undefined) {
    const ready = paragraphs
      .map((p) => lineOf(p, shape, context, 'text'))
      .filter((text) => text !== '')
      .join(' ')
    return ready === '' ? [] : [{ kind: 'heading', level, ready, lines: [], ...box }]
  }
  const markerOf = createMarkers(placeholder === 'body' || placeholder === 'obj')
  const written = paragraphs
    .map((p) => ({ p, text: lineOf(p, shape, context, 'text') }))
    .filter(({ text }) => text !== '')
    .map(({ p, text }) => ({ text, marker: markerOf(p) }))
  if (placeholder !== null && furniture.has(placeholder))
    return written.map(({ text }) => ({ kind: 'furniture', ready: escapeLineStart(text), lines: [], ...box }))
  return written.map(
    ({ text, marker }): Element =>
      marker === null
        ? { kind: 'paragraph', ready: escapeLineStart(text), lines: [], ...box }
        : { kind: 'list-item', depth: 0, ready: `${marker}${text}`, lines: [], ...box },
  )
}

function gridOf(table: XmlElement, context: SlideContext): Grid | null {
  const cells: Cell[] = []
  const rows = allNamed(table, 'a:tr')
  let columns = 0
  for (const [row, element] of rows.entries()) {
    for (const [column, cell] of allNamed(element, 'a:tc').entries()) {
      columns = Math.max(columns, column + 1)
      const { hMerge, vMerge, rowSpan, gridSpan } = cell.attributes
      if (/^(?:1|true)$/.test(hMerge ?? '') || /^(?:1|true)$/.test(vMerge ?? '')) continue
      const fill = context.colors.solid(find(cell, 'a:tcPr'))
      // A table's style may paint its cells.
      const place = { element: cell, background: fill === undefined ? null : fill }
      const text = allNamed(find(cell, 'a:txBody') ?? cell, 'a:p')
        .map((p) => lineOf(p, place, context, 'cell'))
        .filter((words) => words !== '')
        .join(' ')
      cells.push({ row, column, rowSpan: spanOf(rowSpan, rows.length - row), columnSpan: spanOf(gridSpan, 1_000), text })
    }
  }
  if (cells.every(({ text }) => text === '')) return null
  return {
    rows: rows.length,
    columns,
    headerRows: 1,
    cells: cells.map((c) => ({ ...c, columnSpan: Math.min(c.columnSpan, columns - c.column) })),
  }
}

const spanOf = (said: string | undefined, most: number): number => Math.max(1, Math.min(most, Number(said ?? 1) || 1))

function figure({ element, box }: Shape, context: SlideContext): Element[] {
  const place = box ?? noBox
  const pointer = childrenOf(find(element, 'a:graphic', 'a:graphicData') ?? element)[0]
  const graphic = pointer === undefined ? null : context.graphics.of(pointer, context.relations)
  const told = graphic ? graphicElements(graphic, place) : []
  if (graphic && isWhole(graphic)) return told
  if (element.name === 'p:cxnSp') return []
  const about = [...descendants(element)].find(({ name }) => name === 'p:cNvPr')?.attributes ?? {}
  const words = (about.descr ?? about.title ?? '').replace(/\s+/g, ' ').trim().slice(0, mostDescription)
  if (words === '') {
    if (pointer?.name !== 'c:chart') context.count.pictures++
    return told
  }
  return [...told, { kind: 'paragraph', ready: `[Figure: ${escapeMarkdown(words)}]`, lines: [], ...place }]
}
