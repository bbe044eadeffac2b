// A pool's yields, depth and losses by hand, on all three curves.
import { expect, test } from 'vitest'
import readingsAt from '../../../ingestors/sources/evm-pool/samples/facts.ts'
import { evmPools } from '../../../ingestors/sources/evm-pool/topic.ts'
import {
  lossAgainstHolding,
  lossInRange,
  productCurve,
  soldUntilTwoPercent,
  stableCurve,
} from '../../../processors/services/aero/curves.ts'
import { depthUsd, toPool } from '../../../processors/services/aero/figures.ts'
import aero from '../../../processors/services/aero/service.ts'
import { judgePool, type PoolFacts, type Week, weeksOver, yieldsOf } from '../../../processors/services/aero/signal.ts'
import { draftsOf, toFacts } from '../../support/service-facts.ts'

const now = new Date('2026-11-22T12:00:00Z')
const day = 86_400_000
const week = (back: number, more: Partial<Week> = {}): Week => ({
  ...{ start: new Date(Date.parse('2026-11-19T00:00:00Z') - back * 7 * day), votes: 1_000_000, feesUsd: 5_000, bribesUsd: 2_000 },
  ...{ emissionsUsd: 6_048, unpriced: 0 },
  ...more,
})
const facts = (more: Partial<PoolFacts> = {}): PoolFacts => ({
  tvlUsd: 2_000_000,
  feeShare: 0.003,
  gauge: { isAlive: true, stakedShare: 0.5, rewardUsd: 1, perSecond: 0.01, endsAt: new Date(now.getTime() + day) },
  weeks: [week(0, { feesUsd: 1, bribesUsd: 0 }), week(1), week(2), week(3), week(4), week(5, { feesUsd: 9e9 })],
  swapped: { usd: 100_000, hours: 6 },
  ...more,
})

test('0.01 a second is 315,360 a year on 1 m staked: 31.536 %; 5,000 a week of fees on it 26 %; 7,000 to 1 m of votes 36.4 %', () => {
  const yields = yieldsOf(facts(), now)
  expect(yields.emissions).toBeCloseTo(31.536, 9)
  expect(yields.fees).toBeCloseTo(26, 9)
  expect(yields.voter).toBeCloseTo(36.4, 9)
  expect(yields.efficiency).toBeCloseTo(7_000 / 6_048, 12)
  // 100,000 in 6 hours are 400,000 a day on 2 m.
  expect(yields.turnover).toBeCloseTo(0.2, 12)
  expect(yields.feesFrom).toBe('weeks')
})

test('the week that runs is not over, and only four that are count', () => {
  expect(weeksOver(facts().weeks!, now).map(({ start }) => start.toISOString().slice(0, 10))).toEqual([
    '2026-11-12',
    '2026-11-05',
    '2026-10-29',
    '2026-10-22',
  ])
})

test('without weeks fees are those of the swaps: 100,000 at 0.3 % in 6 hours are 438,000 a year, 21.9 % of 2 m', () => {
  const yields = yieldsOf(facts({ weeks: null }), now)
  expect(yields).toMatchObject({ voter: null, efficiency: null, feesFrom: 'swaps' })
  expect(yields.fees).toBeCloseTo(21.9, 9)
  // Ten minutes are no day.
  expect(yieldsOf(facts({ weeks: null, swapped: { usd: 100_000, hours: 1 / 6 } }), now)).toMatchObject({
    fees: null,
    turnover: null,
  })
})

test('a gauge that is dead or whose period is over pays nothing; a reward without a price is not known', () => {
  const { gauge } = facts()
  expect(yieldsOf(facts({ gauge: { ...gauge!, isAlive: false } }), now).emissions).toBe(0)
  expect(yieldsOf(facts({ gauge: { ...gauge!, endsAt: now } }), now).emissions).toBe(0)
  expect(yieldsOf(facts({ gauge: { ...gauge!, rewardUsd: null } }), now).emissions).toBeNull()
  expect(yieldsOf(facts({ gauge: { ...gauge!, stakedShare: 0 } }), now).emissions).toBeNull()
})

test('the score by hand: (0.3·52.56 + 0.2·57.53 + 0.2·40 + 0.15·100) of 0.85; dead it is three tenths, and to be avoided', () => {
  const { mix, label } = judgePool(facts(), now)
  const byHand = ((0.3 * (100 * 0.31536)) / 0.6 + 0.2 * ((100 * Math.log10(200)) / 4) + 0.2 * 40 + 0.15 * 100) / 0.85
  expect(mix.score).toBeCloseTo(byHand, 9)
  expect(mix.coverage.missing).toEqual(['token_safety'])
  expect(label).toBe('vote')
  const dead = judgePool(facts({ gauge: { ...facts().gauge!, isAlive: false } }), now)
  expect(dead.label).toBe('avoid')
  expect(judgePool(facts({ weeks: null }), now).label).toBe('farm')
  expect(judgePool(facts({ gauge: null, weeks: null }), now).label).toBe('neutral')
  expect(judgePool(facts({ tvlUsd: 9_000, weeks: null }), now).label).toBe('avoid')
})

test('x·y: a price four times as high costs 20 %, half 5.719 %; two percent down is 1.0051 % of the other side', () => {
  const curve = productCurve(500, 1_000_000)
  // 2·√r/(1+r) − 1.
  expect(lossAgainstHolding(curve, 500, 4)).toBeCloseTo(-0.2, 9)
  expect(lossAgainstHolding(curve, 500, 0.5)).toBeCloseTo((2 * Math.sqrt(0.5)) / 1.5 - 1, 9)
  expect(soldUntilTwoPercent(curve, 500)).toBeCloseTo(1_000_000 * (1 - Math.sqrt(0.98)), 3)
})

