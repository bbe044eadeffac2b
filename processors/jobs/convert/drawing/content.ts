// Walks a page's drawing operators and keeps straight strokes, filled boxes, pictures and where text begins; curves are skipped.
import type { Box } from '../geometry.ts'
import { colorOf } from './color.ts'
import type { Drawing } from './drawing.ts'
import { skipInlineImage } from './inline-image.ts'
import { addMark, keepMark } from './marks.ts'
import { applyTo, identity, type Matrix, multiply, toMatrix } from './matrix.ts'
import {
  addCover,
  addVeil,
  clipped,
  isOpaqueImage,
  isUpright,
  opaque,
  type Paint,
  paintOfForm,
  withGraphicsState,
} from './paint.ts'
import { boxOf, hullOf, isRectangle, type Subpath } from './path.ts'
import { isStream, type PdfFile, type PdfObject } from './pdf-file.ts'
import { type Cursor, isKeyword, isName, type PdfValue, readValue } from './pdf-value.ts'
import { addShown, type Pen, penAfter, plainPen } from './shown-text.ts'
import { createTextCursor, showsText } from './text-cursor.ts'
import { addTextTurn } from './text-turn.ts'

export type State = { ctm: Matrix; fill: string; stroke: string; lineWidth: number; paint: Paint; pen: Pen }
export type Budget = { operators: number; bytes: number; shapes: number }

const isNameValue = (v: PdfValue) => isName(v)
const maxFormDepth = 12
const maxOperands = 512

export const firstState = (ctm: Matrix, paint: Paint = opaque): State => ({
  ctm,
  fill: '#000000',
  stroke: '#000000',
  lineWidth: 1,
  paint,
  pen: plainPen,
})

