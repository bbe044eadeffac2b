// A page's annotations: what they paint over the page, and the comments that readers open by a click. What is hidden is nothing.
import { ownValue } from '../../../../base/own-value.ts'
import type { Box } from '../geometry.ts'
import { type Budget, drawContent, firstState } from './content.ts'
import type { Drawing } from './drawing.ts'
import { isHiddenLayer } from './layers.ts'
import { applyTo, identity, type Matrix, multiply, toMatrix } from './matrix.ts'
import { opaque, paintOfForm } from './paint.ts'
import { boxOf } from './path.ts'
import { isStream, type PdfFile, type PdfObject } from './pdf-file.ts'
import { isName, isRef, type PdfDict, type PdfValue } from './pdf-value.ts'

export type Comment = { kind: string; box: Box; author: string | null; text: string; at: string | null }

const mostAnnotations = 2_000
// Hidden, and not to be viewed.
const unseenFlags = 2 | 32
const leastOpacity = 0.04
const longestText = 4_000

const kinds: Readonly<Record<string, string>> = {
  Text: 'note',
  Highlight: 'highlight',
  Underline: 'underline',
  Squiggly: 'underline',
  StrikeOut: 'strikeout',
  Caret: 'insertion',
  Stamp: 'stamp',
  Ink: 'drawing',
  Line: 'drawing',
  Square: 'drawing',
  Circle: 'drawing',
  Polygon: 'drawing',
  PolyLine: 'drawing',
  FileAttachment: 'attachment',
}

type Annotation = { dict: PdfObject; number: number | null; kind: string; box: Box; rect: readonly number[] }

/** What stands in a comment's window, and is nowhere on the page. */
export function commentsOf(file: PdfFile, page: PdfDict & { number: number | null }, toPage: Matrix, shown: Box): Comment[] {
  return annotationsOf(file, page, toPage).flatMap(({ dict, number, kind, box }) => {
    const named = ownValue(kinds, kind)
    const isOnPage = box.x1 > shown.x0 && box.x0 < shown.x1 && box.y1 > shown.y0 && box.y0 < shown.y1
    // A reader's mark of state ("accepted") is a reply without words of its own.
    if (named === undefined || !isOnPage || file.get(dict, 'StateModel') !== undefined) return []
    const owner = number ?? page.number
    const text = file.text(file.get(dict, 'Contents'), owner)?.trim() ?? ''
    if (text === '') return []
    const author = file.text(file.get(dict, 'T'), owner)?.trim().slice(0, 200) ?? ''
    const at = dateOf(file.text(file.get(dict, 'M') ?? file.get(dict, 'CreationDate'), owner))
    return [{ kind: named, box, author: author === '' ? null : author, text: text.slice(0, longestText), at }]
  })
}

/** Annotations are painted last: what they cover on the page nobody sees. */
export function drawAnnotations(
  file: PdfFile,
  page: PdfDict & { number: number | null },
  toPage: Matrix,
  budget: Budget,
  out: Drawing,
): void {
  for (const { dict, kind, rect } of annotationsOf(file, page, toPage)) {
    // A filled field's look is made anew by readers: where its words stand in it is not known here.
    if (kind === 'Popup' || kind === 'Link' || (kind === 'Widget' && hasValue(file, dict))) continue
    const look = lookOf(file, dict)
    const bytes = isStream(look) && budget.bytes > 0 ? file.decode(look, budget.bytes) : null
    if (!isStream(look) || bytes === null) continue
    budget.bytes -= bytes.length
    const own = toMatrix(numbersOf(file, file.get(look, 'Matrix'))) ?? identity
    const [a = 0, b = 0, c = 0, d = 0] = numbersOf(file, file.get(look, 'BBox'))
    const drawn = boxOf([applyTo(own, a, b), applyTo(own, c, b), applyTo(own, a, d), applyTo(own, c, d)])
    const [x0, y0, x1, y1] = rect as [number, number, number, number]
    const [across, up] = [(x1 - x0) / (drawn.x1 - drawn.x0), (y1 - y0) / (drawn.y1 - drawn.y0)]
    if (!Number.isFinite(across) || !Number.isFinite(up)) continue
    const fit: Matrix = [across, 0, 0, up, x0 - drawn.x0 * across, y0 - drawn.y0 * up]
    const matrix = multiply(multiply(own, fit), toPage)
    // Its lines and boxes are no table's.
    const apart: Drawing = { ...out, strokes: [], fills: [], images: [], outlines: [], slanted: [] }
    const state = firstState(matrix, paintOfForm(file, look, matrix, opaque))
    drawContent(file, bytes, file.get(look, 'Resources'), state, budget, apart, 1)
    if (apart.unsure) out.unsure = true
    if (apart.mixed) out.mixed = true
  }
}

