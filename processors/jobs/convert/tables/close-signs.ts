// Statements set a currency's sign at its column's left and a per cent sign behind its right: beside their sum they are one word with it.
import type { Grid } from '../element.ts'

const before = /^([$€£¥]) (?=[(\d.–—-])/
const after = /([\d–—-]\)?) (%|\))$/
const within = /^(\(?[$€£¥]?\(?\d[\d.,]*) \)/

export function closeSigns(grid: Grid): void {
  closeSums(grid)
  for (const cell of grid.cells) cell.text = cell.text.replace(after, '$1$2')
}

/** A currency's sign before its sum, and the bracket behind one below zero. */
export function closeSums(grid: Grid): void {
  for (const cell of grid.cells) cell.text = cell.text.replace(before, '$1').replace(within, '$1)')
}
