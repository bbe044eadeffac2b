// The distribution beside the curve: against every path by the plain simulator, against a closed form, and as /risk says it.
import Value from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { renderValueAtRisk, valueAtRiskSection } from '../../../processors/services/cascade/answers/value-at-risk.ts'
import { createRun } from '../../../processors/services/cascade/engine/run.ts'
import { simulate } from '../../../processors/services/cascade/engine/simulate.ts'
import { addTallies } from '../../../processors/services/cascade/engine/tally.ts'
import { buildIndex } from '../../../processors/services/cascade/index/build.ts'
import { noImpact } from '../../../processors/services/cascade/model/impact.ts'
import type { MarketState } from '../../../processors/services/cascade/model/market-state.ts'
import type { Position } from '../../../processors/services/cascade/model/position.ts'
import { createPath } from '../../../processors/services/cascade/paths/draw.ts'
import { mostSimulated, simulatePaths, valueAtRisk } from '../../../processors/services/cascade/paths/value-at-risk.ts'
import { type GeneratedBook, generateBook } from '../../support/cascade/book-generator.ts'
import { apart, bookOf } from '../../support/cascade/indexed.ts'
import { movesFrom, pricesFrom, tableFor, without } from '../../support/cascade/price-history.ts'
import { createReferenceSimulator } from '../../support/cascade/reference-simulator.ts'

const marketOf =
  ({ tokens }: MarketState) =>
  (normal: () => number) => {
    const [eth, btc] = [0.05 * normal(), 0.03 * normal()]
    return tokens.map(({ family }, t) => (family === 'ETH' ? eth : family === 'BTC' ? btc : 0) + 0.002 * (t % 3) * normal())
  }

function question({ state, positions }: GeneratedBook, days = 120) {
  const book = bookOf(positions).snapshot()
  const past = pricesFrom(3, days, marketOf(state))
  const collateralUsd = state.tokens.map((_, t) =>
    positions.reduce(
      (sum, { collateral }) =>
        sum +
        collateral.reduce((own, leg) => {
          const kind = state.collateralKinds[leg.kind]!
          return own + (kind.token === t ? leg.amount * kind.priceUsd : 0)
        }, 0),
      0,
    ),
  )
  return { book, state, chainId: 1, collateralUsd, past: tableFor(past, state) }
}

