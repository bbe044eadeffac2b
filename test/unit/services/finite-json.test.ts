// A row's numbers: whatever JSON has no word for is refused by its name before it is written.
import { expect, test } from 'vitest'
import { finiteJson } from '../../../processors/runner/finite-json.ts'

test.each([
  [{ signal: { score: Number.NaN } }, 'score is NaN'],
  [{ rows: [1, { usd: Number.POSITIVE_INFINITY }] }, 'usd is Infinity'],
  [{ rows: [[1, Number.NEGATIVE_INFINITY]] }, '1 is -Infinity'],
])('%j is refused', (value, message) => {
  expect(() => finiteJson(value)).toThrow(message)
})

test('anything else is written as JSON writes it', () => {
  const value = { a: [1, null, 'x', { b: -0, c: 1e21, d: undefined }], at: new Date(0), e: true }
  expect(finiteJson(value)).toBe(JSON.stringify(value))
})
