// What tesseract read in a picture, less what is no writing: a photograph's texture comes out as scattered, doubtful letters.
import { type Box, overlapX, overlapY } from '../geometry.ts'
import { type OcrText, solid, sureFrom } from '../ocr/parse-tesseract.ts'
import { withoutRules } from '../ocr/words-on-rules.ts'
import type { Word } from '../page-text.ts'

export type SureText = { words: Word[]; confidence: number; rules: readonly Box[] }

const likelyFrom = 0.5
const entry = /\d|../
const letters = /[\p{L}\p{N}]/gu
const lettersIn = (text: string): number => text.match(letters)?.length ?? 0
// Writing has more than a word or two, and most of what was read is sure.
const leastSureLetters = 10
const leastSureWords = 2
const leastSureShare = 0.3

/** Null where the picture says nothing, but for its `own`: what stands over it as text already. */
export function sureWords({ words, sure, rules = [] }: OcrText, own: readonly Box[]): SureText | null {
  const all = counted({ words, sure }).filter(({ word }) => !isCovered(word, own))
  const solids = all.filter(isSolid)
  if (solids.length < leastSureWords || sum(solids) < leastSureLetters || sum(solids) < leastSureShare * sum(all)) return null
  const kept = [...Map.groupBy(all, ({ word }) => word.line).values()].flatMap((line) => {
    // In a cell of a table a sign may stand alone.
    const isCell = rules.length > 0 && line.every(({ word, sure }) => sure >= sureFrom && entry.test(word.text))
    if (!isCell && (2 * sum(line.filter(isSolid)) < sum(line) || !line.some(isSolid))) return []
    return line.filter((w) => w.count > 0 && w.sure >= likelyFrom)
  })
  if (kept.length === 0) return null
  const confidence = kept.reduce((total, w) => total + w.sure, 0) / kept.length
  return {
    words: withoutRules(
      kept.map(({ word }) => word),
      rules,
    ),
    confidence: Math.round(confidence * 1000) / 1000,
    rules,
  }
}

/** Of the rows most like print: where most of their letters are doubtful, no words will come of the rest. */
export function mayBeWriting(sample: Pick<OcrText, 'words' | 'sure'>): boolean {
  const all = counted(sample)
  const sure = sum(all.filter(isSolid))
  return sure > 0 && sure >= leastSureShare * sum(all)
}

type Counted = { readonly word: Word; readonly sure: number; readonly count: number }

const counted = ({ words, sure }: Pick<OcrText, 'words' | 'sure'>): Counted[] =>
  words.map((word, i) => ({ word, sure: sure[i]!, count: lettersIn(word.text) }))
const isSolid = ({ word, sure }: Counted): boolean => sure >= sureFrom && solid.test(word.text)
const sum = (list: readonly Counted[]): number => list.reduce((total, { count }) => total + count, 0)

const isCovered = (word: Box, own: readonly Box[]): boolean => own.some((o) => overlapX(o, word) > 0 && overlapY(o, word) > 0)
