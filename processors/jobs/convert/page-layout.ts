// One page between reading and rendering: its lines and tables, before and after the document as a whole has been seen.
import type { Element } from './element.ts'
import type { Line } from './layout/lines.ts'
import type { FoundTable } from './tables/table.ts'

export type PageParts = {
  number: number
  width: number
  height: number
  lines: Line[]
  turned: Line[]
  tables: FoundTable[]
  /** Tables of contents, and the rows of each. */
  contents: Line[][]
  /** Lines left and right of a divider, in the order in which they are read. */
  sides: Line[][]
  /** Authors beside each other: rows of them, and the lines of each. */
  authors: Line[][][]
  /** What counts lines, or parts texts, and is none. */
  margin: Line[]
}
export type PageLayout = { number: number; elements: Element[] }
