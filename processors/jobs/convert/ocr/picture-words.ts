// Takes from a page's OCR what its pictures say: sure words, in good company, that the page's own text does not have already.
import { type Box, holdsCentre, overlapX, overlapY } from '../geometry.ts'
import type { PageText, Word } from '../page-text.ts'
import type { OcrText } from './parse-tesseract.ts'

const leastSure = 0.7
const leastPerBlock = 3
const apart = 1_000_000

export function wordsInPictures(page: PageText, pictures: readonly Box[], read: OcrText): Word[] {
  const own = page.words.filter((w) => !w.hidden)
  const blocks = new Map<number, { words: Word[]; sure: number[] }>()
  for (const [i, word] of read.words.entries()) {
    if (!pictures.some((p) => holdsCentre(p, word)) || own.some((w) => overlapX(w, word) > 0 && overlapY(w, word) > 0)) continue
    const block = blocks.get(word.block) ?? { words: [], sure: [] }
    block.words.push({ ...word, line: word.line + apart, block: word.block + apart })
    block.sure.push(read.sure[i]!)
    blocks.set(word.block, block)
  }
  // A photograph's texture reads as scattered, doubtful letters; writing comes in blocks.
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length
  return [...blocks.values()].filter((b) => b.words.length >= leastPerBlock && mean(b.sure) >= leastSure).flatMap((b) => b.words)
}
