// What runs up or down in a picture: its strip is turned and read, and added to the labels, which are read level alone.
import { type Box, boxAround, height, holdsCentre, overlapY, shifted } from '../geometry.ts'
import type { DrawnPicture } from '../ocr/draw-picture.ts'
import { type OcrText, sureFrom } from '../ocr/parse-tesseract.ts'
import { columnsOf, greyPicture, turnPicture } from '../ocr/turn-picture.ts'
import type { Word } from '../page-text.ts'

/** Points beside the letters: what rises above them or hangs below, and no figures of an axis. */
const marginPt = 4
const word = /[\p{L}\p{N}]{3}/u
const nothing: OcrText = { words: [], sure: [], confidence: 0 }

type Read = (picture: DrawnPicture) => Promise<OcrText | null>

/** `place`: around its letters, in the picture's pixels. What runs up is looked for first: most that stands does. */
export async function readStanding(picture: DrawnPicture, place: Box, read: Read): Promise<OcrText> {
  const whole = greyPicture(picture.pgm)
  const pointsPerPixel = 72 / picture.dpi
  const margin = Math.round(marginPt / pointsPerPixel)
  const [left, right] = [Math.max(0, Math.floor(place.x0) - margin), Math.min(whole?.width ?? 0, Math.ceil(place.x1) + margin)]
  const strip = columnsOf(picture.pgm, left, right)
  if (whole === null || strip === null) return nothing
  const size = { width: (right - left) * pointsPerPixel, height: whole.height * pointsPerPixel }
  for (const by of [90, 270] as const) {
    const turned = turnPicture(strip, by)
    const text = turned === null ? null : await read({ ...picture, pgm: turned, at: { x0: 0, y0: 0 } })
    const lines = text === null ? nothing : sureLines(asLines(text))
    if (lines.words.length === 0) continue
    const at = { x0: picture.at.x0 + left * pointsPerPixel, y0: picture.at.y0 }
    for (const own of lines.words) Object.assign(own, shifted(turnedBack(own, by, size), at))
    return lines
  }
  return nothing
}

export function addStanding(labels: OcrText, lines: OcrText): OcrText {
  if (lines.words.length === 0) return labels
  const places = [...Map.groupBy(lines.words, ({ line }) => line).values()].map((own) => boxAround(own))
  const kept = labels.words.flatMap((own, i) => (places.some((place) => holdsCentre(place, own)) ? [] : [i]))
  const last = labels.words.reduce((most, { line }) => Math.max(most, line), 0)
  const words = [...kept.map((i) => labels.words[i]!), ...lines.words.map((w) => ({ ...w, line: last + 1 + w.line }))]
  const sure = [...kept.map((i) => labels.sure[i]!), ...lines.sure]
  return { ...labels, words, sure, confidence: sure.reduce((a, b) => a + b, 0) / sure.length }
}

// Read as labels that stand anywhere, a line may come in pieces, in any order.
function asLines({ words, sure, confidence }: OcrText): OcrText {
  const lines: number[][] = []
  for (const i of [...words.keys()].sort((a, b) => words[a]!.x0 - words[b]!.x0)) {
    const line = lines.find((own) => isLevel(words[own.at(-1)!]!, words[i]!))
    if (line === undefined) lines.push([i])
    else line.push(i)
  }
  lines.sort((a, b) => words[a[0]!]!.y0 - words[b[0]!]!.y0)
  const order = lines.flatMap((line, at) => line.map((i) => [i, at] as const))
  return { words: order.map(([i, line]) => ({ ...words[i]!, line })), sure: order.map(([i]) => sure[i]!), confidence }
}

const isLevel = (a: Word, b: Word): boolean => 2 * overlapY(a, b) > Math.min(height(a), height(b))

// Level print beside it, and what stands the other way, comes out as doubtful letters.
function sureLines({ words, sure, confidence }: OcrText): OcrText {
  const letters = (list: readonly number[]) => list.reduce((sum, i) => sum + words[i]!.text.length, 0)
  const kept = [...Map.groupBy(words.keys(), (i) => words[i]!.line).values()].flatMap((line) => {
    const sureOnes = line.filter((i) => sure[i]! >= sureFrom)
    return 2 * letters(sureOnes) > letters(line) && sureOnes.some((i) => word.test(words[i]!.text)) ? line : []
  })
  return { words: kept.map((i) => words[i]!), sure: kept.map((i) => sure[i]!), confidence }
}

function turnedBack({ x0, y0, x1, y1 }: Word, by: 90 | 270, { width, height }: { width: number; height: number }): Box {
  return by === 90 ? { x0: y0, y0: height - x1, x1: y1, y1: height - x0 } : { x0: width - y1, y0: x0, x1: width - y0, y1: x1 }
}
