// Reads the pages that need it by OCR, a few at most, and says which could not be read.
import type { PageText } from '../page-text.ts'
import type { Bounds, Poppler } from '../poppler/poppler.ts'
import { inParallel } from '../process/in-parallel.ts'
import type { ConvertWarning } from '../schema.ts'
import { ocrPage, ocrProgram } from './tesseract.ts'

export type OcrOutcome = { confidence: Map<number, number>; warnings: ConvertWarning[] }

export async function readScanned(
  poppler: Poppler,
  file: string,
  pages: readonly PageText[],
  mode: 'auto' | 'off' | 'force',
  bounds: Bounds,
): Promise<OcrOutcome> {
  const confidence = new Map<number, number>()
  const numbers = (list: readonly PageText[]) => list.map((p) => p.number)
  const warnings: ConvertWarning[] = []
  if (pages.length === 0) return { confidence, warnings }
  if (mode === 'off' || !ocrProgram()) {
    const code = mode === 'off' ? 'ocr_off' : 'ocr_unavailable'
    const why = mode === 'off' ? 'OCR was switched off' : 'OCR is not installed here'
    return {
      confidence,
      warnings: [{ code, message: `these pages are pictures and were not read: ${why}`, pages: numbers(pages) }],
    }
  }
  const taken = pages.slice(0, bounds.limits.ocrMaxPages)
  if (pages.length > taken.length) {
    const message = `only the first ${taken.length} scanned pages of a call are read`
    warnings.push({ code: 'ocr_capped', message, pages: numbers(pages.slice(taken.length)) })
  }
  const unread: PageText[] = []
  await inParallel(taken, bounds.limits.parallelPrograms, async (page) => {
    const found = performance.now() < bounds.readBy ? await ocrPage(poppler, file, page, bounds) : null
    if (!found) unread.push(page)
    else {
      page.words = found.words
      confidence.set(page.number, found.confidence)
    }
  })
  if (unread.length > 0)
    warnings.push({
      code: 'ocr_failed',
      message: 'OCR could not read these pages in time',
      pages: numbers(unread).sort((a, b) => a - b),
    })
  return { confidence, warnings }
}
