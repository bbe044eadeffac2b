// Whose share a request takes: one address, and of IPv6 the whole line it belongs to.
import { expect, test } from 'vitest'
import { callerOf, shareOf } from '../../../api/callers.ts'
import { createRateLimiter } from '../../../api/payment/rate-limit.ts'
import { systemClock } from '../../../base/clock.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s is %s', (address, share) => {
  expect(shareOf(address)).toBe(share)
})

test('who changes address within a /64 gets no second share; a neighbour keeps their own', () => {
  const limiter = createRateLimiter({ burst: 3, perSecond: 0.001 }, systemClock)
  const refused = Array.from({ length: 1_000 }, (_, i) => limiter.take(shareOf(`2001:db8:0:7:${i.toString(16)}::1`)))
  expect(refused.filter((wait) => wait === null).length).toBe(3)
  expect(limiter.take(shareOf('2001:db8:0:8::1'))).toBeNull()
})

test('words in place of an address are their proxy’s share', () => {
  const socket = { remoteAddress: '10.0.0.1' }
  const from = (ip: string) => callerOf({ ip, socket } as never)
  expect(['unknown', '', 'x'.repeat(10_000), '10.0.0.999'].map(from)).toEqual(Array(4).fill('10.0.0.1'))
  expect(from('192.0.2.1')).toBe('192.0.2.1')
})
