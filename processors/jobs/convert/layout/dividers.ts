// Columns of brackets between the parties of a case and what the case is: a line drawn in type. Each side is read to its end.
import { type Box, boxAround, centreY } from '../geometry.ts'
import type { Word } from '../page-text.ts'
import type { Line } from './lines.ts'

const mark = /^[)\](|§:}]$/
const alignedPt = 2
const fewest = 4
const mostMarks = 200
/** Of a mark's size, from one to the next. */
const widestPitch = 3.2
/** A bracket that closes a text stands right behind it. */
const leastGap = 0.8

export type Divider = { box: Box; marks: Word[] }

export function findDividers(words: readonly Word[]): Divider[] {
  const marks = words.filter((w) => mark.test(w.text)).sort((a, b) => a.x0 - b.x0)
  if (marks.length < fewest || marks.length > mostMarks) return []
  const found: Divider[] = []
  for (let from = 0; from < marks.length; ) {
    let to = from + 1
    while (to < marks.length && marks[to]!.x0 - marks[from]!.x0 < alignedPt) to++
    for (const run of runsOf(marks.slice(from, to).sort((a, b) => a.y0 - b.y0)))
      if (run.length >= fewest && standsFree(run, words)) found.push({ box: boxAround(run), marks: run })
    from = to
  }
  return found
}

/** The lines left of one and then those right of it, each side from the top, or null where one has none. */
export function sidesOf({ box }: Divider, lines: readonly Line[]): Line[][] | null {
  const beside = lines.filter((l) => centreY(l) > box.y0 - 1 && centreY(l) < box.y1 + 1).sort((a, b) => a.y0 - b.y0)
  const left = beside.filter((l) => l.x1 < box.x0 + 1)
  const right = beside.filter((l) => l.x0 > box.x1 - 1)
  const isWhole = left.length + right.length === beside.length
  return isWhole && left.length > 0 && right.length > 0 ? [[...left, ...right]] : null
}

function runsOf(column: readonly Word[]): Word[][] {
  const runs: Word[][] = []
  for (const w of column) {
    const above = runs.at(-1)?.at(-1)
    if (above && above.text === w.text && w.y0 - above.y0 < widestPitch * w.size) runs.at(-1)!.push(w)
    else runs.push([w])
  }
  return runs
}

function standsFree(run: readonly Word[], words: readonly Word[]): boolean {
  const box = boxAround(run)
  const own = new Set(run)
  return words.every((w) => {
    if (own.has(w) || w.y1 < box.y0 || w.y0 > box.y1) return true
    return w.x1 < box.x0 - leastGap * w.size || w.x0 > box.x1 + 0.2 * w.size
  })
}