export function drawContent(
  file: PdfFile,
  bytes: Uint8Array,
  resources: PdfObject | undefined,
  given: State,
  budget: Budget,
  out: Drawing,
  depth = 0,
): void {
  const c: Cursor = { bytes, at: 0 }
  let state: State = { ...given }
  const text = createTextCursor()
  let clips = false
  const stack: State[] = []
  let operands: PdfValue[] = []
  let path: Subpath[] = []
  const num = (i: number) => (typeof operands[i] === 'number' ? (operands[i] as number) : 0)
  const add = (x: number, y: number) => {
    const p = applyTo(state.ctm, x, y)
    path.at(-1)?.points.push(p)
  }
  const finish = (fill: boolean, stroke: boolean) => {
    if (fill) keepCover(path, state, out, -budget.operators)
    for (const sub of path) {
      if (budget.shapes <= 0) break
      // Several outlines filled as one are often a frame with a hole: the colour inside is not known.
      if (fill) keepFill(sub, path.length > 1 ? 'shape' : state.fill, out, budget)
      if (stroke) keepStroke(sub, state, out, budget)
    }
    if (stroke && path.length > 0) keepWideStroke(path, state, out, -budget.operators)
    if (fill || stroke) keepMark(out, path, state, stroke ? state.lineWidth * scaleOf(state.ctm) : null)
    if (clips) state.paint = clipped(state.paint, path)
    clips = false
    path = []
  }
  while (budget.operators > 0 && budget.shapes > 0) {
    const v = readValue(c)
    if (v === undefined) return
    if (!isKeyword(v)) {
      if (operands.length < maxOperands) operands.push(v)
      continue
    }
    budget.operators--
    switch (v.keyword) {
      case 'q':
        if (stack.length < 512) stack.push({ ...state })
        else out.unsure = true
        break
      case 'Q':
        state = stack.pop() ?? state
        break
      case 'cm':
        state.ctm = multiply(toMatrix(operands) ?? identity, state.ctm)
        break
      case 'w':
        state.lineWidth = num(0)
        break
      case 'm':
        path.push({ points: [], controls: [], curved: false, closed: false })
        add(num(0), num(1))
        break
      case 'l':
        add(num(0), num(1))
        break
      case 'c':
      case 'v':
      case 'y':
        for (let i = 0; i + 3 < operands.length; i += 2) path.at(-1)?.controls.push(applyTo(state.ctm, num(i), num(i + 1)))
        add(num(operands.length - 2), num(operands.length - 1))
        if (path.length) path.at(-1)!.curved = true
        break
      case 'h':
        if (path.length) path.at(-1)!.closed = true
        break
      case 're': {
        const [x, y, w, h] = [num(0), num(1), num(2), num(3)]
        path.push({ points: [], controls: [], curved: false, closed: true })
        add(x, y)
        add(x + w, y)
        add(x + w, y + h)
        add(x, y + h)
        break
      }
      case 'S':
      case 's':
        finish(false, true)
        break
      case 'f':
      case 'F':
      case 'f*':
        finish(true, false)
        break
      case 'B':
      case 'B*':
      case 'b':
      case 'b*':
        finish(true, true)
        break
      case 'n':
        finish(false, false)
        break
      case 'W':
      case 'W*':
        clips = true
        break
      case 'gs':
        state.paint = withGraphicsState(file, resources, operands[0], state.paint)
        state.pen = penAfter(file, resources, 'gs', operands, state.pen)
        break
      case 'g':
      case 'rg':
      case 'k':
      case 'sc':
      case 'scn':
        state.fill = colorOf(v.keyword, operands) ?? (operands.some(isNameValue) ? 'pattern' : 'tint')
        break
      case 'G':
      case 'RG':
      case 'K':
      case 'SC':
      case 'SCN':
        state.stroke = colorOf(v.keyword, operands) ?? state.stroke
        break
      case 'sh':
        out.shaded = true
        addMark(out, state.paint, everywhereOn)
        addVeil(out, state.paint, everywhereOn, -budget.operators)
        break
      case 'Do':
        drawObject(file, operands[0], resources, state, budget, out, depth)
        break
      case 'ID':
        skipInlineImage(c)
        out.images.push(unitBox(state.ctm))
        addMark(out, state.paint, unitBox(state.ctm))
        addVeil(out, state.paint, unitBox(state.ctm), -budget.operators)
        break
      default: {
        const begins = text.follow(v.keyword, operands)
        state.pen = penAfter(file, resources, v.keyword, operands, state.pen)
        if (showsText.has(v.keyword)) {
          addTextTurn(out.turns, state.ctm, text.axis(), operands)
          addShown(out, begins === null ? null : applyTo(state.ctm, begins.x, begins.y), state, -budget.operators)
        }
      }
    }
    operands = []
  }
  out.unsure = true
}

function drawObject(
  file: PdfFile,
  name: PdfValue | undefined,
  resources: PdfObject | undefined,
  state: State,
  budget: Budget,
  out: Drawing,
  depth: number,
): void {
  const { ctm, paint } = state
  if (!isName(name)) return
  if (depth >= maxFormDepth) {
    out.unsure = true
    return
  }
  const object = file.get(file.get(resources, 'XObject'), name.name)
  if (!isStream(object)) return
  const subtype = file.get(object, 'Subtype')
  if (isName(subtype as PdfValue) && (subtype as { name: string }).name === 'Image') {
    if (out.images.length < 5000) out.images.push(unitBox(ctm))
    const box = unitBox(ctm)
    addMark(out, paint, box)
    if (isUpright(ctm) && isOpaqueImage(file, object)) addCover(out, paint, box, 'picture', -budget.operators)
    else addVeil(out, paint, box, -budget.operators)
    return
  }
  const bytes = file.decode(object, budget.bytes)
  if (!bytes) {
    out.unsure = true
    return
  }
  budget.bytes -= bytes.length
  const matrix = file.get(object, 'Matrix')
  const own = Array.isArray(matrix) ? (toMatrix(matrix) ?? identity) : identity
  const inner = multiply(own, ctm)
  const within = { ...state, ctm: inner, paint: paintOfForm(file, object, inner, paint) }
  drawContent(file, bytes, file.get(object, 'Resources') ?? resources, within, budget, out, depth + 1)
}

