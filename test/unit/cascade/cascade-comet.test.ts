// Compound v3's rules as they are published: who may be absorbed, what an absorb leaves either way, and the store front's price. Against
// the contracts themselves: test/integration/compound-v3.test.ts.
import { describe, expect, it } from 'vitest'
import {
  absorb,
  accruedIndex,
  type CometMarket,
  isAbsorbable,
  isForSale,
  presentValue,
  principalOf,
  quoteCollateral,
} from '../../../processors/services/cascade/exact/comet-market.ts'
import { seededRandom } from '../../support/cascade/seeded-random.ts'

const usd = (price: number) => BigInt(Math.round(price * 1e8))
const percent = (of: number) => BigInt(of) * 10n ** 16n
const weth = { asset: 'weth', price: usd(2_500), scale: 10n ** 18n, liquidateFactor: percent(88), liquidationFactor: percent(93) }
const wbtc = { asset: 'wbtc', price: usd(60_000), scale: 10n ** 8n, liquidateFactor: percent(77), liquidationFactor: percent(95) }
const market: CometMarket = {
  basePrice: usd(1),
  baseScale: 10n ** 6n,
  supplyIndex: 1_020_000_000_000_000n,
  borrowIndex: 1_050_000_000_000_000n,
  storeFrontFactor: percent(60),
  assets: [weth, wbtc],
}
const held = (eth: number, btc = 0) =>
  new Map([
    ['weth', BigInt(Math.round(eth * 1e6)) * 10n ** 12n],
    ['wbtc', BigInt(Math.round(btc * 1e8))],
  ])
/** Who owes so many dollars now. */
const owing = (dollars: number, balances = held(1)) => ({ principal: principalOf(market, -BigInt(dollars * 1e6)), balances })

describe('Compound v3', () => {
  it('lets anybody be absorbed who owes more than his collateral by its liquidate factor', () => {
    expect(isAbsorbable(market, owing(2_199))).toBe(false)
    expect(isAbsorbable(market, owing(2_201))).toBe(true)
    expect(isAbsorbable(market, { principal: 5n, balances: held(1) })).toBe(false)
    expect(isAbsorbable(market, owing(1, held(0)))).toBe(true)
  })

  it('takes all collateral and pays all debt: what is credited beyond it becomes supply, what is missing the reserves’ loss', () => {
    const over = absorb(market, owing(2_300))!
    expect(over.seized).toEqual([{ asset: 'weth', amount: 10n ** 18n, value: usd(2_500) }])
    // 93 % of 2500 is 2325: 25 dollars are left to him.
    expect(over.basePaidOut).toBe(2_325_000_000n)
    expect(presentValue(market, over.principal)).toBeGreaterThan(24_999_990n)
    const under = absorb(market, owing(3_000))!
    expect(under).toMatchObject({ principal: 0n, suppliedPrincipal: 0n })
    expect(Number(under.basePaidOut) / 1e6).toBeCloseTo(3_000, 4)
    expect(absorb(market, owing(2_000))).toBeNull()
  })

  it('refuses where a price it needs is missing, and asks for none that it does not', () => {
    const without = (assets: CometMarket['assets'], basePrice: bigint | null = usd(1)) => ({ ...market, assets, basePrice })
    const both = { principal: owing(2_000).principal, balances: held(1, 0.1) }
    expect(isAbsorbable(without([weth, { ...wbtc, price: null }]), both)).toBe(false)
    expect(isAbsorbable(without([{ ...weth, price: null }, wbtc]), both)).toBeNull()
    expect(absorb(without([{ ...weth, price: null }, wbtc]), both)).toBeNull()
    expect(absorb(without([weth, wbtc], null), owing(3_000))).toBeNull()
    expect(quoteCollateral(without([{ ...weth, price: null }]), 'weth', 10n ** 6n)).toBeNull()
    expect(quoteCollateral(market, 'other', 10n ** 6n)).toBeNull()
  })

  it('sells what it took below its price by the store front’s part of the penalty, while it has less than it wants', () => {
    // 60 % of 7 % below 2500 is 2395.
    expect(Number(quoteCollateral(market, 'weth', 2_395n * 10n ** 6n)) / 1e18).toBeCloseTo(1, 9)
    expect([isForSale(-1n, 0n), isForSale(4n, 5n), isForSale(5n, 5n)]).toEqual([true, true, false])
  })

  it('keeps debt and principal apart by less than a unit’s worth, never to the market’s loss, and grows by its rate alone', () => {
    const random = seededRandom(3)
    for (let n = 0; n < 200; n++) {
      const value = BigInt(Math.floor(random.between(1, 1e15)))
      for (const signed of [value, -value]) {
        const back = presentValue(market, principalOf(market, signed))
        expect(back <= signed && signed - back <= 2n, `${signed}`).toBe(true)
      }
    }
    expect(accruedIndex(10n ** 15n, 10n ** 9n, 0n)).toBe(10n ** 15n)
    expect(accruedIndex(10n ** 15n, 10n ** 9n, 31_536_000n)).toBe(10n ** 15n + 31_536_000_000_000n)
  })
})
