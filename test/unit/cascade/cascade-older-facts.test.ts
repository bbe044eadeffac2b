// The facts of a pool before v3.2 and v3.3 as the simulation takes them: one price inside an eMode, rules of its own, debt nobody tracks.
import { expect, test } from 'vitest'
import type { Topic } from '../../../db/log/topic.ts'
import { aaveModes, aavePositions, aaveReserves } from '../../../ingestors/sources/aave-v3/topic.ts'
import { oraclePrices } from '../../../ingestors/sources/oracle-prices/topic.ts'
import { arrange } from '../../../processors/services/cascade/book/arrange.ts'
import { analyseChain } from '../../../processors/services/cascade/chain-analysis.ts'
import type { AavePosition, Mode, OraclePrice, Reserve } from '../../../processors/services/cascade/facts/chain-facts.ts'
import { confidenceOf } from '../../../processors/services/cascade/rows/coverage.ts'
import { addTo, type Facts, listOf, snapshotOf } from '../../support/cascade/seeded-chain.ts'
import { seededFacts, tokenAddress } from '../../support/cascade/seeded-facts.ts'

const [weth, wsteth, usdc] = [0, 1, 4].map(tokenAddress) as [string, string, string]
const source = `0x${'d0'.repeat(20)}`
const change = <V>(facts: Facts, topic: Topic<V>, to: (value: V) => V): Facts =>
  new Map(facts).set(topic, listOf(facts, topic).map(to))

const newest = seededFacts({ seed: 21, chainId: 1, borrowers: 200 })
const older = change<Reserve>(newest, aaveReserves, (one) => ({ ...one, pool_revision: 1 }))
const priced = change<Mode>(older, aaveModes, (mode) => ({ ...mode, price_source: source }))
const [anyPrice] = listOf<OraclePrice>(newest, oraclePrices)
const withSource = (price: string): Facts => addTo(priced, oraclePrices, [{ ...anyPrice!, asset: source, price }])

const kindsOf = (facts: Facts) => snapshotOf(facts).model.state
const inMode = (position: AavePosition) => position.emode === 1
const blockedOf = (facts: Facts): number => {
  const { stored, wiring } = snapshotOf(facts)
  return arrange(stored, wiring).book.blocked.reduce((sum, is) => sum + is, 0)
}

test('its collateral stands under the older rules, inside eModes too, and Morpho’s does not', () => {
  const byRules = Object.groupBy(kindsOf(older).collateralKinds, (kind) => String(kind.older === 'whole-bps'))
  expect(byRules.true!.map(({ protocol }) => protocol).every((one) => one === 'aave-v3')).toBe(true)
  expect(byRules.true!.some(({ label }) => label.includes('eMode'))).toBe(true)
  expect(byRules.false!.every(({ protocol }) => protocol === 'morpho-blue')).toBe(true)
  expect(kindsOf(newest).collateralKinds.some((kind) => kind.older)).toBe(false)
  // SparkLend's second revision no longer cuts thresholds.
  const second = change<Reserve>(newest, aaveReserves, (one) => ({ ...one, pool_revision: 2 }))
  const rules = new Set(kindsOf(second).collateralKinds.map(({ protocol, older }) => `${protocol} ${older}`))
  expect([...rules].sort()).toEqual(['aave-v3 exact', 'morpho-blue undefined'])
})

