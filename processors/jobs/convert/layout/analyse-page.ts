// Reads one page: tables first, the other words to lines, lines to elements in reading order.
import type { Drawing } from '../drawing/drawing.ts'
import type { Element } from '../element.ts'
import { boxAround } from '../geometry.ts'
import type { PageText } from '../page-text.ts'
import { findTables } from '../tables/find-tables.ts'
import type { FoundTable } from '../tables/table.ts'
import type { BodyFont } from './body-font.ts'
import { type Line, linesOf } from './lines.ts'
import { readingOrder } from './reading-order.ts'

type Item = (Line & { table?: undefined }) | (FoundTable & { size: number; text: string; table: true })

export function analysePage(page: PageText, body: BodyFont, drawing: Drawing | null): Element[] {
  const visible = page.words.filter((w) => !w.hidden)
  const tables = findTables(page, visible, drawing)
  const lines = linesOf(visible.filter((w) => !tables.some((t) => t.words.has(w))))
  const items: Item[] = [...lines, ...tables.map((t) => ({ ...t, size: body.size, text: 'a table, wide', table: true as const }))]
  const elements: Element[] = []
  let group: Line[] = []
  const flush = () => {
    if (group.length > 0) elements.push(textElement(group, body))
    group = []
  }
  for (const item of readingOrder(items)) {
    if (item.table) {
      flush()
      elements.push({ kind: 'table', x0: item.x0, y0: item.y0, x1: item.x1, y1: item.y1, grid: item.grid })
      continue
    }
    const last = group.at(-1)
    if (last && !follows(last, item)) flush()
    group.push(item)
  }
  flush()
  return elements
}

function follows(a: Line, b: Line): boolean {
  const gap = b.y0 - a.y1
  return gap < 0.6 * Math.max(a.size, b.size) && gap > -2 * a.size && Math.abs(a.size - b.size) < 1 && a.bold === b.bold && Math.min(a.x1, b.x1) > Math.max(a.x0, b.x0)
}

function textElement(lines: Line[], body: BodyFont): Element {
  const first = lines[0]!
  const heading = lines.length <= 3 && first.text.length < 150 && (first.size > body.size * 1.15 || (first.bold && !body.bold))
  if (heading) return { kind: 'heading', level: 1, lines, ...boxAround(lines) }
  return { kind: 'paragraph', lines, ...boxAround(lines) }
}
