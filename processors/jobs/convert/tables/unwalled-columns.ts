// Two columns drawn as one: names beside what is said of them, with no wall between, under a heading that may lie over both.
import { holdsCentre } from '../geometry.ts'
import type { Word } from '../page-text.ts'
import type { Lattice, LatticeCell } from './lattice.ts'

const fewestRows = 3
/** Of the size of its words. */
const leastGap = 0.8
const alignedPt = 3
const leastNamed = 0.8
const mostOfWidth = 0.6
/** No column of a real table has as many gaps through all its cells. */
const mostTries = 20

export function splitUnwalled(lattice: Lattice, words: readonly Word[]): Lattice {
  let split = lattice
  // A frame of one column is looked at elsewhere: it need be no table.
  if (lattice.xs.length < 3) return lattice
  for (let column = lattice.xs.length - 2; column >= 0; column--) split = splitColumn(split, column, words)
  return split
}

function splitColumn(lattice: Lattice, column: number, words: readonly Word[]): Lattice {
  const own = lattice.cells.filter((c) => c.column === column && c.columnSpan === 1)
  const filled = own
    .map((cell) => ({ cell, words: words.filter((w) => holdsCentre(cell, w)) }))
    .filter((one) => one.words.length > 0)
    .sort((a, b) => a.cell.row - b.cell.row)
  const body = filled.slice(1).map((one) => one.words)
  const at = body.length < fewestRows ? null : wallBetween(body)
  if (at === null) return lattice
  const cells = lattice.cells.flatMap((c): LatticeCell[] => {
    if (c.column > column) return [{ ...c, column: c.column + 1 }]
    if (c.column + c.columnSpan <= column) return [c]
    if (c.columnSpan > 1 || isAcross(c, at, words)) return [{ ...c, columnSpan: c.columnSpan + 1 }]
    return [
      { ...c, x1: at },
      { ...c, x0: at, column: column + 1 },
    ]
  })
  return { ...lattice, xs: lattice.xs.toSpliced(column + 1, 0, at), cells }
}

function isAcross(cell: LatticeCell, at: number, words: readonly Word[]): boolean {
  const own = words.filter((w) => holdsCentre(cell, w))
  return own.some((w) => w.x0 < at && w.x1 > at) || isOneEntry(own, at)
}

/** Words on both sides, next to each other. */
function isOneEntry(words: readonly Word[], at: number): boolean {
  const left = words.filter((w) => w.x1 <= at)
  const right = words.filter((w) => w.x0 >= at)
  return left.some((a) => right.some((b) => Math.abs(a.y0 - b.y0) < 2 && b.x0 - a.x1 < leastGap * a.size))
}

/** Where no word of any cell stands, with a name to the left of it in nearly every cell and what begins at one edge to the right in all. */
function wallBetween(cells: readonly (readonly Word[])[]): number | null {
  const all = cells.flat().sort((a, b) => a.x0 - b.x0)
  const [from, to] = [all[0]!.x0, Math.max(...all.map((w) => w.x1))]
  let reach = from
  let tries = mostTries
  for (const word of all) {
    const isWide = word.x0 - reach >= leastGap * word.size
    if (isWide && tries-- > 0 && reach - from < mostOfWidth * (to - from) && parts(cells, reach, word.x0))
      return (reach + word.x0) / 2
    reach = Math.max(reach, word.x1)
  }
  return null
}

function parts(cells: readonly (readonly Word[])[], left: number, right: number): boolean {
  const named = cells.filter((words) => words.some((w) => w.x1 <= left && isName(w.text)))
  const said = cells.filter(
    (words) => Math.abs(Math.min(...words.filter((w) => w.x0 >= right).map((w) => w.x0)) - right) < alignedPt,
  )
  return named.length >= leastNamed * cells.length && said.length >= leastNamed * cells.length
}

/** No bullet, no number of an entry, no sign before an amount. */
const isName = (text: string) => /\p{L}{3}/u.test(text)
