// Names for whoever misspelt one: the likest first, three of them, the same every time.
import { expect, test } from 'vitest'
import { nearest } from '../../../processors/inputs/nearest.ts'

const known = ['aave', 'aave-v2', 'aave-v3', 'compound-v3', 'curve-dex', 'lido', 'uniswap-v3']

test.each([
  ['aave3', 'aave'],
  ['Aave-V33', 'aave-v3'],
  ['aavev33', 'aave-v3'],
  ['uniswop-v3', 'uniswap-v3'],
  ['compond', 'compound-v3'],
  ['liddo', 'lido'],
])('%s may be meant as %s', (asked, meant) => {
  expect(nearest(asked, known)[0]).toBe(meant)
  expect(nearest(asked, known)).toHaveLength(3)
  expect(nearest(asked, known.toReversed())).toEqual(nearest(asked, known))
})

test('where nothing is alike, and where there is little to choose from, it still answers', () => {
  expect(nearest('x', known)).toHaveLength(3)
  expect(nearest('anything', ['lido'])).toEqual(['lido'])
  expect(nearest('anything', [])).toEqual([])
})
