// The fast simulator against the straightforward one, over books of every kind.
import { describe, expect, it } from 'vitest'
import { simulate, uniformShock } from '../../../processors/services/cascade/engine/simulate.ts'
import { defaultAssumptions } from '../../../processors/services/cascade/model/market-state.ts'
import { protocols } from '../../../processors/services/cascade/model/protocol.ts'
import { type BookWish, generateBook } from '../../support/cascade/book-generator.ts'
import { apart, runOf } from '../../support/cascade/indexed.ts'
import { createReferenceSimulator } from '../../support/cascade/reference-simulator.ts'

const size = 1500
const wishes: [string, Omit<BookWish, 'seed' | 'positions'>][] = [
  ['one protocol, deep markets', { depthUsd: 3e7 }],
  ['one protocol, thin markets', { depthUsd: 1.5e6 }],
  ['both protocols', { depthUsd: 1e7, morphoShare: 0.4 }],
  ['eModes', { depthUsd: 1e7, emodes: true }],
  ['rate oracles that route their sales', { depthUsd: 1e7, rateOracles: true, emodes: true, morphoShare: 0.3 }],
  ['fixed oracles and blocked positions', { depthUsd: 1e7, fixedOracles: true, morphoShare: 0.5, blockedShare: 0.1 }],
  ['a pool of older rules beside a newer one', { depthUsd: 1e7, emodes: true, olderShare: 0.6, morphoShare: 0.2 }],
  ['older rules alone, blocked positions', { depthUsd: 3e6, rateOracles: true, olderShare: 1, blockedShare: 0.1 }],
  ['markets that absorb whole positions', { depthUsd: 3e6, cometShare: 1 }],
  ['vaults whose bonus is what is short', { depthUsd: 3e6, eulerShare: 1 }],
  [
    'vaults whose bonus is what is short, deep and blocked',
    { depthUsd: 3e7, eulerShare: 0.9, rateOracles: true, blockedShare: 0.1 },
  ],
  ['vaults that know ratios', { depthUsd: 3e6, fluidShare: 1 }],
  ['vaults that know ratios, deep and blocked', { depthUsd: 3e7, fluidShare: 0.9, rateOracles: true, blockedShare: 0.1 }],
  [
    'five protocols, older rules among them',
    {
      depthUsd: 1e7,
      cometShare: 0.4,
      eulerShare: 0.4,
      fluidShare: 0.4,
      morphoShare: 0.2,
      emodes: true,
      olderShare: 0.3,
      rateOracles: true,
      blockedShare: 0.05,
    },
  ],
  ['markets that nothing moves', { depthUsd: Number.POSITIVE_INFINITY, morphoShare: 0.3 }],
]
const fields = ['positions', 'liquidations', 'repaidUsd', 'seizedUsd', 'feeUsd', 'badDebtUsd'] as const

