// Reads the pictures of a document by OCR: so many at most, in their order, and none after the time for reading is over.
import { type Box, height, holdsCentre, width } from '../geometry.ts'
import { faintWarning } from '../ocr/faint-words.ts'
import type { DrawnFrom } from '../ocr/plain-file.ts'
import type { PageText, Word } from '../page-text.ts'
import type { Bounds, Poppler } from '../poppler/poppler.ts'
import { inParallel } from '../process/in-parallel.ts'
import type { ConvertWarning } from '../schema.ts'
import { readPicture } from './read-picture.ts'
import type { Region } from './regions.ts'
import { type SureText, sureWords } from './sure-words.ts'

export type PagePictures = { readonly page: PageText; readonly regions: readonly Region[] }
export type PicturesRead = { readonly found: ReadonlyMap<Region, SureText>; readonly warnings: ConvertWarning[] }

// Of the time that is left: pictures are the lesser part of a page that has text.
const timeShare = 0.5
const wordsPerPage = 80
const fewWords = 8

export async function readPictures(
  poppler: Poppler,
  drawnFrom: DrawnFrom,
  pages: readonly PagePictures[],
  language: string | null,
  bounds: Bounds,
): Promise<PicturesRead> {
  const found = new Map<Region, SureText>()
  const readable = pages.flatMap(({ page, regions }) => {
    const words = page.words.filter((w) => !w.hidden)
    return regions.flatMap((region) => {
      const own = words.filter((word) => holdsCentre(region, word, 20))
      return isBare(region, page, words) ? [{ page, region, own }] : []
    })
  })
  const most = bounds.limits.ocrMaxPictures
  const now = performance.now()
  const readBy = now + timeShare * (bounds.readBy - now)
  const faint = new Map<number, number>()
  const left = new Set(readable.slice(most).map(({ page }) => page.number))
  const taken = readable.slice(0, most)
  const files = taken.length === 0 ? [] : await drawnFrom([...new Set(taken.map(({ page }) => page.number))])
  await inParallel(taken, bounds.limits.parallelPrograms, async (picture) => {
    const { page, region, own } = picture
    const text = performance.now() < readBy ? await readPicture(poppler, files, picture, language, { ...bounds, readBy }) : null
    if (text === null && performance.now() >= readBy) left.add(page.number)
    if (text?.faint) faint.set(page.number, (faint.get(page.number) ?? 0) + text.faint)
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
  return words.filter((w) => holdsCentre(region, w)).length < fewWords + wordsPerPage * shareOf(region, page)
}

const shareOf = (region: Box, page: PageText) => (width(region) * height(region)) / (page.width * page.height)
