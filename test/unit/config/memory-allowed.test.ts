// A start says where less memory is allowed than the process takes, and nothing where there is enough.
import { expect, test } from 'vitest'
import { tooLittleMemory } from '../../../app/memory-allowed.ts'

const MiB = 2 ** 20

test.each([
  ['all', true, 1_499, 1_500, /DEMO_LENDING=off takes 500 MB less/],
  ['all', false, 999, 1_000, /may take 1000: one that takes more is killed without a word\.$/],
  ['process', false, 767, 768, /allowed 767 MB/],
  ['api', true, 511, 512, /may take 512/],
] as const)('%s, with the demo’s market: %s', (role, demoLending, tooFew, enough, words) => {
  expect(tooLittleMemory({ role, demoLending }, tooFew * MiB)).toMatch(words)
  expect(tooLittleMemory({ role, demoLending }, enough * MiB)).toBeNull()
})
