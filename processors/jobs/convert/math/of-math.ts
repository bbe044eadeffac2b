// Which words of the text's own letters belong to an equation, by what they touch.
import type { Word } from '../page-text.ts'

const variables = /^\p{L}{1,3}(?:,\p{L}{1,3})*[,.]?$/u
const operator = /^\p{L}{2,6}$/u
const quotient = /^\p{L}{1,2}\/\p{L}{1,6}$/u

// Letters of the text's own italics, where mathematics has no font for them, touch a sign that is set in another; names of functions
// stand between two such.
export function isOfMath(w: Word, before: Word | undefined, after: Word | undefined): boolean {
  const isSign = (a: Word | undefined) => a !== undefined && a.font !== w.font && !/\p{L}{2}/u.test(a.text)
  const isClose = (gap: number) => Math.abs(gap) < 0.12 * w.size
  const touches = [isSign(before) && isClose(w.x0 - before!.x1), isSign(after) && isClose(after!.x0 - w.x1)]
  if (w.italic || w.text.includes('/')) return (w.italic ? variables : quotient).test(w.text) && touches.includes(true)
  return operator.test(w.text) && !touches.includes(false)
}
