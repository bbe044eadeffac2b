// Splits a page's visible words into tables and lines of text.
import type { Drawing } from '../drawing/drawing.ts'
import { centreY, height, width } from '../geometry.ts'
import { gatherEquations } from '../math/find-equations.ts'
import { gatherFractions } from '../math/inline-fractions.ts'
import { gatherLimits } from '../math/inline-limits.ts'
import { gatherWordFractions } from '../math/word-fractions.ts'
import type { PageParts } from '../page-layout.ts'
import type { PageText, Word } from '../page-text.ts'
import { findTables } from '../tables/find-tables.ts'
import { rulesOf } from '../tables/rules.ts'
import { authorColumns } from './author-columns.ts'
import { takeContents } from './contents.ts'
import { findDividers, sidesOf } from './dividers.ts'
import { withoutDoubles } from './doubled-words.ts'
import { joinDropCaps } from './drop-caps.ts'
import { takeLineNumbers } from './line-numbers.ts'
import { lineFrom, sourceLines } from './lines.ts'
import { alignScripts } from './scripts.ts'
import { linesOf } from './text-lines.ts'
import { mendTypedBullets } from './typed-bullets.ts'

// Layout compares words with each other; a page of many thousands is a bomb or a phone book and is read in poppler's order.
export const mostWordsLaidOut = 12_000

/** `asLatex`: equations that stand apart are written as LaTeX. */
export function pageParts(page: PageText, drawing: Drawing | null, asLatex = false): PageParts {
  const visible = page.words.filter((w) => !w.hidden)
  const { number, width, height } = page
  if (visible.length > mostWordsLaidOut) {
    const none = { turned: [], tables: [], contents: [], sides: [], authors: [], margin: [] }
    return { number, width, height, lines: linesOf(visible), ...none }
  }
  const shown = withoutDoubles(visible)
  const { numbers, rest: counted } = takeLineNumbers(
    shown.filter((w) => !w.turned),
    page,
    drawing,
  )
  const upright = joinDropCaps(counted)
  if (asLatex) mendTypedBullets(upright)
  const written = asLatex ? withEquations(upright, page, drawing) : upright
  alignScripts(written)
  const { lists, rest } = takeContents(written)
  const tables = findTables(page, rest, drawing)
  const tabled = new Set(tables.flatMap((t) => [...t.words]))
  const turned = sourceLines(shown.filter((w) => w.turned && !tabled.has(w)))
  const untabled = rest.filter((w) => !tabled.has(w))
  const dividers = findDividers(untabled)
  const marks = new Set(dividers.flatMap((d) => d.marks))
  const lines = linesOf(untabled.filter((w) => !marks.has(w)))
  const sides = dividers.flatMap((d) => sidesOf(d, lines) ?? [])
  const margin = [...numbers, ...marks].map((w) => lineFrom([w]))
  const authors = authorColumns(lines, height)
  return { number, width, height, turned, tables, contents: lists, lines, sides, authors, margin }
}

function withEquations(words: readonly Word[], page: PageText, drawing: Drawing | null): Word[] {
  if (drawing === null) return gatherLimits(gatherEquations(words, page.brackets ?? [], []))
  // Those of one figure are shorter than any rule of a table.
  const bars = drawing.strokes
    .filter((s) => height(s) < 1.5 && width(s) > height(s))
    .map((s) => ({ at: centreY(s), from: s.x0, to: s.x1 }))
  const apart = gatherLimits(gatherEquations(words, page.brackets ?? [], rulesOf(drawing, page).horizontal))
  return gatherWordFractions(gatherFractions(apart, bars), bars)
}
