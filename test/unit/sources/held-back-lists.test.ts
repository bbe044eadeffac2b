// A sanction list that lost more than lists lose is held back, whatever part of it shrank; what has stood for days is news.
import { expect, test } from 'vitest'
import { holdBackShrunken, type Shelf } from '../../../ingestors/shapes/sanctions-list.ts'

const whole = { entries: 1_000, names: 3_000, identifiers: 500 }
const shelf = (totals: Partial<typeof whole>, date = '2026-11-18', of: object = whole) =>
  ({ list: 'un', shelf: '00', date, totals: { ...of, ...totals } }) as unknown as Shelf
const hold = (now: Shelf, before: Shelf | null) => holdBackShrunken([now], async () => before)

test.each([
  ['entries', 949, 950],
  ['names', 2_699, 2_700],
  ['identifiers', 424, 425],
] as const)('of its %s: %i are too few, %i are not', async (part, tooFew, enough) => {
  await expect(hold(shelf({ [part]: tooFew }), shelf({}))).rejects.toThrow(
    `un shrank from ${whole[part]} ${part} to ${tooFew}: held back, that of 2026-11-18 stands`,
  )
  await hold(shelf({ [part]: enough }), shelf({}))
})

test('one that grew, one that is read for the first time and one of few entries is taken', async () => {
  await hold(shelf({ entries: 2_000 }), shelf({}))
  await hold(shelf({ entries: 1 }), null)
  const few = { entries: 39, names: 39, identifiers: 39 }
  await hold(shelf({ entries: 1, names: 1, identifiers: 1 }), shelf({}, '2026-11-18', few))
})

test('a cut that has stood for more than five days is news', async () => {
  await expect(hold(shelf({ entries: 500 }, '2026-11-23'), shelf({}))).rejects.toThrow('held back')
  await hold(shelf({ entries: 500 }, '2026-11-24'), shelf({}))
})

test('of one whose sums are not known nothing is held back', async () => {
  const { totals: _, ...without } = shelf({})
  await hold(shelf({ entries: 1 }), without as Shelf)
  await hold(without as Shelf, shelf({}))
})
