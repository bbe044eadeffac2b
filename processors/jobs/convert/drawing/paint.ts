// What the graphics state lets paint do: how opaque it is, what it mixes with, and where it is cut off.
import type { Box } from '../geometry.ts'
import type { Cover, Drawing } from './drawing.ts'
import { applyTo, type Matrix } from './matrix.ts'
import { boxOf, hullOf, isRectangle, type Subpath } from './path.ts'
import type { PdfFile, PdfObject } from './pdf-file.ts'
import { isName, type PdfValue } from './pdf-value.ts'

export type Paint = {
  alpha: number
  /** Of the groups around. */
  outerAlpha: number
  /** A blend mode, or a curve for its colours, makes other colours of them. */
  blends: boolean
  /** A mask lets what lies below shine through. */
  isMasked: boolean
  /** One of both holds for a group around, whatever is said inside of it. */
  isInMixedGroup: boolean
  /** Nothing inside is cut off. */
  clip: Box
  /** Nothing outside is painted. */
  within: Box
}

export const everywhere: Box = { x0: -Infinity, y0: -Infinity, x1: Infinity, y1: Infinity }
const nowhere: Box = { x0: 0, y0: 0, x1: 0, y1: 0 }
const maxCovers = 20_000
const leastVeilPt = 3
const invisibleAlpha = 0.04

export const opaque: Paint = {
  alpha: 1,
  outerAlpha: 1,
  blends: false,
  isMasked: false,
  isInMixedGroup: false,
  clip: everywhere,
  within: everywhere,
}

/** What is seen of it is not its own colour. */
export const mixes = (paint: Paint): boolean => paint.blends || paint.isMasked || paint.isInMixedGroup

export function addCover(out: Drawing, paint: Paint, box: Box, by: Cover['by'], order: number): void {
  const seen = intersect(box, paint.clip)
  const isWhole = contains(seen, intersect(box, paint.within))
  if (mixes(paint) || paint.alpha * paint.outerAlpha < 0.99 || !isWhole) addVeil(out, paint, box, order)
  else if (seen.x1 - seen.x0 > 1 && seen.y1 - seen.y0 > 1) {
    if (out.covers.length < maxCovers) out.covers.push({ ...seen, by, order })
    else out.unsure = true
  }
}

/** What is painted before any text hides none. */
export function addVeil(out: Drawing, paint: Paint, box: Box, order: number): void {
  if (out.shown.length === 0 || paint.alpha * paint.outerAlpha <= invisibleAlpha) return
  const seen = intersect(box, paint.within)
  if (Math.min(seen.x1 - seen.x0, seen.y1 - seen.y0) < leastVeilPt) return
  if (out.veils.length < maxCovers) out.veils.push({ ...seen, order })
  else out.unsure = true
}

/** Of any shape but one box nothing is known to be inside. */
export function clipped(paint: Paint, path: readonly Subpath[]): Paint {
  const [sub] = path
  const isBox = path.length === 1 && !sub!.curved && sub!.points.length >= 4 && isRectangle(sub!)
  return {
    ...paint,
    clip: isBox ? intersect(paint.clip, boxOf(sub!.points)) : nowhere,
    within: path.length === 0 ? paint.within : intersect(paint.within, hullOf(path)),
  }
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
  const curves = [file.get(state, 'TR'), file.get(state, 'TR2')].filter((curve) => curve !== undefined)
  const isBent = !curves.every((curve) => isNamed(curve, ['Identity', 'Default']))
  return {
    ...paint,
    alpha: typeof alpha === 'number' ? alpha : paint.alpha,
    blends: blend === undefined ? paint.blends || isBent : isBent || !isNamed(blend, ['Normal', 'Compatible']),
    isMasked: mask === undefined ? paint.isMasked : !isNamed(mask, ['None']),
  }
}

/** A group is mixed as a whole; any other form is as if its content stood in the page's. */
export function paintOfForm(file: PdfFile, form: PdfObject, ctm: Matrix, paint: Paint): Paint {
  const corners = file.get(form, 'BBox')
  const numbers = Array.isArray(corners) ? corners.map((v) => file.resolve(v)).filter((v) => typeof v === 'number') : []
  const [a, b, c, d] = numbers as number[]
  const hull =
    numbers.length === 4 ? boxOf([applyTo(ctm, a!, b!), applyTo(ctm, c!, d!), applyTo(ctm, a!, d!), applyTo(ctm, c!, b!)]) : null
  const clip = intersect(paint.clip, hull !== null && isUpright(ctm) ? hull : nowhere)
  const within = hull === null ? paint.within : intersect(paint.within, hull)
  if (file.get(form, 'Group') === undefined) return { ...paint, clip, within }
  return { ...opaque, outerAlpha: paint.alpha * paint.outerAlpha, isInMixedGroup: mixes(paint), clip, within }
}

export function isOpaqueImage(file: PdfFile, image: PdfObject): boolean {
  const has = (key: string) => ![undefined, false, 0].includes(file.get(image, key) as undefined)
  return !['SMask', 'Mask', 'ImageMask', 'SMaskInData'].some(has)
}

export const isUpright = (m: Matrix) =>
  (Math.abs(m[1]) < 1e-6 && Math.abs(m[2]) < 1e-6) || (Math.abs(m[0]) < 1e-6 && Math.abs(m[3]) < 1e-6)

const isNamed = (value: PdfObject | undefined, names: readonly string[]) =>
  value === undefined || (isName(value as PdfValue) && names.includes((value as { name: string }).name))

export const isEverywhere = (clip: Box) =>
  clip.x0 === -Infinity && clip.y0 === -Infinity && clip.x1 === Infinity && clip.y1 === Infinity

const contains = (outer: Box, inner: Box) =>
  inner.x0 >= outer.x0 && inner.y0 >= outer.y0 && inner.x1 <= outer.x1 && inner.y1 <= outer.y1

function intersect(a: Box, b: Box): Box {
  const box = { x0: Math.max(a.x0, b.x0), y0: Math.max(a.y0, b.y0), x1: Math.min(a.x1, b.x1), y1: Math.min(a.y1, b.y1) }
  return box.x0 < box.x1 && box.y0 < box.y1 ? box : nowhere
}
