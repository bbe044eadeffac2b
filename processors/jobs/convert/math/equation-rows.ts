// Parts what stands close together into equations of a row each: a stack of them is no more one than the symbols of a table's column.
import { centreX, centreY } from '../geometry.ts'
import type { Word } from '../page-text.ts'
import { isExtension } from './extension-signs.ts'
import { largeBrackets } from './large-brackets.ts'
import { scriptShare } from './of-math.ts'
import type { Bar } from './write-latex.ts'

/** Rows are further apart than this share of the largest size. */
const leastApart = 0.75
const operator = /^[∑∏∐∫∬∭∮⋀-⋃⨀-⨆]$/u
/** Larger than what stands beside them, in some families. */
const isOperator = (w: Word): boolean => isExtension(w) || operator.test(w.text)
type Row = { readonly words: Word[]; readonly first: number; last: number }

/** `bars`: those of the group's fractions and roots. */
export function equationRows(group: readonly Word[], bars: readonly Bar[]): Word[][] {
  const largest = Math.max(...group.filter((w) => !isOperator(w)).map((w) => w.size))
  const spans = largeBrackets(group)
  const fractionOf = (w: Word) =>
    bars
      .filter(({ at, from, to }) => centreX(w) > from - 2 && centreX(w) < to + 2 && Math.abs(centreY(w) - at) < 2.2 * largest)
      .sort((a, b) => b.to - b.from - (a.to - a.from))[0]
  const heightOf = (w: Word): number => fractionOf(w)?.at ?? centreY(w)
  const isFull = (w: Word) => fractionOf(w) !== undefined || (!isOperator(w) && w.font !== '' && w.size > scriptShare * largest)
  const rows: Row[] = []
  for (const w of group.filter(isFull).sort((a, b) => heightOf(a) - heightOf(b))) {
    const at = heightOf(w)
    const row = rows.at(-1)
    const isOne =
      row !== undefined && (at - row.last < leastApart * largest || spans.some(({ y0, y1 }) => row.first >= y0 && at <= y1))
    if (isOne) row.last = Math.max(row.last, at)
    if (isOne) row.words.push(w)
    else rows.push({ words: [w], first: at, last: at })
  }
  if (rows.length < 2) return [[...group]]
  for (const w of group.filter((one) => !isFull(one)).sort((a, b) => a.x0 - b.x0)) {
    // A script of a row may stand closer to the row below: it is of what it touches.
    const touched = rows.filter(({ words }) => words.some((host) => isScriptOf(w, host)))
    const away = ({ first, last }: Row) => Math.max(first - heightOf(w), heightOf(w) - last)
    const near = touched.length > 0 ? touched : rows
    near.reduce((best, row) => (away(row) < away(best) ? row : best)).words.push(w)
  }
  return rows.map(({ words }) => words)
}

const isScriptOf = (w: Word, host: Word): boolean =>
  Math.abs(w.x0 - host.x1) < 0.18 * host.size &&
  w.size <= host.size &&
  w.y0 < host.y1 + 0.2 * host.size &&
  w.y1 > host.y0 - 0.2 * host.size
