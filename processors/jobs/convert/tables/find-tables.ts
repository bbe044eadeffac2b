// All tables of a page: those drawn with rules first, then those only set in columns.
import type { Drawing } from '../drawing/drawing.ts'
import { type Box, overlapX, overlapY } from '../geometry.ts'
import { sourceLines } from '../layout/lines.ts'
import type { PageText, Word } from '../page-text.ts'
import { joinAskewHeadings } from './askew-headings.ts'
import { withBetter } from './best-witness.ts'
import { borderlessTables } from './borderless-table.ts'
import { closeSums } from './close-signs.ts'
import { isContentsList } from './contents-list.ts'
import { fieldLists } from './field-list.ts'
import { edgesOfFills } from './fill-edges.ts'
import { withoutFramedText } from './framed-text.ts'
import { headedTable } from './headed-table.ts'
import { edgesOfHeaderBands } from './header-band.ts'
import { labelledValues } from './labelled-values.ts'
import { lacksWalls } from './lacks-walls.ts'
import { findLattices, isWalled } from './lattice.ts'
import { ledgers } from './ledger.ts'
import { isBulleted, isForm, isListing, isOfLeaders, isOfMarks, isPlan, isSparse } from './look-alikes.ts'
import { openTable } from './open-table.ts'
import { tablesOfStack } from './parts-of-stack.ts'
import { type RuleStack, stackRules } from './rule-stack.ts'
import { ruledTable } from './ruled-table.ts'
import { joinRules, type Rule, type Rules, rulesOf } from './rules.ts'
import { spreadTables } from './spread-table.ts'
import { statements } from './statements.ts'
import { stripedTables } from './striped-table.ts'
import type { FoundTable } from './table.ts'
import { underlinedTables } from './underlined-heads.ts'

const bandSlackPt = 8
/** Of parts of stacks: a page has few stacks, a bomb has thousands. */
const mostTries = 100
const mostHeaded = 100

export function findTables(page: PageText, words: readonly Word[], drawing: Drawing | null): FoundTable[] {
  const found: FoundTable[] = []
  const fields = drawing === null ? [] : rulesOf(drawing, page).horizontal
  const isTable = (table: FoundTable) =>
    !(isContentsList(table.grid) || isListing(table) || isOfMarks(table) || isForm(table, fields)) &&
    !(isPlan(table, drawing?.slanted ?? []) || isOfLeaders(table) || isBulleted(table))
  const keep = (table: FoundTable | null) => {
    if (table === null || !isTable(table) || (page.rules !== undefined && isSparse(table))) return
    if (found.some((t) => overlapX(t, table) > 0 && overlapY(t, table) > 0)) return
    joinAskewHeadings(table.grid)
    closeSums(table.grid)
    found.push(table)
  }
  const captions = words.filter((w, i) => /^tab(?:le|\.)$/i.test(w.text) && /^[A-Z]?\d/.test(words[i + 1]?.text ?? ''))
  const isCaptioned = (box: Box) => captions.some((c) => overlapX(c, box) > 0 && c.y1 > box.y0 - 60 && c.y0 < box.y1 + 30)
  const overlapsFound = (box: Box) => found.some((t) => overlapX(t, box) > 0 && overlapY(t, box) > 0)
  const left = () => words.filter((w) => !found.some((t) => t.words.has(w)))
  const turned = sourceLines(page.words.filter((w) => w.turned && !w.hidden))
  const tries = { left: mostTries }
  const search = (rules: Rules, isDrawn = false) => {
    const doubtful: FoundTable[] = []
    const ends: Rule[] = []
    for (const lattice of findLattices(rules).flatMap((found) => withoutFramedText(found, words))) {
      const table = ruledTable(lattice, words, turned)
      if (table !== null && isDrawn && isWalled(lattice)) table.isWalled = true
      if (table !== null && lacksWalls(lattice, table.words)) {
        doubtful.push(table)
        ends.push(...[table.y0, table.y1].map((at) => ({ at, from: table.x0, to: table.x1 })))
      } else keep(table)
    }
    const across = ends.length === 0 ? rules.horizontal : joinRules([...rules.horizontal, ...ends])
    const free = across.filter((r) => !found.some((t) => r.at > t.y0 - 4 && r.at < t.y1 + 4 && r.from < t.x1 && r.to > t.x0))
    const open = (stack: RuleStack) =>
      openTable(stack, words, isCaptioned({ x0: stack.x0, x1: stack.x1, y0: stack.ys[0]!, y1: stack.ys.at(-1)! }))
    for (const stack of stackRules(free, words)) for (const table of tablesOfStack(stack, open, tries)) keep(table)
    for (const table of doubtful) keep(table)
  }
  if (drawing) {
    const drawn = rulesOf(drawing, page)
    for (const table of stripedTables(drawing.fills, drawn, words)) keep(table)
    for (const table of underlinedTables(drawing.strokes, left(), found, true)) keep(table)
    const bands = edgesOfHeaderBands(drawing.fills, drawn.horizontal)
    search(bands.length === 0 ? drawn : { ...drawn, horizontal: joinRules([...drawn.horizontal, ...bands]) }, true)
    // Shading comes second: where lines are drawn too, they are the better witness.
    const painted = edgesOfFills(
      drawing.fills.filter((f) => !overlapsFound(f)),
      words,
      page,
    )
    if (painted.horizontal.length > 0) {
      const free = (r: Rule, upright: boolean) =>
        !overlapsFound(
          upright ? { x0: r.at, x1: r.at + 0.1, y0: r.from, y1: r.to } : { x0: r.from, x1: r.to, y0: r.at, y1: r.at + 0.1 },
        )
      search({
        horizontal: joinRules([...drawn.horizontal.filter((r) => free(r, false)), ...painted.horizontal]),
        vertical: joinRules([...drawn.vertical.filter((r) => free(r, true)), ...painted.vertical]),
      })
    }
  }
  if (drawing) {
    for (const table of underlinedTables(drawing.strokes, left(), found, false)) keep(table)
  }
  if (drawing) for (const table of headedTables(page, drawing, words, found)) keep(table)
  for (const table of spreadTables(words.filter((w) => !found.some((t) => t.words.has(w))))) keep(table)
  const rest = words.filter((w) => !found.some((t) => t.words.has(w)))
  const isHeaded = (box: Box) => drawing?.fills.some((fill) => isHeaderBand(fill, box)) ?? false
  for (const table of borderlessTables(rest, (box) => isCaptioned(box) || isHeaded(box))) keep(table)
  for (const table of ledgers(left())) keep(table)
  for (const table of labelledValues(left())) keep(table)
  for (const table of fieldLists(left())) keep(table)
  const better = withBetter(found, statements(words, fields).filter(isTable))
  const gone = found.filter((t) => !better.includes(t))
  found.splice(0, found.length, ...better)
  // A table that gave way may have been two.
  const freed = left().filter((w) => gone.some((t) => t.words.has(w)))
  for (const table of borderlessTables(freed, isCaptioned)) keep(table)
  return found
}

