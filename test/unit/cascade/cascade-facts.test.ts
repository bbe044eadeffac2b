// From facts to the book: every position's health as the contracts' own integers have it, and what odd or missing facts lead to.
import { describe, expect, test } from 'vitest'
import type { Topic } from '../../../db/log/topic.ts'
import { aavePositions, aaveReserves } from '../../../ingestors/sources/aave-v3/topic.ts'
import { dexDepth } from '../../../ingestors/sources/dex-depth/topic.ts'
import { morphoMarkets, morphoPositions } from '../../../ingestors/sources/morpho-blue/topic.ts'
import { oraclePrices } from '../../../ingestors/sources/oracle-prices/topic.ts'
import { arrange } from '../../../processors/services/cascade/book/arrange.ts'
import { analyseChain } from '../../../processors/services/cascade/chain-analysis.ts'
import { type AaveLeg, accountOf as aaveAccount } from '../../../processors/services/cascade/exact/aave-account.ts'
import { decodeReserveConfig } from '../../../processors/services/cascade/exact/aave-config.ts'
import { indexesAt } from '../../../processors/services/cascade/exact/aave-interest.ts'
import { aaveRules } from '../../../processors/services/cascade/exact/aave-rules.ts'
import { accrue, borrowAssets, maxBorrow } from '../../../processors/services/cascade/exact/morpho-market.ts'
import type {
  AavePosition,
  Depth,
  Market,
  MorphoPositions,
  OraclePrice,
  Reserve,
} from '../../../processors/services/cascade/facts/chain-facts.ts'
import { createLiveChain } from '../../../processors/services/cascade/live-chain.ts'
import { confidenceOf, coverageOf } from '../../../processors/services/cascade/rows/coverage.ts'
import { factsAt, seededFacts, tokenAddress } from '../../support/cascade/seeded-facts.ts'

type Facts = ReturnType<typeof seededFacts>
const seconds = BigInt(factsAt.getTime() / 1_000)

function snapshotOf(facts: Facts) {
  const chain = createLiveChain(1)
  for (const [topic, values] of facts) {
    for (const value of values)
      chain.put({ topic: topic.name, key: topic.key(value), value, observedAt: factsAt, revision: 0n, partition: 0, offset: 0n })
  }
  return chain.snapshot()!
}

/** Health of every position by its name, as the simulation's book has it. */
function healths(facts: Facts): Map<string, number> {
  const { model, stored, wiring, names } = snapshotOf(facts)
  const { book, slots } = arrange(stored, wiring)
  const found = new Map<string, number>()
  for (let at = 0; at < book.positions; at++) {
    const [from, middle] = [book.start[at]!, book.start[at]! + book.collateralLegs[at]!]
    let [weighted, owed] = [0, 0]
    for (let k = from; k < middle; k++) {
      const kind = model.state.collateralKinds[book.legKind[k]!]!
      weighted += book.legAmount[k]! * kind.priceUsd * kind.liquidationThreshold
    }
    for (let k = middle; k < middle + book.debtLegs[at]!; k++)
      owed += book.legAmount[k]! * model.state.debtKinds[book.legKind[k]!]!.priceUsd
    found.set(names[slots[at]!]!, weighted / owed)
  }
  return found
}

const list = <V>(facts: Facts, topic: Topic<V>) => facts.get(topic) as V[]
const change = <V>(facts: Facts, topic: Topic<V>, to: (value: V) => V | null): Facts =>
  new Map(facts).set(
    topic,
    list(facts, topic).flatMap((value) => to(value) ?? []),
  )

