// Words set at a slant, as the heads of narrow columns are: poppler gives their letters in pieces that climb like stairs.
import { centreX, height, width } from '../geometry.ts'
import type { Word } from '../page-text.ts'

const longestPiece = 4
const fewestPieces = 3
/** Of a piece's height: how far the next one's foot may be off its top, and from where on there is a blank between the two. */
const [overlap, blank, widest] = [0.2, 0.25, 0.8]
const squareScript = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const cellPt = 16
/** More in one place are no letters. */
const mostInPlace = 20

/** Each such word as one, where its first letters stand: there it is over its column. */
export function joinSlanted(words: readonly Word[]): Word[] {
  const pieces = piecesAmong(words)
  if (pieces.length < fewestPieces) return [...words]
  const next = stepsAmong(pieces)
  const reached = new Set(next.values())
  const joined = new Map<Word, Word | null>()
  for (const first of next.keys()) {
    if (reached.has(first)) continue
    const chain = [first]
    for (let at = next.get(first); at !== undefined; at = next.get(at)) chain.push(at)
    if (chain.length < fewestPieces) continue
    for (const piece of chain) joined.set(piece, null)
    // Its letters lean out of its place, to the left of where it begins.
    const [x0, x1] = [centreX(first), first.x1 + width(first) / 2]
    joined.set(first, { ...first, x0, x1, text: textOf(chain) })
  }
  return words.flatMap((w) => (joined.has(w) ? (joined.get(w) ?? []) : [w]))
}

// Letters at a slant lean: their box is wider than high, which no upright words so short are, and less so all of a line. Nothing stands
// close beside them on one height.
function piecesAmong(words: readonly Word[]): Word[] {
  const isPiece = (w: Word) => w.text.length <= longestPiece && width(w) > height(w) && !squareScript.test(w.text)
  const lines = [...Map.groupBy(words, ({ line }) => line).values()]
  return lines.filter((line) => line.every(isPiece) && !line.some((w, i) => isBeside(w, line[i + 1]))).flat()
}

const isBeside = (w: Word, next: Word | undefined): boolean => next !== undefined && next.x0 - w.x1 < 1.5 * height(w)

/** What comes after each, where something does; each comes after one at most. */
function stepsAmong(pieces: readonly Word[]): Map<Word, Word> {
  const cells = Map.groupBy(pieces, (w) => cellOf(w.x0, w.y1))
  const next = new Map<Word, Word>()
  const taken = new Set<Word>()
  for (const a of pieces) {
    const inPlace = (x: number, y: number) => cells.get(cellOf(a.x0 + x * cellPt, a.y0 + y * cellPt))?.slice(0, mostInPlace) ?? []
    const near = [-1, 0, 1].flatMap((x) => [-1, 0, 1].flatMap((y) => inPlace(x, y)))
    const [nearest] = near.filter((b) => b !== a && climbs(a, b)).sort((b, c) => b.x0 - c.x0)
    if (nearest === undefined || taken.has(nearest)) continue
    next.set(a, nearest)
    taken.add(nearest)
  }
  return next
}

const cellOf = (x: number, y: number) => `${Math.floor(x / cellPt)}:${Math.floor(y / cellPt)}`

function climbs(a: Word, b: Word): boolean {
  const gap = gapOf(a, b)
  return gap > -overlap && gap < widest && b.x0 > a.x0 + overlap * width(a) && b.x0 < a.x1 + Math.max(0, gap) * height(a)
}

/** How far over the one the next begins. */
const gapOf = (a: Word, b: Word) => (a.y0 - b.y1) / Math.max(height(a), height(b))

const textOf = (pieces: readonly Word[]) =>
  pieces.map((w, i) => (i > 0 && gapOf(pieces[i - 1]!, w) > blank ? ` ${w.text}` : w.text)).join('')