function unitBox(ctm: Matrix): Box {
  return boxOf([applyTo(ctm, 0, 0), applyTo(ctm, 1, 0), applyTo(ctm, 0, 1), applyTo(ctm, 1, 1)])
}

// One filled box covers what lies under it; several filled as one may have holes, and other shapes have edges that are not followed.
function keepCover(path: readonly Subpath[], { paint, fill }: State, out: Drawing, order: number): void {
  const [sub] = path
  if (sub === undefined) return
  const isBox = path.length === 1 && !sub.curved && sub.points.length >= 4 && isRectangle(sub) && fill.startsWith('#')
  if (isBox) addCover(out, paint, boxOf(sub.points), 'fill', order)
  else addVeil(out, paint, hullOf(path), order)
}

const scaleOf = (ctm: Matrix) => Math.max(Math.hypot(ctm[0], ctm[1]), Math.hypot(ctm[2], ctm[3]))
const everywhereOn: Box = { x0: -Infinity, y0: -Infinity, x1: Infinity, y1: Infinity }
const wideStrokePt = 4

function keepWideStroke(path: readonly Subpath[], { paint, ctm, lineWidth }: State, out: Drawing, order: number): void {
  const half = (lineWidth * scaleOf(ctm)) / 2
  if (2 * half < wideStrokePt) return
  const { x0, y0, x1, y1 } = hullOf(path)
  addVeil(out, { ...paint, alpha: 1 }, { x0: x0 - half, y0: y0 - half, x1: x1 + half, y1: y1 + half }, order)
}

const thinPt = 3.2
const maxFills = 5_000
const maxOutlines = 20_000
const isLikeLetter = ({ curved, points }: Subpath, w: number, h: number) =>
  (curved || points.length > 5) && Math.max(w, h) < 72 && h > 2 && w > 0.3

function keepFill(sub: Subpath, color: string, out: Drawing, budget: Budget): void {
  if (sub.points.length < 3) return
  const box = boxOf(sub.points)
  budget.shapes--
  const [w, h] = [box.x1 - box.x0, box.y1 - box.y0]
  const isArrow = !sub.curved && sub.points.length <= 5 && !isRectangle(sub) && Math.max(w, h) < arrowPt && Math.min(w, h) > 1
  if (isArrow) keepSlanted(box, out)
  if (isLikeLetter(sub, w, h) && out.outlines.length < maxOutlines) out.outlines.push(box)
  if (Math.min(w, h) > thinPt) {
    if (out.fills.length < maxFills) out.fills.push({ ...box, color: sub.curved || isRectangle(sub) ? color : 'shape' })
    else out.unsure = true
  } else if (Math.max(w, h) > 3 && sub.points.length <= 12) out.strokes.push({ ...box, white: color === '#ffffff' })
}

const [shortestSlantPt, arrowPt, mostSlanted] = [4, 9, 5_000]

function keepSlanted(box: Box, out: Drawing): void {
  if (out.slanted.length < mostSlanted) out.slanted.push(box)
}

function keepStroke(sub: Subpath, state: State, out: Drawing, budget: Budget): void {
  const { points } = sub
  if (points.length > 64) return
  const ends = sub.closed && points.length > 2 ? [...points, points[0]!] : points
  for (let i = 1; i < ends.length; i++) {
    const [p, q] = [ends[i - 1]!, ends[i]!]
    if (Math.abs(p.x - q.x) > 0.7 && Math.abs(p.y - q.y) > 0.7) {
      if (!sub.curved && Math.hypot(p.x - q.x, p.y - q.y) > shortestSlantPt) keepSlanted(boxOf([p, q]), out)
      continue
    }
    if (Math.abs(p.x - q.x) + Math.abs(p.y - q.y) < 3) continue
    budget.shapes--
    out.strokes.push({ ...boxOf([p, q]), white: state.stroke === '#ffffff' })
  }
}