describe('simulated paths', () => {
  it.each([
    [1, { depthUsd: 3e6 }],
    [2, { depthUsd: 1e6, morphoShare: 0.3, emodes: true, rateOracles: true, fixedOracles: true, blockedShare: 0.05 }],
  ])('give what the plain simulator gives path by path, book %i', (seed, wish) => {
    const generated = generateBook({ seed, positions: 120, ...wish })
    const { state, positions } = generated
    const moves = movesFrom(pricesFrom(seed, 100, marketOf(state)), state)
    const paths = 150
    const { horizons } = simulatePaths(bookOf(positions).snapshot(), state, moves, paths, 11)
    const reference = createReferenceSimulator(positions, state)
    const path = createPath(moves, 11)
    const volumes = (multiples: Float64Array) => {
      const { perProtocol } = reference.simulate([...multiples])
      const [aave, morpho] = [perProtocol['aave-v3'], perProtocol['morpho-blue']]
      return { seizedUsd: aave.seizedUsd + morpho.seizedUsd, badDebtUsd: aave.badDebtUsd + morpho.badDebtUsd }
    }
    const weeks = Array.from({ length: paths }, (_, number) => {
      path.open(number)
      return Array.from({ length: 7 }, () => volumes(path.next()))
    })
    for (const member of ['seizedUsd', 'badDebtUsd'] as const) {
      const day = weeks.map(([first]) => first![member]).sort((a, b) => a - b)
      const measured = horizons[0]![member]
      expect(apart(measured.expected.value, day.reduce((sum, usd) => sum + usd, 0) / paths)).toBeLessThan(1e-9)
      expect(apart(measured.p95.value, day[Math.ceil(0.95 * paths) - 1]!)).toBeLessThan(1e-9)
      expect(apart(measured.p99.value, day[Math.ceil(0.99 * paths) - 1]!)).toBeLessThan(1e-9)
    }
    // Of a week the days are chosen by a guess: never more than the worst there is, and nearly that.
    const worst = weeks.map((days) => Math.max(...days.map(({ seizedUsd }) => seizedUsd)))
    const mean = worst.reduce((sum, usd) => sum + usd, 0) / paths
    expect(horizons[1]!.seizedUsd.expected.value).toBeLessThanOrEqual(mean * (1 + 1e-9))
    expect(horizons[1]!.seizedUsd.expected.value).toBeGreaterThan(0.93 * mean)
    expect(horizons[1]!.seizedUsd.p95.value).toBeGreaterThanOrEqual(horizons[0]!.seizedUsd.p95.value)
  })

  it('of a week come to nearly what the worst of all its days does, on books of three sorts', () => {
    const shares = [
      { depthUsd: 3e6 },
      { depthUsd: 1e6, morphoShare: 0.3, emodes: true, rateOracles: true },
      { depthUsd: 1e6, morphoShare: 0.25, cometShare: 0.2, eulerShare: 0.3, fluidShare: 0.3, emodes: true, rateOracles: true },
    ].flatMap((wish) =>
      [1, 2, 3, 4].map((seed) => {
        const { state, positions } = generateBook({ seed, positions: 120, ...wish })
        const moves = movesFrom(pricesFrom(seed, 100, marketOf(state)), state)
        const [paths, path] = [150, createPath(moves, 11)]
        const run = createRun(
          buildIndex(
            bookOf(positions).view(),
            state,
            state.tokens.map(() => true),
          ),
        )
        let [seizedUsd, badDebtUsd] = [0, 0]
        for (let number = 0; number < paths; number++) {
          path.open(number)
          const days = Array.from({ length: 7 }, () => addTallies(simulate(run, path.next()).perProtocol))
          seizedUsd += Math.max(...days.map((day) => day.seizedUsd)) / paths
          badDebtUsd += Math.max(...days.map((day) => day.badDebtUsd)) / paths
        }
        const week = simulatePaths(bookOf(positions).snapshot(), state, moves, paths, 11).horizons[1]!
        return [week.seizedUsd.expected.value / seizedUsd, week.badDebtUsd.expected.value / badDebtUsd]
      }),
    )
    for (const member of [0, 1]) {
      const of = shares.map((share) => share[member]!)
      expect(Math.max(...of)).toBeLessThan(1 + 1e-9)
      expect(Math.min(...of)).toBeGreaterThan(0.9)
      expect(of.reduce((sum, share) => sum + share, 0) / of.length).toBeGreaterThan(0.97)
    }
  })

  it.each([5, 1234, 777_777])('of one asset meet the quantile of their t distribution, seed %i', (seed) => {
    // A thousand equal loans that are reached one by one as the price falls from 1 to 0.5, and none sold into any market.
    const collateral = {
      protocol: 'morpho-blue',
      label: 'A/USD',
      token: 0,
      follows: 0,
      priceUsd: 1,
      protocolFeeShare: 0,
    } as const
    const state: MarketState = {
      tokens: ['A', 'USDC'].map((symbol) => ({
        ...{ symbol, priceUsd: 1, family: symbol, role: 'numeraire', base: null, oracle: 'market', routedShare: 0 },
        impact: noImpact,
      })),
      collateralKinds: [{ ...collateral, liquidationThreshold: 0.5, liquidationBonus: 1.05 }],
      debtKinds: [{ protocol: 'morpho-blue', label: 'A/USD', token: 1, follows: 1, priceUsd: 1 }],
    }
    const loans = 1_000
    const positions = Array.from({ length: loans }, (_, i): Position => {
      const reachedAt = 1 - (0.5 * (i + 0.5)) / loans
      const [own, owed] = [[{ kind: 0, amount: 2 / reachedAt }], [{ kind: 0, amount: 1 }]]
      return { id: `m${i}`, protocol: 'morpho-blue', collateral: own, debt: owed }
    })
    const moves = movesFrom(
      pricesFrom(seed, 250, (normal) => [0.04 * normal(), 0]),
      state,
    )
    const { horizons } = simulatePaths(bookOf(positions).snapshot(), state, moves, 10_000, seed)
    const { p95, p99 } = horizons[0]!.seizedUsd
    // t quantiles with four degrees of freedom: 5 % at -2.1318468, 1 % at -3.7469474.
    for (const [told, quantile] of [[p95, -2.1318468] as const, [p99, -3.7469474] as const]) {
      const price = Math.exp(moves.scales[0]! * quantile)
      const exact = 1.05 * loans * ((1 - price) / 0.5)
      // Twice the claimed range on either side: a range of 95 % misses now and then.
      const room = told.high - told.low + 2
      expect(Math.abs(told.value - exact)).toBeLessThan(room)
      expect(room).toBeLessThan(0.2 * exact)
    }
  })
})

