// What has rows and columns and is no table: a listing of code whose lines are numbered, pictures in one frame with a letter each,
// a form's names with the lines to write on.
import { type Box, centreX, holdsCentre } from '../geometry.ts'
import { bulletMark } from '../layout/join-pieces.ts'
import type { Rule } from './rules.ts'
import type { FoundTable } from './table.ts'

const leastMono = 0.9
/** Of pictures in one frame. */
const mostMarks = 12

export function isListing({ grid, words }: FoundTable): boolean {
  if (grid.columns !== 2) return false
  const numbers = grid.cells.filter((c) => c.column === 0).sort((a, b) => a.row - b.row)
  const isCounted = numbers.every((c, i) => /^\d{1,4}$/.test(c.text) && Number(c.text) === Number(numbers[0]!.text) + i)
  const code = [...words].filter((w) => !/^\d{1,4}$/.test(w.text))
  return isCounted && code.length > 0 && code.filter((w) => w.mono).length >= leastMono * code.length
}

/** A letter, or a point of a chart, in each cell that is not empty. */
export function isOfMarks({ grid }: FoundTable): boolean {
  const filled = grid.cells.filter((c) => c.text !== '')
  return filled.length <= mostMarks && filled.every(({ text }) => /^\(?\p{L}[.)]?$|^[^\p{L}\p{N}]$/u.test(text))
}

/** A list: its bullets stand in a column of their own, and what they mark in the only other. */
export function isBulleted({ grid }: FoundTable): boolean {
  if (grid.columns !== 2) return false
  const marks = grid.cells.filter((c) => c.column === 0 && c.text !== '')
  return 2 * marks.length >= grid.rows && marks.every(({ text }) => bulletMark.test(text))
}

const leastFilled = 0.5

/** Of the lines of a picture, which may as well be a chart's, or a frame's around figures: few plain cells have text. */
export function isSparse({ grid, by }: FoundTable): boolean {
  const single = grid.cells.filter((c) => c.text !== '' && c.rowSpan === 1 && c.columnSpan === 1).length
  return by === 'rules' && single < leastFilled * grid.rows * grid.columns
}

/** Dots that lead from a name to its figure, column by column. */
export function isOfLeaders({ grid }: FoundTable): boolean {
  const filled = grid.cells.filter((c) => c.text !== '')
  return 2 * filled.filter(({ text }) => /^[.\s…]+$/.test(text)).length >= filled.length
}

const [fewestFields, leastFields] = [3, 0.4]
const [besidePt, footPt, shortestPt] = [8, 5, 30]
const mostRules = 400

/** Lines begin behind words, at their foot, and nothing is written on them. */
export function isForm({ grid, words, x0, x1, y0, y1 }: FoundTable, rules: readonly Rule[]): boolean {
  const within = rules.filter(
    (r) => r.at > y0 && r.at < y1 + footPt && r.from > x0 - 1 && r.to < x1 + 1 && r.to - r.from > shortestPt,
  )
  if (within.length > mostRules) return false
  const own = [...words]
  const fields = within.filter((r) => {
    const near = own.filter((w) => w.y0 < r.at && Math.abs(w.y1 - r.at) < footPt)
    const isBehind = near.some((w) => r.from > w.x1 - 1 && r.from - w.x1 < besidePt)
    return isBehind && !near.some((w) => centreX(w) > r.from && centreX(w) < r.to)
  })
  return fields.length >= fewestFields && fields.length >= leastFields * grid.rows
}

const [fewestSlanted, mostSlanted, leastSingle] = [6, 2_000, 0.5]

/** Lines that run aslant, arrows, and few plain cells: a drawing with its measures, or a plan of a circuit. */
export function isPlan({ grid, by, x0, y0, x1, y1 }: FoundTable, slanted: readonly Box[]): boolean {
  if (by !== 'rules' || slanted.length < fewestSlanted) return false
  const single = grid.cells.filter((c) => c.text !== '' && c.rowSpan === 1 && c.columnSpan === 1).length
  if (single >= leastSingle * grid.rows * grid.columns) return false
  const inside = slanted.slice(0, mostSlanted).filter((s) => holdsCentre({ x0, y0, x1, y1 }, s))
  return inside.length >= fewestSlanted
}
