// Reads the pages that need it by OCR, a few at most, and says which could not be read.
import type { Turn } from '../drawing/text-turn.ts'
import type { PageText } from '../page-text.ts'
import type { Bounds, Poppler } from '../poppler/poppler.ts'
import { inParallel } from '../process/in-parallel.ts'
import type { ConvertWarning } from '../schema.ts'
import { faintWarning } from './faint-words.ts'
import { ocrLanguages } from './languages.ts'
import { mendBullets } from './misread-bullets.ts'
import { isGuess } from './parse-tesseract.ts'
import type { DrawnFrom } from './plain-file.ts'
import { ocrProgram } from './run-tesseract.ts'
import { ocrPage } from './tesseract.ts'
import { withoutRules } from './words-on-rules.ts'

/** How far the words of the pages read as a whole can be trusted, and of which pages they are mere guesses. */
export type OcrOutcome = { confidence: Map<number, number>; guessed: Set<number>; warnings: ConvertWarning[] }

export async function readScanned(
  poppler: Poppler,
  drawnFrom: DrawnFrom,
  pages: readonly PageText[],
  { mode, language }: { mode: 'auto' | 'off' | 'force'; language: string | null },
  bounds: Bounds,
): Promise<OcrOutcome> {
  const confidence = new Map<number, number>()
  const guessed = new Set<number>()
  const numbers = (list: readonly PageText[]) => list.map((page) => page.number)
  const warnings: ConvertWarning[] = []
  if (pages.length === 0) return { confidence, guessed, warnings }
  if (mode === 'off' || !ocrProgram()) {
    const code = mode === 'off' ? 'ocr_off' : 'ocr_unavailable'
    const why = mode === 'off' ? 'OCR was switched off' : 'OCR is not installed here'
    warnings.push({ code, message: `these pages are pictures and were not read: ${why}`, pages: numbers(pages) })
    return { confidence, guessed, warnings }
  }
  const taken = pages.slice(0, bounds.limits.ocrMaxPages)
  if (pages.length > taken.length) {
    const message = `only the first ${taken.length} scanned pages of a call are read`
    warnings.push({ code: 'ocr_capped', message, pages: numbers(pages.slice(taken.length)) })
  }
  const unread: PageText[] = []
  const foreign = new Map<string, number[]>()
  const faint = new Map<number, number>()
  const files = await drawnFrom(numbers(taken))
  await inParallel(taken, bounds.limits.parallelPrograms, async (page) => {
    const found = performance.now() < bounds.readBy ? await ocrPage(poppler, files, page, language, bounds) : null
    if (!found) unread.push(page)
    else {
      page.words = withoutRules(found.words, found.rules)
      mendBullets(page.words)
      page.rules = found.rules
      if (found.turn !== 0) stand(page, found.turn)
      confidence.set(page.number, found.confidence)
      if (isGuess(found)) guessed.add(page.number)
      if (found.faint) faint.set(page.number, found.faint)
      if (found.script !== undefined) foreign.set(found.script, [...(foreign.get(found.script) ?? []), page.number])
    }
  })
  warnings.push(...faintWarning(faint))
  for (const [script, list] of foreign) {
    const message = `these pages seem to be written in ${script}, which no installed data reads (there is ${ocrLanguages().join(', ')})`
    warnings.push({ code: 'ocr_language', message, pages: list.sort((a, b) => a - b) })
  }
  if (unread.length > 0)
    warnings.push({
      code: 'ocr_failed',
      message: 'OCR could not read these pages in time',
      pages: numbers(unread).sort((a, b) => a - b),
    })
  return { confidence, guessed, warnings }
}

function stand(page: PageText, by: 90 | 180 | 270): void {
  const { width, height, turned = 0 } = page
  if (by !== 180) Object.assign(page, { width: height, height: width })
  const turn = ((turned + by) % 360) as Turn
  if (turn === 0) delete page.turned
  else page.turned = turn
}
