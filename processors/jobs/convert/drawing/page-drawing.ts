// The drawing of one page by its number; null when the file cannot be read this way (encrypted, damaged, too large).
import type { Box } from '../geometry.ts'
import { type Budget, drawContent } from './content.ts'
import type { Drawing } from './drawing.ts'
import { type Matrix, multiply } from './matrix.ts'
import { isTagged, pagesOf } from './page-tree.ts'
import { isStream, openPdf, type PdfFile, type PdfObject } from './pdf-file.ts'
import type { PdfDict, PdfValue } from './pdf-value.ts'

const pageBudget: Budget = { operators: 300_000, bytes: 8 * 1024 * 1024, shapes: 20_000 }
const documentBudget = { operators: 6_000_000, bytes: 192 * 1024 * 1024 }

export type Drawings = { drawing: (page: number) => Drawing | null; tagged: boolean }

/** Reads pages' drawings by number until the document has used up what it may cost. */
export function openDrawings(bytes: Uint8Array): Drawings {
  const file = openPdf(bytes)
  const pages = file.encrypted ? [] : pagesOf(file)
  const left = { ...documentBudget }
  const drawing = (number: number) => {
    const page = pages[number - 1]
    if (!page || left.operators <= 0 || left.bytes <= 0) return null
    const budget = { ...pageBudget }
    const drawn = drawPage(file, page, budget)
    left.operators -= pageBudget.operators - budget.operators
    left.bytes -= pageBudget.bytes - budget.bytes
    return drawn
  }
  return { drawing, tagged: !file.encrypted && isTagged(file) }
}

export function drawPage(file: PdfFile, page: PdfDict, budget: Budget = { ...pageBudget }): Drawing | null {
  if (file.encrypted) return null
  const box = numbers(file.get(page, 'MediaBox'), file)
  if (!box) return null
  const rotate = file.get(page, 'Rotate')
  const ctm = toTopLeft(box, typeof rotate === 'number' ? rotate : 0)
  const out: Drawing = { strokes: [], fills: [], images: [], shaded: false, covers: [], shown: [] }
  const content = joined(file, file.get(page, 'Contents'), budget)
  if (!content) return null
  try {
    drawContent(file, content, file.get(page, 'Resources'), ctm, budget, out)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return null
  }
  return out
}

function joined(file: PdfFile, contents: PdfObject | undefined, budget: Budget): Uint8Array | null {
  const parts = Array.isArray(contents) ? contents.map((c) => file.resolve(c)) : [contents]
  const bytes: Uint8Array[] = []
  for (const part of parts.slice(0, 2000)) {
    const decoded = isStream(part) && budget.bytes > 0 ? file.decode(part, budget.bytes) : null
    if (!decoded) continue
    budget.bytes -= decoded.length
    bytes.push(decoded, Uint8Array.of(10))
  }
  return bytes.length === 0 ? null : Buffer.concat(bytes)
}

function numbers(value: PdfObject | undefined, file: PdfFile): Box | null {
  if (!Array.isArray(value) || value.length !== 4) return null
  const n = value.map((v: PdfValue) => file.resolve(v))
  if (!n.every((v) => typeof v === 'number')) return null
  const [a, b, c, d] = n as number[]
  return { x0: Math.min(a!, c!), y0: Math.min(b!, d!), x1: Math.max(a!, c!), y1: Math.max(b!, d!) }
}

function toTopLeft(box: Box, rotate: number): Matrix {
  const w = box.x1 - box.x0
  const h = box.y1 - box.y0
  const upright: Matrix = [1, 0, 0, -1, -box.x0, box.y1]
  const turn = ((rotate % 360) + 360) % 360
  if (turn === 90) return multiply(upright, [0, 1, -1, 0, h, 0])
  if (turn === 180) return multiply(upright, [-1, 0, 0, -1, w, h])
  if (turn === 270) return multiply(upright, [0, -1, 1, 0, 0, w])
  return upright
}
