// What a page is made of once its layout is understood; the renderers turn these into Markdown, HTML and CSV.
import type { Box } from './geometry.ts'
import type { Line } from './layout/lines.ts'

export type Cell = { row: number; column: number; rowSpan: number; columnSpan: number; text: string }
export type Grid = { rows: number; columns: number; headerRows: number; cells: Cell[] }

export type Element = Box &
  (
    | { kind: 'paragraph'; lines: Line[] }
    | { kind: 'heading'; lines: Line[]; level: number }
    | { kind: 'list-item'; lines: Line[]; depth: number }
    | { kind: 'code'; lines: Line[] }
    | { kind: 'furniture'; lines: Line[] }
    | { kind: 'footnote'; lines: Line[]; label: string }
    | { kind: 'table'; grid: Grid; caption: string | null }
  )

export type TextElement = Exclude<Element, { kind: 'table' }>
