// Puts a dropped initial back at the head of its word: it is drawn two or three lines tall beside them.
import { median } from '../geometry.ts'
import type { Word } from '../page-text.ts'

export function joinDropCaps(words: readonly Word[]): Word[] {
  const usual = median(words.map((w) => w.size))
  const caps = words.filter((w) => /^["'(]?\p{Lu}$/u.test(w.text) && w.size >= 1.8 * usual)
  const gone = new Set<Word>()
  for (const cap of caps.slice(0, 20)) {
    const beside = words.filter((w) => w !== cap && isBeside(cap, w)).sort((a, b) => a.y0 - b.y0)
    const lines = new Set(beside.map((w) => w.line)).size
    const first = beside[0]
    if (!first || lines < 2 || !/^\p{L}/u.test(first.text)) continue
    const ownWord = first.x0 - cap.x1 > 0.3 * first.size
    if (ownWord) Object.assign(cap, { y0: first.y0, y1: first.y1, size: first.size, line: first.line, block: first.block })
    else {
      first.text = cap.text + first.text
      first.x0 = cap.x0
      gone.add(cap)
    }
  }
  return words.filter((w) => !gone.has(w))
}

function isBeside(cap: Word, w: Word): boolean {
  const gap = w.x0 - cap.x1
  const middle = (w.y0 + w.y1) / 2
  return gap > -0.3 * w.size && gap < 1.2 * w.size && middle > cap.y0 && middle < cap.y1 && w.size < 0.6 * cap.size
}