describe('the value at risk of a chain', () => {
  const generated = generateBook({ seed: 6, positions: 300, depthUsd: 3e6 })

  it('is the same for the same facts in any order, and in the answer’s own shape', () => {
    const asked = question(generated)
    const [once, again] = [0, 0].map(() => renderValueAtRisk({ chainId: 1, risk: valueAtRisk({ ...asked, paths: 400 }) }, 0.9))
    expect(JSON.stringify(again)).toBe(JSON.stringify(once))
    const past = tableFor(pricesFrom(3, 120, marketOf(generated.state)).reverse(), generated.state)
    const shuffled = renderValueAtRisk({ chainId: 1, risk: valueAtRisk({ ...asked, past, paths: 400 }) }, 0.9)
    expect(JSON.stringify(shuffled)).toBe(JSON.stringify(once))
    expect([...Value.Errors(valueAtRiskSection, [once])]).toEqual([])
    expect(once!.refused).toBeNull()
    for (const { liquidated_usd, bad_debt_usd } of once!.horizons)
      for (const { expected, p95, p99 } of [liquidated_usd, bad_debt_usd]) {
        expect(p99.usd).toBeGreaterThanOrEqual(p95.usd)
        for (const { usd, low, high } of [expected, p95, p99]) expect(low <= usd && usd <= high).toBe(true)
      }
    expect(once!.confidence).toBeGreaterThan(0.3)
    expect(once!.confidence).toBeLessThan(0.9 * (120 / 250) + 1e-9)
  })

  it.each([
    ['nothing is remembered', 0, /0 days/],
    ['a month is not full', 30, /30 days/],
  ])('is refused with its reason where %s', (_, days, reason) => {
    const risk = valueAtRisk(question(generated, days))
    expect(risk.refused).toMatch(reason)
    const told = renderValueAtRisk({ chainId: 1, risk }, 0.9)
    expect(told).toMatchObject({ confidence: 0, paths: 0, horizons: [], baseline: null })
    expect([...Value.Errors(valueAtRiskSection, [told])]).toEqual([])
  })

  it('says little of itself where the history is short', () => {
    const told = renderValueAtRisk({ chainId: 1, risk: valueAtRisk({ ...question(generated, 40), paths: 100 }) }, 1)
    expect(told.refused).toBeNull()
    expect(told.confidence).toBeLessThanOrEqual(0.16)
  })

  it('is refused where most collateral has no history, and lowered where some has none', () => {
    const asked = question(generated)
    const all = pricesFrom(3, 120, marketOf(generated.state))
    const known = (tokens: number) =>
      valueAtRisk({
        ...asked,
        paths: 100,
        past: tableFor(
          without(all, (_, token) => Number.parseInt(token.slice(-2), 16) >= tokens),
          generated.state,
        ),
      })
    const [few, most] = [known(3), known(14)]
    expect(few.refused).toMatch(/only \d+ % of the collateral/)
    expect(most.refused).toBeNull()
    expect(most.estimated.knownShare).toBeLessThan(1)
    expect(most.estimated.standIns.length).toBeGreaterThan(0)
  })

  it('is not moved by collateral that is worth next to nothing, however wild its price', () => {
    const asked = question(generated)
    const { state } = asked
    const before = valueAtRisk({ ...asked, paths: 500 })
    const spam = { ...state.tokens[0]!, symbol: 'SPAM', family: 'SPAM', priceUsd: 1e-6, base: null, role: 'numeraire' as const }
    const wild = { ...state, tokens: [...state.tokens, spam] }
    const mover = marketOf(state)
    const past = pricesFrom(3, 120, (normal) => [...mover(normal), 0])
    const random = pricesFrom(9, 120, (normal) => [4 * normal()])
    past.forEach((day, d) => {
      day.prices.at(-1)!.usd = Math.min(1e300, Math.max(1e-300, random[d]!.prices[0]!.usd))
    })
    const after = valueAtRisk({
      ...asked,
      state: wild,
      collateralUsd: [...asked.collateralUsd, 1],
      past: tableFor(past, wild),
      paths: 500,
    })
    if (before.refused !== null || after.refused !== null) throw new Error('refused')
    // Another factor draws other paths: within what drawing them leaves.
    const [a, b] = [before, after].map(({ horizons }) => horizons[0]!.seizedUsd.expected)
    expect(Math.abs(a!.value - b!.value)).toBeLessThan(a!.high - a!.low + b!.high - b!.low)
  })

  it('takes every path through a small book, and of a large one as many as take as long', () => {
    expect(mostSimulated(2_600)).toBeGreaterThanOrEqual(10_000)
    expect([200_000, 1_000_000].map(mostSimulated)).toEqual([130, 130])
  })
})
