// Euler v2's rules as they are published: what interest adds, a loan-to-value on its way down, and a bonus that is what is short. Against the
// contracts themselves: test/integration/euler-v2.test.ts.
import { describe, expect, it } from 'vitest'
import { eulerLiquidation } from '../../../processors/services/cascade/exact/euler-liquidation.ts'
import { accrueVault, ltvAt, owedAt, sharesToAssets, toAssetsUp } from '../../../processors/services/cascade/exact/euler-vault.ts'

const ray = 10n ** 27n
const year = 31_556_952n
const vault = { cash: 400_000_000n, borrowTotal: 600_000_000n << 31n, shareTotal: 900_000_000n, accumulator: (ray * 12n) / 10n }
const rates = { interestRate: ray / 10n / year, feeBps: 1_000n }

describe('a vault of Euler', () => {
  it('earns its rate by the second, the accumulator with what is owed, and a part of it is paid in new shares', () => {
    const later = accrueVault(vault, rates, year)
    const growth = Math.exp(0.1)
    expect(Number(later.accumulator) / Number(vault.accumulator)).toBeCloseTo(growth, 6)
    expect(Number(later.borrowTotal) / Number(vault.borrowTotal)).toBeCloseTo(growth, 6)
    const [earned, before] = [600 * (growth - 1), 900]
    // New shares are bought at the rate after all of the interest.
    const assets = 1_000 + earned
    expect(Number(later.shareTotal) / 1e6).toBeCloseTo((before * assets) / (assets - earned / 10), 1)
    expect(later.cash).toBe(vault.cash)
    expect(accrueVault(vault, rates, 0n)).toEqual(vault)
    expect(owedAt(5n << 31n, vault.accumulator, later.accumulator)).toBeGreaterThan(5n << 31n)
  })

  it('stands still where interest would not fit, and where a rate of nothing runs', () => {
    expect(accrueVault(vault, { interestRate: ray * 10n ** 9n, feeBps: 0n }, year)).toEqual(vault)
    expect(accrueVault(vault, { interestRate: 0n, feeBps: 1_000n }, year)).toEqual(vault)
    const full = { ...vault, borrowTotal: ((1n << 112n) - 1n) << 31n }
    expect(accrueVault(full, rates, year)).toEqual(full)
  })

  it('rounds what is owed up and what a share is worth down, and an empty one gives a unit a share', () => {
    expect([0n, 1n, 1n << 31n, (1n << 31n) + 1n].map(toAssetsUp)).toEqual([0n, 1n, 1n, 2n])
    const empty = { cash: 0n, borrowTotal: 0n, shareTotal: 0n, accumulator: ray }
    expect(sharesToAssets(empty, 123n)).toBe(123n)
    // A gift to an empty vault moves its rate by no more than the virtual deposit lets it.
    expect(sharesToAssets({ ...empty, cash: 1_000_000n }, 123n)).toBe(246n)
  })

  it('brings a lowered loan-to-value down in a straight line, a raised one at once', () => {
    const ramp = { liquidationLtvBps: 5_000, initialLtvBps: 8_000, targetTime: 1_000, rampSeconds: 600 }
    expect([400, 550, 700, 999, 1_000, 5_000].map((at) => ltvAt(ramp, at))).toEqual([8_000, 7_250, 6_500, 5_005, 5_000, 5_000])
    expect(ltvAt({ ...ramp, initialLtvBps: 4_000 }, 400)).toBe(5_000)
  })
})

describe('a liquidation on Euler', () => {
  const wad = 10n ** 18n
  const at = (health: number, more = {}) =>
    eulerLiquidation({
      owed: 1_000_000n,
      owedValue: 1_000n * wad,
      weightedValue: BigInt(Math.round(health * 1e6)) * 10n ** 15n,
      maxDiscountBps: 1_500n,
      shares: 2_000n,
      sharesValue: 2_000n * wad,
      ...more,
    })

  it('pays for all debt with a bonus that is what health is below one, up to the highest', () => {
    expect(at(1.000001)).toEqual({ repaid: 0n, shares: 0n })
    expect(at(1)).toEqual({ repaid: 1_000_000n, shares: 1_000n })
    expect(at(0.96)).toEqual({ repaid: 1_000_000n, shares: 1_041n })
    expect(at(0.85)).toEqual({ repaid: 1_000_000n, shares: 1_176n })
    expect(at(0.5)).toEqual({ repaid: 1_000_000n, shares: 1_176n })
  })

  it('takes a collateral that is worth less whole, for what it pays', () => {
    expect(at(0.9, { sharesValue: 500n * wad })).toEqual({ repaid: 450_000n, shares: 2_000n })
    expect(at(0.2, { sharesValue: 500n * wad })).toEqual({ repaid: 425_000n, shares: 2_000n })
  })

  it('gives away what is worth nothing, and nothing of who owes nothing', () => {
    expect(at(0.9, { sharesValue: 0n })).toEqual({ repaid: 0n, shares: 2_000n })
    expect(at(0.9, { owed: 0n, owedValue: 0n })).toEqual({ repaid: 0n, shares: 0n })
  })
})
