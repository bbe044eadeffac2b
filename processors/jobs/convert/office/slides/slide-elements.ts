// What stands on a slide as elements: its title first, then text, lists and tables as their shapes come.
import type { Cell, Element, Grid } from '../../element.ts'
import { inlineMath, mathMark } from '../../math/marks.ts'
import { escapeLineStart, escapeMarkdown } from '../../render/inline.ts'
import { chartElements } from '../charts.ts'
import { isEquation, latexOf } from '../equations.ts'
import { readEscaped } from '../escaped-signs.ts'
import { noBox } from '../flow.ts'
import type { Relation } from '../package.ts'
import { isSameColor } from '../word/styles.ts'
import { allNamed, childrenOf, descendants, find, textOf, type XmlElement } from '../xml.ts'
import { createMarkers } from './markers.ts'
import type { Shape } from './shapes.ts'
import type { SlideColors } from './theme.ts'

export type SlideContext = {
  readonly colors: SlideColors
  readonly relations: readonly Relation[]
  readonly count: { hiddenWords: number; pictures: number }
  /** A diagram or a chart that the slide points to. */
  related(id: string): XmlElement | null
}

const titles: Record<string, number> = { ctrTitle: 1, title: 2 }
const furniture = new Set(['dt', 'ftr', 'sldNum', 'hdr'])
const smallestHundredths = 150
const mostDescription = 300

export function slideElements(shapes: readonly Shape[], context: SlideContext): Element[] {
  const isTitle = (shape: Shape) => (shape.placeholder ?? '') in titles
  const inOrder = [...shapes.filter(isTitle), ...shapes.filter((shape) => !isTitle(shape))]
  return inOrder.flatMap((shape) => {
    if (!shape.isHidden) return shapeElements(shape, context)
    const words = [...descendants(shape.element)].filter(({ name }) => name === 'a:t').map(textOf)
    context.count.hiddenWords += words.join(' ').match(/\S+/g)?.length ?? 0
    return []
  })
}

function shapeElements(shape: Shape, context: SlideContext): Element[] {
  const { element, placeholder } = shape
  const box = shape.box ?? noBox
  const table = find(element, 'a:graphic', 'a:graphicData', 'a:tbl')
  if (table !== undefined) {
    const grid = gridOf(table, shape, context)
    return grid === null ? [] : [{ kind: 'table', grid, caption: null, ...box }]
  }
  if (element.name !== 'p:sp') return figure(shape, context)
  const paragraphs = allNamed(find(element, 'p:txBody') ?? element, 'a:p')
  if (placeholder !== null && placeholder in titles) {
    const ready = paragraphs
      .map((p) => lineOf(p, shape, context, 'text'))
      .filter((text) => text !== '')
      .join(' ')
    return ready === '' ? [] : [{ kind: 'heading', level: titles[placeholder]!, ready, lines: [], ...box }]
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

/** One paragraph of what is seen, as Markdown or, for a table's cell, as words with marked equations. */
function lineOf(paragraph: XmlElement, shape: Shape, context: SlideContext, as: 'text' | 'cell'): string {
  const level = Number(find(paragraph, 'a:pPr')?.attributes.lvl ?? 0) || 0
  const ofLevel = find(shape.element, 'p:txBody', 'a:lstStyle', `a:lvl${level + 1}pPr`, 'a:defRPr')
  const write = (element: XmlElement): string => {
    if (isEquation(element)) {
      const latex = latexOf(element)
      return latex === '' ? '' : as === 'cell' ? `${mathMark}${latex}${mathMark}` : inlineMath(latex)
    }
    if (element.name === 'a:br' || element.name === 'a:tab') return ' '
    if (element.name === 'mc:AlternateContent')
      return childrenOf(find(element, 'mc:Choice') ?? element)
        .map(write)
        .join('')
    if (element.name === 'a14:m') return childrenOf(element).map(write).join('')
    if (element.name !== 'a:r' && element.name !== 'a:fld') return ''
    const words = readEscaped(allNamed(element, 'a:t').map(textOf).join(''))
    if (!isSeen(find(element, 'a:rPr'), ofLevel, shape, context)) {
      context.count.hiddenWords += words.match(/\S+/g)?.length ?? 0
      return ''
    }
    if (as === 'cell') return words
    const id = find(element, 'a:rPr', 'a:hlinkClick')?.attributes['r:id']
    const link = context.relations.find((one) => one.id === id)?.link ?? null
    const text = escapeMarkdown(words)
    return link === null || /[\s()<>"\\]/.test(link) || words.trim() === '' ? text : `[${text}](${link})`
  }
  return childrenOf(paragraph).map(write).join('').replace(/\s+/g, ' ').trim()
}

// What a run leaves open its shape says for all of that level.
function isSeen(
  run: XmlElement | undefined,
  ofLevel: XmlElement | undefined,
  { background }: Shape,
  { colors }: SlideContext,
): boolean {
  const says = (name: string) => find(run, name) ?? find(ofLevel, name)
  if (Number(run?.attributes.sz ?? ofLevel?.attributes.sz ?? 1_800) < smallestHundredths) return false
  const fill = says('a:solidFill')
  // Its own fill, if only none, comes before that of its level.
  if (find(run, 'a:noFill') !== undefined || (fill === undefined && find(ofLevel, 'a:noFill') !== undefined)) return false
  const alpha = fill === undefined ? undefined : [...descendants(fill)].find(({ name }) => name === 'a:alpha')?.attributes.val
  if (alpha !== undefined && Number(alpha) < 5_000) return false
  const behind = colors.named(childrenOf(says('a:highlight') ?? { name: '', attributes: {}, children: [] })[0]) ?? background
  const color = fill === undefined ? undefined : colors.named(childrenOf(fill)[0])
  return typeof color !== 'string' || behind === null || !isSameColor(color, behind)
}

function gridOf(table: XmlElement, shape: Shape, context: SlideContext): Grid | null {
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
      const place = { ...shape, background: fill === undefined ? null : fill }
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
  const data = find(element, 'a:graphic', 'a:graphicData', 'dgm:relIds')?.attributes['r:dm']
  const chartId = find(element, 'a:graphic', 'a:graphicData', 'c:chart')?.attributes['r:id']
  const chart = chartId === undefined ? null : context.related(chartId)
  const told = chart === null ? [] : chartElements(chart, place)
  if (told.length > 0) return told
  const diagram = data === undefined ? null : context.related(data)
  if (diagram !== null) {
    const lines = allParagraphs(diagram).map((p) =>
      escapeMarkdown(
        allNamed(p, 'a:r')
          .flatMap((r) => allNamed(r, 'a:t'))
          .map(textOf)
          .join('')
          .trim(),
      ),
    )
    return lines
      .filter((text) => text !== '')
      .map((text) => ({ kind: 'list-item', depth: 0, ready: `- ${text}`, lines: [], ...place }))
  }
  if (element.name === 'p:cxnSp') return []
  const about = [...descendants(element)].find(({ name }) => name === 'p:cNvPr')?.attributes ?? {}
  const words = (about.descr ?? about.title ?? '').replace(/\s+/g, ' ').trim().slice(0, mostDescription)
  if (words === '') {
    context.count.pictures++
    return []
  }
  return [{ kind: 'paragraph', ready: `[Figure: ${escapeMarkdown(words)}]`, lines: [], ...place }]
}

const allParagraphs = (diagram: XmlElement): XmlElement[] => [...descendants(diagram)].filter(({ name }) => name === 'a:p')