test('x³y + y³x: a balanced pool prices one at one, keeps its constant, and gives what the published pool’s arithmetic gives', () => {
  const curve = stableCurve(1_000_000, 1_000_000)
  expect(curve.price(1_000_000)).toBeCloseTo(1, 12)
  for (const x of [100_000, 900_000, 5_000_000]) {
    const y = curve.y(x)
    expect((x ** 3 * y + y ** 3 * x) / (2 * 1_000_000 ** 4)).toBeCloseTo(1, 9)
  }
  // Newton's steps in whole numbers of 10^18, as its getAmountOut goes: 100,000 in, of a million each.
  expect(1_000_000 - curve.y(1_100_000)).toBeCloseTo(solidlyOut(100_000, 1_000_000, 1_000_000), 6)
  expect(2_000_000 - stableCurve(500_000, 2_000_000).y(600_000)).toBeCloseTo(solidlyOut(100_000, 500_000, 2_000_000), 6)
})

test('a stable pool is deeper than x·y until its price goes, and then loses more', () => {
  const [stable, product] = [stableCurve(1e6, 1e6), productCurve(1e6, 1e6)]
  expect(soldUntilTwoPercent(stable, 1e6)).toBeGreaterThan(10 * soldUntilTwoPercent(product, 1e6))
  expect(lossAgainstHolding(stable, 1e6, 0.8)).toBeLessThan(lossAgainstHolding(product, 1e6, 0.8))
  expect(lossAgainstHolding(stable, 1e6, 1)).toBeCloseTo(0, 9)
})

test('a range from 0 to anything is x·y; a narrow one loses more, and once out of it only one token is left', () => {
  expect(lossInRange(4, 1e-12, 1e12)).toBeCloseTo(-0.2, 5)
  expect(lossInRange(1.05, 0.9, 1.1)).toBeLessThan((2 * Math.sqrt(1.05)) / 2.05 - 1)
  // At twice the price all is the second token: √1.1 − √0.9 against 2·(1 − 1/√1.1) + 1 − √0.9.
  const [low, high] = [Math.sqrt(0.9), Math.sqrt(1.1)]
  expect(lossInRange(2, 0.9, 1.1)).toBeCloseTo((high - low) / (2 * (1 - 1 / high) + 1 - low) - 1, 12)
})

test('the sample: 24 m in it, depth by its curve, and a concentrated pool by the liquidity in range, never more than it has', () => {
  const [reading] = readingsAt(now)
  const body = draftsOf(aero, toFacts(evmPools, [reading]), reading!.asked)[0]!.body as any
  expect(body.pool).toMatchObject({ tvl_usd: 24_000_000, fee_pct: 0.3 })
  expect(body.pool.depth_2pct_usd).toBeCloseTo(12_000_000 * (1 - Math.sqrt(0.98)), 0)
  // 0.15 · 31,536,000 · 0.8 of 19.2 m.
  expect(body.apr.emissions_pct).toBeCloseTo(19.71, 2)
  expect(body.gauge.vote_share_pct).toBe(2)
  // 3,000 dollars for one of 18 decimals against one of 6: a root of √(3,000·10⁻¹²).
  const root = BigInt(Math.round(Math.sqrt(3e-9) * 2 ** 96)).toString()
  const ranged = { ...reading!, kind: 'range', root, liquidity: String(10n ** 18n) }
  const { tokens } = toPool(ranged)
  expect(depthUsd(ranged, tokens)).toBeCloseTo(1e12 * Math.sqrt(3e-9) * (1 - Math.sqrt(0.98)), -3)
  const poor = { ...ranged, tokens: [ranged.tokens[0]!, { ...ranged.tokens[1]!, units: '1000000' }] }
  expect(depthUsd(poor, toPool(poor).tokens)).toBe(1)
})

test('an empty pool, one without prices and one of a single side are told without inventing anything', () => {
  const [reading] = readingsAt(now)
  const tell = (more: object) => draftsOf(aero, toFacts(evmPools, [{ ...reading!, ...more }]), reading!.asked)[0]!.body as any
  const empty = reading!.tokens.map((one) => ({ ...one, units: '0' }))
  expect(tell({ tokens: empty })).toMatchObject({ signal: { label: 'avoid' }, pool: { tvl_usd: 0, depth_2pct_usd: null } })
  const unpriced = reading!.tokens.map((one) => ({ ...one, usd: null }))
  // Without prices there is no yield, no size and no turnover: too little to sell.
  expect(() => tell({ tokens: unpriced })).toThrow(expect.objectContaining({ code: 'not_enough_data' }))
})

/** A second way to the same number: what comes out of a stable pool, in whole numbers as the contract counts. */
function solidlyOut(amount: number, x: number, y: number): number {
  const one = 10n ** 18n
  const [dx, rx, ry] = [amount, x, y].map((whole) => BigInt(whole) * one) as [bigint, bigint, bigint]
  const f = (x0: bigint, own: bigint) => (((x0 * own) / one) * ((x0 * x0) / one + (own * own) / one)) / one
  const k = f(rx, ry)
  const x0 = rx + dx
  let own = ry
  for (let i = 0; i < 255; i++) {
    const slope = (3n * x0 * ((own * own) / one)) / one + (((x0 * x0) / one) * x0) / one
    const now = f(x0, own)
    const step = ((now < k ? k - now : now - k) * one) / slope
    if (step === 0n) break
    own = now < k ? own + step : own - step
  }
  return Number(ry - own) / 1e18
}
