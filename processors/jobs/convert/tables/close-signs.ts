// Statements set a currency's sign at its column's left and a per cent sign behind its right: beside their sum they are one word with it.
import type { Grid } from '../element.ts'

const before = /^([$€£¥]) (?=[(\d.–—-])/
const after = /([\d–—-]\)?) (%|\))$/
const within = /^(\(?[$€£¥]?\(?\d[\d.,]*) \)/

export function closeSigns(grid: Grid): void {
  for (const cell of grid.cells) cell.text = cell.text.replace(before, '$1').replace(after, '$1$2').replace(within, '$1)')
}
