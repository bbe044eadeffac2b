// Draws pages where the content stream does not tell what of their text is seen, and leaves out words where nothing is to be seen.
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { PageText, Word } from '../page-text.ts'
import type { Bounds, Poppler } from '../poppler/poppler.ts'
import { inParallel } from '../process/in-parallel.ts'
import type { ConvertWarning } from '../schema.ts'
import { type ColourPicture, judgeInk } from './ink.ts'

/** A page and those of its words of which it is not known whether they are seen. */
export type Unsure = { readonly page: PageText; readonly words: readonly Word[] }
export type Looked = { readonly hidden: ReadonlyMap<number, number>; readonly unknown: readonly number[] }

const mostPages = 100
const timeShare = 0.4
const finestDpi = 110
const mostPixels = 1_500_000

export async function lookForInk(poppler: Poppler, file: string, unsure: readonly Unsure[], bounds: Bounds): Promise<Looked> {
  const hidden = new Map<number, number>()
  const unknown = unsure.slice(mostPages).map(({ page }) => page.number)
  const now = performance.now()
  const readBy = now + timeShare * (bounds.readBy - now)
  await inParallel(unsure.slice(0, mostPages), bounds.limits.parallelPrograms, async ({ page, words }) => {
    const picture = performance.now() < readBy ? await drawPage(poppler, file, page, bounds) : null
    const seen = picture === null ? null : judgeInk(page, words, picture)
    if (seen === null || !seen.isSure) unknown.push(page.number)
    if (seen === null || seen.blank.length === 0) return
    for (const word of seen.blank) word.hidden = true
    hidden.set(page.number, seen.blank.length)
  })
  return { hidden, unknown }
}

export function unknownWarning(unknown: readonly number[]): ConvertWarning[] {
  if (unknown.length === 0) return []
  const message = 'what of the text of these pages a reader sees could not be told: hidden text may be among it'
  return [{ code: 'visibility_unknown', message, pages: [...unknown].sort((a, b) => a - b).slice(0, 100) }]
}

const header = /^P6\s+(\d{1,6})\s+(\d{1,6})\s+255\s/

async function drawPage(poppler: Poppler, file: string, page: PageText, { scratch }: Bounds): Promise<ColourPicture | null> {
  const unit = page.unit ?? 1
  const dpi = Math.min(finestDpi, 72 * Math.sqrt(mostPixels / (page.width * page.height)))
  const to = join(scratch, `ink-${page.number}`)
  const only = { firstPageToConvert: page.number, lastPageToConvert: page.number, singleFile: true }
  const resolutionXYAxis = Math.max(1, Math.floor(dpi * unit))
  const run = await poppler.run('pdftoppm', { ...only, resolutionXYAxis, cropBox: true }, { file, to })
  const path = `${to}.ppm`
  try {
    return run.end === 'exited' && run.exitCode === 0 ? pictureOf(await readFile(path)) : null
  } finally {
    await rm(path, { force: true })
  }
}

function pictureOf(ppm: Buffer): ColourPicture | null {
  const [head, w, h] = header.exec(ppm.toString('latin1', 0, 64)) ?? []
  const [width, height] = [Number(w), Number(h)]
  if (head === undefined || width * height > 4 * mostPixels || ppm.length < head.length + 3 * width * height) return null
  return { width, height, pixels: ppm.subarray(head.length) }
}
