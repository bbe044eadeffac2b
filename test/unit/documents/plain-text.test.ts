// What typography sets in many ways is told in one.
import { expect, test } from 'vitest'
import { plainText } from '../../../processors/jobs/convert/layout/plain-text.ts'

test.each([
  ['‘‘corporate’’', '"corporate"'],
  ['“corporate”', '"corporate"'],
  ['it’s', "it's"],
  ["''", "''"],
  ['\uf8ee\uf8ef\uf8f0', '⎡⎢⎣'],
  ['ﬁre—and', 'fire-and'],
])('%s is %s', (given, told) => {
  expect(plainText(given)).toBe(told)
})
