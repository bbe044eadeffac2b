// Reads a few pictures of a document at one start of tesseract: scattered labels first, then lines and columns where there are words.
import { readFile, rm } from 'node:fs/promises'
import type { Box } from '../geometry.ts'
import { type DrawnPicture, drawPicture } from '../ocr/draw-picture.ts'
import { withoutFaint } from '../ocr/faint-words.ts'
import { type OcrText, parseTesseract, sureLetters } from '../ocr/parse-tesseract.ts'
import { runTogether } from '../ocr/run-tesseract.ts'
import type { PageText } from '../page-text.ts'
import type { Bounds, Poppler } from '../poppler/poppler.ts'
import { sureWords } from './sure-words.ts'

const mostPixels = 4_000_000
// Where as much of it reads as lines and columns, those are what it is.
const runningShare = 0.9

/** In their order; null for what could not be drawn or read. */
export async function readTogether(
  poppler: Poppler,
  file: string,
  places: readonly { page: PageText; region: Box }[],
  language: string | null,
  bounds: Bounds,
): Promise<(OcrText | null)[]> {
  const pictures: (DrawnPicture | null)[] = []
  try {
    for (const { page, region } of places) pictures.push(await drawPicture(poppler, file, page, region, mostPixels, bounds))
    const drawn = pictures.filter((picture) => picture !== null)
    // A photograph has no labels, and is done with.
    const scattered = await read(drawn, '11', language, bounds)
    const worded = drawn.filter((picture) => {
      const text = scattered.get(picture)
      return text !== undefined && sureWords(text, []) !== null
    })
    const running = await read(worded, '3', language, bounds)
    return pictures.map((picture) => {
      if (picture === null) return null
      const [labels, lines] = [scattered.get(picture), running.get(picture)]
      return (lines !== undefined && sureLetters(lines) >= runningShare * sureLetters(labels!) ? lines : labels) ?? null
    })
  } finally {
    await Promise.all(pictures.map(async (picture) => picture && (await rm(picture.path, { force: true }))))
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
