// Simulated paths: what they are estimated from, closed forms they have to meet, and the histories that could break them.
import { describe, expect, it } from 'vitest'
import { noImpact } from '../../../processors/services/cascade/model/impact.ts'
import type { MarketState } from '../../../processors/services/cascade/model/market-state.ts'
import type { Token } from '../../../processors/services/cascade/model/token.ts'
import { createPath } from '../../../processors/services/cascade/paths/draw.ts'
import { readHistory } from '../../../processors/services/cascade/paths/history.ts'
import { severityOf } from '../../../processors/services/cascade/paths/severity.ts'
import { generateBook } from '../../support/cascade/book-generator.ts'
import { bookOf } from '../../support/cascade/indexed.ts'
import { firstDay, movesFrom, pricesFrom, tableFor, without } from '../../support/cascade/price-history.ts'
import { seededRandom } from '../../support/cascade/seeded-random.ts'

function token(symbol: string, wish: Partial<Token> = {}): Token {
  const own = { priceUsd: 1, family: symbol, role: 'numeraire', base: null, oracle: 'market', routedShare: 0 } as const
  return { symbol, ...own, impact: noImpact, ...wish }
}
const stateOf = (...tokens: Token[]): MarketState => ({ tokens, collateralKinds: [], debtKinds: [] })

/** The quantile of Student's t with four degrees of freedom, in closed form. */
function quantileOfT4(share: number): number {
  const root = Math.sqrt(4 * share * (1 - share))
  const q = Math.cos(Math.acos(root) / 3) / root
  return Math.sign(share - 0.5) * 2 * Math.sqrt(q - 1)
}

const three = stateOf(token('ETH'), token('BTC'), token('wstETH', { family: 'ETH', role: 'derivative', base: 0, oracle: 'rate' }))
const together = (normal: () => number) => {
  const eth = 0.04 * normal()
  return [eth, 0.6 * eth + 0.018 * normal(), eth + 0.0002 + 0.0001 * normal()]
}

describe('a drawn path', () => {
  it.each([3, 71, 90_210])('has the quantiles of its own t distribution, seed %i', (seed) => {
    const moves = movesFrom(pricesFrom(seed, 300, together), three)
    const path = createPath(moves, seed)
    const paths = 20_000
    const first = Array.from({ length: paths }, (_, number) => {
      path.open(number)
      return Float64Array.from(path.next())
    })
    for (const t of [0, 1]) {
      const sorted = first.map((multiples) => Math.log(multiples[t]!)).sort((a, b) => a - b)
      for (const share of [0.01, 0.05, 0.5, 0.95, 0.99]) {
        // The share of paths below the true quantile, within four and a half of its standard errors.
        const below = sorted.filter((move) => move < moves.scales[t]! * quantileOfT4(share)).length / paths
        expect(Math.abs(below - share), `${share}`).toBeLessThan(4.5 * Math.sqrt((share * (1 - share)) / paths))
      }
    }
    // Of two tokens with correlation r the same sign comes up in a share of 1/2 + asin(r)/pi.
    const correlation = 0.8
    const same = first.filter((multiples) => multiples[0]! > 1 === multiples[1]! > 1).length / paths
    expect(Math.abs(same - (0.5 + Math.asin(correlation) / Math.PI))).toBeLessThan(0.03)
    // A derivative keeps close to its base on the wildest day.
    expect(Math.max(...first.map((multiples) => Math.abs(multiples[2]! / multiples[0]! - 1)))).toBeLessThan(0.05)
  })

  it('is the same whenever it is drawn, alone or among others, and another by another seed', () => {
    const moves = movesFrom(pricesFrom(1, 100, together), three)
    const days = (seed: number, number: number) => {
      const path = createPath(moves, seed)
      for (const before of [5, 2]) {
        path.open(before)
        path.next()
      }
      path.open(number)
      return [1, 2, 3].map(() => [...path.next()])
    }
    expect(days(9, 4)).toEqual(days(9, 4))
    expect(days(9, 4)).not.toEqual(days(9, 3))
    expect(days(9, 4)).not.toEqual(days(8, 4))
  })
})