test('one price stands for all inside the eMode that names it, on both sides, and for nobody outside', () => {
  const { collateralKinds, debtKinds, tokens } = kindsOf(withSource(String(2000 * 1e8)))
  const inside = collateralKinds.filter(({ label }) => label.includes('eMode'))
  expect(inside.map(({ priceUsd }) => priceUsd)).toEqual([2000, 2000])
  expect(inside.map(({ follows }) => tokens[follows!]!.symbol)).toEqual(['WETH', 'wstETH'])
  expect(debtKinds.filter(({ priceUsd, label }) => priceUsd === 2000 && /ETH/.test(label)).length).toBe(2)
  const outside = collateralKinds.filter(({ label, protocol }) => protocol === 'aave-v3' && !label.includes('eMode'))
  expect(outside.map(({ priceUsd }) => priceUsd)).toEqual([2500, 3000, 60_000, 15, 1])
  // Who borrows inside owes at that price: the book's debt is what the two sums say.
  const debtIn = (facts: Facts) => {
    const { stored, wiring, model } = snapshotOf(facts)
    const { book } = arrange(stored, wiring)
    let usd = 0
    for (let at = 0; at < book.positions; at++)
      for (let leg = book.start[at]! + book.collateralLegs[at]!, end = leg + book.debtLegs[at]!; leg < end; leg++)
        usd += book.legAmount[leg]! * model.state.debtKinds[book.legKind[leg]!]!.priceUsd
    return usd
  }
  const owed = listOf<AavePosition>(priced, aavePositions)
    .filter(inMode)
    .flatMap(({ legs }) => legs.filter(({ reserve }) => reserve === weth))
    .reduce((sum, leg) => sum + Number(leg.scaled_debt) * 1.2e-18, 0)
  expect(owed).toBeGreaterThan(1)
  const [outsidePrice, insidePrice] = [2500, 2000]
  expect((debtIn(older) - debtIn(withSource(String(2000 * 1e8)))) / (owed * (outsidePrice - insidePrice))).toBeCloseTo(1, 4)
})

test('a source without a price liquidates nobody inside, and a reserve whose own oracle says nothing nobody who owes it', () => {
  const inside = listOf<AavePosition>(priced, aavePositions).filter(inMode).length
  expect(inside).toBeGreaterThan(3)
  expect(blockedOf(priced)).toBe(inside)
  expect(blockedOf(withSource('0'))).toBe(inside)
  expect(blockedOf(older)).toBe(0)
  // Another oracle prices the token still: this pool divides by nothing whatever that says.
  const other = `0x${'0e'.repeat(20)}`
  const elsewhere = addTo(
    change<OraclePrice>(older, oraclePrices, (one) => (one.asset === usdc ? { ...one, price: '0' } : one)),
    oraclePrices,
    listOf<OraclePrice>(older, oraclePrices)
      .filter(({ asset }) => asset === usdc)
      .map((one) => ({ ...one, oracle: other })),
  )
  const owing = listOf<AavePosition>(older, aavePositions).filter(({ legs }) =>
    legs.some((leg) => leg.scaled_debt !== '0' && leg.reserve === usdc),
  )
  expect(blockedOf(elsewhere)).toBe(owing.length)
})

test('what is no collateral by its own threshold is none inside an eMode either, but is in newer pools', () => {
  const without = (facts: Facts) =>
    change<Reserve>(facts, aaveReserves, (one) =>
      one.reserve === wsteth ? { ...one, config: String(BigInt(one.config) & ~(0xffffn << 16n)) } : one,
    )
  const labels = (facts: Facts) =>
    kindsOf(facts)
      .collateralKinds.map(({ label }) => label)
      .filter((label) => label.includes('wstETH in eMode'))
  expect(labels(without(older))).toEqual([])
  expect(labels(without(newest)).length).toBe(1)
})

test('debt at stable rates is missed, and lowers the confidence by its share', () => {
  const stable = change<Reserve>(older, aaveReserves, (one) =>
    one.reserve === usdc
      ? // As much again as at variable rates, whose index is 1.2.
        { ...one, stable_debt_total: String((BigInt(one.scaled_debt_total) * 12n) / 10n) }
      : one,
  )
  const [known, missed] = [older, stable].map((facts) => analyseChain(snapshotOf(facts)))
  const share = missed!.model.completeness.find(({ name }) => name.includes('USDC'))!
  expect(Number(share.total) / Number(share.tracked)).toBeCloseTo(2, 6)
  expect(confidenceOf([missed!])).toBeLessThan(confidenceOf([known!]))
})
