// Turns tesseract's table of boxes into words on the page, sized by their line.

import type { Box } from '../geometry.ts'
import { plainText } from '../layout/plain-text.ts'
import type { Word } from '../page-text.ts'
import { cleanText } from '../poppler/entities.ts'
import { lineSize } from './line-size.ts'

/** Words, how sure each is (0..1) in the same order, their mean, and how many more no reader sees. */
export type OcrText = {
  words: Word[]
  sure: number[]
  confidence: number
  faint?: number
  /** The lines that its tables are ruled with, where they were looked for. */
  rules?: Box[]
}

const leastConfidence = 25
export const sureFrom = 0.8
/** Two letters or figures side by side, or one sign that is a word by itself. */
export const solid = /[\p{L}\p{N}]{2}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

export const sureLetters = ({ words, sure }: OcrText): number =>
  words.reduce((sum, { text }, i) => sum + (sure[i]! >= sureFrom ? text.length : 0), 0)

/** Scribbles, handwriting and textures came to .6 at most and to nine such letters, the worst print of many scans to .75. */
const [leastTrust, leastSolid] = [0.6, 10]

/** Neither the whole nor any words of it are likely to be right. */
export function isGuess({ words, sure, confidence }: OcrText): boolean {
  const sureOnes = words.filter(({ text }, i) => sure[i]! >= sureFrom && solid.test(text))
  return confidence < leastTrust && sureOnes.reduce((sum, { text }) => sum + text.length, 0) < leastSolid
}

export function parseTesseract(tsv: string, pointsPerPixel: number): OcrText {
  const words: Word[] = []
  const sure: number[] = []
  let block = 0
  let line = 0
  let trust = 0
  for (const row of tsv.split('\n').slice(1)) {
    const [level, , , , , , left, top, width, height, confidence, ...rest] = row.split('\t')
    const [x, y, w, h] = [left, top, width, height].map((v) => Number(v) * pointsPerPixel) as [number, number, number, number]
    if (level === '3') block++
    else if (level === '4') line++
    else if (level === '5') {
      const text = plainText(cleanText(rest.join('\t'))).trim()
      if (text === '' || Number(confidence) < leastConfidence || ![x, y, w, h].every(Number.isFinite)) continue
      trust += Number(confidence)
      sure.push(Number(confidence) / 100)
      words.push({
        x0: x,
        y0: y,
        x1: x + w,
        y1: y + h,
        text,
        block,
        line,
        size: h,
        bold: false,
        italic: false,
        mono: false,
        font: '',
        color: '#000000',
      })
    }
  }
  sizeLines(words)
  return { words, sure, confidence: words.length === 0 ? 0 : trust / words.length / 100 }
}

export function sizeLines(words: readonly Word[]): void {
  for (const group of Map.groupBy(words, (w) => w.line).values()) {
    const size = lineSize(group.map((w) => ({ text: w.text, height: w.y1 - w.y0 })))
    for (const w of group) w.size = size
  }
}
