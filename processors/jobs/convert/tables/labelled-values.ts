// Names with a value each below or above them, side by side: the fields of a bill, the figures of a slide. Each is one with its value,
// not with the name beside it.
import { boxAround, centreX, overlapX } from '../geometry.ts'
import type { Word } from '../page-text.ts'
import type { SegmentRow } from './grid-from-rows.ts'
import { looseRows } from './loose-rows.ts'
import { styleOf } from './style.ts'
import type { FoundTable } from './table.ts'
import type { Segment } from './text-rows.ts'
import { textTable } from './text-table.ts'

const gapRatio = 1.5
const [longestName, longestValue, mostWords] = [32, 36, 5]
const leastValues = 0.5
/** Of a line's pieces: what has a value here and there is the axis of a chart. */
const leastPaired = 0.5
/** Of a line's height: further apart two lines have nothing to do with each other. */
const mostGap = 1.2
const mostLeading = 0.7
const mostBelow = 8
/** Figures of slides stand over their names, larger by so much. */
const leastLarger = 1.25

type Pair = { readonly name: Segment; readonly value: Segment }

export function labelledValues(words: readonly Word[]): FoundTable[] {
  const rows = looseRows(words, gapRatio)
  const taken = new Set<SegmentRow>()
  return rows.flatMap((row, i) => {
    if (taken.has(row) || row.segments.length < 2) return []
    const near = rows.slice(i + 1, i + 1 + mostBelow).filter((r) => r.y0 - row.y1 <= mostGap * (row.y1 - row.y0))
    const at = near.findIndex((below) => below.segments.some((s) => row.segments.some((above) => overlapX(above, s) > 0)))
    const pairs = at < 0 ? null : pairsOf(row, near[at]!)
    if (pairs === null || goesOn(pairs, rows.slice(i + at + 2, i + at + 2 + mostBelow))) return []
    taken.add(near[at]!)
    return [tableOf(pairs)]
  })
}

// Addresses and other texts of several lines are no values: they go on below in the same style.
function goesOn(pairs: readonly Pair[], below: readonly SegmentRow[]): boolean {
  return pairs.some(({ name, value }) => {
    const last = name.y1 > value.y1 ? name : value
    const isNext = (s: Segment) => overlapX(s, last) > 0 && s.y0 - last.y1 < mostLeading * (last.y1 - last.y0)
    return below.some((row) => row.segments.some((s) => isNext(s) && styleOf(s) === styleOf(last)))
  })
}

function pairsOf(upper: SegmentRow, lower: SegmentRow): readonly Pair[] | null {
  const couples = upper.segments.flatMap((above, i) => {
    const below = lower.segments.filter((s) => isAligned(above, s))
    return below.length === 1 ? [{ i, at: lower.segments.indexOf(below[0]!), above, below: below[0]! }] : []
  })
  // Side by side in both lines, without a piece between them that is of no pair.
  const run = longestRun(couples, (a, b) => b.i === a.i + 1 && b.at === a.at + 1)
  if (run.length < 2 || run.length < leastPaired * Math.max(upper.segments.length, lower.segments.length)) return null
  const down = run.map(({ above, below }) => ({ name: above, value: below }))
  const up = run.map(({ above, below }) => ({ name: below, value: above }))
  if (areFields(down) && (areNamed(down) || isOtherStyle(down))) return down
  return areFields(up) && up.every(({ name, value }) => sizeOf(value) >= leastLarger * sizeOf(name)) ? up : null
}

function longestRun<T>(items: readonly T[], follows: (a: T, b: T) => boolean): readonly T[] {
  const runs: T[][] = []
  for (const item of items) {
    const last = runs.at(-1)
    if (last && follows(last.at(-1)!, item)) last.push(item)
    else runs.push([item])
  }
  return runs.reduce((most, run) => (run.length > most.length ? run : most), [] as T[])
}

function isAligned(a: Segment, b: Segment): boolean {
  const slack = 0.4 * Math.max(sizeOf(a), sizeOf(b))
  const offs = [a.x0 - b.x0, a.x1 - b.x1, centreX(a) - centreX(b)]
  return overlapX(a, b) > 0 && offs.some((off) => Math.abs(off) < slack)
}

const areFields = (pairs: readonly Pair[]): boolean =>
  pairs.every(
    ({ name, value }) =>
      name.text.length <= longestName &&
      name.words.length <= mostWords &&
      /\p{L}{2}/u.test(name.text) &&
      !/\d/.test(name.text) &&
      value.text.length <= longestValue,
  ) && pairs.filter(({ value }) => /\d/.test(value.text)).length >= leastValues * pairs.length

const areNamed = (pairs: readonly Pair[]): boolean => pairs.every(({ name }) => /[:：]$/.test(name.text))

// All names look alike, and no value like a name.
function isOtherStyle(pairs: readonly Pair[]): boolean {
  const [first] = pairs
  const names = pairs.map(({ name }) => styleOf(name))
  return names.every((style) => style === styleOf(first!.name)) && pairs.every(({ value }) => !names.includes(styleOf(value)))
}

const sizeOf = (segment: Segment): number => segment.words[0]!.size

function tableOf(pairs: readonly Pair[]): FoundTable {
  const columns = pairs.map((pair) => boxAround([pair.name, pair.value]))
  return textTable([pairs.map(({ name }) => name), pairs.map(({ value }) => value)], columns)
}
