// Authors side by side under a title, each over where they work and how to write to them: every one is read to the end before the next.
import { boxAround, centreY, overlapX, overlapY } from '../geometry.ts'
import type { Line } from './lines.ts'

const [mostLines, mostStacks] = [600, 40]
const longest = 60
/** Of the page's height: below it is no title's place. */
const lowest = 0.6
const [fewestOfOne, mostOfOne] = [2, 9]
/** A name than the place under it. */
const mostLarger = 1.35
export const mailAddress = /[^\s@]@[^\s@.]+\.\p{L}/u
const addressOfSeveral = /[^\s@]@\{|^\{[^{}]*\}@/u
const isAddressed = ({ text }: Line) => mailAddress.test(text) || addressOfSeveral.test(text)

/** One list for each row of authors, and in it one for each of them. */
export function authorColumns(lines: readonly Line[], pageHeight: number): Line[][][] {
  const short = lines.filter((l) => l.y1 < lowest * pageHeight && l.text.length <= longest)
  if (short.length > mostLines || !short.some(isAddressed)) return []
  const stacks = stacksOf(short)
  const left = new Set(stacks.filter((s) => s.length >= fewestOfOne && s.length <= mostOfOne))
  if (left.size > mostStacks) return []
  const rows: Line[][][] = []
  for (const stack of left) {
    if (!stack.some(isAddressed)) continue
    const row = [...left].filter((other) => other === stack || standsBeside(other, stack))
    if (row.length < 2 || !isAlone(row, lines)) continue
    for (const one of row) left.delete(one)
    rows.push(row.sort((a, b) => boxAround(a).x0 - boxAround(b).x0))
  }
  return rows
}

/** Lines close under each other that begin at one edge or stand on one middle. */
function stacksOf(lines: readonly Line[]): Line[][] {
  const stacks: Line[][] = []
  for (const line of [...lines].sort((a, b) => a.y0 - b.y0)) {
    const above = stacks.find((stack) => goesOn(stack.at(-1)!, line))
    if (above) above.push(line)
    else stacks.push([line])
  }
  return stacks
}

function goesOn(last: Line, line: Line): boolean {
  const gap = line.y0 - last.y1
  const [small, large] = [Math.min(line.size, last.size), Math.max(line.size, last.size)]
  if (gap > 0.9 * small || gap < -0.5 * small || large > mostLarger * small) return false
  return Math.abs(line.x0 - last.x0) < 3 || Math.abs(line.x0 + line.x1 - last.x0 - last.x1) < 8
}

function standsBeside(a: readonly Line[], b: readonly Line[]): boolean {
  const [one, other] = [boxAround(a), boxAround(b)]
  return overlapX(one, other) <= 0 && overlapY(one, other) > 0.5 * Math.min(one.y1 - one.y0, other.y1 - other.y0)
}

/** Nothing else stands at their height, and no two of them over each other. */
function isAlone(row: readonly Line[][], lines: readonly Line[]): boolean {
  const own = new Set(row.flat())
  const box = boxAround(row.flat())
  const isApart = row.every((a) => row.every((b) => a === b || overlapX(boxAround(a), boxAround(b)) <= 0))
  return isApart && lines.every((l) => own.has(l) || centreY(l) < box.y0 || centreY(l) > box.y1)
}
