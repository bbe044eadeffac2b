// Draws a part of a page as a grey picture, as finely as print needs and no larger than asked.
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Box, height, width } from '../geometry.ts'
import type { PageText } from '../page-text.ts'
import type { Bounds, Poppler } from '../poppler/poppler.ts'

/** `pgm`: grey and binary; `at`: where on the page it begins. */
export type DrawnPicture = {
  readonly pgm: Buffer
  readonly dpi: number
  readonly at: { readonly x0: number; readonly y0: number }
}

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
    const isDrawn = run.end === 'exited' && run.exitCode === 0
    const pgm = isDrawn ? await readFile(path).catch(() => null) : null
    await rm(path, { force: true })
    if (pgm !== null) return { pgm, dpi, at: { x0: left / scale, y0: top / scale } }
    if (run.end === 'timeout') return null
  }
  return null
}
