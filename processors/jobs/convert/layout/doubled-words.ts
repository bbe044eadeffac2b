// Text that is drawn over itself, as writers do who lack some of a font's letters or make bold of it: each word is read once.
import { centreY, height } from '../geometry.ts'
import type { Word } from '../page-text.ts'
import { createRowIndex, type RowIndex } from './row-index.ts'

const mostNeighbours = 300
// Of a word's size.
const [slack, otherRow, otherSize] = [0.12, 0.25, 0.1]

export function withoutDoubles(words: readonly Word[]): Word[] {
  const rows = createRowIndex(words)
  const places = new Map(words.map((w, place) => [w, place]))
  return words.filter((w) => !isDrawnOver(w, rows, places))
}

/** By a word that says the same in the same place, and more, or that comes first. */
function isDrawnOver(word: Word, rows: RowIndex<Word>, places: ReadonlyMap<Word, number>): boolean {
  let seen = 0
  for (const other of rows.near(centreY(word), centreY(word))) {
    if (++seen > mostNeighbours) return false
    if (other === word || other.text.length < word.text.length || !isInPlace(word, other)) continue
    if (other.text.length === word.text.length && places.get(other)! > places.get(word)!) continue
    if (says(other.text, word.text)) return true
  }
  return false
}

// Points and dashes may be among the letters that were lacking.
const bare = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '')
const says = (more: string, less: string) => more.includes(less) || (bare(less) !== '' && bare(more).includes(bare(less)))

function isInPlace(word: Word, other: Word): boolean {
  const edge = slack * word.size
  const isInRow = Math.abs(centreY(word) - centreY(other)) < otherRow * height(word)
  const isAsLarge = Math.abs(word.size - other.size) < otherSize * word.size && word.turned === other.turned
  if (!isInRow || !isAsLarge || word.x0 < other.x0 - edge || word.x1 > other.x1 + edge) return false
  // Where in the other its letters stand.
  const letter = (other.x1 - other.x0) / other.text.length
  const at = other.x0 + Math.max(0, other.text.indexOf(word.text)) * letter
  return Math.abs(at - word.x0) < 0.35 * (other.x1 - other.x0) + letter
}
