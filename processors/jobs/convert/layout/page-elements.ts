// Turns a page's lines and tables into elements in reading order.
import type { Element } from '../element.ts'
import { type Box, boxAround, height, overlapX, overlapY } from '../geometry.ts'
import type { PageParts } from '../page-layout.ts'
import type { FoundTable } from '../tables/table.ts'
import { blocksOf, isInCapitals } from './blocks.ts'
import type { BodyFont } from './body-font.ts'
import { isBareLabel, isCaption } from './captions.ts'
import { joinCodeBlocks, withLoneCode } from './code-lines.ts'
import { formElements, joinFields } from './form-elements.ts'
import { isContentsPage, isHeading, isTitleNumber } from './headings.ts'
import { mostNeighbours } from './join-pieces.ts'
import type { Line } from './lines.ts'
import { textElements } from './lists.ts'
import { splitRunIn } from './numbered-heads.ts'
import { readingOrder } from './reading-order.ts'
import { createRowIndex, type RowIndex } from './row-index.ts'

type Item =
  | (Line & { table?: undefined })
  | (FoundTable & { size: number; text: string; table: true })
  | (Box & { size: number; text: string; entries: Line[]; asText?: true; parts?: Line[][]; table?: undefined })
type Group = Line[] | FoundTable

export function pageElements(page: PageParts, body: BodyFont, furniture: ReadonlySet<Line>): Element[] {
  const { groups, runIn } = partRunIns(groupsOf(page, body, furniture), body, furniture)
  const contentsPage = isContentsPage([...page.lines, ...page.contents.flat()])
  const entries = new Set(page.contents.flat())
  const authors = new Set(page.authors.flat(2))
  const elements: Element[] = []
  const firstGroup = groups.findIndex((g) => !Array.isArray(g) || !furniture.has(g[0]!))
  const contextOf = (i: number) => {
    const [next, after] = [groups[i + 1], groups[i + 2]].map((g) => (Array.isArray(g) ? g : null))
    const isFirst = i === firstGroup
    const { height: pageHeight, width: pageWidth } = page
    return { body, contentsPage, pageHeight, pageWidth, isFirst, next: next ?? null, after: after ?? null }
  }
  const isNamed = (i: number) => [groups[i - 1], groups[i + 1]].some((g) => Array.isArray(g) && isLabelOf(g, groups[i] as Line[]))
  const headings = new Set(
    groups.filter(
      (g, i): g is Line[] =>
        Array.isArray(g) &&
        !furniture.has(g[0]!) &&
        !entries.has(g[0]!) &&
        !authors.has(g[0]!) &&
        (runIn.has(g) || (isHeading(g, contextOf(i)) && !isNamed(i))),
    ),
  )
  if (isLabelled(headings, page.lines) && !areOverText(headings, groups))
    for (const h of headings) if (h[0]!.size < labelRatio * body.size) headings.delete(h)
  for (const h of namesInRow(headings, groups)) headings.delete(h)
  for (const h of besideSums(headings, page.lines)) headings.delete(h)
  for (const group of groups) {
    if (!Array.isArray(group) && group.boxes) {
      elements.push(...formElements(group.boxes, contextOf(0)))
      continue
    }
    if (!Array.isArray(group)) {
      elements.push({ kind: 'table', x0: group.x0, y0: group.y0, x1: group.x1, y1: group.y1, grid: group.grid, caption: null })
      continue
    }
    const box = boxAround(group)
    if (entries.has(group[0]!)) {
      elements.push({ kind: 'list-item', lines: group, depth: 0, isEntry: true, ...box })
      continue
    }
    if (furniture.has(group[0]!)) {
      elements.push({ kind: 'furniture', lines: group, ...box })
      continue
    }
    if (!headings.has(group)) {
      elements.push(...textElements(group))
      continue
    }
    const above = elements.at(-1)
    if (above?.kind === 'heading' && (isNumberOf(above.lines, group) || isWrapped(above.lines, group))) {
      above.lines.push(...group)
      Object.assign(above, boxAround(above.lines))
    } else elements.push({ kind: 'heading', level: 1, lines: group, ...box })
  }
  captionTables(elements)
  const margin = page.margin.map((line): Element => ({ kind: 'furniture', lines: [line], ...boxAround([line]) }))
  return withTurned([...margin, ...joinFields(withLoneCode(joinCodeBlocks(elements)))], page)
}

