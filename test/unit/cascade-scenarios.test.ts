// Published events whose inputs suffice, as scenarios: which borrowers they must reach and which not.
import { describe, expect, it } from 'vitest'
import { simulate, uniformShock } from '../../processors/services/cascade/engine/simulate.ts'
import { constantProduct, noImpact } from '../../processors/services/cascade/model/impact.ts'
import type { MarketState } from '../../processors/services/cascade/model/market-state.ts'
import type { Position } from '../../processors/services/cascade/model/position.ts'
import { shockedBy } from '../../processors/services/cascade/model/shock.ts'
import type { Token } from '../../processors/services/cascade/model/token.ts'
import { runOf, totalOf } from '../support/cascade/indexed.ts'

const weth: Token = {
  symbol: 'WETH',
  priceUsd: 2000,
  family: 'ETH',
  role: 'numeraire',
  base: null,
  oracle: 'market',
  routedShare: 0,
  impact: constantProduct(2e6),
}
const wsteth: Token = { ...weth, symbol: 'wstETH', priceUsd: 2460, role: 'derivative', base: 0, oracle: 'rate', routedShare: 0.8 }
const usdc: Token = { ...weth, symbol: 'USDC', priceUsd: 1, family: 'USDC', impact: noImpact }
const crv: Token = { ...weth, symbol: 'CRV', priceUsd: 0.4, family: 'CRV', impact: constantProduct(1e8) }

function stateOf(tokens: Token[], collateral: [number, number, number][]): MarketState {
  const kinds = collateral.map(([token, liquidationThreshold, liquidationBonus]) => ({
    protocol: 'aave-v3' as const,
    label: tokens[token]!.symbol,
    token,
    follows: token,
    priceUsd: tokens[token]!.priceUsd,
    liquidationThreshold,
    liquidationBonus,
    protocolFeeShare: 0.1,
  }))
  const debtKinds = tokens.map((t, token) => ({
    protocol: 'aave-v3' as const,
    label: t.symbol,
    token,
    follows: token,
    priceUsd: t.priceUsd,
  }))
  return { tokens, collateralKinds: kinds, debtKinds }
}

describe('10 March 2026: the staked-ETH oracle alone falls by 2.85 %', () => {
  // 34 eMode loops close to their threshold among as many far from it, 95 % and 101 % as in the eMode.
  const state = stateOf([weth, wsteth, usdc], [[1, 0.95, 1.01]])
  const loop = (i: number, health: number): Position => {
    const amount = 320 + i
    return {
      id: `loop ${i} ${health}`,
      protocol: 'aave-v3',
      collateral: [{ kind: 0, amount }],
      debt: [{ kind: 0, amount: (amount * 2460 * 0.95) / health / 2000 }],
    }
  }
  const near = Array.from({ length: 34 }, (_, i) => loop(i, 1.005 + i * 0.0007))
  const far = Array.from({ length: 34 }, (_, i) => loop(i, 1.06 + i * 0.01))
  const book = [...near, ...far]

  it('reaches the 34 accounts near their threshold, leaves no bad debt, and liquidates some ten thousand wstETH', () => {
    const shocked = shockedBy(state, 1)
    const outcome = simulate(runOf(book, state, shocked), uniformShock(shocked, 0.0285))
    expect(totalOf(outcome, 'positions')).toBe(34)
    expect(totalOf(outcome, 'badDebtUsd')).toBe(0)
    const owned = near.reduce((sum, p) => sum + p.collateral[0]!.amount, 0)
    expect(outcome.sold[1]!).toBeGreaterThan(0.4 * owned)
    expect(outcome.sold[1]!).toBeLessThan(owned)
  })

  it('while ETH itself can fall by 30 % and touch none of them', () => {
    const shocked = shockedBy(state, 0)
    const outcome = simulate(runOf(book, state, shocked), uniformShock(shocked, 0.3))
    expect(totalOf(outcome, 'liquidations')).toBe(0)
  })
})

describe('22 November 2022: CRV rises against a short of 92 million', () => {
  // 89 % threshold on the stablecoin, as it was; what it was worth is set so that the short is liquidatable from 0.62 USD.
  const shortCrv = 92e6
  const collateralUsd = (shortCrv * 0.62) / 0.89
  const state = stateOf([crv, usdc], [[1, 0.89, 1.045]])
  const short: Position = {
    id: 'short',
    protocol: 'aave-v3',
    collateral: [{ kind: 0, amount: collateralUsd }],
    debt: [{ kind: 0, amount: shortCrv }],
  }
  const shocked = [true, false]
  const at = (priceUsd: number) => simulate(runOf([short], state, shocked), Float64Array.of(priceUsd / crv.priceUsd, 1))

  it('is untouched below its threshold, and pays in full just above it', () => {
    expect(totalOf(at(0.61), 'liquidations')).toBe(0)
    const liquidated = at(0.625)
    expect(totalOf(liquidated, 'positions')).toBe(1)
    expect(totalOf(liquidated, 'badDebtUsd')).toBeLessThan(1)
  })

  it('leaves bad debt once the price has passed the window of 1 - LT * LB', () => {
    const priceUsd = 0.72
    const expected = shortCrv * priceUsd - collateralUsd / 1.045
    expect(totalOf(at(priceUsd), 'badDebtUsd')).toBeCloseTo(expected, 0)
    expect(expected).toBeGreaterThan(1e6)
  })
})
