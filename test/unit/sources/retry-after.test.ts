// How long an upstream asked to be left alone, and what its status means.
import { describe, expect, test } from 'vitest'
import { parseRetryAfterMs, refusal } from '../../../ingestors/client/refusal.ts'

const now = Date.parse('2026-11-18T12:00:00Z')

test.each([
  [null, null],
  ['', null],
  ['0', 0],
  ['120', 120_000],
  [' 7 ', 7_000],
  ['Wed, 18 Nov 2026 12:00:30 GMT', 30_000],
  ['Wed, 18 Nov 2026 11:00:00 GMT', 0],
  ['soon', null],
  ['-5', null],
  ['1.5', null],
  ['0x10', null],
])('Retry-After %j is %j ms', (value, ms) => {
  expect(parseRetryAfterMs(value, now)).toBe(ms)
})

describe('a status', () => {
  test.each([
    [429, 'upstream_rate_limited', true],
    [500, 'upstream_unavailable', true],
    [503, 'upstream_unavailable', true],
    [408, 'upstream_unavailable', true],
    [403, 'upstream_refused', false],
    [404, 'upstream_refused', false],
    [206, 'upstream_refused', false],
  ])('%d is %s, retryable: %s', (status, code, retryable) => {
    expect(refusal('data.example', status, '9')).toMatchObject({ code, retryable, retryAfterMs: 9_000 })
  })
})
