// Reads one page's picture with tesseract, inside the same bounds as every other program.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { PageText } from '../page-text.ts'
import type { Bounds, Poppler } from '../poppler/poppler.ts'
import { findProgram } from '../process/find-program.ts'
import { runProgram } from '../process/run-program.ts'
import { type OcrText, parseTesseract } from './parse-tesseract.ts'

const mostPixels = 14_000_000

export const ocrProgram = () => findProgram('tesseract')

export async function ocrPage(poppler: Poppler, file: string, page: PageText, bounds: Bounds): Promise<OcrText | null> {
  const tesseract = ocrProgram()
  if (!tesseract) return null
  const dpi = Math.floor(Math.min(bounds.limits.ocrDpi, 72 * Math.sqrt(mostPixels / (page.width * page.height))))
  const picture = join(bounds.scratch, `page-${page.number}`)
  const only = { firstPageToConvert: page.number, lastPageToConvert: page.number, singleFile: true }
  const drawn = await poppler.run(
    'pdftoppm',
    { ...only, resolutionXYAxis: dpi, grayscaleFile: true, cropBox: true },
    { file, to: picture },
  )
  if (drawn.end !== 'exited' || drawn.exitCode !== 0) return null
  const read = await runProgram(tesseract, [`${picture}.pgm`, 'stdout', '--dpi', String(dpi), '--psm', '3', 'tsv'], {
    timeoutMs: bounds.readBy - performance.now(),
    memoryBytes: bounds.limits.programMemoryBytes,
    outputBytes: 8 * 1024 * 1024,
    cwd: bounds.scratch,
    inGroup: bounds.inGroup ?? false,
    ...(bounds.signal ? { signal: bounds.signal } : {}),
  })
  await rm(`${picture}.pgm`, { force: true })
  if (read.end !== 'exited' || read.exitCode !== 0) return null
  return parseTesseract(read.stdout.toString('utf8'), 72 / dpi)
}
