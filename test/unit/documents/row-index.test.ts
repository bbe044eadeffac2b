// What lies near a height of a page is found by its bands: all that reaches into it, and little that does not.
import { expect, test } from 'vitest'
import { createRowIndex } from '../../../processors/jobs/convert/layout/row-index.ts'
import fc from '../../support/chance.ts'

interface Box {
  y0: number
  y1: number
}

const bandPt = 8
const height = fc.oneof(fc.integer({ min: -20, max: 60 }), fc.integer({ min: -20, max: 60 }), fc.constantFrom(2_000, Number.NaN))
const asked: fc.Arbitrary<Box> = fc.record({ y0: height, y1: height })
const box = asked.filter(({ y0, y1 }) => !(y0 > y1))
const isTall = ({ y0, y1 }: Box) => !(y1 >= y0 && y1 - y0 < 60 * bandPt)

test('all that reaches into a height is near it, however it was put there; what is further away than a band is not', () => {
  fc.assert(
    fc.property(fc.array(box, { maxLength: 12 }), fc.array(box, { maxLength: 4 }), asked, (first, later, { y0, y1 }) => {
      const index = createRowIndex(first)
      for (const one of later) index.add(one)
      const near = new Set(index.near(y0, y1))
      for (const one of [...first, ...later]) {
        if (isTall(one) || (one.y0 <= y1 && one.y1 >= y0 && y0 <= y1)) expect(near).toContain(one)
        else if (one.y1 < y0 - bandPt || one.y0 > y1 + bandPt) expect(near).not.toContain(one)
      }
    }),
    { numRuns: 2_000 },
  )
})

test('who looks at the first few alone looks at no more', () => {
  const boxes = Array.from({ length: 1_000 }, (_, i) => ({ y0: 10, y1: 10 + (i % 2) * 9 }))
  const index = createRowIndex(boxes)
  let seen = 0
  for (const _ of index.near(0, 30)) if (++seen === 3) break
  expect(seen).toBe(3)
  expect([...index.near(10, 10)]).toEqual(boxes)
})
