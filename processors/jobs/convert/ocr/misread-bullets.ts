// A bullet is no letter, and recognisers make one of it: the same sign before several lines, at one place, is what it was.
import type { Word } from '../page-text.ts'

const strange = /^[¢©®°»*]$/
/** What a bullet is read as now and then: only among stranger ones. */
const letter = /^[eo.]$/
const fewest = 3
const besidePt = 5

export function mendBullets(words: readonly Word[]): void {
  const lines = [...Map.groupBy(words, (w) => w.line).values()].filter((line) => line.length > 1)
  const first = lines.map(([word]) => word!)
  const marks = first.filter((w) => strange.test(w.text))
  for (const word of first) {
    if (!strange.test(word.text) && !letter.test(word.text)) continue
    const beside = marks.filter((m) => m !== word && Math.abs(m.x0 - word.x0) < besidePt)
    // "© 2020" and "* note" stand alone, or among few.
    if (beside.length >= fewest - 1 && new Set(beside.map((m) => m.line)).size >= fewest - 1) word.text = '•'
  }
}
