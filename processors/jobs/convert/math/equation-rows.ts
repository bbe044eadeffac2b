// Parts what stands close together into equations of a row each: a stack of them is no more one than the symbols of a table's column.
import { centreX, centreY } from '../geometry.ts'
import type { Word } from '../page-text.ts'
import { extensionSignOf, isExtension } from './extension-signs.ts'
import type { Bar } from './write-latex.ts'

/** Rows are further apart than this share of the largest size. */
const leastApart = 0.75
const smaller = 0.86
const bracket = /^(?:[()[\]{}]|[⎛-⎭])$/u
type Row = { readonly words: Word[]; readonly first: number; last: number }
type Span = { from: number; to: number }

/** `bars`: those of the group's fractions and roots. */
export function equationRows(group: readonly Word[], bars: readonly Bar[]): Word[][] {
  const largest = Math.max(...group.filter((w) => !isExtension(w)).map((w) => w.size))
  const spans = spansOf(group)
  const fractionOf = (w: Word) =>
    bars
      .filter(({ at, from, to }) => centreX(w) > from - 2 && centreX(w) < to + 2 && Math.abs(centreY(w) - at) < 2.2 * largest)
      .sort((a, b) => b.to - b.from - (a.to - a.from))[0]
  const heightOf = (w: Word): number => {
    const sign = extensionSignOf(w)
    return fractionOf(w)?.at ?? (sign === undefined ? centreY(w) : w.y0 + (sign.hangs * w.size) / 2)
  }
  const isFull = (w: Word) => fractionOf(w) !== undefined || (!isExtension(w) && w.font !== '' && w.size > smaller * largest)
  const rows: Row[] = []
  for (const w of group.filter(isFull).sort((a, b) => heightOf(a) - heightOf(b))) {
    const at = heightOf(w)
    const row = rows.at(-1)
    const isOne =
      row !== undefined && (at - row.last < leastApart * largest || spans.some((s) => row.first >= s.from && at <= s.to))
    if (isOne) row.last = Math.max(row.last, at)
    if (isOne) row.words.push(w)
    else rows.push({ words: [w], first: at, last: at })
  }
  if (rows.length < 2) return [[...group]]
  for (const w of group) {
    if (isFull(w)) continue
    const away = ({ first, last }: Row) => Math.max(first - heightOf(w), heightOf(w) - last)
    rows.reduce((best, row) => (away(row) < away(best) ? row : best)).words.push(w)
  }
  return rows.map(({ words }) => words)
}

/** From where to where large brackets reach, their pieces as one: what lies between them is rows of a matrix. */
function spansOf(group: readonly Word[]): Span[] {
  const found: (Span & { x: number })[] = []
  for (const w of group
    .filter((one) => bracket.test(one.text) || extensionSignOf(one)?.kind === 'bracket')
    .sort((a, b) => a.y0 - b.y0)) {
    const hangs = extensionSignOf(w)?.hangs ?? (w.font === '' || isExtension(w) ? 1.8 : 1)
    const own = { x: centreX(w), from: w.y0, to: Math.max(w.y1, w.y0 + hangs * w.size) }
    const piece = found.find((s) => Math.abs(s.x - own.x) < 0.5 * w.size && own.from - s.to < 0.3 * w.size)
    if (piece) piece.to = Math.max(piece.to, own.to)
    else found.push(own)
  }
  return found
}