function groupsOf(page: PageParts, body: BodyFont, furniture: ReadonlySet<Line>): Group[] {
  const tables = page.tables.map((t) => ({ ...t, size: body.size, text: 'a table, wide', table: true as const }))
  const lists = partContents(page.contents, page.lines).map((entries) => ({
    ...boxAround(entries),
    size: body.size,
    text: 'a list',
    entries,
  }))
  const beside = page.sides.map((entries) => ({
    ...{ ...boxAround(entries), size: body.size, text: 'two sides, wide' },
    ...{ entries, asText: true as const },
  }))
  const authors = page.authors.map((parts) => {
    const entries = parts.flat()
    return { ...boxAround(entries), size: body.size, text: 'authors, wide', entries, parts }
  })
  const taken = new Set([...page.sides.flat(), ...page.authors.flat(2)])
  const items: Item[] = [...page.lines.filter((l) => !taken.has(l)), ...lists, ...beside, ...authors, ...tables]
  const groups: Group[] = []
  let run: Line[] = []
  for (const item of readingOrder(items)) {
    if (isLine(item) && !furniture.has(item)) {
      run.push(item)
      continue
    }
    groups.push(...blocksOf(run))
    if (item.table) groups.push(item)
    else if (isLine(item)) groups.push([item])
    else if (item.parts) groups.push(...item.parts)
    else if (item.asText) groups.push(...blocksOf(item.entries))
    else for (const entry of item.entries) groups.push([entry])
    run = []
  }
  groups.push(...blocksOf(run))
  return groups
}

const isLine = (item: Item): item is Line & { table?: undefined } => !item.table && !('entries' in item)

// The columns of a table of contents are read one after the other; what stands between two entries of one parts it.
function partContents(lists: readonly Line[][], lines: readonly Line[]): Line[][] {
  if (lists.length === 0) return []
  const rows = createRowIndex(lines)
  return lists.flatMap((list) => {
    const { x0, x1 } = boxAround(list)
    const parts: Line[][] = []
    for (const entry of list) {
      const above = parts.at(-1)?.at(-1)
      const isParted = above && anyBetween(rows, { x0, x1, y0: above.y1, y1: entry.y0 })
      if (above && !isParted) parts.at(-1)!.push(entry)
      else parts.push([entry])
    }
    return parts
  })
}

function anyBetween(rows: RowIndex<Line>, space: Box): boolean {
  let seen = 0
  for (const line of rows.near(space.y0, space.y1)) {
    if (++seen > mostNeighbours) return false
    const middle = (line.y0 + line.y1) / 2
    if (middle > space.y0 && middle < space.y1 && overlapX(line, space) > 0) return true
  }
  return false
}

// A numbered heading that its paragraph goes on after, in the same line, is one of its own.
function partRunIns(given: readonly Group[], body: BodyFont, furniture: ReadonlySet<Line>) {
  const runIn = new Set<Line[]>()
  const groups = given.flatMap((g): Group[] => {
    const parts = Array.isArray(g) && !furniture.has(g[0]!) ? splitRunIn(g, body) : null
    if (parts === null) return [g]
    runIn.add(parts.head)
    return [parts.head, parts.rest]
  })
  return { groups, runIn }
}

// Where headings outnumber the prose they would head, most are labels of a chart: only clearly larger ones count.
const labelRatio = 1.45
const isLabelled = (headings: ReadonlySet<Line[]>, lines: readonly Line[]) =>
  headings.size >= 6 && lines.filter((l) => l.text.length >= 20).length < 2.2 * headings.size

// Text, or a table, stands right under most of them.
function areOverText(headings: ReadonlySet<Line[]>, groups: readonly Group[]): boolean {
  const over = groups.filter((g, i) => {
    const next = groups[i + 1]
    if (!Array.isArray(g) || !headings.has(g) || next === undefined) return false
    const isText =
      !Array.isArray(next) ||
      (!headings.has(next) && ((next.length >= 2 && next.some((l) => l.text.length >= leastText)) || isSentence(next)))
    const below = Array.isArray(next) ? boxAround(next) : next
    return isText && below.y0 > g[0]!.y0 && overlapX(below, boxAround(g)) > 0
  })
  return over.length >= 0.6 * headings.size
}