export function filledFields(file: PdfFile, page: PdfDict, toPage: Matrix): Box[] {
  return annotationsOf(file, page, toPage).flatMap(({ dict, kind, box }) =>
    kind === 'Widget' && hasValue(file, dict) ? [box] : [],
  )
}

function annotationsOf(file: PdfFile, page: PdfDict, toPage: Matrix): Annotation[] {
  const listed = file.get(page, 'Annots')
  if (!Array.isArray(listed)) return []
  return listed.slice(0, mostAnnotations).flatMap((value) => {
    const dict = file.resolve(value)
    const rect = numbersOf(file, file.get(dict, 'Rect'))
    const kind = nameOf(file.get(dict, 'Subtype'))
    if (dict === undefined || rect.length !== 4 || kind === null || isUnseen(file, dict)) return []
    const [a, b, c, d] = rect as [number, number, number, number]
    const sorted = [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)] as const
    const box = boxOf([applyTo(toPage, sorted[0], sorted[1]), applyTo(toPage, sorted[2], sorted[3])])
    return [{ dict, number: isRef(value) ? value.ref : null, kind, box, rect: sorted }]
  })
}

function isUnseen(file: PdfFile, dict: PdfObject): boolean {
  const [flags, opacity] = [file.get(dict, 'F'), file.get(dict, 'CA')]
  return (
    (typeof flags === 'number' && (flags & unseenFlags) !== 0) ||
    (typeof opacity === 'number' && opacity <= leastOpacity) ||
    (!isStream(dict) && isHiddenLayer(file, (dict as PdfDict).dict?.get('OC')))
  )
}

function hasValue(file: PdfFile, field: PdfObject): boolean {
  const own = file.get(field, 'V')
  return own !== undefined || file.get(file.get(field, 'Parent'), 'V') !== undefined
}

// Of several looks, the one of its state.
function lookOf(file: PdfFile, dict: PdfObject): PdfObject | undefined {
  const normal = file.get(file.get(dict, 'AP'), 'N')
  const state = nameOf(file.get(dict, 'AS'))
  return isStream(normal) || state === null ? normal : file.get(normal, state)
}

function numbersOf(file: PdfFile, value: PdfObject | undefined): number[] {
  if (!Array.isArray(value)) return []
  return value.slice(0, 6).flatMap((v) => {
    const number = file.resolve(v)
    return typeof number === 'number' && Number.isFinite(number) ? [number] : []
  })
}

const nameOf = (value: PdfObject | undefined): string | null =>
  value !== undefined && !isStream(value) && isName(value as PdfValue) ? (value as { name: string }).name : null

// D:20260131093000+01'00'
function dateOf(text: string | null): string | null {
  const parts = /^D:(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(?:Z|([-+])(\d{2})'?(\d{2})?)?/.exec(text ?? '')
  if (parts === null) return null
  const [, year, month, day, hour, minute, second, sign, hours = '00', minutes = '00'] = parts
  const zone = sign === undefined ? 'Z' : `${sign}${hours}:${minutes}`
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}
