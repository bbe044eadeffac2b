// What tesseract read in a picture, less what is no writing: a photograph's texture comes out as scattered, doubtful letters.
import { type Box, overlapX, overlapY } from '../geometry.ts'
import { type OcrText, solid, sureFrom } from '../ocr/parse-tesseract.ts'
import type { Word } from '../page-text.ts'

export type SureText = { words: Word[]; confidence: number }

const likelyFrom = 0.5
const letters = /[\p{L}\p{N}]/gu
const lettersIn = (text: string): number => text.match(letters)?.length ?? 0
// Writing has more than a word or two, and most of what was read is sure.
const leastSureLetters = 10
const leastSureWords = 2
const leastSureShare = 0.3

/** Null where the picture says nothing, but for its `own`: what stands over it as text already. */
export function sureWords({ words, sure }: OcrText, own: readonly Box[]): SureText | null {
  const all = words
    .map((word, i) => ({ word, sure: sure[i]!, count: lettersIn(word.text) }))
    .filter(({ word }) => !isCovered(word, own))
  const isSolid = (w: (typeof all)[number]) => w.sure >= sureFrom && solid.test(w.word.text)
  const sum = (list: readonly { count: number }[]) => list.reduce((total, { count }) => total + count, 0)
  const solids = all.filter(isSolid)
  if (solids.length < leastSureWords || sum(solids) < leastSureLetters || sum(solids) < leastSureShare * sum(all)) return null
  const kept = [...Map.groupBy(all, ({ word }) => word.line).values()].flatMap((line) => {
    if (2 * sum(line.filter(isSolid)) < sum(line) || !line.some(isSolid)) return []
    return line.filter((w) => w.count > 0 && w.sure >= likelyFrom)
  })
  if (kept.length === 0) return null
  const confidence = kept.reduce((total, w) => total + w.sure, 0) / kept.length
  return { words: kept.map(({ word }) => word), confidence: Math.round(confidence * 1000) / 1000 }
}

const isCovered = (word: Box, own: readonly Box[]): boolean => own.some((o) => overlapX(o, word) > 0 && overlapY(o, word) > 0)
