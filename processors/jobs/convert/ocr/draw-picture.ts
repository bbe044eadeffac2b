// Draws a part of a page as a grey picture, as finely as print needs and no larger than asked.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Box, height, width } from '../geometry.ts'
import type { PageText } from '../page-text.ts'
import type { Bounds, Poppler } from '../poppler/poppler.ts'

export type DrawnPicture = { path: string; dpi: number; at: { x0: number; y0: number } }

/** `files`: the next one where a file cannot be drawn. */
export async function drawPicture(
  poppler: Poppler,
  files: readonly string[],
  page: PageText,
  box: Box,
  mostPixels: number,
  { limits, scratch }: Bounds,
): Promise<DrawnPicture | null> {
  const unit = page.unit ?? 1
  const finest = Math.min(limits.ocrDpi, 72 * Math.sqrt(mostPixels / (width(box) * height(box))))
  const drawnAt = Math.max(1, Math.floor(finest * unit))
  const dpi = drawnAt / unit
  const scale = dpi / 72
  const [left, top] = [Math.floor(box.x0 * scale), Math.floor(box.y0 * scale)]
  const to = join(scratch, `picture-${page.number}-${left}-${top}-${Math.ceil(width(box))}-${Math.ceil(height(box))}`)
  const part = {
    cropXAxis: left,
    cropYAxis: top,
    cropWidth: Math.ceil(box.x1 * scale) - left,
    cropHeight: Math.ceil(box.y1 * scale) - top,
  }
  const only = { firstPageToConvert: page.number, lastPageToConvert: page.number, singleFile: true }
  const path = `${to}.pgm`
  for (const file of files) {
    const run = await poppler.run(
      'pdftoppm',
      { ...only, ...part, resolutionXYAxis: drawnAt, grayscaleFile: true, cropBox: true },
      { file, to },
    )
    if (run.end === 'exited' && run.exitCode === 0) return { path, dpi, at: { x0: left / scale, y0: top / scale } }
    await rm(path, { force: true })
    if (run.end === 'timeout') return null
  }
  return null
}
