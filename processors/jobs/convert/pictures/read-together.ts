// Reads a few pictures of a document at one start of tesseract: labels that stand anywhere, then what runs up or down, where it shows.
import { readFile, rm } from 'node:fs/promises'
import type { Box } from '../geometry.ts'
import { type DrawnPicture, drawPicture } from '../ocr/draw-picture.ts'
import { withoutFaint } from '../ocr/faint-words.ts'
import { type OcrText, parseTesseract } from '../ocr/parse-tesseract.ts'
import { runTogether } from '../ocr/run-tesseract.ts'
import { hasStandingPrint } from '../ocr/standing-print.ts'
import type { PageText } from '../page-text.ts'
import type { Bounds, Poppler } from '../poppler/poppler.ts'
import { addStanding } from './standing-lines.ts'
import { sureWords } from './sure-words.ts'

const mostPixels = 4_000_000

/** In their order; null for what could not be drawn or read. */
export async function readTogether(
  poppler: Poppler,
  files: readonly string[],
  places: readonly { page: PageText; region: Box }[],
  language: string | null,
  bounds: Bounds,
): Promise<(OcrText | null)[]> {
  const pictures: (DrawnPicture | null)[] = []
  try {
    for (const { page, region } of places) pictures.push(await drawPicture(poppler, files, page, region, mostPixels, bounds))
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
    const scale = picture.dpi / 72
    const { x0, y0 } = picture.at
    const inPixels = (w: Box) => ({
      x0: (w.x0 - x0) * scale,
      y0: (w.y0 - y0) * scale,
      x1: (w.x1 - x0) * scale,
      y1: (w.y1 - y0) * scale,
    })
    if (hasStandingPrint(await readFile(picture.path), sure.words.map(inPixels))) standing.push(picture)
  }
  return standing
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
