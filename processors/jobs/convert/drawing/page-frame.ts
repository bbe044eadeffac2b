// The part of a page that is shown: its crop box within its media box, turned as the page asks to be turned.
import type { Box } from '../geometry.ts'
import { type Matrix, multiply } from './matrix.ts'
import type { PdfFile, PdfObject } from './pdf-file.ts'
import type { PdfDict, PdfValue } from './pdf-value.ts'

/** Poppler measures from the media box's corner; this is how far off the shown part begins, and its size. */
export interface PageFrame {
  readonly dx: number
  readonly dy: number
  readonly width: number
  readonly height: number
  /** How many points one of its units is, and how far the media box reaches in its own units, both ways together. */
  readonly unit: number
  readonly reach: number
}

interface Shown {
  readonly unit: number
  readonly media: Box
  readonly crop: Box
  readonly turn: 0 | 90 | 180 | 270
}

export function frameOf(file: PdfFile, page: PdfDict): PageFrame | null {
  const shown = shownOf(file, page)
  if (shown === null) return null
  const { media, crop, turn, unit } = shown
  const [left, right] = [crop.x0 - media.x0, media.x1 - crop.x1]
  const [bottom, top] = [crop.y0 - media.y0, media.y1 - crop.y1]
  const [width, height] = [crop.x1 - crop.x0, crop.y1 - crop.y0]
  const isTurned = turn === 90 || turn === 270
  return {
    dx: unit * { 0: left, 90: bottom, 180: right, 270: top }[turn],
    dy: unit * { 0: top, 90: left, 180: bottom, 270: right }[turn],
    width: unit * (isTurned ? height : width),
    height: unit * (isTurned ? width : height),
    unit,
    reach: media.x1 - media.x0 + media.y1 - media.y0,
  }
}

/** From the page's own coordinates to those of what is shown, measured from its top left corner. */
export function toTopLeft(file: PdfFile, page: PdfDict): Matrix | null {
  const shown = shownOf(file, page)
  if (shown === null) return null
  const { crop, turn, unit } = shown
  const [w, h] = [crop.x1 - crop.x0, crop.y1 - crop.y0]
  const upright: Matrix = [1, 0, 0, -1, -crop.x0, crop.y1]
  const turns: Record<Shown['turn'], Matrix> = {
    0: [unit, 0, 0, unit, 0, 0],
    90: [0, unit, -unit, 0, unit * h, 0],
    180: [-unit, 0, 0, -unit, unit * w, unit * h],
    270: [0, -unit, unit, 0, 0, unit * w],
  }
  return multiply(upright, turns[turn])
}

// Of the format's own limit of 14,400 by 14,400 units no more is made.
const largestUnit = 75

function shownOf(file: PdfFile, page: PdfDict): Shown | null {
  const media = boxOf(file.get(page, 'MediaBox'), file)
  if (media === null) return null
  const asked = boxOf(file.get(page, 'CropBox'), file) ?? media
  const crop = {
    x0: Math.max(asked.x0, media.x0),
    y0: Math.max(asked.y0, media.y0),
    x1: Math.min(asked.x1, media.x1),
    y1: Math.min(asked.y1, media.y1),
  }
  // One that shows nothing is an error that readers pass over.
  const isEmpty = crop.x1 - crop.x0 < 1 || crop.y1 - crop.y0 < 1
  const rotate = file.get(page, 'Rotate')
  const turn = typeof rotate === 'number' ? ((rotate % 360) + 360) % 360 : 0
  const given = file.get(page, 'UserUnit')
  const unit = typeof given === 'number' && given > 0 && given <= largestUnit ? given : 1
  return { media, crop: isEmpty ? media : crop, turn: turn === 90 || turn === 180 || turn === 270 ? turn : 0, unit }
}

function boxOf(value: PdfObject | undefined, file: PdfFile): Box | null {
  if (!Array.isArray(value) || value.length !== 4) return null
  const n = value.map((v: PdfValue) => file.resolve(v))
  if (!n.every((v) => typeof v === 'number')) return null
  const [a, b, c, d] = n as number[]
  return { x0: Math.min(a!, c!), y0: Math.min(b!, d!), x1: Math.max(a!, c!), y1: Math.max(b!, d!) }
}
