// Sums and the like within a line of text, whose limits stand above and below them: one word for each with its limits.
import { boxAround, centreX, centreY } from '../geometry.ts'
import type { Word } from '../page-text.ts'
import { extensionSignOf } from './extension-signs.ts'
import { mathMark } from './marks.ts'
import { scriptShare } from './of-math.ts'
import { latexOfWord, scriptsOf } from './symbols.ts'
import { writeLatex } from './write-latex.ts'

const mostSigns = 300
const mostParts = 12
const named = /^(?:lim|max|min|sup|inf|argmax|argmin|liminf|limsup)$/

export function gatherLimits(words: readonly Word[]): Word[] {
  const signs = words.filter((w) => isOperator(w) || named.test(w.text))
  if (signs.length === 0 || signs.length > mostSigns) return [...words]
  const small = words.filter((w) => !w.text.includes(mathMark) && !/\p{L}{4}/u.test(w.text))
  const taken = new Set<Word>()
  const written = new Map<Word, Word>()
  for (const sign of signs) {
    const [below, above] = [limitOf(sign, small, 'below'), isOperator(sign) ? limitOf(sign, small, 'above') : []]
    const parts = [...below, ...above]
    if (parts.length === 0 || parts.some((w) => taken.has(w) || written.has(w))) continue
    for (const w of parts) taken.add(w)
    const latex = `${latexOfWord(sign)}${scriptsOf(writeLatex(below, []), writeLatex(above, []))} `
    const middle = centreY(sign)
    const row = { y0: middle - sign.size / 2, y1: middle + sign.size / 2 }
    written.set(sign, {
      ...sign,
      ...row,
      text: `${mathMark}${latex}${mathMark}`,
      font: '',
      bold: false,
      italic: false,
      mono: false,
    })
  }
  return words.flatMap((w) => (taken.has(w) ? [] : [written.get(w) ?? w]))
}

const isOperator = (w: Word): boolean => extensionSignOf(w)?.kind === 'operator'

/** Set smaller, close above or below it and over its middle; with what stands beside that on its height. */
function limitOf(sign: Word, words: readonly Word[], side: 'above' | 'below'): Word[] {
  const gapOf = (w: Word) => (side === 'below' ? w.y0 - sign.y1 : sign.y0 - w.y1)
  const near = words.filter(
    (w) =>
      w !== sign &&
      w.size < scriptShare * sign.size &&
      gapOf(w) > -0.45 * sign.size &&
      gapOf(w) < 0.3 * sign.size &&
      isBeyond(w, sign, side),
  )
  const found = near.filter((w) => centreX(w) > sign.x0 && centreX(w) < sign.x1)
  for (let i = 0; i < found.length && found.length < mostParts; i++) {
    for (const w of near) if (!found.includes(w) && isBeside(found[i]!, w)) found.push(w)
  }
  if (found.length === 0 || found.length >= mostParts) return []
  // A script of what stands before or behind reaches no further than its edge.
  const box = boxAround(found)
  return Math.abs(centreX(box) - centreX(sign)) < 0.6 * sign.size ? found : []
}

const isBeyond = (w: Word, sign: Word, side: 'above' | 'below') =>
  side === 'below' ? centreY(w) > sign.y1 - 0.25 * sign.size : centreY(w) < sign.y0 + 0.25 * sign.size
const isBeside = (a: Word, b: Word): boolean =>
  Math.max(a.x0 - b.x1, b.x0 - a.x1) < 0.3 * a.size && Math.abs(centreY(a) - centreY(b)) < 0.5 * a.size
