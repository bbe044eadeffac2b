// A table on a terminal: never wider than it, and nothing of a row is lost for that.
import { expect, test } from 'vitest'
import { fitTable } from '../../../cli/fitted-table.ts'

const rows = [
  {
    topic: 'fred.observations.v1',
    records: '35881',
    proof: 'documented',
    'read by': 'consumer cycle energy labor liquidity macro',
  },
  { topic: 'ticks.v1', records: '0', proof: '-', 'read by': '-' },
]

test.each([40, 60, 80, 140, 400])('at %i columns no line is longer, and every word is there', (width) => {
  const text = fitTable(rows, width)
  for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(width)
  const words = rows.flatMap((row) => Object.values(row)).flatMap((cell) => cell.split(' '))
  for (const word of words.filter((one) => one !== '-')) expect(text.split(/\s+/)).toContain(word)
})

test('where all fits it is one line a row; where not, what is left stands below its row and an empty cell nowhere', () => {
  expect(fitTable(rows, 400).split('\n')).toHaveLength(3)
  expect(fitTable(rows, 40).split('\n')).toEqual([
    'topic                 records',
    'fred.observations.v1  35881',
    '    proof documented · read by consumer',
    '    cycle energy labor liquidity macro',
    'ticks.v1              0',
  ])
})

test('a word wider than the terminal is left whole, and no rows are no fault', () => {
  const long = 'x'.repeat(90)
  expect(fitTable([{ topic: 'a', words: `${long} b` }], 40)).toContain(long)
  expect(fitTable([], 80)).toBe('')
})
