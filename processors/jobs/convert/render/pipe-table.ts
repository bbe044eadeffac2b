// Writes a grid as a Markdown pipe table: spans repeat their text, several heading rows become one.
import type { Grid } from '../element.ts'
import { withMath } from '../math/marks.ts'
import { flatGrid, oneHeader } from './flat-grid.ts'
import { escapeMarkdown } from './inline.ts'

export function pipeTable(grid: Grid): string {
  const flat = flatGrid(grid)
  const row = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`
  const rule = `| ${Array.from({ length: grid.columns }, () => '---').join(' | ')} |`
  return [row(oneHeader(flat, grid.columns)), rule, ...flat.rows.map(row)].join('\n')
}

const cell = (text: string) => withMath(text, escapeMarkdown).replace(/\|/g, '\\|').replace(/\s+/g, ' ').trim()
