// Horizontal rules of one width above each other, cut into the tables they belong to.
import { centreY, median } from '../geometry.ts'
import { isCaption } from '../layout/captions.ts'
import { createRowIndex, type RowIndex } from '../layout/row-index.ts'
import type { Word } from '../page-text.ts'
import { isProseInColumns } from './prose-columns.ts'
import type { Rule } from './rules.ts'
import { amount, type Segment, segmentsOf, type TextRow, textRows } from './text-rows.ts'

export type RuleStack = { x0: number; x1: number; ys: number[]; partial: Rule[] }

const shortestPt = 60
const sameEdgePt = 8
const emptyPt = 6
const [fewestRowRules, fewestTextLines] = [5, 4]
const [fewestAddressLines, fewestLetters, mostHeadingLines] = [4, 100, 3]

export function stackRules(rules: readonly Rule[], given: readonly Word[]): RuleStack[] {
  const words = createRowIndex(given)
  const stacks: RuleStack[] = []
  for (const r of rules.filter((r) => r.to - r.from > shortestPt).sort((a, b) => a.at - b.at)) {
    const stack = stacks.findLast((s) => Math.abs(s.x0 - r.from) < sameEdgePt && Math.abs(s.x1 - r.to) < sameEdgePt)
    if (stack) stack.ys.push(r.at)
    else stacks.push({ x0: r.from, x1: r.to, ys: [r.at], partial: [] })
  }
  const cut = stacks
    .flatMap((s) => cutAtProse(s, words))
    .map((s) => withoutTextAtEnd(withoutEmptyEnds(s, words), words))
    .filter((s) => s.ys.length >= 2)
  for (const stack of cut) {
    const [top, bottom] = [stack.ys[0]!, stack.ys.at(-1)!]
    const within = (r: Rule) =>
      r.at > top + 1 && r.at < bottom - 1 && r.from >= stack.x0 - sameEdgePt && r.to <= stack.x1 + sameEdgePt
    stack.partial = rules.filter((r) => within(r) && !stack.ys.includes(r.at))
  }
  return cut
}

// Nothing stands between a running head's rule and the first of a table under it.
function withoutEmptyEnds(stack: RuleStack, words: RowIndex<Word>): RuleStack {
  const isEmpty = (top: number, bottom: number) => bottom - top > emptyPt && wordsIn(stack, top, bottom, words).length === 0
  let ys = stack.ys
  while (ys.length > 2 && isEmpty(ys[0]!, ys[1]!)) ys = ys.slice(1)
  while (ys.length > 2 && isEmpty(ys.at(-2)!, ys.at(-1)!)) ys = ys.slice(0, -1)
  return { ...stack, ys }
}

// The text under a table whose rows have a rule each goes down to the rule at the page's foot.
function withoutTextAtEnd(stack: RuleStack, words: RowIndex<Word>): RuleStack {
  const { ys } = stack
  if (ys.length < fewestRowRules) return stack
  const last = rowsIn(stack, ys.at(-2)!, ys.at(-1)!, words)
  const isSingle = (r: TextRow) => segmentsOf(r.words, 0.9).length === 1
  if (last.length < fewestTextLines || !last.slice(-3).every(isSingle) || 2 * last.filter(isSingle).length < last.length)
    return stack
  const above = ys.slice(1, -1).map((y, i) => rowsIn(stack, ys[i]!, y, words).length)
  return median(above) <= 1 ? { ...stack, ys: ys.slice(0, -1) } : stack
}

// Space without a word, and under it what looks like the first heading again and not like the row under that: the next table.
function beginsAnew(stack: RuleStack, at: number, above: readonly number[], words: RowIndex<Word>): boolean {
  const ys = stack.ys.slice(at - 1, at + 2)
  if (above.length < 3 || ys.length < 3 || ys[1]! - ys[0]! < emptyPt || rowIn(stack, ys[0]!, ys[1]!, words) !== null) return false
  const [head, body] = [rowIn(stack, above[0]!, above[1]!, words), rowIn(stack, above[1]!, above[2]!, words)]
  const next = rowIn(stack, ys[1]!, ys[2]!, words)
  return head !== null && body !== null && next !== null && isAlike(head, next) && !isAlike(head, body)
}

