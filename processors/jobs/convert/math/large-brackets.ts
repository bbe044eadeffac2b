// Brackets as high as a matrix: in one piece that hangs from its top, or of pieces one above the other.
import { type Box, boxAround, height } from '../geometry.ts'
import type { Word } from '../page-text.ts'
import { extensionSignOf, hangOf } from './extension-signs.ts'

export type LargeBracket = Box & { readonly latex: string; readonly size: number; readonly words: readonly Word[] }

const pieces: readonly (readonly [RegExp, string])[] = [
  [/^[⎛⎜⎝]+$/u, '('],
  [/^[⎞⎟⎠]+$/u, ')'],
  [/^[⎡⎢⎣]+$/u, '['],
  [/^[⎤⎥⎦]+$/u, ']'],
  [/^[⎧⎨⎩]+$/u, '\\{'],
  [/^[⎫⎬⎭]+$/u, '\\}'],
]
/** Between the parts of a brace, left or right. */
const stem = /^⎪+$/u
const isBrace = (latex: string): boolean => /[{}]/.test(latex)
/** How far apart pieces are above each other at most, of their size, and beside each other in points. */
const [mostBelow, columnPt] = [0.6, 3]

/** Of the words of one equation, or of a page. */
export function largeBrackets(words: readonly Word[]): LargeBracket[] {
  const found: LargeBracket[] = []
  for (const [pattern, latex] of pieces) {
    const parts = words.filter((w) => pattern.test(w.text) || (isBrace(latex) && stem.test(w.text)))
    for (const stack of stacksOf(parts))
      if (stack.some((w) => pattern.test(w.text))) found.push({ ...boxAround(stack), latex, size: stack[0]!.size, words: stack })
  }
  for (const w of words) {
    const sign = extensionSignOf(w)
    if (sign?.kind === 'bracket') found.push({ ...boxAround([w]), y1: hangOf(w), latex: sign.latex, size: w.size, words: [w] })
    else if (w.font === '' && /^[()[\]{}]$/.test(w.text))
      found.push({ ...boxAround([w]), y1: hangOf(w), latex: w.text.replace(/[{}]/, '\\$&'), size: w.size, words: [w] })
  }
  return found
}

/** What stands below each other without a gap. */
function stacksOf(parts: readonly Word[]): Word[][] {
  const stacks: Word[][] = []
  const lowest = new Map<number, Word[]>()
  for (const w of [...parts].sort((a, b) => a.y0 - b.y0)) {
    const column = Math.round(w.x0 / columnPt)
    const stack = [column - 1, column, column + 1]
      .map((near) => lowest.get(near))
      .find((one) => one !== undefined && isBelow(w, one.at(-1)!))
    if (stack) stack.push(w)
    const own = stack ?? [w]
    if (stack === undefined) stacks.push(own)
    lowest.set(column, own)
  }
  return stacks
}

const isBelow = (w: Word, above: Word): boolean => Math.abs(w.x0 - above.x0) < columnPt && w.y0 - above.y1 < mostBelow * w.size

/** A brace that nothing closes, with cases behind it. */
export function opensCases(bracket: LargeBracket, all: readonly LargeBracket[], size: number): boolean {
  const closes = all.some(
    (other) => other.latex === '\\}' && other.x0 > bracket.x0 && other.y0 < bracket.y1 && other.y1 > bracket.y0,
  )
  return bracket.latex === '\\{' && height(bracket) > 1.7 * size && !closes
}