describe('a history', () => {
  const whole = pricesFrom(5, 200, together)
  const scales = [...movesFrom(whole, three).scales]

  it('with a gap gives no move over it', () => {
    const gap = whole.filter(({ day }) => day < firstDay + 80 || day >= firstDay + 95)
    const read = readHistory(tableFor(gap, three), three)
    expect(read).toMatchObject({ days: 185, missingDays: 15 })
    expect(movesFrom(gap, three).known).toEqual([183, 183, 183])
    movesFrom(gap, three).scales.forEach((scale, t) => {
      expect(Math.abs(scale / scales[t]! - 1)).toBeLessThan(0.15)
    })
  })

  it('of a coin that lost its peg and stands still since has no volatility, and breaks nothing', () => {
    const state = stateOf(token('ETH'), token('xUSD'))
    const moves = movesFrom(
      pricesFrom(5, 100, (normal) => [0.04 * normal(), 0]),
      state,
    )
    expect(moves.scales[1]).toBe(0)
    const path = createPath(moves, 1)
    path.open(0)
    expect(path.next()[1]).toBe(1)
    expect(path.next()[0]).toBeGreaterThan(0)
  })

  it('of a pair that always moves alike draws them alike, and of three kinds of pairs no number that is none', () => {
    const state = stateOf(token('A'), token('B'), token('C'), token('D'))
    const alike = (normal: () => number) => {
      const a = 0.05 * normal()
      return [a, a, -a, 2 * a]
    }
    const path = createPath(movesFrom(pricesFrom(8, 120, alike), state), 3)
    for (let number = 0; number < 200; number++) {
      path.open(number)
      const [a, b, c, d] = [...path.next()].map(Math.log) as [number, number, number, number]
      expect(b).toBeCloseTo(a, 6)
      expect(c).toBeCloseTo(-a, 6)
      expect(d / a).toBeCloseTo(2, 3)
    }
  })

  it('with one misprint is read as if that day were missing; a fall that stays is kept', () => {
    const print = whole.map((one, d) =>
      d === 60 ? { ...one, prices: one.prices.map((price, t) => (t === 1 ? { ...price, usd: price.usd * 1e4 } : price)) } : one,
    )
    expect(readHistory(tableFor(print, three), three).misprints).toBe(1)
    const read = movesFrom(print, three)
    expect(Math.abs(read.scales[1]! / scales[1]! - 1)).toBeLessThan(0.05)
    expect([...read.scales].every(Number.isFinite)).toBe(true)
    const crash = whole.map((one, d) =>
      d < 60 ? one : { ...one, prices: one.prices.map((price) => ({ ...price, usd: price.usd / 2 })) },
    )
    expect(readHistory(tableFor(crash, three), three).misprints).toBe(0)
    expect(movesFrom(crash, three).scales[0]!).toBeGreaterThan(1.2 * scales[0]!)
  })

  it('that a token lacks makes it move like the most volatile of its sort, and its pairs with few days in common move apart', () => {
    const state = stateOf(token('ETH'), token('BTC'), token('NEW'), token('USDC'))
    const mover = (normal: () => number) => [0.04 * normal(), 0.02 * normal(), 0.9 * normal(), 0]
    const past = without(pricesFrom(4, 100, mover), (day, own) => own.endsWith('a002') && day < 90)
    const moves = movesFrom(past, state)
    expect(moves.standIns).toEqual([{ token: 2, like: 0 }])
    expect(moves.scales[2]).toBe(moves.scales[0])
    const path = createPath(moves, 1)
    path.open(0)
    const [eth, , stranger, usdc] = path.next()
    expect(Math.abs(Math.log(stranger!))).toBeLessThan(20 * Math.abs(Math.log(eth!)) + 1)
    expect(usdc).toBe(1)
  })

  it('of days that each miss another token still gives moves that are numbers', () => {
    const state = stateOf(...Array.from({ length: 30 }, (_, t) => token(`T${t}`)))
    const mover = (normal: () => number) => {
      const market = normal()
      return state.tokens.map((_, t) => 0.03 * (market * ((t % 7) - 3) + normal() * 0.05))
    }
    const past = without(pricesFrom(12, 90, mover), (day, own) => (day + Number.parseInt(own.slice(-2), 16)) % 5 === 0)
    const moves = movesFrom(past, state)
    const path = createPath(moves, 2)
    for (let number = 0; number < 50; number++) {
      path.open(number)
      expect([...path.next()].every((multiple) => multiple > 0 && Number.isFinite(multiple))).toBe(true)
    }
    // What a token has in common with others and what it has alone make up one whole move.
    for (let t = 0; t < 30; t++) {
      if (moves.scales[t] === 0) continue
      const common = moves.loadings.slice(t * moves.factors, (t + 1) * moves.factors).reduce((sum, l) => sum + l * l, 0)
      expect(common + moves.own[t]! ** 2).toBeCloseTo(1, 2)
    }
  })
})

it('the guess by which paths are put in order is the same position by position, whatever it leaves out', () => {
  const { state, positions: well } = generateBook({
    seed: 8,
    positions: 3_000,
    depthUsd: 1e9,
    morphoShare: 0.3,
    fixedOracles: true,
  })
  // Some stand liquidatable today.
  const positions = well.map((one, i) =>
    i % 40 === 0 ? { ...one, debt: one.debt.map((leg) => ({ ...leg, amount: leg.amount * 2 })) } : one,
  )
  const severity = severityOf(bookOf(positions).view(), state)
  const random = seededRandom(5)
  const [steps, still] = [256, state.tokens.length]
  const largest = (legs: readonly { usd: number; follows: number }[]) => legs.reduce((a, b) => (b.usd > a.usd ? b : a), legs[0]!)
  for (let day = 0; day < 60; day++) {
    const multiples = Float64Array.from(state.tokens, () => Math.exp(random.between(-0.4, 0.3) * (day % 3)))
    const at = (token: number) => (token === still ? 1 : multiples[token]!)
    let plain = 0
    for (const { collateral, debt } of positions) {
      const owned = collateral.map(({ kind, amount }) => {
        const { priceUsd, liquidationThreshold, follows } = state.collateralKinds[kind]!
        return { usd: amount * priceUsd * liquidationThreshold, follows: follows ?? still }
      })
      const owed = debt.map(({ kind, amount }) => {
        const { priceUsd, follows } = state.debtKinds[kind]!
        return { usd: amount * priceUsd, follows: follows ?? still }
      })
      const [weighted, debtUsd] = [owned, owed].map((legs) => legs.reduce((sum, { usd }) => sum + usd, 0)) as [number, number]
      const own = Math.min(steps, Math.floor((debtUsd / weighted) * steps))
      const reached = Math.min(steps, (at(largest(owned).follows) / at(largest(owed).follows)) * steps)
      const step = Math.floor(reached)
      plain += own > step ? debtUsd : own === step ? debtUsd * (1 - (reached - step)) : 0
    }
    expect(Math.abs(severity(multiples) - plain)).toBeLessThanOrEqual(1e-9 * Math.max(1, plain))
    if (day % 3 === 2) expect(plain).toBeGreaterThan(0)
  }
})
