// Reads the pages that need it by OCR, a few at most, and says which could not be read.
import type { Turn } from '../drawing/text-turn.ts'
import type { Box } from '../geometry.ts'
import type { PageText } from '../page-text.ts'
import type { Bounds, Poppler } from '../poppler/poppler.ts'
import { inParallel } from '../process/in-parallel.ts'
import type { ConvertWarning } from '../schema.ts'
import { wordsInPictures } from './picture-words.ts'
import { ocrPage, ocrProgram } from './tesseract.ts'

/** A page that is a picture as a whole, or one with pictures beside its own text. */
export type ScannedPage = { text: PageText; pictures: readonly Box[] | null }
/** How far the words of the pages read as a whole can be trusted. */
export type OcrOutcome = { confidence: Map<number, number>; warnings: ConvertWarning[] }

export async function readScanned(
  poppler: Poppler,
  file: string,
  pages: readonly ScannedPage[],
  mode: 'auto' | 'off' | 'force',
  bounds: Bounds,
): Promise<OcrOutcome> {
  const confidence = new Map<number, number>()
  const numbers = (list: readonly ScannedPage[]) => list.filter((p) => p.pictures === null).map((p) => p.text.number)
  const warnings: ConvertWarning[] = []
  if (pages.length === 0) return { confidence, warnings }
  if (mode === 'off' || !ocrProgram()) {
    const code = mode === 'off' ? 'ocr_off' : 'ocr_unavailable'
    const why = mode === 'off' ? 'OCR was switched off' : 'OCR is not installed here'
    const unread = numbers(pages)
    if (unread.length > 0) warnings.push({ code, message: `these pages are pictures and were not read: ${why}`, pages: unread })
    return { confidence, warnings }
  }
  const taken = pages.slice(0, bounds.limits.ocrMaxPages)
  if (numbers(pages).length > numbers(taken).length) {
    const message = `only the first ${taken.length} scanned pages of a call are read`
    warnings.push({ code: 'ocr_capped', message, pages: numbers(pages.slice(taken.length)) })
  }
  const unread: ScannedPage[] = []
  await inParallel(taken, bounds.limits.parallelPrograms, async (page) => {
    const found =
      performance.now() < bounds.readBy ? await ocrPage(poppler, file, page.text, page.pictures === null, bounds) : null
    if (!found) unread.push(page)
    else if (page.pictures) page.text.words.push(...wordsInPictures(page.text, page.pictures, found))
    else {
      page.text.words = found.words
      if (found.turn !== 0) stand(page.text, found.turn)
      confidence.set(page.text.number, found.confidence)
    }
  })
  if (numbers(unread).length > 0)
    warnings.push({
      code: 'ocr_failed',
      message: 'OCR could not read these pages in time',
      pages: numbers(unread).sort((a, b) => a - b),
    })
  return { confidence, warnings }
}

function stand(page: PageText, by: 90 | 180 | 270): void {
  const { width, height, turned = 0 } = page
  if (by !== 180) Object.assign(page, { width: height, height: width })
  const turn = ((turned + by) % 360) as Turn
  if (turn === 0) delete page.turned
  else page.turned = turn
}
