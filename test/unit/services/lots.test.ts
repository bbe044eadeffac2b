// Gains by lots against a ledger made by hand, with fees, transfers in and out, and a balance that grows by itself.
import { expect, test } from 'vitest'
import { type Move, settle } from '../../../processors/formula/lots.ts'
import fc from '../../support/chance.ts'

const day = (n: number) => new Date(Date.UTC(2026, 0, n))
const ledger: readonly Move[] = [
  { kind: 'buy', asset: 'A', quantity: 10, usd: 1_000, feeUsd: 10, at: day(1) },
  { kind: 'buy', asset: 'A', quantity: 10, usd: 2_000, at: day(11) },
  { kind: 'in', asset: 'A', quantity: 5, usd: 1_250, at: day(13) },
  { kind: 'sell', asset: 'A', quantity: 15, usd: 3_000, feeUsd: 30, at: day(21) },
  { kind: 'out', asset: 'A', quantity: 2, at: day(22) },
  { kind: 'rebase', asset: 'A', quantity: 0.8, at: day(23) },
  { kind: 'sell', asset: 'A', quantity: 8.8, usd: 2_200, at: day(31) },
]

test('first in, first out: 2,970 less 1,010 and half of 2,000 is 960; then 2,200 less 1,850 is 350', () => {
  const { sales, open, feesUsd, unmatched, unpriced } = settle(ledger)
  // Sold: ten of 1,010 and five of 1,000. Left: five of 1,000, five of 1,250; two go out at 400; 0.8 grow on eight.
  expect(sales.map(({ gainUsd }) => gainUsd)).toEqual([expect.closeTo(960, 9), expect.closeTo(2_200 - 600 - 1_250, 9)])
  expect(sales[0]!.heldDays).toBeCloseTo((10 * 20 + 5 * 10) / 15, 9)
  expect([open, feesUsd, unmatched, unpriced]).toEqual([[], 40, [], []])
})

test('at average cost: 25 for 4,260 are 170.40 each; 2,970 less 2,556 is 414; then 2,200 less 1,363.20', () => {
  const { sales, open } = settle(ledger, 'average')
  expect(sales.map(({ gainUsd }) => gainUsd)).toEqual([expect.closeTo(414, 9), expect.closeTo(2_200 - 8 * 170.4, 9)])
  expect(open).toEqual([])
})

test('what leaves without having come has no cost and no gain, and is told', () => {
  const { sales, unmatched } = settle([
    { kind: 'buy', asset: 'A', quantity: 1, usd: 100, at: day(1) },
    { kind: 'sell', asset: 'A', quantity: 4, usd: 800, at: day(2) },
  ])
  expect(sales).toEqual([expect.objectContaining({ gainUsd: 100, costUsd: 100 })])
  expect(unmatched).toEqual([{ asset: 'A', quantity: 3, usd: 600 }])
})

test('what came for an unknown price has no gain, and hides none of what is known beside it', () => {
  const known = [
    { kind: 'buy', asset: 'A', quantity: 10, usd: 100, at: day(2) },
    { kind: 'sell', asset: 'A', quantity: 10, usd: 600, at: day(4) },
  ] as const
  const gift = { kind: 'in', asset: 'A', quantity: 1e-9, at: day(3) } as const
  expect(settle([...known, gift])).toMatchObject({ sales: [{ gainUsd: 500 }], open: [{ costUsd: null }], unpriced: ['A'] })
  // Before it: the oldest goes first, and its share of the money has no gain.
  const older = settle([{ ...gift, quantity: 5, at: day(1) }, ...known])
  expect(older.sales).toEqual([expect.objectContaining({ gainUsd: 250, costUsd: 50 })])
  expect([older.unmatched, older.open]).toEqual([
    [{ asset: 'A', quantity: 5, usd: 300 }],
    [expect.objectContaining({ quantity: 5, costUsd: 50 })],
  ])
  // At average cost a third of all that is sold is of it.
  const average = settle([{ ...gift, quantity: 5, at: day(1) }, ...known], 'average')
  expect(average.sales).toEqual([expect.objectContaining({ gainUsd: expect.closeTo(400 - 200 / 3, 9) })])
  expect(average.unmatched).toEqual([{ asset: 'A', quantity: expect.closeTo(10 / 3, 9), usd: expect.closeTo(200, 9) }])
})

test('what nobody could price is named and gains nothing', () => {
  const { sales, unpriced } = settle([
    { kind: 'buy', asset: 'B', quantity: 1, at: day(1) },
    { kind: 'sell', asset: 'B', quantity: 1, at: day(2) },
  ])
  expect([sales, unpriced]).toEqual([[], ['B']])
})

test('whatever is bought and sold: money in, less money out and what is left at cost, is the gain; by either method', () => {
  const move = fc.record({
    kind: fc.constantFrom('buy' as const, 'sell' as const),
    quantity: fc.double({ min: 0.001, max: 1e6, noNaN: true }),
    usd: fc.double({ min: 0, max: 1e9, noNaN: true }),
    feeUsd: fc.double({ min: 0, max: 100, noNaN: true }),
  })
  fc.assert(
    fc.property(fc.array(move, { maxLength: 40 }), fc.constantFrom('fifo' as const, 'average' as const), (moves, method) => {
      const dated = moves.map((one, i) => ({ ...one, asset: 'A', at: day(i + 1) }))
      const { sales, open } = settle(dated, method)
      const bought = dated.filter(({ kind }) => kind === 'buy').reduce((sum, { usd, feeUsd }) => sum + usd + feeUsd, 0)
      const used = sales.reduce((sum, { costUsd }) => sum + costUsd, 0) + open.reduce((sum, { costUsd }) => sum + costUsd!, 0)
      expect(Math.abs(used - bought)).toBeLessThanOrEqual(1e-6 * Math.max(1, bought))
    }),
  )
})
