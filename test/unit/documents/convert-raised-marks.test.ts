// Exponents and marks of notes in the cells of tables are told as raised.
import { describe, expect, test } from 'vitest'
import type { Word } from '../../../processors/jobs/convert/page-text.ts'
import { cellText } from '../../../processors/jobs/convert/tables/cell-text.ts'
import { word } from '../../support/many.ts'

function cell(...pieces: [text: string, isRaised?: boolean, gap?: number][]): string {
  let x = 100
  const words = pieces.map(([text, isRaised = false, gap = 0], i): Word => {
    x += gap
    const own = word(i, x, 100, {
      text,
      x1: x + 5 * text.length,
      size: isRaised ? 7 : 10,
      ...(isRaised && { script: 'superscript' }),
    })
    x = own.x1
    return own
  })
  return cellText(words)
}

describe('raised in a cell', () => {
  test.each<[string, Parameters<typeof cell>, string]>([
    ['an exponent', [['5.1'], ['×', false, 3], ['10', false, 3], ['-3', true]], '5.1 × 10⁻³'],
    ['the mark of a note behind a figure', [['1,234'], ['3', true]], '1,234³'],
    ['in brackets', [['Revenue'], ['(1)', true, 0.5]], 'Revenue⁽¹⁾'],
    ['several', [['12.5'], ['a,b', true]], '12.5ᵃ,ᵇ'],
    ['a unit', [['km'], ['2', true]], 'km²'],
  ])('%s', (_what, pieces, text) => {
    expect(cell(...pieces)).toBe(text)
  })

  test.each<[string, Parameters<typeof cell>, string]>([
    ['the ending of an ordinal', [['5'], ['th', true]], '5th'],
    ['what is not raised', [['1,234'], ['3', false, 4]], '1,234 3'],
    [
      'a mark with nothing before it',
      [
        ['1', true],
        ['Total', false, 0.5],
      ],
      '1Total',
    ],
    ['a mark away from its word', [['Total'], ['1', true, 8]], 'Total 1'],
    ['a sign of its own', [['Total'], ['*', true]], 'Total*'],
  ])('but not %s', (_what, pieces, text) => {
    expect(cell(...pieces)).toBe(text)
  })
})