describe('every position', () => {
  const facts = seededFacts({ seed: 11, chainId: 1, borrowers: 200 })
  const book = healths(facts)
  const prices = list<OraclePrice>(facts, oraclePrices)

  test('of Aave has the health its contracts would say', () => {
    const reserves = new Map(list<Reserve>(facts, aaveReserves).map((reserve) => [reserve.reserve, reserve]))
    const rules = aaveRules(10)
    let inMode = 0
    for (const position of list<AavePosition>(facts, aavePositions)) {
      const legs = position.legs.map(({ reserve: address, ...leg }): AaveLeg => {
        const reserve = reserves.get(address)!
        const config = decodeReserveConfig(BigInt(reserve.config))
        const isInMode = position.emode === 1 && reserve.id < 2
        if (isInMode) inMode++
        const index = indexesAt(
          {
            liquidityIndex: BigInt(reserve.liquidity_index),
            debtIndex: BigInt(reserve.debt_index),
            liquidityRate: BigInt(reserve.liquidity_rate),
            debtRate: BigInt(reserve.debt_rate),
            updatedAt: BigInt(reserve.updated_at),
            poolRevision: reserve.pool_revision,
          },
          seconds,
        )
        return {
          ...index,
          reserve: address,
          unit: 10n ** BigInt(reserve.decimals),
          price: BigInt(prices.find((price) => price.asset === address)!.price),
          liquidationThresholdBps: isInMode ? 9300n : config.liquidationThresholdBps,
          liquidationBonusBps: config.liquidationBonusBps,
          protocolFeeBps: config.protocolFeeBps,
          scaledBalance: BigInt(leg.scaled_supply),
          scaledDebt: BigInt(leg.scaled_debt),
          usedAsCollateral: leg.collateral,
        }
      })
      const exact = Number(aaveAccount(legs, rules).health) / 1e18
      // The contract rounds every leg to the token's own unit, and that to a hundred-millionth of a dollar.
      const unit = position.legs.reduce((sum, leg) => sum + 2 / (Number(leg.scaled_supply) || Number(leg.scaled_debt)), 1e-9)
      expect(Math.abs(book.get(aavePositions.key(position))! / exact - 1)).toBeLessThan(unit)
    }
    expect(inMode).toBeGreaterThan(5)
  })

  test('of Morpho Blue has the health its contract would say', () => {
    const markets = new Map(list<Market>(facts, morphoMarkets).map((market) => [market.id, market]))
    let several = 0
    for (const account of list<MorphoPositions>(facts, morphoPositions)) {
      if (account.markets.length > 1) several++
      for (const { id, borrow_shares, collateral } of account.markets) {
        const market = markets.get(id)!
        const accrued = accrue(
          {
            totalSupplyAssets: BigInt(market.total_supply_assets),
            totalSupplyShares: BigInt(market.total_supply_shares),
            totalBorrowAssets: BigInt(market.total_borrow_assets),
            totalBorrowShares: BigInt(market.total_borrow_shares),
            updatedAt: BigInt(market.updated_at),
            fee: BigInt(market.fee),
          },
          BigInt(market.borrow_rate),
          seconds,
        )
        const price = BigInt(prices.find((one) => one.asset === id)!.price)
        const position = { borrowShares: BigInt(borrow_shares), collateral: BigInt(collateral) }
        const most = maxBorrow(position, price, BigInt(market.lltv))
        const exact = Number(most) / Number(borrowAssets(accrued, position.borrowShares, 'up'))
        expect(Math.abs(book.get(`${morphoPositions.key(account)}:${id}`)! / exact - 1)).toBeLessThan(1e-7)
      }
    }
    expect(several).toBeGreaterThan(5)
  })
})

