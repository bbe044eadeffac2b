// Reads one page's picture with tesseract, inside the same bounds as every other program; a picture that lies on its side is stood up.
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Turn } from '../drawing/text-turn.ts'
import { height, width } from '../geometry.ts'
import type { PageText, Word } from '../page-text.ts'
import type { Bounds, Poppler } from '../poppler/poppler.ts'
import { findProgram } from '../process/find-program.ts'
import { type ProgramResult, runProgram } from '../process/run-program.ts'
import { type OcrText, parseTesseract } from './parse-tesseract.ts'
import { turnPicture } from './turn-picture.ts'

const mostPixels = 14_000_000
// Upright print of any quality is read more surely than this, and turned print never.
const sureUpright = 0.8
const leastSureTurn = 1
const lettersThatShow = 4

export const ocrProgram = () => findProgram('tesseract')

export type OcrPage = OcrText & { turn: Turn }

export async function ocrPage(
  poppler: Poppler,
  file: string,
  page: PageText,
  canTurn: boolean,
  bounds: Bounds,
): Promise<OcrPage | null> {
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
  const pgm = `${picture}.pgm`
  const run = (...args: string[]) => runTesseract(tesseract, [pgm, 'stdout', '--dpi', String(dpi), ...args], bounds)
  const read = async () => textOf(await run('--psm', '3', 'tsv'), 72 / dpi)
  try {
    const found = await read()
    if (found === null || isUpright(found) || !canTurn) return found && { ...found, turn: 0 }
    const turn = turnIn(await run('--psm', '0'))
    const turned = turn === 0 ? null : turnPicture(await readFile(pgm), turn)
    if (turned === null) return { ...found, turn: 0 }
    await writeFile(pgm, turned)
    const again = await read()
    return again !== null && isBetter(again, found) ? { ...again, turn } : { ...found, turn: 0 }
  } finally {
    await rm(pgm, { force: true })
  }
}

// Lines that run up a page are read as well, and stay where they stand: their words are tall.
function isUpright({ words, confidence }: OcrText): boolean {
  return confidence >= sureUpright && !isOnItsSide(words)
}

function isOnItsSide(words: readonly Word[]): boolean {
  const long = words.filter((w) => w.text.length >= lettersThatShow)
  return 2 * long.filter((w) => height(w) > width(w)).length > long.length
}

const isBetter = (again: OcrText, found: OcrText): boolean =>
  !isOnItsSide(again.words) && (again.confidence > found.confidence || isOnItsSide(found.words))

const isDone = (result: ProgramResult): boolean => result.end === 'exited' && result.exitCode === 0

const textOf = (result: ProgramResult, pointsPerPixel: number): OcrText | null =>
  isDone(result) ? parseTesseract(result.stdout.toString('utf8'), pointsPerPixel) : null

// Without data to tell orientation by, tesseract ends with an error: the page stays as it is.
function turnIn(result: ProgramResult): Turn {
  const told = isDone(result) ? result.stdout.toString('utf8') : ''
  const turn = Number(/^Rotate: (\d+)$/m.exec(told)?.[1] ?? 0)
  const sure = Number(/^Orientation confidence: ([\d.]+)$/m.exec(told)?.[1] ?? 0)
  return (turn === 90 || turn === 180 || turn === 270) && sure >= leastSureTurn ? turn : 0
}

async function runTesseract(tesseract: string, args: readonly string[], bounds: Bounds): Promise<ProgramResult> {
  return await runProgram(tesseract, args, {
    timeoutMs: bounds.readBy - performance.now(),
    memoryBytes: bounds.limits.programMemoryBytes,
    outputBytes: 8 * 1024 * 1024,
    cwd: bounds.scratch,
    inGroup: bounds.inGroup ?? false,
    ...(bounds.signal ? { signal: bounds.signal } : {}),
  })
}
