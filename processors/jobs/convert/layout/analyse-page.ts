// Reads one page: tables first, the other words to lines, lines to elements in reading order.
import type { Drawing } from '../drawing/drawing.ts'
import type { Element } from '../element.ts'
import { boxAround } from '../geometry.ts'
import type { PageText } from '../page-text.ts'
import { findTables } from '../tables/find-tables.ts'
import type { FoundTable } from '../tables/table.ts'
import { blocksOf } from './blocks.ts'
import type { BodyFont } from './body-font.ts'
import { isContentsPage, isHeading, isTitleNumber } from './headings.ts'
import { type Line, linesOf } from './lines.ts'
import { readingOrder } from './reading-order.ts'
import { alignScripts } from './scripts.ts'

type Item = (Line & { table?: undefined }) | (FoundTable & { size: number; text: string; table: true })

export function analysePage(page: PageText, body: BodyFont, drawing: Drawing | null): Element[] {
  const visible = page.words.filter((w) => !w.hidden)
  alignScripts(visible)
  const tables = findTables(page, visible, drawing)
  const lines = linesOf(visible.filter((w) => !tables.some((t) => t.words.has(w))))
  const items: Item[] = [...lines, ...tables.map((t) => ({ ...t, size: body.size, text: 'a table, wide', table: true as const }))]
  const contentsPage = isContentsPage(lines)
  const elements: Element[] = []
  const groups: (Line[] | FoundTable)[] = []
  let run: Line[] = []
  for (const item of readingOrder(items)) {
    if (!item.table) {
      run.push(item)
      continue
    }
    groups.push(...blocksOf(run), item)
    run = []
  }
  groups.push(...blocksOf(run))
  for (const [i, group] of groups.entries()) {
    if (!Array.isArray(group)) {
      elements.push({ kind: 'table', x0: group.x0, y0: group.y0, x1: group.x1, y1: group.y1, grid: group.grid })
      continue
    }
    const [previous, next] = [groups[i - 1], groups[i + 1]]
    const context = {
      body,
      contentsPage,
      pageHeight: page.height,
      pageWidth: page.width,
      previous: Array.isArray(previous) ? previous : null,
      next: Array.isArray(next) ? next : null,
    }
    const box = boxAround(group)
    if (!isHeading(group, context)) {
      elements.push({ kind: 'paragraph', lines: group, ...box })
      continue
    }
    const above = elements.at(-1)
    if (above?.kind === 'heading' && isTitleNumber(above.lines) && box.y0 - above.y1 < 2.5 * group[0]!.size) {
      above.lines.push(...group)
      Object.assign(above, boxAround(above.lines))
    } else elements.push({ kind: 'heading', level: 1, lines: group, ...box })
  }
  return elements
}
