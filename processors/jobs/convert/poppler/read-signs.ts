// Puts the signs that a reader sees in the place of the letters that poppler gives for them.
import { centreY } from '../geometry.ts'
import { createRowIndex } from '../layout/row-index.ts'
import type { Word } from '../page-text.ts'
import type { Run } from './runs.ts'
import { type SignFonts, slash } from './sign-alphabets.ts'

// A page has no more signs, unless it is made to be slow.
const mostSigns = 5_000
const slackPt = 1.5
/** A sign that is drawn over the next has no width. */
const narrowPt = 0.1
/** More letters in one word are made to be slow. */
const longestWord = 200
/** So many words lie over one place only where a page is made to be slow. */
const mostOverEachOther = 20
const relation = /^[=<>≤≥∈∋⊂⊃⊆⊇∼~≡≈]/

// TeX prints these in two parts.
const joined: Readonly<Record<string, string>> = { '↦→': '↦', '∈/': '∉' }
const joints = /↦→|∈\//g

type Beside = { readonly before: string; readonly after: string }

/** `scale`: how many points one unit of the runs is. */
export function readSigns(words: readonly Word[], runs: readonly Run[], scale: number, signsIn: SignFonts): Word[] {
  const written = new Set(runs.map(({ font }) => font))
  if (![...written].some((font) => signsIn(font) !== null)) return joinSlashes(words)
  const rows = createRowIndex(words)
  const changed = new Set<Word>()
  let left = mostSigns
  for (const [n, run] of runs.entries()) {
    const signs = signsIn(run.font)
    if (signs === null) continue
    const beside = { before: runs[n - 1]?.text.trimEnd() ?? '', after: runs[n + 1]?.text.trimStart() ?? '' }
    for (const [i, letter] of [...run.text].entries()) {
      const sign = signs[letter]
      if (sign === undefined) continue
      if (left-- <= 0) break
      const x = (run.x0 + ((run.x1 - run.x0) * (i + 0.5)) / run.text.length) * scale
      const y = ((run.y0 + run.y1) / 2) * scale
      const word = putSign(rows.near(y, y), x, y, letter, sign, beside)
      if (word) changed.add(word)
    }
  }
  for (const word of changed) word.text = word.text.replace(joints, (pair) => joined[pair]!)
  return joinSlashes(words)
}

/** Into the word at that place, where that letter stands nearest to it and between what the runs beside it say. */
function putSign(near: Iterable<Word>, x: number, y: number, letter: string, sign: string, beside: Beside): Word | null {
  let best: { word: Word; at: number; cost: number } | null = null
  let compared = 0
  for (const word of near) {
    const outside = Math.max(0, word.x0 - x, x - word.x1)
    if (outside > slackPt || y < word.y0 || y > word.y1 || word.text.length > longestWord || !word.text.includes(letter)) continue
    if (++compared > mostOverEachOther) break
    const letters = [...word.text]
    const width = word.x1 - word.x0
    const place = width < narrowPt ? 0 : ((x - word.x0) / width) * letters.length - 0.5
    for (const [at, one] of letters.entries()) {
      const off = Math.abs(at - place)
      if (one !== letter || off > Math.max(1.2, 0.2 * letters.length)) continue
      const [head, tail] = [letters.slice(0, at).join(''), letters.slice(at + 1).join('')]
      const cost = off + outside - ends(beside.before, head) - begins(beside.after, tail)
      if (best === null || cost < best.cost) best = { word, at, cost }
    }
  }
  if (best === null) return null
  const letters = [...best.word.text]
  letters[best.at] = sign
  best.word.text = letters.join('')
  return best.word
}

const ends = (text: string, end: string) => (end !== '' && text.endsWith(end) ? 1 : 0)
const begins = (text: string, start: string) => (start !== '' && text.startsWith(start) ? 1 : 0)

/** A stroke is drawn through the sign behind it, whether that is in its word or, where it has no width, in the next: both are one. */
function joinSlashes(words: readonly Word[]): Word[] {
  const struck = new Set<Word>()
  for (const [i, w] of words.entries()) {
    const next = words[i + 1]
    if (w.text.includes(slash)) w.text = negated(w.text)
    if (!w.text.endsWith(slash) || next === undefined || !relation.test(next.text)) continue
    // Alone, or behind the letter that it touches.
    const isAlone = w.text === slash
    if (isAlone && w.x1 - w.x0 > narrowPt) continue
    if (Math.abs(next.x0 - (isAlone ? w.x0 : w.x1)) > 0.3 * next.size || centreY(next) < w.y0 || centreY(next) > w.y1) continue
    next.text = negated(slash + next.text)
    if (isAlone) struck.add(w)
    else w.text = w.text.slice(0, -slash.length)
  }
  return struck.size === 0 ? [...words] : words.filter((w) => !struck.has(w))
}

// Unicode sets the stroke behind what it goes through.
const negated = (text: string) => text.replace(/\u0338(.)/gu, `$1${slash}`).normalize('NFC')
