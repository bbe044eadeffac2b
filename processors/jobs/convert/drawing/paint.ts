// What the graphics state lets paint do: how opaque it is, what it mixes with, and where it is cut off.
import type { Box } from '../geometry.ts'
import type { Cover, Drawing } from './drawing.ts'
import { applyTo, type Matrix } from './matrix.ts'
import { boxOf, isRectangle, type Subpath } from './path.ts'
import type { PdfFile, PdfObject } from './pdf-file.ts'
import { isName, type PdfValue } from './pdf-value.ts'

export type Paint = {
  alpha: number
  /** Of the groups around. */
  outerAlpha: number
  /** A blend mode or a mask lets what lies below shine through. */
  mixes: boolean
  clip: Box
}

const everywhere: Box = { x0: -Infinity, y0: -Infinity, x1: Infinity, y1: Infinity }
const nowhere: Box = { x0: 0, y0: 0, x1: 0, y1: 0 }
const maxCovers = 2_000

export const opaque: Paint = { alpha: 1, outerAlpha: 1, mixes: false, clip: everywhere }

export function addCover(out: Drawing, paint: Paint, box: Box, by: Cover['by'], order: number): void {
  if (paint.mixes || paint.alpha * paint.outerAlpha < 0.99 || out.covers.length >= maxCovers) return
  const seen = intersect(box, paint.clip)
  if (seen.x1 - seen.x0 > 1 && seen.y1 - seen.y0 > 1) out.covers.push({ ...seen, by, order })
}

/** Of any shape but one box nothing is known to be inside. */
export function clipped(clip: Box, path: readonly Subpath[]): Box {
  const [sub] = path
  const isBox = path.length === 1 && !sub!.curved && sub!.points.length >= 4 && isRectangle(sub!)
  return isBox ? intersect(clip, boxOf(sub!.points)) : nowhere
}

export function withGraphicsState(
  file: PdfFile,
  resources: PdfObject | undefined,
  name: PdfValue | undefined,
  paint: Paint,
): Paint {
  if (!isName(name)) return paint
  const state = file.get(file.get(resources, 'ExtGState'), name.name)
  const [alpha, blend, mask] = [file.get(state, 'ca'), file.get(state, 'BM'), file.get(state, 'SMask')]
  const mixes =
    blend === undefined && mask === undefined
      ? paint.mixes
      : !isNamed(blend, ['Normal', 'Compatible']) || !isNamed(mask, ['None'])
  return { ...paint, alpha: typeof alpha === 'number' ? alpha : paint.alpha, mixes }
}

/** A group is mixed as a whole; any other form is as if its content stood in the page's. */
export function paintOfForm(file: PdfFile, form: PdfObject, ctm: Matrix, paint: Paint): Paint {
  const corners = file.get(form, 'BBox')
  const numbers = Array.isArray(corners) ? corners.map((v) => file.resolve(v)).filter((v) => typeof v === 'number') : []
  const [a, b, c, d] = numbers as number[]
  const box = numbers.length === 4 && isUpright(ctm) ? boxOf([applyTo(ctm, a!, b!), applyTo(ctm, c!, d!)]) : nowhere
  const clip = intersect(paint.clip, box)
  if (file.get(form, 'Group') === undefined) return { ...paint, clip }
  return { alpha: 1, outerAlpha: paint.alpha * paint.outerAlpha, mixes: paint.mixes, clip }
}

export function isOpaqueImage(file: PdfFile, image: PdfObject): boolean {
  const has = (key: string) => ![undefined, false, 0].includes(file.get(image, key) as undefined)
  return !['SMask', 'Mask', 'ImageMask', 'SMaskInData'].some(has)
}

export const isUpright = (m: Matrix) =>
  (Math.abs(m[1]) < 1e-6 && Math.abs(m[2]) < 1e-6) || (Math.abs(m[0]) < 1e-6 && Math.abs(m[3]) < 1e-6)

const isNamed = (value: PdfObject | undefined, names: readonly string[]) =>
  value === undefined || (isName(value as PdfValue) && names.includes((value as { name: string }).name))

function intersect(a: Box, b: Box): Box {
  const box = { x0: Math.max(a.x0, b.x0), y0: Math.max(a.y0, b.y0), x1: Math.min(a.x1, b.x1), y1: Math.min(a.y1, b.y1) }
  return box.x0 < box.x1 && box.y0 < box.y1 ? box : nowhere
}
