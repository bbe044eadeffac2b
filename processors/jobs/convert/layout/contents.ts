// A table of contents: its rows made whole, each from its title over the dots to its page.
import type { Word } from '../page-text.ts'
import { contentsTitle } from './headings.ts'
import { type Line, lineFrom, sourceLines } from './lines.ts'
import { type Entry, joinWrapped } from './wrapped-entries.ts'

export interface Contents {
  /** Of each column its own, from the top. */
  readonly lists: Line[][]
  readonly rest: Word[]
}

const fewest = 3
const fewestWithFalls = 6
// Of a word's size.
const [sameRow, gutter, leastGap, mostLeading, mostBelowTitle] = [0.35, 1.5, 0.5, 5, 8]
const alignedPt = 3
const page = /^(?:\d{1,4}|[ivxlc]{1,7})$/i
const letters = /\p{L}{2}/u
const dots = /^[.…·․‥]+$/

export function takeContents(words: readonly Word[]): Contents {
  const lines = sourceLines(words)
  const entries = rowsOf(lines)
  if (entries.length < fewest) return { lists: [], rest: [...words] }
  const titles = lines.filter(({ text }) => contentsTitle.test(text))
  const columns = Map.groupBy(entries, columnOf(entries))
  const found = [...columns.values()].flatMap(listsOf).filter((list) => isContents(list, titles))
  const taken = joinWrapped(found, words)
  const gone = new Set(taken.flatMap((list) => list.flatMap((row) => row.words)))
  return { lists: taken.map((list) => list.map((row) => lineFrom(row.words))), rest: words.filter((word) => !gone.has(word)) }
}

const lastOf = ({ words }: Entry): Word => words.at(-1)!

/** Page numbers that end at one place stand in one column. */
function columnOf(rows: readonly Entry[]): (row: Entry) => number {
  const edges = rows.map((row) => lastOf(row).x1).sort((a, b) => a - b)
  const starts = edges.filter((x, i) => i === 0 || x - edges[i - 1]! > alignedPt)
  return (row) => starts.findLastIndex((x) => x <= lastOf(row).x1)
}

/** Of one column what follows each other without a gap. */
function listsOf(column: readonly Entry[]): Entry[][] {
  const lists: Entry[][] = []
  for (const row of column.toSorted((a, b) => lastOf(a).y1 - lastOf(b).y1)) {
    const above = lists.at(-1)?.at(-1)
    if (above && lastOf(row).y0 - lastOf(above).y1 < mostLeading * lastOf(row).size) lists.at(-1)!.push(row)
    else lists.push([row])
  }
  return lists
}

function isContents(list: readonly Entry[], titles: readonly Line[]): boolean {
  if (list.length < fewest || falls(list) > (list.length < fewestWithFalls ? 0 : 1)) return false
  const first = list[0]!.words[0]!
  const end = lastOf(list[0]!).x1
  const isBelow = ({ x0, x1, y1 }: Line) =>
    y1 < first.y0 + first.size && first.y0 - y1 < mostBelowTitle * first.size && x0 < end && x1 > first.x0
  return list.some(({ isLed }) => isLed) || titles.some(isBelow)
}

// Front matter counts in Roman numerals, then the count starts again.
function falls(list: readonly Entry[]): number {
  const pages = list.map((row) => Number(lastOf(row).text)).filter((value) => !Number.isNaN(value))
  return pages.slice(1).filter((value, i) => value < pages[i]!).length
}

/** What begins with a title and ends with a page at a distance, columns beside each other apart. */
function rowsOf(lines: readonly Line[]): Entry[] {
  const rows: Line[][] = []
  for (const line of lines.toSorted((a, b) => a.y1 - b.y1)) {
    const foot = rows.at(-1)?.[0]
    if (foot && line.y1 - foot.y1 < sameRow * Math.min(foot.size, line.size)) rows.at(-1)!.push(line)
    else rows.push([line])
  }
  const whole = rows.map((row) => row.flatMap((line) => line.words).sort((a, b) => a.x0 - b.x0))
  const found = whole.map((words) => cut(words, []))
  const edges = columnStarts(found.flatMap((entries) => entries.slice(1).map(({ words }) => words[0]!.x0)))
  return edges.length === 0 ? found.flat() : whole.flatMap((words) => cut(words, edges))
}

/** Where several entries begin behind another. */
function columnStarts(starts: readonly number[]): number[] {
  const sorted = [...starts].sort((a, b) => a - b)
  const found: number[] = []
  for (const [i, x] of sorted.entries())
    if (i > 0 && x - sorted[i - 1]! < alignedPt && x - (found.at(-1) ?? Number.NEGATIVE_INFINITY) > alignedPt) found.push(x)
  return found
}

// The first line of a title that wraps has no page: the next column begins behind it all the same.
const beginsColumn = (word: Word, before: Word, edges: readonly number[]): boolean =>
  word.x0 - before.x1 > leastGap * word.size && edges.some((x) => Math.abs(x - word.x0) < alignedPt)

// A row of a table goes on with more numbers, a row of two columns with the next title.
function cut(words: readonly Word[], edges: readonly number[]): Entry[] {
  const rows: Entry[] = []
  let from = 0
  let isTitled = false
  for (const [i, word] of words.entries()) {
    const next = words[i + 1]
    if (isTitled && i > 0 && beginsColumn(word, words[i - 1]!, edges)) {
      from = i
      isTitled = false
    }
    isTitled ||= letters.test(word.text) && !page.test(word.text)
    if (!page.test(word.text)) continue
    const own = words.slice(from, i + 1)
    const isLed = hasDots(own)
    // A page that dots lead to ends its entry, however near the next column is.
    if (!isTitled && !(isLed && from === 0)) continue
    if (!isLed && next && next.x0 - word.x1 < gutter * word.size) continue
    if (next && next.x0 - word.x1 < leastGap * word.size) continue
    const before = own.at(-2)
    if (before && (isLed || dots.test(before.text) || word.x0 - before.x1 > gutter * word.size)) rows.push({ words: own, isLed })
    from = i + 1
    isTitled = false
  }
  const left = words.slice(from)
  if (left.length === 0 || left.some(({ text }) => letters.test(text))) return rows
  const before = rows.at(-1)
  if (before === undefined || !page.test(left.at(-1)!.text) || !hasDots(left)) return rows.slice(0, -1)
  return [...rows, { words: left, isLed: true, before }]
}

// At least four before the page, however they are cut into words.
function hasDots(words: readonly Word[]): boolean {
  let count = 0
  for (let i = words.length - 2; i >= 0 && count < 4; i--) {
    const { text } = words[i]!
    const own = dots.test(text) ? text.length : trailingDots(text)
    count += own * (text.includes('…') ? 3 : 1)
    if (own < text.length) break
  }
  return count >= 4
}

function trailingDots(text: string): number {
  let at = text.length
  while (at > 0 && text[at - 1] === '.') at--
  return text.length - at
}
