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
const stem = /^⎪+$/u
const isNear = (a: Box, b: Box, size: number): boolean =>
  Math.abs(a.x0 - b.x0) < 0.5 * size && a.y0 - b.y1 < 0.6 * size && b.y0 - a.y1 < 0.6 * size

/** Of the words of one equation. */
export function largeBrackets(words: readonly Word[]): LargeBracket[] {
  const found: LargeBracket[] = []
  const stems = words.filter((w) => stem.test(w.text))
  for (const [pattern, latex] of pieces) {
    const own = words.filter((w) => pattern.test(w.text)).sort((a, b) => a.y0 - b.y0)
    const stacks: Word[][] = []
    for (const w of own) {
      const stack = stacks.find((one) =>
        isNear(w, boxAround([...one, ...stems.filter((s) => isNear(s, one.at(-1)!, s.size))]), w.size),
      )
      if (stack) stack.push(w)
      else stacks.push([w])
    }
    for (const stack of stacks) {
      const box = boxAround(stack)
      const between = stems.filter((s) => Math.abs(s.x0 - box.x0) < 0.5 * s.size && s.y0 < box.y1 && s.y1 > box.y0)
      found.push({ ...box, latex, size: stack[0]!.size, words: [...stack, ...between] })
    }
  }
  for (const w of words) {
    const sign = extensionSignOf(w)
    if (sign?.kind === 'bracket') found.push({ ...boxAround([w]), y1: hangOf(w), latex: sign.latex, size: w.size, words: [w] })
    else if (w.font === '' && /^[()[\]{}]$/.test(w.text))
      found.push({ ...boxAround([w]), y1: hangOf(w), latex: w.text.replace(/[{}]/, '\\$&'), size: w.size, words: [w] })
  }
  return found
}

/** A brace that nothing closes, with cases behind it. */
export function opensCases(bracket: LargeBracket, all: readonly LargeBracket[], size: number): boolean {
  const closes = all.some(
    (other) => other.latex === '\\}' && other.x0 > bracket.x0 && other.y0 < bracket.y1 && other.y1 > bracket.y0,
  )
  return bracket.latex === '\\{' && height(bracket) > 1.7 * size && !closes
}
