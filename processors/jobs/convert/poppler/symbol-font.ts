// TeX's font of symbols: those whose names poppler does not know come as the letters and figures in their places.
import type { Word } from '../page-text.ts'

const symbolFont = /(?:^|\+)(?:CMB?SY|LMMathSymbols)\d*/i
const slash = '\u0338'

// It has no figures and no small letters of its own; its capitals are script letters.
const symbols: Record<string, string> = {
  '0': '′',
  '1': '∞',
  '2': '∈',
  '3': '∋',
  '6': slash,
  '7': '↦',
  '`': '⊢',
  a: '⊣',
  b: '⌊',
  c: '⌋',
  d: '⌈',
  e: '⌉',
  f: '{',
  g: '}',
  h: '⟨',
  i: '⟩',
  k: '∥',
  p: '√',
  r: '∇',
  s: '∫',
  t: '⊔',
  u: '⊓',
  v: '⊑',
  w: '⊒',
}
/** Drawn of two signs. */
const arrow = /7→/g
const relation = /^[=<>≤≥∈∋⊂⊃⊆⊇∼~≡≈]/

/** What a word says that is set in that font alone, as the run it lies in tells. */
export function symbolsIn(text: string, run: { readonly font: string; readonly text: string }): string {
  if (!symbolFont.test(run.font) || !run.text.includes(text)) return text
  return negated([...text.replace(arrow, '↦')].map((letter) => symbols[letter] ?? letter).join(''))
}

/** A stroke without a width is drawn through the sign behind it: both are one sign. */
export function joinSlashes(words: readonly Word[]): Word[] {
  const struck = new Set<Word>()
  for (const [i, w] of words.entries()) {
    const next = words[i + 1]
    const isStroke = (w.text === slash || w.text === '6') && w.x1 - w.x0 < 0.1 && next !== undefined && relation.test(next.text)
    if (!isStroke || Math.abs(next.x0 - w.x0) > 0.3 * next.size || next.y0 > w.y1 || next.y1 < w.y0) continue
    next.text = negated(slash + next.text)
    struck.add(w)
  }
  return struck.size === 0 ? [...words] : words.filter((w) => !struck.has(w))
}

// Unicode sets the stroke behind what it goes through.
const negated = (text: string) => text.replace(/\u0338(.)/gu, `$1${slash}`).normalize('NFC')
