// Reads one page's picture with tesseract, inside the same bounds as every other program; a picture that lies on its side is stood up.
import { readFile, rm, writeFile } from 'node:fs/promises'
import type { Turn } from '../drawing/text-turn.ts'
import { height, width } from '../geometry.ts'
import type { PageText, Word } from '../page-text.ts'
import type { Bounds, Poppler } from '../poppler/poppler.ts'
import { drawPicture } from './draw-picture.ts'
import { withoutFaint } from './faint-words.ts'
import { languageOfScript } from './languages.ts'
import { type OcrText, parseTesseract, sureLetters } from './parse-tesseract.ts'
import { orientation, runTesseract } from './run-tesseract.ts'
import { isShadowed } from './shadow.ts'
import { slopeOfPrint } from './slope-of-print.ts'
import { leastSlope, skewOf, straighten } from './straighten.ts'
import { straightPicture, turnPicture } from './turn-picture.ts'

const mostPixels = 14_000_000
// Upright print of any quality is read more surely than this, and turned print never.
const sureUpright = 0.8
// A threshold for each place (Sauvola 2000) instead of one for all: finds print in shadow, and loses print on dark ground.
const localThresholds = ['-c', 'thresholding_method=2']
const leastSureTurn = 1
const leastSureScript = 1
const lettersThatShow = 4
/** What tells that print was read, not specks. */
const lettersOfLines = 60

/** `script`: what it seems to be written in, where no data to read that is installed. */
export type OcrPage = OcrText & { turn: Turn; script?: string }

export async function ocrPage(
  poppler: Poppler,
  files: readonly string[],
  page: PageText,
  language: string | null,
  bounds: Bounds,
): Promise<OcrPage | null> {
  const whole = { x0: 0, y0: 0, x1: page.width, y1: page.height }
  const picture = await drawPicture(poppler, files, page, whole, mostPixels, bounds)
  if (picture === null) return null
  const { path: pgm, dpi } = picture
  const read = async (as = language, ways: readonly string[] = []) => {
    const tsv = await runTesseract(picture, { layout: '3', language: as, ways }, bounds)
    return tsv === null ? null : withoutFaint(parseTesseract(tsv, 72 / dpi), await readFile(pgm), dpi / 72)
  }
  try {
    const asPrinted = await readAsPrinted(pgm, read)
    const first = asPrinted ?? (await read())
    if (first === null) return null
    const found = asPrinted ?? (await readStraight(first, pgm, read, bounds))
    // What was read as a whole may be half of the page: the half that lies in the light.
    if ((await isUnsure(found, pgm)) && performance.now() < bounds.readBy) {
      const local = await read(language, localThresholds)
      if (local !== null && isUpright(local) && sureLetters(local) > sureLetters(found)) return { ...local, turn: 0 }
    }
    if (isUpright(found)) return { ...found, turn: 0 }
    const { turn, script } = orientationIn(await orientation(picture, bounds))
    const written = language === null ? languageOfScript(script) : undefined
    const lacks = written === null ? { script } : {}
    const turned = turn === 0 ? null : turnPicture(await readFile(pgm), turn)
    if (turned === null && typeof written !== 'string') return { ...found, turn: 0, ...lacks }
    if (turned !== null) await writeFile(pgm, turned)
    const again = await read(written ?? language)
    return again !== null && isBetter(again, found)
      ? { ...again, turn: turned === null ? 0 : turn, ...lacks }
      : { ...found, turn: 0, ...lacks }
  } finally {
    await rm(pgm, { force: true })
  }
}

// Where the picture itself shows how its lines fall, it is set straight before it is read; null where that did not make them level.
async function readAsPrinted(pgm: string, read: () => Promise<OcrText | null>): Promise<OcrText | null> {
  const given = await readFile(pgm)
  const slope = slopeOfPrint(given)
  const straight = Math.abs(slope) < leastSlope ? null : straightPicture(given, slope)
  if (straight === null) return null
  await writeFile(pgm, straight)
  const found = await read()
  if (found !== null && isUpright(found) && sureLetters(found) >= lettersOfLines && skewOf(found.words) === 0) return found
  await writeFile(pgm, given)
  return null
}

// Of lines that fall or rise, tesseract leaves some out.
async function readStraight(first: OcrText, pgm: string, read: () => Promise<OcrText | null>, bounds: Bounds): Promise<OcrText> {
  const skew = skewOf(first.words)
  const given = skew === 0 ? null : await readFile(pgm)
  const straight = given === null || performance.now() > bounds.readBy ? null : straightPicture(given, skew)
  if (given !== null && straight !== null) {
    await writeFile(pgm, straight)
    const again = await read()
    if (again !== null && sureLetters(again) >= sureLetters(first)) return again
    await writeFile(pgm, given)
  }
  straighten(first.words)
  return first
}

const isUnsure = async (found: OcrText, pgm: string): Promise<boolean> =>
  found.confidence < sureUpright || isShadowed(await readFile(pgm))

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

// Without data to tell orientation by, tesseract ends with an error: the page stays as it is.
function orientationIn(told: string): { turn: Turn; script: string } {
  const turn = Number(/^Rotate: (\d+)$/m.exec(told)?.[1] ?? 0)
  const sureTurn = Number(/^Orientation confidence: ([\d.]+)$/m.exec(told)?.[1] ?? 0)
  const sureScript = Number(/^Script confidence: ([\d.]+)$/m.exec(told)?.[1] ?? 0)
  const isTurned = (turn === 90 || turn === 180 || turn === 270) && sureTurn >= leastSureTurn
  const script = sureScript >= leastSureScript ? (/^Script: (\w+)$/m.exec(told)?.[1] ?? '') : ''
  return { turn: isTurned ? turn : 0, script }
}
