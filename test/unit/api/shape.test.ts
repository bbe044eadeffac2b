// A row cut to a request's optional filters: untouched bytes without one, and cheap with one.
import { expect, it } from 'vitest'
import { shapeRow } from '../../../api/routes.ts'
import type { StoredSignalRow } from '../../../db/rows/signals.ts'

const body = JSON.stringify({
  signal: { label: 'x' },
  rates: Array.from({ length: 100 }, (_, i) => ({ coin: `C${i}`, venues: [{}, {}, {}] })),
})
const row = { body } as StoredSignalRow
const route = {
  shape: (given: { rates: unknown[] }, input: { limit?: number }) => ({ ...given, rates: given.rates.slice(0, input.limit) }),
} as never

it('sends the stored bytes when nothing is asked', () => {
  expect(shapeRow(row, route, {}, new Date()).body).toBe(body)
  expect(shapeRow(row, {} as never, { limit: 1 }, new Date()).body).toBe(body)
})

it('cuts when something is, in less than a millisecond', () => {
  expect(JSON.parse(shapeRow(row, route, { limit: 2 }, new Date()).body).rates).toHaveLength(2)
  const ms = Array.from({ length: 200 }, () => {
    const startedAt = performance.now()
    shapeRow(row, route, { limit: 50 }, new Date())
    return performance.now() - startedAt
  })
  // The least of many: what it takes when nobody else takes the processor.
  expect(Math.min(...ms)).toBeLessThan(1)
})
