// Reads a few pictures of a document at one start of tesseract: labels that stand anywhere, then what runs up or down, where it shows.
import { readFile, rm, writeFile } from 'node:fs/promises'
import type { Box } from '../geometry.ts'
import { type DrawnPicture, drawPicture } from '../ocr/draw-picture.ts'
import { withoutFaint } from '../ocr/faint-words.ts'
import { paintOver } from '../ocr/paint-over.ts'
import { type OcrText, parseTesseract } from '../ocr/parse-tesseract.ts'
import { runTogether } from '../ocr/run-tesseract.ts'
import { hasStandingPrint } from '../ocr/standing-print.ts'
import type { PageText } from '../page-text.ts'
import type { Bounds, Poppler } from '../poppler/poppler.ts'
import { addStanding } from './standing-lines.ts'
import { sureWords } from './sure-words.ts'

const mostPixels = 4_000_000
// Around a known word: what hangs out of its box.
const marginPt = 1

/** `own`: the words that stand over it as text. In their order; null for what could not be drawn or read. */
export async function readTogether(
  poppler: Poppler,
  files: readonly string[],
  places: readonly { page: PageText; region: Box; own: readonly Box[] }[],
  language: string | null,
  bounds: Bounds,
): Promise<(OcrText | null)[]> {
  const pictures: (DrawnPicture | null)[] = []
  try {
    for (const { page, region, own } of places) {
      const picture = await drawPicture(poppler, files, page, region, mostPixels, bounds)
      if (picture !== null && own.length > 0) await paintOut(picture, own)
      pictures.push(picture)
    }
    const drawn = pictures.filter((picture) => picture !== null)
    const labels = await read(drawn, '11', language, bounds)
    const standing = await read(await withStandingPrint(labels), '3', language, bounds)
    return pictures.map((picture) => {
      const [level, lines] = picture === null ? [] : [labels.get(picture), standing.get(picture)]
      return level === undefined || lines === undefined ? (level ?? null) : addStanding(level, lines)
    })
  } finally {
    await Promise.all(pictures.map(async (picture) => picture && (await rm(picture.path, { force: true }))))
  }
}

// A photograph says nothing either way, and is done with.
async function withStandingPrint(labels: ReadonlyMap<DrawnPicture, OcrText>): Promise<DrawnPicture[]> {
  const standing: DrawnPicture[] = []
  for (const [picture, text] of labels) {
    const sure = sureWords(text, [])
    if (sure === null) continue
    const words = sure.words.map((word) => inPixels(word, picture))
    if (hasStandingPrint(await readFile(picture.path), words)) standing.push(picture)
  }
  return standing
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

async function read(
  pictures: readonly DrawnPicture[],
  layout: '3' | '11',
  language: string | null,
  bounds: Bounds,
): Promise<Map<DrawnPicture, OcrText>> {
  const texts = new Map<DrawnPicture, OcrText>()
  const tables = await runTogether(pictures, { layout, language }, bounds)
  for (const [i, picture] of pictures.entries()) {
    const table = tables[i] ?? null
    if (table === null) continue
    const { dpi } = picture
    const text = withoutFaint(parseTesseract(table, 72 / dpi), await readFile(picture.path), dpi / 72)
    texts.set(picture, moved(text, picture.at))
  }
  return texts
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
