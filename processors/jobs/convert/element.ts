// What a page is made of once its layout is understood; the renderers turn these into Markdown, HTML and CSV.
import type { Box } from './geometry.ts'
import type { Line } from './layout/lines.ts'

export type Cell = { row: number; column: number; rowSpan: number; columnSpan: number; text: string }
export type Grid = { rows: number; columns: number; headerRows: number; cells: Cell[] }

export type Element = Box & {
  /** Its text as Markdown already, where it comes of no lines. */
  readonly ready?: string
  /** How sure OCR was of it, where it was read in a picture. */
  ocr?: number
} & (
    | { kind: 'paragraph'; lines: Line[] }
    | { kind: 'heading'; lines: Line[]; level: number }
    /** `isEntry`: of a table of contents, whose number is no marker. */
    | { kind: 'list-item'; lines: Line[]; depth: number; isEntry?: true }
    | { kind: 'code'; lines: Line[] }
    | { kind: 'furniture'; lines: Line[] }
    | { kind: 'footnote'; lines: Line[]; label: string }
    /** Where a picture stands, and the words in it that are no running text. */
    | { kind: 'picture'; page: number; lines: Line[]; caption: string | null; confidence: number | null }
    | { kind: 'table'; grid: Grid; caption: string | null }
  )

export type TextElement = Exclude<Element, { kind: 'table' }>
