// Text painted with a gradient or another pattern: the program that tells of fonts leaves it out, as it does what nobody sees.
import type { Drawing } from '../drawing/drawing.ts'
import { height, median, overlapX } from '../geometry.ts'
import { createRowIndex, type RowIndex } from '../layout/row-index.ts'
import type { PageText, Word } from '../page-text.ts'
import { trimmedAbove } from '../poppler/attach-fonts.ts'
import { bandsOf, shownFor } from './covered-text.ts'

/** So that what names no face is not taken for a scan's. */
const noFace = 'pattern'
const usualShare = 0.85
const [mostNeighbours, touchPt] = [1_000, 1]

/** Hidden words where a pattern paints text, in the size that others of their height have; only a picture tells whether they are seen. */
export function patternedWords({ words }: PageText, drawing: Drawing | null): Word[] {
  if (!drawing?.shown.some((s) => s.isPatterned)) return []
  const bands = bandsOf(drawing.shown)
  const others = createRowIndex(words.filter((w) => !w.hidden))
  const found = words.filter((w) => {
    const shown = w.hidden && w.font === '' ? shownFor(w, bands) : null
    return shown !== null && shown !== 'unsure' && shown.isPatterned === true && !liesUnder(w, others)
  })
  const told = words.filter((w) => w.font !== '' && !w.turned).map((w) => w.size / (height(w) + (w.trimmed ?? 0)))
  const share = told.length === 0 ? usualShare : median(told)
  for (const word of found) {
    const excess = height(word) * (1 - 1.15 * share)
    word.size = share * height(word)
    word.font = noFace
    if (excess <= 0) continue
    word.y0 += trimmedAbove * excess
    word.y1 -= (1 - trimmedAbove) * excess
    word.trimmed = excess
  }
  return found
}

// The ink of another word in its place tells nothing of it.
function liesUnder(word: Word, others: RowIndex<Word>): boolean {
  let seen = 0
  for (const other of others.near(word.y0, word.y1)) {
    if (++seen > mostNeighbours) return true
    const isInRow = Math.abs(other.y0 + other.y1 - word.y0 - word.y1) < height(word)
    if (isInRow && overlapX(word, other) > touchPt) return true
  }
  return false
}
