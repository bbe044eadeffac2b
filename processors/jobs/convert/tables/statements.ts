// Statements: names at the left, and columns beside them in which values end at one x, whatever lines or stripes were drawn. Lines of
// names alone stand between them, long names wrap, and headings stand over one column or several.
import { boxAround, height, median } from '../geometry.ts'
import type { Word } from '../page-text.ts'
import { closeSigns } from './close-signs.ts'
import { gridFromRows, type SegmentRow } from './grid-from-rows.ts'
import type { Rule } from './rules.ts'
import { entriesOf } from './statement-entries.ts'
import { statementHead } from './statement-head.ts'
import { endsOf, isNumber, isOfYear, type Line, lineOf } from './statement-values.ts'
import type { FoundTable } from './table.ts'
import type { Column } from './text-columns.ts'
import { type Segment, textRows } from './text-rows.ts'

const edgePt = 1.6
/** Of tight columns a bracket may reach into the next. */
const [gapPt, touchPt] = [4, 2.5]
/** Headings begin so far before the values under them. */
const besidePt = 26
const touchShare = 0.3
const [mostRows, mostPieces, mostColumns] = [800, 40, 24]
const [fewestLines, fewestOfOne] = [3, 5]
/** Of a line's height: to the next line with values, to the next without, and to one that names the line with values below it. */
const [valuesGap, namesGap, leadGap] = [2.6, 1.7, 3]
const mostNames = 6
const [longestPiece, longestName] = [60, 90]
/** Of a line's height: values beside a name, and values that browsers set below one. */
const [leastOverlap, mostBelow] = [0.12, 0.3]
/** Shares: of values that end where others do, of lines with a name, and, of the values, of texts beside all columns. */
const [leastAligned, leastNamed, mostBeside] = [0.7, 0.6, 0.1]
const [proseLine, leastProse] = [32, 0.55]
/** A page has few statements, a bomb thousands of lines that might begin one: so many are tried of one run, and on a page. */
const [mostTriesOfRun, mostTries] = [8, 60]

export function statements(words: readonly Word[], rules: readonly Rule[]): FoundTable[] {
  const rows = textRows(words)
  if (rows.length > mostRows) return []
  const lines = beside(rows.map(lineOf))
  if (lines.some(({ values, texts }) => values.length + texts.length > mostPieces)) return []
  const found: FoundTable[] = []
  let [tries, left] = [mostTries, mostTriesOfRun]
  for (let at = 0; at < lines.length && tries > 0; at++) {
    if (!isBegin(lines[at]!)) continue
    tries--
    const run = withoutStray(runFrom(lines, at))
    const table = tableOf(lines, at, run, rules)
    if (table !== null) found.push(table)
    // What a run is no table for may be its first lines.
    else if (--left > 0) continue
    left = mostTriesOfRun
    at += Math.max(1, run.length) - 1
  }
  return found
}

/** Values that stand a little higher or lower than the name beside them are of its line. */
function beside(lines: readonly Line[]): Line[] {
  const joined: Line[] = []
  for (const line of lines) {
    const last = joined.at(-1)
    const [name, values] = last !== undefined && last.values.length === 0 ? [last, line] : [line, last]
    const isPair =
      last !== undefined &&
      values !== undefined &&
      values.values.length > 0 &&
      values.texts.length === 0 &&
      name.values.length === 0 &&
      name.x1 < values.x0 &&
      (line.y0 < last.y1 - leastOverlap * height(line) || (values === line && line.y0 < last.y1 + mostBelow * height(line)))
    if (isPair) joined[joined.length - 1] = lineOf({ ...boxAround([name, values]), words: [...name.words, ...values.words] })
    else joined.push(line)
  }
  return joined
}

const isBegin = ({ values, texts }: Line): boolean =>
  values.some(isNumber) && !values.every(isOfYear) && (texts.length === 0 || texts[0]!.x0 < values[0]!.x0)

