// Reads one picture of a page: labels that stand anywhere, then what runs up or down, where it shows.
import type { Box } from '../geometry.ts'
import { type DrawnPicture, drawPicture } from '../ocr/draw-picture.ts'
import { withoutFaint } from '../ocr/faint-words.ts'
import { paintOver } from '../ocr/paint-over.ts'
import { type OcrText, parseTesseract } from '../ocr/parse-tesseract.ts'
import { mayHoldPrint } from '../ocr/rows-of-letters.ts'
import { runTesseract } from '../ocr/run-tesseract.ts'
import { hasStandingPrint } from '../ocr/standing-print.ts'
import type { PageText } from '../page-text.ts'
import type { Bounds, Poppler } from '../poppler/poppler.ts'
import { addStanding } from './standing-lines.ts'
import { sureWords } from './sure-words.ts'

const mostPixels = 4_000_000
// Around a known word: what hangs out of its box.
const marginPt = 1

/** `own`: the words that stand over it as text. Null where it could not be drawn or read. */
export async function readPicture(
  poppler: Poppler,
  files: readonly string[],
  { page, region, own }: { page: PageText; region: Box; own: readonly Box[] },
  language: string | null,
  bounds: Bounds,
): Promise<OcrText | null> {
  const drawn = await drawPicture(poppler, files, page, region, mostPixels, bounds)
  if (drawn === null) return null
  const picture = own.length === 0 ? drawn : paintOut(drawn, own)
  // Letters of some scripts are several parts each, which stand in rows less surely: where a language is asked for all is read.
  if (language === null && !mayHoldPrint(picture.pgm)) return nothing
  const labels = await read(picture, '11', language, bounds)
  const lines = labels !== null && showsStandingPrint(labels, picture) ? await read(picture, '3', language, bounds) : null
  return labels === null || lines === null ? labels : addStanding(labels, lines)
}

const nothing: OcrText = { words: [], sure: [], confidence: 0 }

// A photograph says nothing either way, and is done with.
function showsStandingPrint(labels: OcrText, picture: DrawnPicture): boolean {
  const sure = sureWords(labels, [])
  return (
    sure !== null &&
    hasStandingPrint(
      picture.pgm,
      sure.words.map((word) => inPixels(word, picture)),
    )
  )
}

// They would be read for nothing.
function paintOut(picture: DrawnPicture, own: readonly Box[]): DrawnPicture {
  const places = own.map((word) => inPixels(word, picture, marginPt))
  return { ...picture, pgm: paintOver(picture.pgm, places) }
}

function inPixels(word: Box, { dpi, at }: DrawnPicture, marginPt = 0): Box {
  const scale = dpi / 72
  return {
    x0: (word.x0 - marginPt - at.x0) * scale,
    y0: (word.y0 - marginPt - at.y0) * scale,
    x1: (word.x1 + marginPt - at.x0) * scale,
    y1: (word.y1 + marginPt - at.y0) * scale,
  }
}

async function read(picture: DrawnPicture, layout: '3' | '11', language: string | null, bounds: Bounds): Promise<OcrText | null> {
  const table = performance.now() < bounds.readBy ? await runTesseract(picture, { layout, language }, bounds) : null
  if (table === null) return null
  const { pgm, dpi, at } = picture
  return moved(withoutFaint(parseTesseract(table, 72 / dpi), pgm, dpi / 72), at)
}

function moved(text: OcrText, { x0, y0 }: { x0: number; y0: number }): OcrText {
  for (const word of text.words) {
    word.x0 += x0
    word.x1 += x0
    word.y0 += y0
    word.y1 += y0
  }
  return text
}
