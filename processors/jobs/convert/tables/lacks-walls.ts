// Tells a lattice that parts only some of its columns: figures stand below each other, row for row, with no wall between them.
import type { Word } from '../page-text.ts'
import { isFigure } from './figure.ts'
import type { Lattice } from './lattice.ts'
import { segmentsOf, textRows } from './text-rows.ts'

const leastRows = 3

export function lacksWalls(lattice: Lattice, words: Iterable<Word>): boolean {
  const strips: Word[][] = lattice.xs.slice(1).map(() => [])
  for (const word of words) {
    const centre = (word.x0 + word.x1) / 2
    strips[lattice.xs.slice(1, -1).filter((x) => x <= centre).length]!.push(word)
  }
  return strips.some((strip) => {
    const rows = textRows(strip).map((row) => segmentsOf(row.words, 0.9))
    const crowded = rows.filter((row) => row.filter(({ text }) => isFigure(text)).length >= 2).length
    return crowded >= Math.max(leastRows, 0.6 * rows.length)
  })
}
