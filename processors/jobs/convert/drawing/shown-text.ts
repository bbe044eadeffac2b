// Where a content stream shows text, and what of its ink is not followed: glyphs drawn by programs, outlines, patterns, masks and blends.
import type { Drawing } from './drawing.ts'
import { isEverywhere, mixes, type Paint } from './paint.ts'
import type { PdfFile, PdfObject } from './pdf-file.ts'
import { isName, type PdfValue } from './pdf-value.ts'

/** drawn: its glyphs are small programs (Type 3), which may paint nothing, far away or in any colour. */
export type Pen = { readonly drawn: boolean; readonly mode: number }

export const plainPen: Pen = { drawn: false, mode: 0 }
const maxShown = 20_000
const filled = 0
const filledAndOutlined = 2
// What paints no ink is found by the reader of fonts.
const unpainted: ReadonlySet<number> = new Set([3, 7])

export function penAfter(
  file: PdfFile,
  resources: PdfObject | undefined,
  operator: string,
  operands: readonly PdfValue[],
  pen: Pen,
): Pen {
  const [first] = operands
  if (operator === 'Tr') return { ...pen, mode: typeof first === 'number' ? first : filled }
  if (operator === 'Tf' && isName(first))
    return { ...pen, drawn: isDrawn(file, file.get(file.get(resources, 'Font'), first.name)) }
  if (operator !== 'gs' || !isName(first)) return pen
  const named = file.get(file.get(file.get(resources, 'ExtGState'), first.name), 'Font')
  return Array.isArray(named) ? { ...pen, drawn: isDrawn(file, file.resolve(named[0])) } : pen
}

export function addShown(
  out: Drawing,
  at: { x: number; y: number } | null,
  { paint, pen, fill, stroke }: { readonly paint: Paint; readonly pen: Pen; readonly fill: string; readonly stroke: string },
  order: number,
): void {
  if (unpainted.has(pen.mode)) return
  // Bold is made by outlines in the same colour.
  const isPlain = pen.mode === filled || (pen.mode === filledAndOutlined && stroke === fill && fill.startsWith('#'))
  if (pen.drawn || !isPlain || fill === 'pattern' || mixes(paint)) out.unsure = true
  if (mixes(paint)) out.mixed = true
  if (at === null) return
  if (out.shown.length >= maxShown) {
    out.unsure = true
    return
  }
  const clip = isEverywhere(paint.clip) ? null : paint.clip
  const shown = { ...at, order, alpha: paint.alpha * paint.outerAlpha, clip }
  out.shown.push(fill === 'pattern' ? { ...shown, isPatterned: true } : shown)
}

function isDrawn(file: PdfFile, font: PdfObject | undefined): boolean {
  const subtype = file.get(font, 'Subtype')
  return isName(subtype as PdfValue) && (subtype as { name: string }).name === 'Type3'
}
