// Reads the pictures of a document by OCR: so many at most, in their order, and none after the time for reading is over.
import { readFile, rm } from 'node:fs/promises'
import { type Box, height, holdsCentre, width } from '../geometry.ts'
import { drawPicture } from '../ocr/draw-picture.ts'
import { faintWarning, withoutFaint } from '../ocr/faint-words.ts'
import { type OcrText, parseTesseract, sureLetters } from '../ocr/parse-tesseract.ts'
import { runTesseract } from '../ocr/tesseract.ts'
import type { PageText, Word } from '../page-text.ts'
import type { Bounds, Poppler } from '../poppler/poppler.ts'
import { inParallel } from '../process/in-parallel.ts'
import type { ConvertWarning } from '../schema.ts'
import type { Region } from './regions.ts'
import { type SureText, sureWords } from './sure-words.ts'

export type PagePictures = { readonly page: PageText; readonly regions: readonly Region[] }
export type PicturesRead = { readonly found: ReadonlyMap<Region, SureText>; readonly warnings: ConvertWarning[] }

const mostPixels = 4_000_000
// Of the time that is left: pictures are the lesser part of a page that has text.
const timeShare = 0.5
const wordsPerPage = 80
const fewWords = 8
// Where as much of it reads as lines and columns, those are what it is.
const runningShare = 0.9

export async function readPictures(
  poppler: Poppler,
  file: string,
  pages: readonly PagePictures[],
  language: string | null,
  bounds: Bounds,
): Promise<PicturesRead> {
  const found = new Map<Region, SureText>()
  const readable = pages.flatMap(({ page, regions }) => {
    const words = page.words.filter((w) => !w.hidden)
    return regions.flatMap((region) => (isBare(region, page, words) ? [{ page, region, words }] : []))
  })
  const most = bounds.limits.ocrMaxPictures
  const now = performance.now()
  const readBy = now + timeShare * (bounds.readBy - now)
  const faint = new Map<number, number>()
  const left = new Set(readable.slice(most).map(({ page }) => page.number))
  await inParallel(readable.slice(0, most), bounds.limits.parallelPrograms, async ({ page, region, words }) => {
    if (performance.now() >= readBy) {
      left.add(page.number)
      return
    }
    const text = await readRegion(poppler, file, page, region, language, { ...bounds, readBy })
    if (text?.faint) faint.set(page.number, (faint.get(page.number) ?? 0) + text.faint)
    const own = words.filter((w) => holdsCentre(region, w, 20))
    const sure = text === null ? null : sureWords(text, own)
    if (sure !== null) found.set(region, sure)
  })
  const hidden = faintWarning(faint)
  if (left.size === 0) return { found, warnings: hidden }
  const message = `some pictures of these pages were not read: one call reads ${most} in its time`
  return {
    found,
    warnings: [...hidden, { code: 'pictures_capped', message, pages: [...left].sort((a, b) => a - b).slice(0, 100) }],
  }
}

// What has its words as text over it needs no reading.
function isBare(region: Box, page: PageText, words: readonly Word[]): boolean {
  const share = (width(region) * height(region)) / (page.width * page.height)
  return words.filter((w) => holdsCentre(region, w)).length < fewWords + wordsPerPage * share
}

async function readRegion(
  poppler: Poppler,
  file: string,
  page: PageText,
  region: Region,
  language: string | null,
  bounds: Bounds,
): Promise<OcrText | null> {
  const picture = await drawPicture(poppler, file, page, region, mostPixels, bounds)
  if (picture === null) return null
  try {
    const pixels = await readFile(picture.path)
    const read = async (layout: '3' | '11') => {
      const tsv = await runTesseract(
        [picture.path, 'stdout', '--dpi', String(Math.round(picture.dpi)), '--psm', layout],
        language,
        bounds,
      )
      if (tsv === null) return null
      return moved(withoutFaint(parseTesseract(tsv, 72 / picture.dpi), pixels, picture.dpi / 72), picture.at)
    }
    // Scattered labels first: a photograph has none, and is done with.
    const scattered = await read('11')
    if (scattered === null || sureWords(scattered, []) === null) return scattered
    const running = await read('3')
    return running !== null && sureLetters(running) >= runningShare * sureLetters(scattered) ? running : scattered
  } finally {
    await rm(picture.path, { force: true })
  }
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
