// Which words of the text's own letters belong to an equation, by what they touch.
import { centreY } from '../geometry.ts'
import type { Word } from '../page-text.ts'
import { extensionSignOf, hangOf } from './extension-signs.ts'

/** Of the size of what it stands at, a script has less. */
export const scriptShare = 0.86

const variables = /^\p{L}{1,3}(?:,\p{L}{1,3})*[,.]?$/u
const operator = /^\p{L}{2,6}$/u
// What is applied to something: RSS(w), but no word with an ending in brackets.
const applied = /^[^\p{L}]*\p{L}{2,12}[([](?!s\))/u
const longWord = /\p{L}{3}/gu
const label = /^\p{L}{2,12}$/u
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

/** The name of a function with the bracket that it is applied in, in one word or two. */
export function isApplied(w: Word, openings: readonly Word[]): boolean {
  if (applied.test(w.text)) return (w.text.match(longWord)?.length ?? 0) <= 1
  if (!operator.test(w.text)) return false
  const middle = centreY(w)
  return openings.some((o) => Math.abs(o.x0 - w.x1) < 0.2 * w.size && o.y0 < middle && hangOf(o) > middle)
}

/** What a bracket opens with, be it as high as a matrix. */
export const isOpening = (w: Word): boolean => /^[([{⎛⎡]/u.test(w.text) || openingSigns.has(extensionSignOf(w)?.latex ?? '')
const openingSigns: ReadonlySet<string> = new Set(['(', '[', '\\{'])

/** Words set small right behind a sign that is larger: max, MAP and what else is raised or lowered. */
export const isScriptOf = (w: Word, before: Word | undefined): boolean =>
  before !== undefined &&
  label.test(w.text) &&
  w.size < scriptShare * before.size &&
  w.x0 - before.x1 < 0.2 * w.size &&
  w.x0 > before.x0 &&
  !/\p{L}{2}/u.test(before.text)
