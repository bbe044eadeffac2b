// Some programs write tabs as glyphs, and poppler takes them for letters: what stands before, between and behind them are words
// of their own, and no reader sees the rest of the box.
import { isRightToLeft } from '../layout/direction.ts'
import type { Word } from '../page-text.ts'

/** Of a size, as wide as letters and figures are about. */
const usualWidth = 0.53
const mostParts = 200

export function partAtTabs(words: readonly Word[]): Word[] {
  return words.flatMap((word) => (word.text.includes('\t') ? parted(word) : [word]))
}

function parted(word: Word): Word[] {
  const pieces = word.text.split(/(\t+)/)
  if (pieces.length > mostParts || isRightToLeft(word.text)) return [{ ...word, text: word.text.replace(/\t+/g, ' ').trim() }]
  const width = word.x1 - word.x0
  const tabs = pieces.reduce((sum, p) => sum + (p.startsWith('\t') ? p.length : 0), 0)
  const letters = [...word.text].length - tabs
  // A tab is never narrower than nothing.
  const letter = Math.min(usualWidth * word.size, letters === 0 ? 0 : width / letters)
  const tab = (width - letters * letter) / tabs
  let x0 = word.x0
  return pieces.flatMap((text): Word[] => {
    const isTab = text.startsWith('\t')
    const from = x0
    x0 += isTab ? text.length * tab : [...text].length * letter
    return isTab || text === '' ? [] : [{ ...word, text, x0: from, x1: x0 }]
  })
}