// Addresses and dates side by side, as many lines as no heading has, over the heading of more columns: that is the table's.
function isOverHeading(stack: RuleStack, at: number, words: RowIndex<Word>): boolean {
  const [top, bottom, next] = stack.ys.slice(at - 1, at + 2)
  if (next === undefined) return false
  const heading = rowsIn(stack, bottom!, next, words)
  if (heading.length === 0 || heading.length > mostHeadingLines) return false
  const rows = rowsIn(stack, top!, bottom!, words).map((r) => segmentsOf(r.words, 0.9))
  const count = Math.max(...heading.map((r) => segmentsOf(r.words, 0.9).length))
  const letters = rows.reduce((sum, row) => sum + row.reduce((n, s) => n + s.text.length, 0), 0)
  return (
    rows.length >= fewestAddressLines &&
    letters >= fewestLetters &&
    rows.every((row) => row.length < count && !row.some((s) => amount.test(s.text)))
  )
}

function rowIn(stack: RuleStack, top: number, bottom: number, words: RowIndex<Word>): Segment[] | null {
  const [first] = rowsIn(stack, top, bottom, words)
  return first ? segmentsOf(first.words, 0.9) : null
}

function wordsIn({ x0, x1 }: RuleStack, top: number, bottom: number, words: RowIndex<Word>): Word[] {
  const isIn = (w: Word) => centreY(w) > top && centreY(w) < bottom && w.x1 > x0 && w.x0 < x1
  return [...new Set([...words.near(top, bottom)].filter(isIn))]
}

const rowsIn = (stack: RuleStack, top: number, bottom: number, words: RowIndex<Word>): TextRow[] =>
  textRows(wordsIn(stack, top, bottom, words))

function isAlike(a: readonly Segment[], b: readonly Segment[]): boolean {
  const [first, second] = [a[0]!.words[0]!, b[0]!.words[0]!]
  const isSameFont = first.font === second.font && first.bold === second.bold && Math.abs(first.size - second.size) < 0.3
  return a.length === b.length && Math.abs(first.x0 - second.x0) < 2 && isSameFont
}

// A caption or a paragraph between two rules ends one table; the rule below it begins the next.
function cutAtProse(stack: RuleStack, words: RowIndex<Word>): RuleStack[] {
  const parts: RuleStack[] = [{ ...stack, ys: [stack.ys[0]!] }]
  for (let i = 1; i < stack.ys.length; i++) {
    const [top, bottom] = [stack.ys[i - 1]!, stack.ys[i]!]
    const { ys } = parts.at(-1)!
    const isApart = (ys.length === 1 && isOverHeading(stack, i, words)) || beginsAnew(stack, i, ys, words)
    if (isApart || isProse(stack, top, bottom, words)) parts.push({ ...stack, ys: [bottom] })
    else parts.at(-1)!.ys.push(bottom)
  }
  return parts
}

function isProse(stack: RuleStack, top: number, bottom: number, words: RowIndex<Word>): boolean {
  const inside = wordsIn(stack, top, bottom, words)
  const rows = textRows(inside).map((r) => segmentsOf(r.words, 0.9))
  if (rows.length === 0) return bottom - top > 60
  // One line in bold names all the columns.
  if (rows.length === 1 && top === stack.ys[0] && inside.every((w) => w.bold) && !isCaption(rows[0]![0]!.text)) return false
  // What stands under a table's caption, or under a paragraph, is another table.
  if (rows.some((s) => s.length === 1 && isCaption(s[0]!.text, 'table'))) return true
  const wide = rows.filter(
    (s) => s.length === 1 && s[0]!.x1 - s[0]!.x0 > 0.55 * (stack.x1 - stack.x0) && s[0]!.text.length > 30,
  ).length
  const isParagraph = wide >= 1 && rows.length >= 2 && rows.every((s) => s.length === 1)
  return wide >= 2 || wide > rows.length * 0.5 || isParagraph || isProseInColumns(rows, stack.x1 - stack.x0)
}
