// The values of a line of a statement: sums, shares and the dashes that stand for none, each with its signs, apart from the name before them.
import type { Word } from '../page-text.ts'
import { isYear } from './figure.ts'
import { type Segment, segmentFrom, type TextRow } from './text-rows.ts'

export type Line = TextRow & { readonly values: Segment[]; readonly texts: Segment[] }

const number = /^[($€£¥+–—−-]*\d[\d.,]*\)?%?\)?(?:\p{L}{1,3})?$/u
const none = /^(?:[–—−-]{1,2}|n\/?[am]|nil)$/i
const closing = /^(?:\)%?|%\)?|\*{1,3}|†|x|bps|pts\.?)$/i
const opening = /^(?:(?:US|C|A|HK)?[$€£¥]\(?|\()$/
/** Of a letter's size: what parts a value from a name, two values, a value and its closing sign. */
const [nameGap, valueGap, signedGap, closeGap, textGap] = [0.75, 0.3, 0.1, 2, 0.9]
/** Of a line's letters: what is smaller is the call of a note. */
const smallest = 0.8
/** Of a letter's size: a bracket. */
const signWidth = 0.34
const mostSigns = 3

/** Words from left to right: each value with the signs around it, and pieces of text between them. */
export function lineOf(row: TextRow): Line {
  const values: Segment[] = []
  const texts: Word[][] = []
  const tallest = Math.max(...row.words.map((w) => w.size))
  let last: { words: Word[]; isValue: boolean } | null = null
  for (let at = 0; at < row.words.length; ) {
    const before = row.words[at - 1]
    const unit = unitAt(row.words, at)
    const gap = before === undefined ? Number.POSITIVE_INFINITY : row.words[at]!.x0 - before.x1
    const least = (last?.isValue ? (isSigned(row.words[at]!) ? signedGap : valueGap) : nameGap) * row.words[at]!.size
    const isAlone = unit !== null && endsHere(row.words, at + unit.length)
    if (unit !== null && isAlone && gap >= least && unit.at(-1)!.size >= smallest * tallest) {
      values.push(segmentFrom(unit))
      last = { words: unit, isValue: true }
      at += unit.length
      continue
    }
    const word = row.words[at]!
    if (last !== null && !last.isValue && gap < textGap * word.size) last.words.push(word)
    // A raised mark, or a word right behind a value, goes with it.
    else if (last?.isValue && gap < valueGap * word.size) extend(values, word)
    else {
      last = { words: [word], isValue: false }
      texts.push(last.words)
    }
    at++
  }
  return { ...row, values, texts: texts.map(segmentFrom) }
}

const isSigned = ({ text }: Word) => /^\p{Sc}/u.test(text)

/** What goes on with words is a part of a name: "3,666 million shares". */
function endsHere(words: readonly Word[], next: number): boolean {
  const [before, word] = [words[next - 1]!, words[next]]
  return (
    word === undefined ||
    word.x0 - before.x1 >= nameGap * word.size ||
    unitAt(words, next) !== null ||
    word.size < smallest * before.size
  )
}

function extend(values: Segment[], word: Word): void {
  const last = values.pop()!
  values.push({ ...segmentFrom([...last.words, word]), x0: last.x0, x1: last.x1 })
}

/** The words of the value that begins here, or null. */
function unitAt(words: readonly Word[], start: number): Word[] | null {
  let at = start
  while (at < words.length && at < start + 2 && opening.test(words[at]!.text)) at++
  const core = words[at]
  if (core === undefined || !(number.test(core.text) || none.test(core.text))) return null
  // A sign far from its sum is still its own: it stands at its column's left.
  const unit = words.slice(start, at + 1)
  for (let next = at + 1; next < words.length && next < at + 4; next++) {
    const [before, word] = [words[next - 1]!, words[next]!]
    if (!closing.test(word.text) || word.x0 - before.x1 > closeGap * word.size) break
    unit.push(word)
  }
  return unit
}

/** A year alone. */
export const isOfYear = ({ text }: Segment): boolean => isYear(text)
export const isNumber = ({ text }: Segment): boolean => /\d/.test(text)

/** Where its digits end, and where its last sign does: either may stand at its column's edge. */
export function endsOf({ words, x1 }: Segment): readonly [number, number] {
  const core = words.findLast((w) => /[\d–—−-]/.test(w.text)) ?? words.at(-1)!
  let signs = 0
  while (signs < mostSigns && /[)%]/.test(core.text.at(-1 - signs) ?? '')) signs++
  return [core.x1 - signs * signWidth * core.size, x1]
}
