// The protocols’ rules to the wei, on examples worked by hand; the integration suite holds them against the contracts.
import { describe, expect, it } from 'vitest'
import { type AaveLeg, accountOf, debtOf } from '../../../processors/services/cascade/exact/aave-account.ts'
import { chooseLegs } from '../../../processors/services/cascade/exact/aave-choice.ts'
import { decodeReserveConfig, inBitmap, userFlags } from '../../../processors/services/cascade/exact/aave-config.ts'
import { indexesAt } from '../../../processors/services/cascade/exact/aave-interest.ts'
import { liquidate, repayableWithoutDust } from '../../../processors/services/cascade/exact/aave-liquidation.ts'
import { aaveRules } from '../../../processors/services/cascade/exact/aave-rules.ts'
import { liquidateMorpho } from '../../../processors/services/cascade/exact/morpho-liquidation.ts'
import { accrue, incentiveOf, isHealthy, type MorphoMarket } from '../../../processors/services/cascade/exact/morpho-market.ts'
import { maxUint256, ray, wad } from '../../../processors/services/cascade/exact/rounding.ts'

const rules = aaveRules(10)
const ether = 10n ** 18n
const dollar = 10n ** 8n

function leg(part: Partial<AaveLeg> & { reserve: string }): AaveLeg {
  return {
    unit: ether,
    price: 2500n * dollar,
    liquidityIndex: ray,
    debtIndex: ray,
    liquidationThresholdBps: 8300n,
    liquidationBonusBps: 10_500n,
    protocolFeeBps: 1000n,
    scaledBalance: 0n,
    scaledDebt: 0n,
    usedAsCollateral: false,
    ...part,
  }
}

const weth = (amount: bigint, price = 2500n) =>
  leg({ reserve: 'WETH', price: price * dollar, scaledBalance: amount, usedAsCollateral: true })
const usdc = (dollars: bigint) => leg({ reserve: 'USDC', unit: 10n ** 6n, price: dollar, scaledDebt: dollars * 10n ** 6n })

describe('an Aave account', () => {
  it('is weighed by hand: 10 WETH at 2,500 and 83 % against 20,000 USDC is 1.0375', () => {
    expect(accountOf([weth(10n * ether), usdc(20_000n)], rules)).toEqual({
      collateralBase: 25_000n * dollar,
      debtBase: 20_000n * dollar,
      health: 1_037_500_000_000_000_000n,
    })
    expect(accountOf([weth(ether)], rules).health).toBe(maxUint256)
  })

  it('rounds what is owned down and what is owed up since v3.5, half up before', () => {
    const odd = leg({ reserve: 'X', scaledDebt: 10n, debtIndex: ray + ray / 25n })
    expect(debtOf(odd, rules)).toBe(11n)
    expect(debtOf(odd, aaveRules(8))).toBe(10n)
  })
})

describe('an Aave liquidation', () => {
  it('closes half of the whole position near one, and all of it below 0.95', () => {
    const near = liquidate([weth(10n * ether, 2400n), usdc(20_000n)], 'WETH', 'USDC', maxUint256, rules)
    expect(near).toMatchObject({
      status: 'liquidated',
      repaid: 10_000n * 10n ** 6n,
      seized: 4_354_166_666_666_666_666n,
      fee: 20_833_333_333_333_333n,
    })
    const deep = liquidate([weth(10n * ether, 2250n), usdc(20_000n)], 'WETH', 'USDC', maxUint256, rules)
    expect(deep).toMatchObject({ status: 'liquidated', repaid: 20_000n * 10n ** 6n })
  })

  it('closes small positions whole, whatever their health', () => {
    const small = liquidate([weth(ether, 2000n), usdc(1_700n)], 'WETH', 'USDC', maxUint256, rules)
    expect(small).toMatchObject({ status: 'liquidated', repaid: 1_700n * 10n ** 6n })
  })

  it('burns every debt once no collateral is left, and books it as deficit', () => {
    const wbtc = leg({ reserve: 'WBTC', unit: 10n ** 8n, price: 60_000n * dollar, scaledDebt: 10n ** 6n })
    const result = liquidate([weth(ether, 1000n), usdc(2_000n), wbtc], 'WETH', 'USDC', maxUint256, rules)
    expect(result.status).toBe('liquidated')
    if (result.status !== 'liquidated') return
    expect(result.repaid).toBe(952_380_953n)
    expect([...result.deficits]).toEqual([
      ['USDC', 1_047_619_047n],
      ['WBTC', 10n ** 6n],
    ])
    expect(result.legs.every((l) => l.scaledDebt === 0n)).toBe(true)
  })

  it('is refused where dust would be left, and accepted for what leaves a thousand dollars', () => {
    const wbtc = leg({ reserve: 'WBTC', unit: 10n ** 8n, price: 60_000n * dollar, scaledDebt: 2_800_000n })
    const legs = [weth(22n * 10n ** 17n, 2190n), usdc(2_400n), wbtc]
    expect(liquidate(legs, 'WETH', 'USDC', maxUint256, rules)).toEqual({ status: 'leaves-dust' })
    const { collateral, debt } = chooseLegs(legs, rules)!
    expect([collateral.reserve, debt.reserve]).toEqual(['WETH', 'USDC'])
    expect(repayableWithoutDust(legs, collateral, debt, rules)).toBe(1_400n * 10n ** 6n)
    expect(liquidate(legs, 'WETH', 'USDC', 1_400n * 10n ** 6n, rules).status).toBe('liquidated')
  })

  it('leaves healthy accounts alone', () => {
    expect(liquidate([weth(10n * ether), usdc(20_000n)], 'WETH', 'USDC', maxUint256, rules)).toEqual({ status: 'healthy' })
  })

  it('differs between pool revisions by a unit at most', () => {
    for (const price of [1_873n, 2_011n, 2_299n, 2_399n]) {
      const legs = [weth(10n * ether + 7n, price), usdc(20_000n)]
      const results = [8, 10, 11].map((revision) => liquidate(legs, 'WETH', 'USDC', maxUint256, aaveRules(revision)))
      const amounts = results.map((r) => (r.status === 'liquidated' ? [r.repaid, r.seized, r.fee] : []))
      for (const other of amounts)
        for (const [i, amount] of other.entries()) expect(Number(amount - amounts[1]![i]!)).toBeLessThanOrEqual(2)
    }
  })
})

