// Prices become atomic units and back without a float, or not at all.

import { describe, expect, test } from 'vitest'
import { fromAtomic, toAtomic, usd } from '../../../api/payment/terms/money.ts'
import fc from '../../support/chance.ts'

describe('money', () => {
  test.each([
    ['0.005', 6, 5_000n],
    ['0.10', 6, 100_000n],
    ['2.00', 6, 2_000_000n],
    ['0.15', 18, 150_000_000_000_000_000n],
    ['1', 0, 1n],
  ])('$%s at %i decimals', (price, decimals, atomic) => {
    expect(toAtomic(usd(price), decimals)).toBe(atomic)
  })

  test.each(['', '.5', '1.', '-1', '1e2', '01', '0,1', 'NaN', ' 1'])('%j is no price', (text) => {
    expect(() => usd(text)).toThrow(/not a price/)
  })

  test('a price finer than the token is refused, not rounded', () => {
    expect(() => toAtomic(usd('0.0000001'), 6)).toThrow(/more digits/)
  })

  test('there and back again', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 17n }), fc.integer({ min: 0, max: 9 }), (atomic, decimals) => {
        expect(toAtomic(fromAtomic(atomic, decimals), decimals)).toBe(atomic)
      }),
    )
  })
})
