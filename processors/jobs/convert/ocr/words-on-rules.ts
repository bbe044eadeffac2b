// The lines of a scanned table that were read as letters: alone, or at an end of the word beside them.
import { type Box, centreX, height, overlapY, width } from '../geometry.ts'
import type { Word } from '../page-text.ts'

const alone = /^[|¦[\]_—–-]{1,3}$/
const before = /^[|¦](?=.)/
const behind = /(?<=.)[|¦]$/
const nearPt = 3

export function withoutRules(words: readonly Word[], rules: readonly Box[]): Word[] {
  const upright = rules.filter((rule) => height(rule) > width(rule))
  if (upright.length === 0) return [...words]
  const runsAt = (x: number, word: Word) =>
    upright.some((rule) => Math.abs(centreX(rule) - x) < nearPt && overlapY(rule, word) > 0)
  return words.flatMap((word) => {
    if (alone.test(word.text)) return runsAt(centreX(word), word) ? [] : [word]
    if (before.test(word.text) && runsAt(word.x0, word)) word.text = word.text.replace(before, '')
    if (behind.test(word.text) && runsAt(word.x1, word)) word.text = word.text.replace(behind, '')
    return [word]
  })
}
