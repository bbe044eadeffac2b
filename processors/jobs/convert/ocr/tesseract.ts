// Reads one page's picture with tesseract, inside the same bounds as every other program; a picture that lies on its side is stood up.
import type { Turn } from '../drawing/text-turn.ts'
import { type Box, height, width } from '../geometry.ts'
import type { PageText, Word } from '../page-text.ts'
import type { Bounds, Poppler } from '../poppler/poppler.ts'
import { drawPicture } from './draw-picture.ts'
import { withoutFaint } from './faint-words.ts'
import { languageOfScript } from './languages.ts'
import { type OcrText, parseTesseract, sureLetters } from './parse-tesseract.ts'
import { rulesOfPicture } from './rules-of-picture.ts'
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
export type OcrPage = OcrText & { turn: Turn; script?: string; rules: Box[] }

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
  const { pgm, dpi } = picture
  const read = async (own: Buffer, as = language, ways: readonly string[] = []) => {
    const tsv = await runTesseract({ pgm: own, dpi }, { layout: '3', language: as, ways }, bounds)
    return tsv === null ? null : withoutFaint(parseTesseract(tsv, 72 / dpi), own, dpi / 72)
  }
  const asPrinted = await readAsPrinted(pgm, read)
  const first = asPrinted?.text ?? (await read(pgm))
  if (first === null) return null
  const { text: found, pgm: straight, isLevel = true } = asPrinted ?? (await readStraight(first, pgm, read, bounds))
  const ruled = (text: OcrText, own = straight): OcrText & { rules: Box[] } => ({
    ...text,
    rules: isLevel ? rulesOfPicture(own, dpi, text.words) : [],
  })
  // What was read as a whole may be half of the page: the half that lies in the light.
  if (isUnsure(found, straight) && performance.now() < bounds.readBy) {
    const local = await read(straight, language, localThresholds)
    if (local !== null && isUpright(local) && sureLetters(local) > sureLetters(found)) return { ...ruled(local), turn: 0 }
  }
  if (isUpright(found)) return { ...ruled(found), turn: 0 }
  const { turn, script } = orientationIn(await orientation({ pgm: straight, dpi }, bounds))
  const written = language === null ? languageOfScript(script) : undefined
  const lacks = written === null ? { script } : {}
  const turned = turn === 0 ? null : turnPicture(straight, turn)
  if (turned === null && typeof written !== 'string') return { ...ruled(found), turn: 0, ...lacks }
  const again = await read(turned ?? straight, written ?? language)
  return again !== null && isBetter(again, found)
    ? { ...ruled(again, turned ?? straight), turn: turned === null ? 0 : turn, ...lacks }
    : { ...ruled(found), turn: 0, ...lacks }
}

type Read = (pgm: Buffer) => Promise<OcrText | null>
/** What was read, and the picture that it was read from. */
type ReadFrom = { readonly text: OcrText; readonly pgm: Buffer; readonly isLevel?: boolean }

// Where the picture itself shows how its lines fall, it is set straight before it is read; null where that did not make them level.
async function readAsPrinted(given: Buffer, read: Read): Promise<ReadFrom | null> {
  const slope = slopeOfPrint(given)
  const pgm = Math.abs(slope) < leastSlope ? null : straightPicture(given, slope)
  const text = pgm === null ? null : await read(pgm)
  if (pgm === null || text === null) return null
  return isUpright(text) && sureLetters(text) >= lettersOfLines && skewOf(text.words) === 0 ? { text, pgm } : null
}

// Of lines that fall or rise, tesseract leaves some out.
async function readStraight(first: OcrText, given: Buffer, read: Read, bounds: Bounds): Promise<ReadFrom> {
  const skew = skewOf(first.words)
  const pgm = skew === 0 || performance.now() > bounds.readBy ? null : straightPicture(given, skew)
  const text = pgm === null ? null : await read(pgm)
  if (pgm !== null && text !== null && sureLetters(text) >= sureLetters(first)) return { text, pgm }
  straighten(first.words)
  return { text: first, pgm: given, isLevel: skew === 0 }
}

const isUnsure = (found: OcrText, pgm: Buffer): boolean => found.confidence < sureUpright || isShadowed(pgm)

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
