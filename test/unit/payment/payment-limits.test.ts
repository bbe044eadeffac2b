// The small machines that keep a flood, an outage or a greedy payer bounded.
import { expect, test } from 'vitest'
import { createBreaker } from '../../../api/payment/breaker.ts'
import { fingerprint } from '../../../api/payment/proof/fingerprint.ts'
import { createRateLimiter } from '../../../api/payment/rate-limit.ts'
import { publicReason } from '../../../api/payment/reasons.ts'

function movableClock() {
  let ms = 1_000_000
  return { now: () => new Date(ms), pass: (seconds: number) => (ms += seconds * 1000) }
}

test('a bucket lets a burst through, then its rate, each key by itself', () => {
  const clock = movableClock()
  const limiter = createRateLimiter({ burst: 3, perSecond: 2 }, clock)
  expect([1, 2, 3, 4].map(() => limiter.take('a'))).toEqual([null, null, null, 1])
  expect(limiter.take('b')).toBeNull()
  clock.pass(1)
  expect([1, 2, 3].map(() => limiter.take('a'))).toEqual([null, null, 1])
  clock.pass(3_600)
  expect([1, 2, 3, 4].map(() => limiter.take('a'))).toEqual([null, null, null, 1])
})

test('a breaker opens after failures in a row, lets one try through when rested, and opens again at once', () => {
  const clock = movableClock()
  const breaker = createBreaker({ failures: 2, restSeconds: 10, clock })
  breaker.failed()
  breaker.succeeded()
  breaker.failed()
  expect(breaker.blockedSeconds()).toBeNull()
  breaker.failed()
  expect(breaker.blockedSeconds()).toBe(10)
  clock.pass(10)
  expect(breaker.blockedSeconds()).toBeNull()
  breaker.failed()
  expect(breaker.blockedSeconds()).toBe(10)
})

test('a fingerprint ignores spelling and order, and nothing else', () => {
  const base = { method: 'POST', host: 'a.example', path: '/x', query: 'b=2&a=1', body: { p: 1, q: [1, { r: 2, s: 3 }] } }
  const same = fingerprint(base)
  expect(fingerprint({ ...base, host: 'A.example', query: 'a=%31&b=2', body: { q: [1, { s: 3, r: 2 }], p: 1 } })).toBe(same)
  const others = [
    { ...base, method: 'GET' },
    { ...base, host: 'b.example' },
    { ...base, path: '/y' },
    { ...base, query: 'a=1&b=3' },
    { ...base, query: 'a=1%26b=2' },
    { ...base, body: { p: 1, q: [{ r: 2, s: 3 }, 1] } },
    { ...base, body: null },
  ]
  expect(new Set(others.map(fingerprint)).add(same).size).toBe(others.length + 1)
})

test.each([
  ['invalid_exact_evm_signature', 'invalid_exact_evm_payload_signature'],
  ['invalid_exact_evm_nonce_already_used', 'payment_already_used'],
  ['invalid_exact_evm_insufficient_balance', 'insufficient_funds'],
  ['invalid_exact_evm_payload_authorization_valid_before', 'invalid_exact_evm_payload_authorization_valid_before'],
  ['invalid_exact_svm_payload_amount_mismatch', 'invalid_exact_svm_payload'],
  ['HttpRequestError: https://rpc.example/secret', 'unexpected_verify_error'],
  [undefined, 'unexpected_verify_error'],
])('%s is told as %s', (code, told) => {
  expect(publicReason(code, 'unexpected_verify_error')).toBe(told)
})
