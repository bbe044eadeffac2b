// The pages that quality is measured on: the same for a seed, and their truth is what they show.
import { expect, test } from 'vitest'
import { makePage } from '../../bench/pdf/made/page.ts'
import { makeSheet } from '../../bench/pdf/made/sheet.ts'
import { makeTable } from '../../bench/pdf/made/table.ts'
import { createDice } from '../../bench/support/dice.ts'

test('the same seed makes the same page, another seed another one', () => {
  expect(makePage(1_234)).toEqual(makePage(1_234))
  expect(makePage(1_234).truth).not.toBe(makePage(1_235).truth)
})

test('every cell of a table stands at one place, and every place is taken', () => {
  for (let seed = 1; seed <= 200; seed++) {
    const { rows, columns, cells } = makeTable(createDice(seed))
    const places = cells.flatMap((c) =>
      Array.from(
        { length: c.rowSpan * c.columnSpan },
        (_, i) => `${c.row + Math.floor(i / c.columnSpan)} ${c.column + (i % c.columnSpan)}`,
      ),
    )
    expect([places.length, new Set(places).size]).toEqual([rows * columns, rows * columns])
  }
})

test('every word of the truth is drawn', () => {
  for (let seed = 1; seed <= 50; seed++) {
    const { pdf, truth } = seed % 2 === 0 ? makePage(seed) : makeSheet(seed)
    const drawn = new Set([...pdf.toString('latin1').matchAll(/\(((?:[^()\\]|\\.)*)\) Tj/g)].flatMap((m) => m[1]!.split(' ')))
    const words = truth
      .replace(/<[^<>]*>/g, ' ')
      .replaceAll('#', ' ')
      .split(/\s+/)
      .filter((word) => word !== '')
    expect(words.filter((word) => !drawn.has(word))).toEqual([])
  }
})
