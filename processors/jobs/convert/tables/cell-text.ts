// What the words of one cell say: row after row, and side after side where two columns of text stand in it.
import { isUnspaced } from '../document/lexicon.ts'
import { textOf } from '../layout/lines.ts'
import type { Word } from '../page-text.ts'
import { withRaised } from './raised-marks.ts'
import { type TextRow, textRows } from './text-rows.ts'

const leastGap = 1.2
const fewestRows = 3
/** Of rows that stand beside one of the other side: more are names with their values. */
const mostPaired = 0.4
const mostWords = 2_000

export function cellText(words: readonly Word[]): string {
  const sides = sidesOf(words)
  return sides.map((rows) => joinRows(rows.map((r) => textOf(withRaised(r.words))))).join(' ')
}

// Chinese, Japanese and Thai are set on without a blank.
function joinRows(texts: readonly string[]): string {
  let text = ''
  for (const row of texts) text += text === '' || (isUnspaced(text.slice(-2)) && isUnspaced(row.slice(0, 1))) ? row : ` ${row}`
  return text.trim()
}

function sidesOf(words: readonly Word[]): TextRow[][] {
  const rows = textRows(words)
  if (rows.length < fewestRows || words.length > mostWords) return [rows]
  for (const { from, to } of gapsOf(words)) {
    const middle = (from + to) / 2
    const left = textRows(words.filter((w) => w.x1 < middle))
    const right = textRows(words.filter((w) => w.x0 > middle))
    if (left.length < fewestRows || right.length < fewestRows) continue
    const isPaired = (a: TextRow) => right.some((b) => Math.abs(a.y1 - b.y1) < 0.12 * (b.y1 - b.y0))
    if (left.filter(isPaired).length <= mostPaired * Math.min(left.length, right.length)) return [left, right]
  }
  return [rows]
}

/** Where no word stands, wide enough for a gutter. */
function gapsOf(words: readonly Word[]): { from: number; to: number }[] {
  const sorted = [...words].sort((a, b) => a.x0 - b.x0)
  const gaps: { from: number; to: number }[] = []
  let reach = Number.NEGATIVE_INFINITY
  for (const word of sorted) {
    if (reach > Number.NEGATIVE_INFINITY && word.x0 - reach > leastGap * word.size) gaps.push({ from: reach, to: word.x0 })
    reach = Math.max(reach, word.x1)
  }
  return gaps
}
