// Words that OCR reads and no reader sees: print in almost the colour of what lies behind it. Recognisers raise any contrast, however faint.
import type { Word } from '../page-text.ts'
import type { ConvertWarning } from '../schema.ts'
import type { OcrText } from './parse-tesseract.ts'
import { type GreyPicture, greyPicture } from './turn-picture.ts'

// Of 256 shades. Faded print of old scans has three times as much.
const leastContrast = 24
// Specks are left out of account: a share of the pixels at either end.
const specks = 0.005
// What is less sure may be no word at all.
const sureFrom = 0.8

export function withoutFaint(text: OcrText, pgm: Buffer, pixelsPerPoint: number): OcrText {
  const picture = greyPicture(pgm)
  if (picture === null) return text
  const kept = text.words.map((word) => contrastOf(word, picture, pixelsPerPoint) >= leastContrast)
  if (!kept.includes(false)) return text
  const words = text.words.filter((_, i) => kept[i])
  const sure = text.sure.filter((_, i) => kept[i])
  const confidence = sure.length === 0 ? 0 : sure.reduce((a, b) => a + b, 0) / sure.length
  const faint = text.words.filter((word, i) => !kept[i] && text.sure[i]! >= sureFrom && /[\p{L}\p{N}]{3}/u.test(word.text)).length
  return { words, sure, confidence, faint }
}

export function faintWarning(faint: ReadonlyMap<number, number>): ConvertWarning[] {
  const count = [...faint.values()].reduce((a, b) => a + b, 0)
  const message = `${count} word(s) in pictures, too faint for a reader to see, were left out`
  return count === 0
    ? []
    : [{ code: 'hidden_text', message, count, pages: [...faint.keys()].sort((a, b) => a - b).slice(0, 100) }]
}

function contrastOf(word: Word, { width, height, pixels }: GreyPicture, scale: number): number {
  const [left, right] = [Math.max(0, Math.floor(word.x0 * scale)), Math.min(width, Math.ceil(word.x1 * scale))]
  const [top, bottom] = [Math.max(0, Math.floor(word.y0 * scale)), Math.min(height, Math.ceil(word.y1 * scale))]
  const counts = new Uint32Array(256)
  for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) counts[pixels[y * width + x]!]!++
  const few = specks * Math.max(0, right - left) * Math.max(0, bottom - top)
  const end = (from: number, step: 1 | -1) => {
    let shade = from
    for (let seen = counts[shade]!; seen <= few && shade + step >= 0 && shade + step <= 255; seen += counts[shade]!) shade += step
    return shade
  }
  return end(255, -1) - end(0, 1)
}
