// The drawing of one page by its number; null when the file cannot be read this way (encrypted with a password, damaged, too large).
import type { Box } from '../geometry.ts'
import { type Comment, commentsOf, drawAnnotations, filledFields } from './annotations.ts'
import { withObjectsReplaced } from './append-update.ts'
import { type Budget, drawContent, firstState } from './content.ts'
import { type Drawing, emptyDrawing } from './drawing.ts'
import { type HeadingTags, headingTags } from './heading-tags.ts'
import { onPaper } from './on-paper.ts'
import { frameOf, type PageFrame, toTopLeft } from './page-frame.ts'
import { isTagged, type PageNode, pagesOf } from './page-tree.ts'
import { isStream, openPdf, type PdfFile, type PdfObject } from './pdf-file.ts'
import { mainTurn, type Turn } from './text-turn.ts'
import { withoutProfiles } from './without-profiles.ts'

const pageBudget: Budget = { operators: 300_000, bytes: 8 * 1024 * 1024, shapes: 20_000 }
const mostParts = 2_000
const bareBytes = 24 * 1024 * 1024
const documentBudget = { operators: 6_000_000, bytes: 192 * 1024 * 1024 }

export type Drawings = {
  drawing: (page: number) => Drawing | null
  /** Draws a page ahead of being asked for it; false where there is none, and where what is left is kept for those that will be asked for. */
  prepare: (page: number) => boolean
  /** Where on a page its shown part is; null where that cannot be read. */
  frame: (page: number) => PageFrame | null
  /** What readers have noted on a page, as far as it is shown. */
  comments: (page: number) => Comment[]
  /** Null where the file is not tagged. */
  headings: (() => HeadingTags) | null
  /** The way most of a page's text runs. */
  mainTurn: (page: number) => Turn
  /** Shows a page turned clockwise from now on; false where its entry is not known. */
  turn: (page: number, by: Turn) => boolean
  /** The file as these pages are shown now. */
  fileWith: (pages: readonly number[]) => Buffer | null
  /** The same, with pictures that are drawn fast: without colour profiles. Null where they have none. */
  plainFileWith: (pages: readonly number[]) => Buffer | null
  /** As `fileWith`, painted white first; bare: without a letter on them. */
  paperFileWith: (pages: readonly number[], isBare: boolean) => Buffer | null
  /** Where filled fields stand on a page, whose text readers write anew. */
  fields: (page: number) => Box[]
}

/** Reads pages' drawings by number until the document has used up what it may cost. */
export function openDrawings(bytes: Uint8Array): Drawings {
  const file = openPdf(bytes)
  const pages = pagesOf(file)
  const left = { ...documentBudget }
  // What was drawn ahead, or to see how the text runs, is drawn once all the same.
  const drawn = new Map<number, Drawing | null>()
  const drawing = (number: number) => {
    const known = kept(number)
    drawn.delete(number)
    return known
  }
  const prepare = (number: number) => {
    const isHalfSpent = left.operators < documentBudget.operators / 2 || left.bytes < documentBudget.bytes / 2
    if (pages[number - 1] === undefined || isHalfSpent) return false
    kept(number)
    return true
  }
  const kept = (number: number) => {
    const known = drawn.get(number)
    if (known !== undefined) return known
    const page = draw(number)
    drawn.set(number, page)
    return page
  }
  const draw = (number: number) => {
    const page = pages[number - 1]
    if (!page || left.operators <= 0 || left.bytes <= 0) return null
    const budget = { ...pageBudget }
    const found = drawPage(file, page, budget)
    left.operators -= pageBudget.operators - budget.operators
    left.bytes -= pageBudget.bytes - budget.bytes
    return found
  }
  const frame = (number: number) => {
    const page = pages[number - 1]
    return page === undefined ? null : frameOf(file, page)
  }
  const mainTurnOf = (number: number) => {
    const page = kept(number)
    return page === null ? 0 : mainTurn(page.turns)
  }
  const turn = (number: number, by: Turn) => {
    const page = pages[number - 1]
    if (page === undefined || page.number === null) return false
    const before = file.get(page, 'Rotate')
    page.dict.set('Rotate', (((typeof before === 'number' ? before : 0) % 360) + 360 + by) % 360)
    drawn.delete(number)
    return true
  }
  const shownNow = (numbers: readonly number[]) =>
    numbers.flatMap((n) => {
      const page = pages[n - 1]
      return page === undefined || page.number === null ? [] : [{ number: page.number, dict: page }]
    })
  const fileWith = (numbers: readonly number[]) => withObjectsReplaced(file, bytes, shownNow(numbers))
  const plainFileWith = (numbers: readonly number[]) => withoutProfiles(file, bytes, shownNow(numbers))
  const paperFileWith = (numbers: readonly number[], isBare: boolean) => {
    const budget = { ...pageBudget, bytes: bareBytes }
    const changed = numbers.map((n) => {
      const page = pages[n - 1]
      const content = page === undefined ? null : contentOf(file, page, budget)
      return page === undefined || page.number === null || content === null ? null : { number: page.number, page, content }
    })
    return changed.every((page) => page !== null) ? onPaper(file, bytes, changed, isBare) : null
  }
  const comments = (number: number) => {
    const page = pages[number - 1]
    const [toPage, shown] = page === undefined ? [null, null] : [toTopLeft(file, page), frameOf(file, page)]
    if (page === undefined || toPage === null || shown === null) return []
    return commentsOf(file, page, toPage, { x0: 0, y0: 0, x1: shown.width, y1: shown.height })
  }
  const fields = (number: number) => {
    const page = pages[number - 1]
    const toPage = page === undefined ? null : toTopLeft(file, page)
    return page === undefined || toPage === null ? [] : filledFields(file, page, toPage)
  }
  const headings = isTagged(file) ? () => headingTags(file, bytes) : null
  return {
    drawing,
    prepare,
    frame,
    comments,
    headings,
    mainTurn: mainTurnOf,
    turn,
    fileWith,
    plainFileWith,
    paperFileWith,
    fields,
  }
}

export function drawPage(file: PdfFile, page: PageNode, budget: Budget = { ...pageBudget }): Drawing | null {
  const ctm = toTopLeft(file, page)
  if (ctm === null) return null
  const out = emptyDrawing()
  const content = contentOf(file, page, budget)
  if (!content) return null
  try {
    drawContent(file, content, file.get(page, 'Resources'), firstState(ctm), budget, out)
    drawAnnotations(file, page, ctm, budget, out)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return null
  }
  return out
}

// A page without any may have notes and fields on it.
function contentOf(file: PdfFile, page: PageNode, budget: Budget): Uint8Array | null {
  const named = page.dict.get('Contents') ?? null
  const isNone = named === null || (Array.isArray(named) && named.length === 0)
  return isNone ? new Uint8Array(0) : joined(file, file.get(page, 'Contents'), budget)
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
