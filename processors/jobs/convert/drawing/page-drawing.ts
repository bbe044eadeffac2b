// The drawing of one page by its number; null when the file cannot be read this way (encrypted with a password, damaged, too large).
import { type Budget, drawContent } from './content.ts'
import type { Drawing } from './drawing.ts'
import { frameOf, type PageFrame, toTopLeft } from './page-frame.ts'
import { isTagged, pagesOf } from './page-tree.ts'
import { isStream, openPdf, type PdfFile, type PdfObject } from './pdf-file.ts'
import type { PdfDict } from './pdf-value.ts'

const pageBudget: Budget = { operators: 300_000, bytes: 8 * 1024 * 1024, shapes: 20_000 }
const mostParts = 2_000
const documentBudget = { operators: 6_000_000, bytes: 192 * 1024 * 1024 }

export type Drawings = {
  drawing: (page: number) => Drawing | null
  /** Where on a page its shown part is; null where that cannot be read. */
  frame: (page: number) => PageFrame | null
  tagged: boolean
}

/** Reads pages' drawings by number until the document has used up what it may cost. */
export function openDrawings(bytes: Uint8Array): Drawings {
  const file = openPdf(bytes)
  const pages = pagesOf(file)
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
  const frame = (number: number) => {
    const page = pages[number - 1]
    return page === undefined ? null : frameOf(file, page)
  }
  return { drawing, frame, tagged: isTagged(file) }
}

export function drawPage(file: PdfFile, page: PdfDict, budget: Budget = { ...pageBudget }): Drawing | null {
  const ctm = toTopLeft(file, page)
  if (ctm === null) return null
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
  if (parts.length > mostParts) return null
  for (const part of parts) {
    const decoded = isStream(part) && budget.bytes > 0 ? file.decode(part, budget.bytes) : null
    // What covers a word may be in the part that cannot be read.
    if (!decoded) return null
    budget.bytes -= decoded.length
    bytes.push(decoded, Uint8Array.of(10))
  }
  return bytes.length === 0 ? null : Buffer.concat(bytes)
}