describe('Aave’s bit fields and indexes', () => {
  it('decodes what it encodes', () => {
    const data =
      8050n | (8300n << 16n) | (10_500n << 32n) | (18n << 48n) | (1n << 56n) | (1n << 58n) | (1000n << 64n) | (1000n << 152n)
    expect(decodeReserveConfig(data)).toEqual({
      ltvBps: 8050n,
      liquidationThresholdBps: 8300n,
      liquidationBonusBps: 10_500n,
      decimals: 18,
      active: true,
      frozen: false,
      borrowable: true,
      paused: false,
      reserveFactorBps: 1000n,
      protocolFeeBps: 1000n,
      category: 0,
    })
    expect(decodeReserveConfig(data + (2n << 168n)).category).toBe(2)
    expect(userFlags(0b1001n, 0)).toEqual({ borrows: true, collateral: false })
    expect(userFlags(0b1001n, 1)).toEqual({ borrows: false, collateral: true })
    expect([inBitmap(0b100n, 2), inBitmap(0b100n, 1)]).toEqual([true, false])
  })

  it('grows linearly for suppliers and with compound interest for borrowers', () => {
    const tenPercent = ray / 10n
    const rates = { liquidityIndex: ray, debtIndex: ray, liquidityRate: tenPercent, debtRate: tenPercent, updatedAt: 0n }
    const interest = { ...rates, poolRevision: 10 }
    const { liquidityIndex, debtIndex } = indexesAt(interest, 31_536_000n)
    expect(Number(liquidityIndex) / 1e27).toBeCloseTo(1.1, 12)
    expect(Number(debtIndex) / 1e27).toBeCloseTo(1 + 0.1 + 0.005 + 0.001 / 6, 9)
    expect(indexesAt(interest, 0n)).toEqual({ liquidityIndex: ray, debtIndex: ray })
  })
})

describe('a Morpho market', () => {
  it.each([
    [385, 1.15],
    [625, 1.1268],
    [770, 1.0741],
    [860, 1.0438],
    [915, 1.0262],
    [945, 1.0168],
    [965, 1.0106],
    [980, 1.006],
  ])('with an LLTV of %i per mille pays %f to liquidators', (perMille, incentive) => {
    expect(Number(incentiveOf((BigInt(perMille) * wad) / 1000n)) / 1e18).toBeCloseTo(incentive, 4)
  })

  const market: MorphoMarket = {
    totalSupplyAssets: 1_000_000n * 10n ** 6n,
    totalSupplyShares: 1_000_000n * 10n ** 12n,
    totalBorrowAssets: 100_000n * 10n ** 6n,
    totalBorrowShares: 100_000n * 10n ** 12n,
    updatedAt: 0n,
    fee: 0n,
  }
  const lltv = (86n * wad) / 100n
  const priceOf = (usd: bigint) => (usd * 10n ** 6n * 10n ** 36n) / ether

  it('spreads bad debt over all suppliers: assets shrink, shares do not', () => {
    const position = { borrowShares: 2_000n * 10n ** 12n, collateral: ether }
    expect(liquidateMorpho(market, position, priceOf(2500n), lltv)).toBeNull()
    const done = liquidateMorpho(market, position, priceOf(1500n), lltv)!
    expect(done.seizedAssets).toBe(ether)
    expect(Number(done.repaidAssets) / 1e6).toBeCloseTo(1500 / 1.0438413361, 3)
    expect(done.badDebtAssets).toBe(2_000n * 10n ** 6n - done.repaidAssets)
    expect(done.market.totalSupplyAssets).toBe(market.totalSupplyAssets - done.badDebtAssets)
    expect(done.market.totalSupplyShares).toBe(market.totalSupplyShares)
    expect(done.position).toEqual({ borrowShares: 0n, collateral: 0n })
  })

  it('takes all shares where the collateral covers them', () => {
    const position = { borrowShares: 2_000n * 10n ** 12n, collateral: ether }
    const done = liquidateMorpho(market, position, priceOf(2300n), lltv)!
    expect(done.repaidShares).toBe(position.borrowShares)
    expect(done.badDebtAssets).toBe(0n)
    expect(done.position.collateral).toBeGreaterThan(0n)
    expect(isHealthy(done.market, done.position, priceOf(1n), lltv)).toBe(true)
  })

  it('accrues interest to borrowers and suppliers alike, and mints the fee as shares', () => {
    const withFee = accrue({ ...market, fee: wad / 10n }, wad / 31_536_000n / 10n, 31_536_000n)
    const interest = withFee.totalBorrowAssets - market.totalBorrowAssets
    expect(Number(interest) / Number(market.totalBorrowAssets)).toBeCloseTo(0.1 + 0.005 + 0.001 / 6, 6)
    expect(withFee.totalSupplyAssets - market.totalSupplyAssets).toBe(interest)
    expect(withFee.totalSupplyShares).toBeGreaterThan(market.totalSupplyShares)
  })
})
