// Where a table was found in two ways: the one that has more of its values in cells of their own.
import { overlapX, overlapY } from '../geometry.ts'
import { isYear } from './figure.ts'
import type { FoundTable } from './table.ts'

/** So much better, of all values; so much of the other's words; so much of all values between several. */
const [better, leastOfOther, leastTogether] = [0.2, 0.6, 0.95]
const fewestValues = 4
const [shortestName, longestOne, fewestFused] = [5, 30, 3]
const [mostNames, mostCells] = [200, 2_000]

/** The tables with each candidate in the place of those it overlaps, where it is better. */
export function withBetter(found: readonly FoundTable[], candidates: readonly FoundTable[]): FoundTable[] {
  const covered = new Set(candidates.flatMap(({ words }) => [...words]))
  const isWhole = ({ words }: FoundTable) => [...words].filter((w) => covered.has(w)).length >= leastOfOther * words.size
  const othersOf = (candidate: FoundTable) => found.filter((t) => overlapX(t, candidate) > 0 && overlapY(t, candidate) > 0)
  const taken = candidates.filter((candidate) => {
    const [values, others] = [valuesOf(candidate), othersOf(candidate)]
    if (values.length < fewestValues || !others.every(isWhole)) return false
    // Values that no wall parts, in a table that has walls, are one entry: a mean and how far it spreads.
    if (others.some((other) => other.isWalled && candidate.grid.columns > other.grid.columns)) return false
    // Tables below each other, each under a heading of its own, that leave nothing out between them are no pieces of one.
    const shares = others.map((other) => shareAlone(values, other))
    if (others.length > 1 && !others.some(isHeadless) && shares.reduce((a, b) => a + b) > leastTogether) return false
    const [mine, theirs] = [shareAlone(values, candidate), Math.max(0, ...shares)]
    return mine > theirs + better || (mine >= theirs && hasMore(candidate, others)) || areFused(candidate, others, theirs)
  })
  const gone = new Set(taken.flatMap(othersOf))
  // What one of them takes the place of may have held another as well.
  const freed = candidates.filter((c) => !taken.includes(c) && othersOf(c).length > 0 && othersOf(c).every((t) => gone.has(t)))
  return [...found.filter((t) => !gone.has(t)), ...taken, ...freed]
}

/** All of the other's words and headings over it, where it begins with values or with years alone. */
function hasMore(candidate: FoundTable, others: readonly FoundTable[]): boolean {
  const theirs = others.flatMap(({ words }) => [...words])
  return others.every(isHeadless) && candidate.words.size > theirs.length && theirs.every((w) => candidate.words.has(w))
}

function isHeadless({ grid }: FoundTable): boolean {
  const first = grid.cells.filter((c) => c.row === 0 && c.text !== '').map((c) => plain(c.text))
  return first.every((text) => isYear(text)) || first.some((text) => isValue(text) && !isYear(text))
}

/** Names of several rows stand in one cell; where each value has its own, they may be one name of several lines. */
function areFused(candidate: FoundTable, others: readonly FoundTable[], theirs: number): boolean {
  const named = candidate.grid.cells.filter((c) => c.column === 0 && c.text.length >= shortestName)
  const names = named.slice(0, mostNames).map((c) => c.text)
  const count = (text: string) => names.filter((name) => text.includes(name)).length
  const isTwo = (text: string) =>
    names.some((name, i) => text.startsWith(`${name} `) && names[i + 1]?.startsWith(text.slice(name.length + 1)) === true)
  const long = others.flatMap(({ grid }) => grid.cells.filter(({ text }) => text.length > longestOne)).slice(0, mostCells)
  return long.some(({ text }) => (theirs < leastTogether && count(text) >= fewestFused) || isTwo(text))
}

const plain = (text: string) => text.replace(/[\s$€£¥]/g, '')
const isValue = (text: string) => /^[(+–—−-]*\d[\d.,]*\)?%?\)?$/.test(text)
const valuesOf = ({ grid }: FoundTable) => grid.cells.map((c) => plain(c.text)).filter(isValue)

/** Of these values, how many stand alone in a cell of the table. */
function shareAlone(values: readonly string[], { grid }: FoundTable): number {
  const left = new Map<string, number>()
  for (const { text } of grid.cells) left.set(plain(text), (left.get(plain(text)) ?? 0) + 1)
  let count = 0
  for (const value of values) {
    const n = left.get(value) ?? 0
    left.set(value, n - 1)
    if (n > 0) count++
  }
  return count / values.length
}
