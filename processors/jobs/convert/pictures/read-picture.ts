// Reads one picture of a page: labels that stand anywhere, then the strip of what runs up or down, where it shows.
import { type Box, shifted } from '../geometry.ts'
import { type DrawnPicture, drawPicture } from '../ocr/draw-picture.ts'
import { withoutFaint } from '../ocr/faint-words.ts'
import { pictureParts } from '../ocr/ink-parts.ts'
import { mayHoldLightPrint } from '../ocr/light-print.ts'
import { paintOver } from '../ocr/paint-over.ts'
import { type OcrText, parseTesseract } from '../ocr/parse-tesseract.ts'
import { mayHoldPrint } from '../ocr/rows-of-letters.ts'
import { rulesOfPicture } from '../ocr/rules-of-picture.ts'
import { type Reading, runTesseract } from '../ocr/run-tesseract.ts'
import { sampleOfRows } from '../ocr/sample-of-rows.ts'
import { standingPrint } from '../ocr/standing-print.ts'
import type { PageText } from '../page-text.ts'
import type { Bounds, Poppler } from '../poppler/poppler.ts'
import { addStanding, readStanding } from './standing-lines.ts'
import { mayBeWriting, sureWords } from './sure-words.ts'

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
  const parts = pictureParts(picture.pgm)
  if (parts === null || (language === null && !mayHoldPrint(parts))) return nothing
  const isDark = language === null && !mayHoldLightPrint(parts)
  const sample = language === null ? sampleOfRows(picture.pgm, parts) : null
  if (sample !== null) {
    const rows = await read({ ...picture, pgm: sample }, { layout: '11', language, isDark }, bounds)
    if (rows === null || !mayBeWriting(rows)) return rows === null ? null : nothing
  }
  const labels = await read(picture, { layout: '11', language, isDark }, bounds)
  // A photograph says nothing either way, and is done with.
  const sure = labels === null ? null : sureWords(labels, [])
  if (labels === null || sure === null) return labels
  const place = standingPrint(
    parts,
    sure.words.map((word) => inPixels(word, picture)),
  )
  const ruled = { ...labels, rules: rulesIn(picture, labels.words) }
  if (place === null) return ruled
  return addStanding(
    ruled,
    await readStanding(picture, place, (strip) => read(strip, { layout: '11', language, isDark }, bounds)),
  )
}

function rulesIn({ pgm, dpi, at }: DrawnPicture, words: readonly Box[]): Box[] {
  const back = { x0: -at.x0, y0: -at.y0 }
  const own = words.map((word) => shifted(word, back))
  return rulesOfPicture(pgm, dpi, own).map((rule) => shifted(rule, at))
}

const nothing: OcrText = { words: [], sure: [], confidence: 0 }

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

async function read(picture: DrawnPicture, reading: Reading, bounds: Bounds): Promise<OcrText | null> {
  const table = performance.now() < bounds.readBy ? await runTesseract(picture, reading, bounds) : null
  if (table === null) return null
  const { pgm, dpi, at } = picture
  return moved(withoutFaint(parseTesseract(table, 72 / dpi), pgm, dpi / 72), at)
}

function moved(text: OcrText, by: { x0: number; y0: number }): OcrText {
  for (const word of text.words) Object.assign(word, shifted(word, by))
  return text
}
