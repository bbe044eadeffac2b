// Reads one picture of a page: labels that stand anywhere, then what runs up or down, where it shows.
import { readFile, rm, writeFile } from 'node:fs/promises'
import type { Box } from '../geometry.ts'
import { type DrawnPicture, drawPicture } from '../ocr/draw-picture.ts'
import { withoutFaint } from '../ocr/faint-words.ts'
import { paintOver } from '../ocr/paint-over.ts'
import { type OcrText, parseTesseract } from '../ocr/parse-tesseract.ts'
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
  const picture = await drawPicture(poppler, files, page, region, mostPixels, bounds)
  if (picture === null) return null
  try {
    if (own.length > 0) await paintOut(picture, own)
    const labels = await read(picture, '11', language, bounds)
    const lines =
      labels !== null && (await showsStandingPrint(labels, picture)) ? await read(picture, '3', language, bounds) : null
    return labels === null || lines === null ? labels : addStanding(labels, lines)
  } finally {
    await rm(picture.path, { force: true })
  }
}

// A photograph says nothing either way, and is done with.
async function showsStandingPrint(labels: OcrText, picture: DrawnPicture): Promise<boolean> {
  const sure = sureWords(labels, [])
  if (sure === null) return false
  const words = sure.words.map((word) => inPixels(word, picture))
  return hasStandingPrint(await readFile(picture.path), words)
}

// They would be read for nothing.
async function paintOut(picture: DrawnPicture, own: readonly Box[]): Promise<void> {
  const places = own.map((word) => inPixels(word, picture, marginPt))
  await writeFile(picture.path, paintOver(await readFile(picture.path), places))
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
  const { dpi, at } = picture
  return moved(withoutFaint(parseTesseract(table, 72 / dpi), await readFile(picture.path), dpi / 72), at)
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
