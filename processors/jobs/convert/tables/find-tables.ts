// All tables of a page: those drawn with rules first, then those only set in columns.
import type { Drawing } from '../drawing/drawing.ts'
import { overlapX, overlapY } from '../geometry.ts'
import type { PageText, Word } from '../page-text.ts'
import { findLattices } from './lattice.ts'
import { openTable, stackRules } from './open-table.ts'
import { ruledTable } from './ruled-table.ts'
import { rulesOf } from './rules.ts'
import type { FoundTable } from './table.ts'

export function findTables(page: PageText, words: readonly Word[], drawing: Drawing | null): FoundTable[] {
  const found: FoundTable[] = []
  if (drawing) {
    const rules = rulesOf(drawing, page)
    for (const lattice of findLattices(rules)) {
      const table = ruledTable(lattice, words)
      if (table && !found.some((t) => overlapX(t, table) > 0 && overlapY(t, table) > 0)) found.push(table)
    }
    const free = rules.horizontal.filter((r) => !found.some((t) => r.at > t.y0 - 4 && r.at < t.y1 + 4 && r.from < t.x1 && r.to > t.x0))
    for (const stack of stackRules(free)) {
      const table = openTable(stack, words)
      if (table && !found.some((t) => overlapX(t, table) > 0 && overlapY(t, table) > 0)) found.push(table)
    }
  }
  return found
}
