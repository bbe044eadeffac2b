// Charts and diagrams that drawings point to, read within bounds for the whole file: what goes beyond is lost and told, and refuses nothing.
import type { Element } from '../element.ts'
import type { Box } from '../geometry.ts'
import { ConvertRefusal } from '../refusal.ts'
import { escapeMarkdown } from '../render/inline.ts'
import { type Chart, chartElements, readChart } from './charts.ts'
import { type Diagram, readDiagram } from './diagrams.ts'
import type { OfficePackage, Relation } from './package.ts'
import { drawnTexts } from './shape-texts.ts'
import { descendants, parseXml, type XmlElement } from './xml.ts'

export type Graphic = { readonly kind: 'chart'; readonly chart: Chart } | { readonly kind: 'diagram'; readonly diagram: Diagram }

export interface Graphics {
  /** Null where the element points to none, undefined where that cannot be read. */
  of(element: XmlElement, relations: readonly Relation[]): Graphic | null | undefined
  /** A part of drawings; null where it cannot be read. */
  parse(part: string | null, root: string): XmlElement | null
  /** What of the charts that were read is not told. */
  readonly lost: { charts: number; cut: number; hiddenWords: number }
}

const megabyte = 1024 * 1024
const most = { bytes: 32 * megabyte, elements: 1_500_000, elementsOfOne: 500_000, characters: 1_500_000 }
// A cell, or an item of a list, takes room even where it says nothing.
const cellCharacters = 30

export function createGraphics(file: OfficePackage): Graphics {
  const room = { bytes: most.bytes, elements: most.elements, characters: most.characters }
  const known = new Map<string, Graphic | undefined>()
  const lost = { charts: 0, cut: 0, hiddenWords: 0 }
  const parse = (part: string | null, root: string): XmlElement | null => {
    const xml = part === null ? null : file.text(part, room)
    if (xml === null) return null
    const budget = { left: Math.min(most.elementsOfOne, room.elements) }
    const before = budget.left
    try {
      const element = parseXml(xml, budget)
      return element.name === root ? element : null
    } catch (error) {
      if (error instanceof ConvertRefusal) return null
      throw error
    } finally {
      room.elements -= before - Math.max(0, budget.left)
    }
  }
  const read = (pointer: XmlElement, relations: readonly Relation[]): Graphic | undefined => {
    const partOf = (id: string | undefined) => relations.find((one) => one.id === id)?.part ?? null
    if (pointer.name === 'c:chart') {
      const part = partOf(pointer.attributes['r:id'])
      const space = parse(part, 'c:chartSpace')
      if (part === null || space === null) return undefined
      const shapes = file.relations(part).find(({ type }) => type === 'chartUserShapes')?.part ?? null
      const drawing = parse(shapes, 'c:userShapes')
      return { kind: 'chart', chart: readChart(space, drawing === null ? [] : drawnTexts(drawing)) }
    }
    const data = parse(partOf(pointer.attributes['r:dm']), 'dgm:dataModel')
    if (data === null) return undefined
    const drawn = [...descendants(data)].find(({ name }) => name === 'p:dataModelExt')?.attributes.relId
    return { kind: 'diagram', diagram: readDiagram(data, parse(partOf(drawn), 'p:drawing')) }
  }
  return {
    parse,
    lost,
    of(pointer, relations) {
      if (pointer.name !== 'c:chart' && pointer.name !== 'dgm:relIds') return null
      const id = pointer.attributes[pointer.name === 'c:chart' ? 'r:id' : 'r:dm']
      const part = relations.find((one) => one.id === id)?.part ?? ''
      if (!known.has(part)) known.set(part, read(pointer, relations))
      const graphic = known.get(part)
      room.characters -= graphic === undefined ? 0 : sizeOf(graphic)
      const isRead = graphic !== undefined && room.characters >= 0
      if (pointer.name === 'c:chart') {
        if (!isRead || (graphic.kind === 'chart' && graphic.chart.rows.length === 0)) lost.charts++
        else if (graphic.kind === 'chart' && graphic.chart.isCut) lost.cut++
      } else if (graphic?.kind === 'diagram') lost.hiddenWords += graphic.diagram.hiddenWords
      return isRead ? graphic : undefined
    },
  }
}

/** Whether it tells what is seen of it; else what it is called is told besides. */
export const isWhole = (graphic: Graphic): boolean =>
  (graphic.kind === 'chart' ? graphic.chart.rows : graphic.diagram.items).length > 0

export function graphicElements(graphic: Graphic, box: Box): Element[] {
  if (graphic.kind === 'chart') return chartElements(graphic.chart, box)
  return graphic.diagram.items.map(({ depth, text }) => ({
    kind: 'list-item',
    depth: 0,
    ready: `${'  '.repeat(depth)}- ${escapeMarkdown(text)}`,
    lines: [],
    ...box,
  }))
}

function sizeOf(graphic: Graphic): number {
  const texts =
    graphic.kind === 'chart'
      ? [...graphic.chart.rows.flat(), ...graphic.chart.words]
      : graphic.diagram.items.map(({ text }) => text)
  return texts.reduce((sum, text) => sum + text.length + cellCharacters, 0)
}
