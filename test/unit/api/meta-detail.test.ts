// `meta=brief` in a query: taken out before the route's own inputs are read, and refused by name where it is anything else.
import { expect, test } from 'vitest'
import { takeMetaDetail } from '../../../api/meta-detail.ts'

test.each([
  ['nothing', {}, 'full'],
  ['brief', { meta: 'brief' }, 'brief'],
  ['full', { meta: 'full' }, 'full'],
])('%s', (_what, query, detail) => {
  const given = { token: 'ETH', ...query }
  expect(takeMetaDetail(given)).toBe(detail)
  expect(given).toEqual({ token: 'ETH' })
})

test.each([
  ['another word', 'short', /must be brief or full/],
  ['nothing', '', /must be brief or full/],
  ['another case', 'Brief', /must be brief or full/],
  ['a megabyte', 'b'.repeat(1_000_000), /must be brief or full/],
  ['a member of every object', 'constructor', /must be brief or full/],
  ['both', ['brief', 'full'], /given 2 times/],
])('%s is refused', (_what, meta, says) => {
  const given = Object.assign(Object.create(null), { meta })
  expect(() => takeMetaDetail(given)).toThrow(
    expect.objectContaining({ code: 'input_invalid', message: expect.stringMatching(says) }),
  )
  // So that the route's own inputs are judged beside it.
  expect('meta' in given).toBe(false)
})