/** Lines with values whose columns fit together, and those between them that only name. */
function runFrom(lines: readonly Line[], at: number): Line[] {
  const run: Line[] = [lines[at]!]
  let columns: Column[] = lines[at]!.values.map(({ x0, x1 }) => ({ x0, x1 }))
  let names: Line[] = []
  for (let next = at + 1; next < lines.length; next++) {
    const line = lines[next]!
    const above = names.at(-1) ?? run.at(-1)!
    const gap = (line.y0 - above.y1) / height(line)
    if (line.values.length === 0 || !fits(line, columns)) {
      const leads = line.x1 < columns[0]!.x0 && isSame(lines[next + 1], columns)
      if (gap > (leads ? leadGap : namesGap) || names.length >= mostNames || !isName(line, columns) || isSentence(line)) break
      names.push(line)
      continue
    }
    if (gap > valuesGap) break
    columns = joined([...columns, ...line.values])
    run.push(...names, line)
    names = []
  }
  return run
}

/** Values alone that no other line has a column for, as a page's number, are none of it. */
function withoutStray(run: readonly Line[]): Line[] {
  const columns = joined(run.flatMap(({ values }) => values))
  const columnOf = (v: Segment) => columns.findIndex((c) => v.x0 < c.x1 && v.x1 > c.x0)
  const own = run.map(({ values }) => new Set(values.map(columnOf)))
  const counts = columns.map((_, c) => own.filter((set) => set.has(c)).length)
  const isStray = ({ texts }: Line, i: number) =>
    texts.length === 0 && own[i]!.size > 0 && [...own[i]!].every((c) => counts[c]! < 2)
  const end = run.findIndex((line, i) => i > 0 && isStray(line, i))
  const kept = end < 0 ? [...run] : run.slice(0, end)
  return kept.slice(0, kept.findLastIndex(({ values }) => values.length > 0) + 1)
}

/** As many values, each in a column that is there. */
const isSame = (line: Line | undefined, columns: readonly Column[]): boolean =>
  line !== undefined && line.values.length === columns.length && line.values.every((v, i) => over(v, columns[i]!))

/** None of its values lies over two columns, and no text of it runs into a value's. */
function fits({ values, texts }: Line, columns: readonly Column[]): boolean {
  return (
    values.every((v) => columns.filter((c) => over(v, c)).length <= 1) &&
    texts.every((t) => columns.filter((c) => over(t, c)).length <= 1)
  )
}

const over = (a: Column, b: Column) => Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0) > Math.min(touchPt, touchShare * (a.x1 - a.x0))

/** Text before the columns, or short pieces that stand over them. */
function isName({ texts, values, words }: Line, columns: readonly Column[]): boolean {
  const first = Math.min(...columns.map((c) => c.x0))
  const isBefore = words.at(-1)!.x1 < first
  return (
    isBefore || [...texts, ...values].every((s) => s.text.length <= longestPiece && (s.x1 < first || s.x0 > first - besidePt))
  )
}

const isSentence = ({ texts }: Line) => texts.some(({ text }) => text.length > longestName && /[.:]$/.test(text))

/** Intervals that share an x are one. */
function joined(given: readonly Column[]): Column[] {
  const columns: Column[] = []
  for (const { x0, x1 } of [...given].sort((a, b) => a.x0 - b.x0)) {
    const last = columns.at(-1)
    if (last !== undefined && x0 < last.x1 - Math.min(touchPt, touchShare * (x1 - x0))) last.x1 = Math.max(last.x1, x1)
    else columns.push({ x0, x1 })
  }
  return columns
}