describe('odd facts', () => {
  const facts = seededFacts({ seed: 12, chainId: 1, borrowers: 60 })
  const owners = (reserve: string, as: 'scaled_debt' | 'scaled_supply') =>
    list<AavePosition>(facts, aavePositions).filter(({ legs }) => legs.some((leg) => leg.reserve === reserve && leg[as] !== '0'))

  test('a paused reserve, or one in its grace period, is not liquidated; an inactive one neither', () => {
    const blockedOf = (to: (reserve: Reserve) => Reserve) => {
      const { stored, wiring } = snapshotOf(change<Reserve>(facts, aaveReserves, (r) => (r.symbol === 'USDC' ? to(r) : r)))
      return arrange(stored, wiring).book.blocked.reduce((sum, is) => sum + is, 0)
    }
    const only = owners(tokenAddress(4), 'scaled_debt').length
    expect(only).toBeGreaterThan(3)
    expect(blockedOf((r) => r)).toBe(0)
    expect(blockedOf((r) => ({ ...r, config: (BigInt(r.config) | (1n << 60n)).toString() }))).toBe(only)
    expect(blockedOf((r) => ({ ...r, config: (BigInt(r.config) & ~(1n << 56n)).toString() }))).toBe(only)
    expect(blockedOf((r) => ({ ...r, grace_until: Number(seconds) + 1 }))).toBe(only)
    expect(blockedOf((r) => ({ ...r, grace_until: Number(seconds) }))).toBe(0)
  })

  test('a position under a reserve nothing is known of is left out and counted, and lowers the confidence', () => {
    const lost = tokenAddress(3)
    const known = analyseChain(snapshotOf(facts))
    const harmed = change<Reserve>(facts, aaveReserves, (r) => (r.reserve === lost ? null : r))
    const analysis = analyseChain(snapshotOf(harmed))
    const holding = owners(lost, 'scaled_supply').length
    expect(holding).toBeGreaterThan(2)
    expect(analysis.leftOut).toBe(holding)
    expect(analysis.survey.all.positions).toBe(known.survey.all.positions - holding)
    expect(confidenceOf([analysis])).toBeLessThan(confidenceOf([known]))
    expect(coverageOf([analysis], factsAt).detail).toMatchObject({ chains: [{ positions_left_out: holding }] })
  })

  test('debt that is not followed is told by market, and a price or depth that is missing by token', () => {
    const harmed = change<Reserve>(
      change<OraclePrice>(facts, oraclePrices, (price) => (price.asset === tokenAddress(3) ? null : price)),
      aaveReserves,
      (r) => (r.symbol === 'USDC' ? { ...r, scaled_debt_tracked: (BigInt(r.scaled_debt_total) / 2n).toString() } : r),
    )
    const coverage = coverageOf([analyseChain(snapshotOf(harmed))], factsAt)
    expect(coverage.missing).toEqual(['chain 1: price for aave-v3 LINK', 'chain 1: all debt of aave-v3 USDC'])
    expect(coverage.inputs_used + coverage.missing.length).toBe(coverage.inputs_expected)
    const whole = coverageOf([analyseChain(snapshotOf(facts))], factsAt)
    expect(whole.missing).toEqual(['chain 1: depth of LINK'])
  })

  test('a second token of the same name keeps its address in its name and stays out of the family', () => {
    const impostor = { address: tokenAddress(99), symbol: 'WETH', decimals: 18 }
    const marked = change<Market>(facts, morphoMarkets, (market) =>
      market.collateral.address === tokenAddress(2) ? { ...market, collateral: { ...impostor, decimals: 8 } } : market,
    )
    // Exchanges buy it at a bitcoin's price, so that it is a token like any other but for its name.
    const [bitcoin] = list<Depth>(facts, dexDepth).filter((depth) => depth.token === tokenAddress(2))
    const { model } = snapshotOf(
      marked.set(dexDepth, [...list<Depth>(facts, dexDepth), { ...bitcoin!, token: impostor.address }]),
    )
    const found = model.state.tokens.filter(({ symbol }) => symbol.startsWith('WETH'))
    expect(found.map(({ symbol, family }) => [symbol, family])).toEqual([
      ['WETH', 'ETH'],
      [`WETH@${impostor.address.slice(0, 10)}`, `WETH@${impostor.address.slice(0, 10)}`],
    ])
  })

  test('what an oracle follows decides which prices move a leg', () => {
    const { model } = snapshotOf(facts)
    const { tokens, collateralKinds, debtKinds } = model.state
    const at = (symbol: string) => tokens.findIndex((token) => token.symbol === symbol)
    const market = (label: string) => collateralKinds.find((kind) => kind.label.startsWith(label))!
    expect(market('WETH/USDC').follows).toBe(at('WETH'))
    expect(market('wstETH/WETH').follows).toBe(at('WETH'))
    expect(debtKinds.find((kind) => kind.label === 'GHO')!.follows).toBeNull()
    expect(tokens[at('wstETH')]).toMatchObject({ family: 'ETH', role: 'derivative', base: at('WETH'), oracle: 'rate' })
    expect(tokens[at('WETH')]).toMatchObject({ role: 'numeraire', base: null, oracle: 'market' })
    expect(collateralKinds.some((kind) => kind.label.includes('GHO'))).toBe(false)
    const unquoted = snapshotOf(change(facts, dexDepth, () => null)).model
    expect(unquoted.depthRead.every((read) => read === null)).toBe(true)
    expect(unquoted.state.tokens.every((token) => token.impact.kind === 'constant-product')).toBe(true)
  })
})