describe('the fast simulator equals the straightforward one', () => {
  it.each(wishes)('%s', (_, wish) => {
    for (const seed of [1, 2, 3]) {
      const { state, positions, ethFamily } = generateBook({ seed, positions: size, ...wish })
      const assumptions =
        seed === 3
          ? { ...defaultAssumptions, gasCostUsd: 5, sellFraction: 0.7, depthMultiplier: 0.5, refillShare: 0.4 }
          : defaultAssumptions
      const run = runOf(positions, state, ethFamily, assumptions)
      const reference = createReferenceSimulator(positions, state, assumptions)
      for (const drop of [0.005, 0.05, 0.12, 0.3, 0.6, 0.95]) {
        const shock = uniformShock(ethFamily, drop)
        const [fast, slow] = [simulate(run, shock), reference.simulate([...shock])]
        expect(fast.rounds.map((r) => r.liquidations)).toEqual(slow.roundLiquidations)
        expect(fast.converged).toBe(slow.converged)
        for (const [p, name] of protocols.entries()) {
          for (const field of fields) {
            expect(apart(fast.perProtocol[p]![field], slow.perProtocol[name][field]), `${name} ${field}`).toBeLessThan(1e-9)
            expect(apart(fast.firstRound[p]![field], slow.firstRound[name][field]), `${name} first ${field}`).toBeLessThan(1e-9)
          }
          expect(apart(fast.latentBadDebtUsd[p]!, slow.latentBadDebtUsd[name])).toBeLessThan(1e-9)
        }
        for (const [t, multiplier] of slow.marketMultiplier.entries()) {
          expect(apart(fast.marketMultiplier[t]!, multiplier)).toBeLessThan(1e-9)
          expect(apart(fast.oracleMultiplier[t]!, slow.oracleMultiplier[t]!)).toBeLessThan(1e-9)
          expect(apart(fast.sold[t]!, slow.sold[t]!)).toBeLessThan(1e-9)
        }
      }
    }
  })

  it('a single derivative that loses its ratio, and a borrowed token that rises', () => {
    const { state, positions } = generateBook({
      seed: 5,
      positions: size,
      depthUsd: 1e7,
      emodes: true,
      rateOracles: true,
      morphoShare: 0.3,
    })
    const reference = createReferenceSimulator(positions, state)
    for (const [token, multiplier] of [
      [3, 0.94],
      [0, 1.5],
      [5, 1.4],
    ] as const) {
      const shocked = state.tokens.map((_, t) => t === token)
      const shock = Float64Array.from(shocked, (s) => (s ? multiplier : 1))
      const fast = simulate(runOf(positions, state, shocked), shock)
      const slow = reference.simulate([...shock])
      expect(fast.rounds.map((r) => r.liquidations)).toEqual(slow.roundLiquidations)
      expect(slow.roundLiquidations.length).toBeGreaterThan(0)
      const total = slow.perProtocol['aave-v3'].seizedUsd + slow.perProtocol['morpho-blue'].seizedUsd
      expect(apart(fast.perProtocol[0].seizedUsd + fast.perProtocol[1].seizedUsd, total)).toBeLessThan(1e-9)
    }
  })

  it('each protocol on its own', () => {
    const { state, positions, ethFamily } = generateBook({
      seed: 6,
      positions: size,
      depthUsd: 5e6,
      morphoShare: 0.3,
      cometShare: 0.4,
      eulerShare: 0.5,
      fluidShare: 0.5,
      olderShare: 0.3,
    })
    const run = runOf(positions, state, ethFamily)
    const reference = createReferenceSimulator(positions, state)
    const shock = uniformShock(ethFamily, 0.15)
    for (const [p, name] of protocols.entries()) {
      const fast = simulate(run, shock, 1 << p)
      const slow = reference.simulate([...shock], name)
      expect(apart(fast.perProtocol[p]!.seizedUsd, slow.perProtocol[name].seizedUsd)).toBeLessThan(1e-9)
      expect(fast.perProtocol[p]!.liquidations).toBe(slow.perProtocol[name].liquidations)
      expect(slow.perProtocol[name].liquidations).toBeGreaterThan(0)
      for (const other of protocols.keys()) if (other !== p) expect(fast.perProtocol[other]!.liquidations).toBe(0)
    }
  })

  it('positions with many legs', () => {
    const { state, positions, ethFamily } = generateBook({ seed: 7, positions: 400, depthUsd: 3e6 })
    const wide = positions.slice(0, 200).map((p, i) => {
      const other = positions[200 + i]!
      const third = positions[(i * 7) % 200]!
      const merge = (side: 'collateral' | 'debt') => {
        const byKind = new Map<number, number>()
        for (const l of [p, other, third].flatMap((q) => q[side])) byKind.set(l.kind, (byKind.get(l.kind) ?? 0) + l.amount)
        return [...byKind].map(([kind, amount]) => ({ kind, amount }))
      }
      return { ...p, collateral: merge('collateral'), debt: merge('debt') }
    })
    expect(Math.max(...wide.map((p) => p.collateral.length))).toBeGreaterThan(2)
    const run = runOf(wide, state, ethFamily)
    const reference = createReferenceSimulator(wide, state)
    for (const drop of [0.1, 0.4, 0.8]) {
      const shock = uniformShock(ethFamily, drop)
      const [fast, slow] = [simulate(run, shock), reference.simulate([...shock])]
      expect(fast.rounds.map((r) => r.liquidations)).toEqual(slow.roundLiquidations)
      expect(apart(fast.perProtocol[0].seizedUsd, slow.perProtocol['aave-v3'].seizedUsd)).toBeLessThan(1e-9)
      expect(apart(fast.perProtocol[0].badDebtUsd, slow.perProtocol['aave-v3'].badDebtUsd)).toBeLessThan(1e-9)
    }
  })
})