// Rules that no table has yet: each may stand under a heading, with the next rule of its width, or table, below.
function* headedTables(page: PageText, drawing: Drawing, words: readonly Word[], found: readonly FoundTable[]) {
  const drawn = rulesOf(drawing, page).horizontal
  const lies = (r: Rule, t: Box) => r.from < t.x1 && r.to > t.x0
  const free = drawn.filter((r) => !found.some((t) => r.at > t.y0 - 4 && r.at < t.y1 + 4 && lies(r, t)))
  const left = words.filter((w) => !found.some((t) => t.words.has(w)))
  for (const rule of free.slice(0, mostHeaded)) {
    const isSame = (r: Rule) => Math.abs(r.from - rule.from) < bandSlackPt && Math.abs(r.to - rule.to) < bandSlackPt
    const under = [
      ...drawn.filter((r) => r.at > rule.at + 4 && isSame(r)).map((r) => r.at),
      ...found.filter((t) => t.y0 > rule.at && lies(rule, t)).map((t) => t.y0),
    ]
    const pieces = drawing.strokes
      .filter(
        (s) =>
          Math.abs((s.y0 + s.y1) / 2 - rule.at) < 1 && s.x1 > rule.from - 1 && s.x0 < rule.to + 1 && s.x1 - s.x0 > s.y1 - s.y0,
      )
      .map((s) => ({ at: rule.at, from: s.x0, to: s.x1 }))
    const table = headedTable(rule, pieces, left, Math.min(page.height, ...under), rule.at < 0.11 * page.height)
    if (table !== null) yield table
  }
}

// A band of colour behind a table's first rows, from its first column to its last.
function isHeaderBand(fill: Box, table: Box): boolean {
  const isAcross = fill.x0 < table.x0 + bandSlackPt && fill.x1 > table.x1 - bandSlackPt
  const isAtTop = fill.y0 < table.y0 + bandSlackPt && fill.y0 > table.y0 - 3 * bandSlackPt && fill.y1 > table.y0
  return isAcross && isAtTop && fill.y1 - table.y0 < 0.45 * (table.y1 - table.y0)
}
