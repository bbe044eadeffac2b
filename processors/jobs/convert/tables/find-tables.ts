// All tables of a page: those drawn with rules first, then those only set in columns.
import type { Drawing } from '../drawing/drawing.ts'
import { type Box, overlapX, overlapY } from '../geometry.ts'
import type { PageText, Word } from '../page-text.ts'
import { borderlessTables } from './borderless-table.ts'
import { isContentsList } from './contents-list.ts'
import { findLattices } from './lattice.ts'
import { openTable } from './open-table.ts'
import { stackRules } from './rule-stack.ts'
import { ruledTable } from './ruled-table.ts'
import { rulesOf } from './rules.ts'
import type { FoundTable } from './table.ts'

export function findTables(page: PageText, words: readonly Word[], drawing: Drawing | null): FoundTable[] {
  const found: FoundTable[] = []
  const keep = (table: FoundTable | null) => {
    if (table && !isContentsList(table.grid) && !found.some((t) => overlapX(t, table) > 0 && overlapY(t, table) > 0))
      found.push(table)
  }
  const captions = words.filter((w, i) => /^tab(?:le|\.)$/i.test(w.text) && /^[A-Z]?\d/.test(words[i + 1]?.text ?? ''))
  const isCaptioned = (box: Box) => captions.some((c) => overlapX(c, box) > 0 && c.y1 > box.y0 - 60 && c.y0 < box.y1 + 30)
  if (drawing) {
    const rules = rulesOf(drawing, page)
    for (const lattice of findLattices(rules)) keep(ruledTable(lattice, words))
    const free = rules.horizontal.filter(
      (r) => !found.some((t) => r.at > t.y0 - 4 && r.at < t.y1 + 4 && r.from < t.x1 && r.to > t.x0),
    )
    for (const stack of stackRules(free, words))
      keep(openTable(stack, words, isCaptioned({ x0: stack.x0, x1: stack.x1, y0: stack.ys[0]!, y1: stack.ys.at(-1)! })))
  }
  const rest = words.filter((w) => !found.some((t) => t.words.has(w)))
  for (const table of borderlessTables(rest, isCaptioned)) keep(table)
  return found
}
