// Bullets that a word processor takes from another font: an "o" of a typewriter's, or a letter that a font of symbols draws as a sign.
import { ownValue } from '../../../../base/own-value.ts'
import type { Word } from '../page-text.ts'
import { createRowIndex } from './row-index.ts'

// Its letters draw signs, where the file does not say which: boxes to be ticked among them.
const symbols = /wingdings/i
const ticks: Record<string, string> = { o: '☐', q: '☐', '¨': '☐', þ: '☑', ý: '☒', x: '☒', ü: '✓' }
const mostNear = 300
// Of the size of what follows.
const [leastGap, leastInType, mostGap] = [0.4, 0.9, 3.5]

/** What begins its row, alone and apart from the text, becomes a bullet. */
export function mendTypedBullets(words: readonly Word[]): void {
  const marks = words.filter(
    (w) => (w.text === 'o' && w.mono) || (/^[a-zA-Z§¨\u00c0-\u00ff]$/.test(w.text) && symbols.test(w.font)),
  )
  if (marks.length === 0) return
  const rows = createRowIndex(words)
  for (const mark of marks) {
    let next: Word | null = null
    let isFirst = true
    let seen = 0
    for (const w of rows.near(mark.y0, mark.y1)) {
      if (w === mark || Math.min(w.y1, mark.y1) - Math.max(w.y0, mark.y0) < 0.5 * (mark.y1 - mark.y0)) continue
      if (++seen > mostNear) isFirst = false
      if (!isFirst) break
      if (w.x0 >= mark.x1) next = next === null || w.x0 < next.x0 ? w : next
      else if (mark.x0 - w.x1 < mostGap * mark.size) isFirst = false
    }
    if (!isFirst || next === null) continue
    const gap = next.x0 - mark.x1
    if (gap > (next.font === mark.font ? leastInType : leastGap) * next.size && gap < mostGap * next.size)
      mark.text = symbols.test(mark.font) ? (ownValue(ticks, mark.text) ?? '•') : '◦'
  }
}