function tableOf(lines: readonly Line[], at: number, run: readonly Line[], rules: readonly Rule[]): FoundTable | null {
  const own = run.filter(({ values }) => values.length > 0)
  const values = own.flatMap((line) => line.values)
  const columns = joined(values)
  if (columns.length === 0 || columns.length > mostColumns || own.length < (columns.length === 1 ? fewestOfOne : fewestLines))
    return null
  const first = columns[0]!.x0
  const named = own.filter(({ texts }) => texts.some((t) => t.x1 < first && /\p{L}{2}/u.test(t.text)))
  if (named.length < leastNamed * own.length || !areAligned(own, columns)) return null
  const between = run.flatMap(({ texts }) => texts.filter((t) => t.x0 > first))
  // Prose beside it, or columns of text that this does not know.
  if (between.filter((t) => !columns.some((c) => over(t, c))).length > mostBeside * values.length) return null
  const labels = columnsOfNames(named, first)
  if (labels === null || isProse(run, first)) return null
  const all = [...labels, ...roomsOf(columns, edgeOf(named, first))]
  const { head, names } = statementHead(lines.slice(0, at), run[0]!, all, labels.length, rules)
  const body = entriesOf([...names, ...run], all, labels)
  const grid = gridFromRows([...head, ...body], all, Math.max(1, head.length), rules, head.length > 0)
  closeSigns(grid)
  const kept: (SegmentRow | Line)[] = [...head.flat(), ...names, ...run]
  return { ...boxAround(kept), grid, words: new Set(kept.flatMap((l) => l.words)), by: 'text' }
}

const edgeOf = (named: readonly Line[], first: number): number =>
  Math.max(...named.flatMap(({ texts }) => texts.filter((t) => t.x1 < first).map((t) => t.x1))) + 1

/** Values stand at the right of their room, which begins where that of the column before them ends. */
function roomsOf(columns: readonly Column[], begin: number): Column[] {
  const widths = columns.slice(1).map((c, i) => c.x1 - columns[i]!.x1)
  const usual = widths.length === 0 ? 0 : median(widths) - gapPt
  return columns.map(({ x0, x1 }, i) => ({
    x0: i === 0 ? Math.min(x0, Math.max(begin, x1 - usual)) : Math.min(x0, columns[i - 1]!.x1 + gapPt),
    x1,
  }))
}

/** Most values end where another of their column does: their digits, or their last sign. */
function areAligned(lines: readonly Line[], columns: readonly Column[]): boolean {
  let [aligned, all] = [0, 0]
  for (const column of columns) {
    const own = lines.flatMap(({ values }) => values.filter((v) => over(v, column)))
    const ends = own.flatMap((value) => endsOf(value).map((at) => ({ at, value }))).sort((a, b) => a.at - b.at)
    const near = new Set<Segment>()
    for (const [i, { at, value }] of ends.entries())
      for (let next = i + 1; next < Math.min(ends.length, i + 4) && ends[next]!.at - at < edgePt; next++)
        if (ends[next]!.value !== value) near.add(value).add(ends[next]!.value)
    all += own.length
    aligned += near.size
  }
  return aligned >= leastAligned * all
}

const isLed = ({ text }: Segment) => text.endsWith('...')

/** Lines that fill their column to one edge, as text does beside a table or a chart: no names of rows. */
function isProse(run: readonly Line[], first: number): boolean {
  const lines = run.flatMap(({ texts: [name] }) => (name !== undefined && name.x1 < first && !isLed(name) ? [name] : []))
  const end = Math.max(...lines.map((t) => t.x1))
  const full = lines.filter((t) => t.text.length >= proseLine && end - t.x1 < 2 * edgePt)
  return full.length >= leastProse * lines.length
}

/** Of lines with names: where more of them have several, it is several columns; where fewer, none of them is. */
const [mostOfSeveral, leastOfSeveral, mostLabels] = [0.25, 0.5, 2]

/** One column of names, or two where most lines have a number or a date before theirs. */
function columnsOfNames(named: readonly Line[], first: number): Column[] | null {
  const parts = named.map(({ texts }) => texts.filter((t) => t.x1 < first))
  const x0 = Math.min(...parts.map((p) => p[0]!.x0))
  const one = [{ x0, x1: first - 1 }]
  const several = parts.filter((p) => p.length > 1)
  if (several.length < leastOfSeveral * parts.length) return several.length > mostOfSeveral * parts.length ? null : one
  // Several columns of text wrap each for itself.
  if (several[0]!.length > mostLabels) return null
  // What stands before a name with dots behind it is text beside the table.
  if (several.some((p) => p.slice(1).some(isLed))) return null
  const columns = joined(parts.filter((p) => p.length === several[0]!.length).flat())
  return columns.length === several[0]!.length ? columns.map((c, i) => ({ ...c, x0: i === 0 ? x0 : c.x0 })) : null
}