// Three and more beside each other with no text under them name the columns of a table, or the parts of a drawing.
function namesInRow(headings: ReadonlySet<Line[]>, groups: readonly Group[]): Line[][] {
  const isText = (g: Group | undefined) => Array.isArray(g) && g.length >= 2 && g[0]!.text.length >= leastText
  const bare = groups.flatMap((g, i) =>
    Array.isArray(g) && headings.has(g) && !isText(groups[i + 1]) ? [{ g, ...boxAround(g) }] : [],
  )
  if (bare.length < 3) return []
  const rows = createRowIndex(bare)
  return bare.filter((a) => hasTwoBeside(a, rows)).map(({ g }) => g)
}

function hasTwoBeside(a: Box, rows: RowIndex<Box>): boolean {
  let found: Box | null = null
  let seen = 0
  for (const b of rows.near(a.y0, a.y1)) {
    if (++seen > mostNeighbours) return false
    if (b === found || overlapX(a, b) >= 0 || overlapY(a, b) <= 0.5 * Math.min(height(a), height(b))) continue
    if (found !== null) return true
    found = b
  }
  return false
}
const [leastText, leastSentence] = [24, 30]
const isSentence = ([line, ...more]: readonly Line[]) =>
  more.length === 0 && line!.text.length >= leastSentence && /\p{Ll}[.!?:]$/u.test(line!.text)

const sum = /^[-–(]?\s?(?:[$€£¥₹]\s?\d[\d.,]*|\d[\d.,]*[.,]\d\d)\s?\)?(?:\s?(?:[%€]|[A-Z]{3}))?$/

// "Total", bold, with its sum at the other side.
function besideSums(headings: ReadonlySet<Line[]>, lines: readonly Line[]): Line[][] {
  const sums = createRowIndex(lines.filter(({ text }) => sum.test(text)))
  return [...headings].filter((h) => {
    const [line] = h
    if (h.length > 1) return false
    let seen = 0
    for (const other of sums.near(line!.y0, line!.y1)) {
      if (++seen > mostNeighbours) return false
      if (other.x0 > line!.x1 && overlapY(other, line!) > 0.5 * Math.min(height(other), height(line!))) return true
    }
    return false
  })
}

// Text that runs up the side belongs to no row: what stands in the left margin comes first, the rest last.
function withTurned(elements: Element[], page: PageParts): Element[] {
  const asElement = (line: Line): Element => ({ kind: 'paragraph', lines: [line], ...boxAround([line]) })
  const inMargin = (line: Line) => line.x1 < 0.12 * page.width
  return [...page.turned.filter(inMargin).map(asElement), ...elements, ...page.turned.filter((l) => !inMargin(l)).map(asElement)]
}

const isNumberOf = (number: readonly Line[], title: readonly Line[]) =>
  isTitleNumber(number) && title[0]!.y0 - number.at(-1)!.y1 < 2.5 * title[0]!.size

// Headings are often set with wide leading: the same style right below goes on with the same heading.
function isWrapped(above: readonly Line[], below: readonly Line[]): boolean {
  const [a, b] = [above.at(-1)!, below[0]!]
  const gap = b.y0 - a.y1
  const aligned = Math.abs(a.x0 - b.x0) < 3 || Math.abs(a.x0 + a.x1 - b.x0 - b.x1) < 6
  if (
    gap < 0 ||
    gap > 1.1 * a.size ||
    !aligned ||
    above.length + below.length > 4 ||
    isInCapitals(a.text) !== isInCapitals(b.text)
  )
    return false
  return Math.abs(a.size - b.size) < 0.3 && a.bold === b.bold && a.x1 - a.x0 > 0.8 * (b.x1 - b.x0) && !/[.:!?]$/.test(a.text)
}

// "Diagram 2" beside or right above the words that say what it shows: both are the caption.
function isLabelOf(label: readonly Line[], block: readonly Line[]): boolean {
  const [a, b] = [label[0]!, block[0]!]
  if (label.length > 1 || !isBareLabel(a.text) || Math.abs(a.size - b.size) > 1.5) return false
  const apart = Math.max(b.y0 - a.y1, a.y0 - block.at(-1)!.y1)
  return apart < 0.9 * a.size && apart > -3 * a.size
}

// A caption stands right above its table, or else right below it.
function captionTables(elements: readonly Element[]): void {
  for (const [i, table] of elements.entries()) {
    if (table.kind !== 'table') continue
    const beside = [elements[i - 1], elements[i + 1]].find((e) => e && e.kind !== 'table' && isCaption(e.lines[0]!.text, 'table'))
    if (beside && beside.kind !== 'table') table.caption = beside.lines.map((l) => l.text).join(' ')
  }
}
