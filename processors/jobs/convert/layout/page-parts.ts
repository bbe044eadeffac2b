// Splits a page's visible words into tables and lines of text.
import type { Drawing } from '../drawing/drawing.ts'
import type { PageParts } from '../page-layout.ts'
import type { PageText } from '../page-text.ts'
import { findTables } from '../tables/find-tables.ts'
import { joinDropCaps } from './drop-caps.ts'
import { sourceLines } from './lines.ts'
import { alignScripts } from './scripts.ts'
import { linesOf } from './text-lines.ts'

// Layout compares words with each other; a page of many thousands is a bomb or a phone book and is read in poppler's order.
export const mostWordsLaidOut = 12_000

export function pageParts(page: PageText, drawing: Drawing | null): PageParts {
  const shown = page.words.filter((w) => !w.hidden)
  const { number, width, height } = page
  if (shown.length > mostWordsLaidOut) return { number, width, height, lines: linesOf(shown), turned: [], tables: [] }
  const visible = joinDropCaps(shown.filter((w) => !w.turned))
  alignScripts(visible)
  const tables = findTables(page, visible, drawing)
  const turned = sourceLines(shown.filter((w) => w.turned))
  const tabled = new Set(tables.flatMap((t) => [...t.words]))
  return { number, width, height, turned, tables, lines: linesOf(visible.filter((w) => !tabled.has(w))) }
}
