// Adds what runs up or down in a picture to its labels, which are read level alone: there it came out as nothing, or as single letters.
import { type Box, boxAround, height, holdsCentre, width } from '../geometry.ts'
import type { OcrText } from '../ocr/parse-tesseract.ts'
import type { Word } from '../page-text.ts'

const leastUpright = 1.5
const word = /[\p{L}\p{N}]{3}/u

/** `lines`: all that was read of the same picture as lines and columns. */
export function addStanding(labels: OcrText, lines: OcrText): OcrText {
  const standing = [...Map.groupBy(lines.words, ({ line }) => line).values()].filter(isStanding)
  if (standing.length === 0) return labels
  const places: Box[] = standing.map((own) => boxAround(own))
  const kept = labels.words.flatMap((own, i) => (places.some((place) => holdsCentre(place, own)) ? [] : [i]))
  const next = labels.words.reduce((most, { line }) => Math.max(most, line), 0) + 1
  const added = new Map(standing.flatMap((own, i) => own.map((w) => [w, next + i] as const)))
  const words = [...kept.map((i) => labels.words[i]!), ...[...added].map(([w, line]) => ({ ...w, line }))]
  const sureOf = new Map(lines.words.map((w, i) => [w, lines.sure[i]!]))
  const sure = [...kept.map((i) => labels.sure[i]!), ...[...added.keys()].map((w) => sureOf.get(w)!)]
  return { ...labels, words, sure, confidence: sure.reduce((a, b) => a + b, 0) / sure.length }
}

function isStanding(line: readonly Word[]): boolean {
  const box = boxAround(line)
  return height(box) > leastUpright * width(box) && line.some(({ text }) => word.test(text))
}
