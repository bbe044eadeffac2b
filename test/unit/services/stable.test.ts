// Stablecoins: pegs, risk and pulse against hand-computed values, the two-price rule, and a real row of the list.
import { existsSync, readFileSync } from 'node:fs'
import { Compile } from 'typebox/compile'
import { describe, expect, it } from 'vitest'
import curve from '../../../ingestors/sources/curve-pools/ingestor.ts'
import history from '../../../ingestors/sources/defillama-stable-history/ingestor.ts'
import supplies from '../../../ingestors/sources/defillama-stable-supplies/ingestor.ts'
import list from '../../../ingestors/sources/defillama-stables/ingestor.ts'
import rates from '../../../ingestors/sources/ecb-fx/ingestor.ts'
import kraken from '../../../ingestors/sources/kraken-stables/ingestor.ts'
import { stablesByChain } from '../../../processors/families/stables-by-chain.ts'
import { holdingsOf, imbalanceOf, marginalValues, poolPrices } from '../../../processors/services/stable/liquidity.ts'
import { computePulse } from '../../../processors/services/stable/pulse.ts'
import service from '../../../processors/services/stable/service.ts'
import {
  type Coin,
  hasPeg,
  labelPeg,
  type StableInputs,
  watchAll,
  watchCoin,
} from '../../../processors/services/stable/signal.ts'
import { draftsOf, pollSample, toFacts } from '../../support/service-facts.ts'

const now = new Date('2026-11-20T10:30:00Z')
const coin = (more: Partial<Coin> = {}): Coin => ({
  id: '1',
  name: 'Dollar',
  symbol: 'USDX',
  peg: 'peggedUSD',
  mechanism: 'fiat-backed',
  priceUsd: 1,
  supply: 100e9,
  supply1d: 100e9,
  supply7d: 100e9,
  supply30d: 100e9,
  chains: [],
  ...more,
})
const quote = (priceUsd: number) => ({ at: now, priceUsd })
const seconded = (priceUsd: number) => ({ others: [{ name: 'kraken', ...quote(priceUsd) }] })

describe('pegs', () => {
  it('believes two prices of a small gap, one price of a large one, and calls it disputed where they differ', () => {
    const label = (devBps: number | null, secondBps: number | null, isLarge = true) => labelPeg({ devBps, secondBps, isLarge })
    expect(label(-120, null)).toBe('wobble')
    expect(label(-300, null)).toBe('depeg')
    expect(label(-300, null, false)).toBe('wobble')
    expect(label(null, -300)).toBe('depeg')
    expect(label(-300, -5)).toBe('disputed')
    expect(label(-120, -60)).toBe('off_peg')
    expect(label(-300, -250)).toBe('depeg')
    expect(label(10, 3)).toBe('on_peg')
    expect(label(null, null)).toBe('unpriced')
    expect(labelPeg({ devBps: -250, secondBps: null, slackBps: 100, isLarge: true })).toBe('wobble')
    expect(labelPeg({ devBps: -310, secondBps: null, slackBps: 100, isLarge: true })).toBe('depeg')
  })
  it('lets a price from before the list confirm it and not deny it', () => {
    const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
    const watch = (priceUsd: number, minutes: number) =>
      watchCoin(coin({ priceUsd: 0.96 }), [], { others: [{ name: 'pools', at: at(minutes), priceUsd }], listedAt: now }).label
    expect(watch(1, -14)).toBe('depeg')
    expect(watch(0.97, -14)).toBe('depeg')
    expect(watch(1, 1)).toBe('disputed')
  })
  it('gives no peg to coins that pay interest or are not dollars', () => {
    expect(hasPeg(coin({ priceUsd: 1.1 }), [quote(1.09)])).toBe(false)
    expect(hasPeg(coin({ priceUsd: 1.1 }), [quote(1.0)])).toBe(true)
    expect(hasPeg(coin({ peg: 'peggedEUR', priceUsd: 1.12 }), [])).toBe(false)
  })
  it('adds up depeg risk over the parts that are known', () => {
    // March 2023's USDC: 0.88 by two prices, all day off, 10 % redeemed in a week.
    const broken = watchCoin(coin({ priceUsd: 0.88, supply: 90, supply7d: 100 }), [quote(0.88)], seconded(0.88))
    // (40 × 100 + 15 × 100 + 20 × 66.67 + 10 × 20) / 85
    expect(broken.risk.score).toBeCloseTo((4_000 + 1_500 + (20 * 100 * 0.1) / 0.15 + 200) / 85, 6)
    expect(broken.label).toBe('depeg')
    expect(broken.risk.weight).toBeCloseTo(0.85)
    const calm = watchCoin(coin(), [quote(1)], seconded(1))
    expect(calm.risk.score).toBeCloseTo(200 / 85, 6)
    // One price off and the other at peg: the milder one is believed. Far off, it is a dispute and worth 40 at least.
    expect(watchCoin(coin({ priceUsd: 0.985 }), [], seconded(1)).risk.score).toBeCloseTo(200 / 70, 6)
    expect(watchCoin(coin({ priceUsd: 0.97 }), [], seconded(1)).risk.score).toBeCloseTo((40 * 75 + 200) / 70, 6)
    expect(watchCoin(coin({ priceUsd: 0.97 }), [quote(1)], seconded(1)).risk.score).toBe(40)
  })
  it('takes amounts as the list counts them: dollars at the price of now, whatever the coin is held to', () => {
    // As recorded in October 2026: 692,189.0936 coins of a euro at 1.1253… were sent as 778,938.3… under peggedEUR.
    const priceUsd = 1.1253259211990942
    const supply = 692_189.0936 * priceUsd
    const euro = watchCoin(coin({ peg: 'peggedEUR', priceUsd, supply }), [], { par: 1.13 })
    expect(euro.usd).toBe(supply)
    expect(euro.parUsd).toBeCloseTo(692_189.0936 * 1.13, 6)
    // One that fell to .30 is six million dollars of what were twenty.
    expect(watchCoin(coin({ priceUsd: 0.3, supply: 6e6 }), [])).toMatchObject({ usd: 6e6, parUsd: 20e6 })
    const listed = { ...coin(), price_usd: priceUsd, supply_1d_ago: null, supply_7d_ago: null, supply_30d_ago: null }
    const chains = [{ chain: 'Monad', supply, supply_7d_ago: supply / 2 }]
    expect(stablesByChain([{ ...listed, peg: 'peggedEUR', chains }])).toEqual([
      { chain: 'Monad', usd: supply, week: { agoUsd: supply / 2, nowUsd: supply } },
    ])
  })
  it('judges a coin of another currency by that currency', () => {
    const euro = (priceUsd: number) => watchCoin(coin({ peg: 'peggedEUR', priceUsd }), [quote(priceUsd)], { par: 1.16 })
    expect(euro(0.6)).toMatchObject({ label: 'depeg', par: 1.16 })
    expect(euro(0.6).risk.score).toBe(75)
    // Half a percent below yesterday's rate is the euro's day, not the coin's.
    expect(euro(1.154).label).toBe('on_peg')
    expect(watchCoin(coin({ peg: 'peggedEUR', priceUsd: 0.6 }), []).label).toBe('no_peg')
  })
})

describe('pools', () => {
  const pool = (usd: number, coins: Record<string, number>) => ({
    address: '0x1',
    name: Object.keys(coins).join('/'),
    usd,
    coins: Object.entries(coins).map(([symbol, share]) => ({ symbol, usd: usd * share })),
  })
  const holdings = holdingsOf([pool(100, { USDX: 0.7, OTHER: 0.3 }), pool(300, { usdx: 0.6, A: 0.2, B: 0.2 })])
  it('are out of balance by how far they are from even shares', () => {
    // (0.7 − 0.5) / 0.4 = 0.5 of 100, (0.6 − 1/3) / (0.9 − 1/3) = 0.4706 of 300
    expect(imbalanceOf(holdings.get('USDX')!)).toBeCloseTo((0.5 * 100 + (0.8 / 1.7) * 300) / 400, 10)
    expect(holdings.get('USDX')!.map((one) => one.usd)).toEqual([300, 100])
    expect(imbalanceOf(holdings.get('OTHER')!)).toBeCloseTo(-0.5, 10)
    expect(imbalanceOf([])).toBeNull()
  })
  it('weigh 15 of 100, and only where there is too much of the coin', () => {
    const full = watchCoin(coin(), [quote(1)], { ...seconded(1), imbalance: 0.5 })
    expect(full.risk.score).toBeCloseTo((15 * 50 + 200) / 100, 10)
    expect(watchCoin(coin(), [quote(1)], { ...seconded(1), imbalance: -0.5 }).risk.score).toBeCloseTo(2, 10)
  })
})

describe('the price in a pool', () => {
  it('is one where the amounts are even, and falls slowly and then at once as the coin fills it', () => {
    const priceAt = (share: number) => {
      const [coin, other] = marginalValues([share, 1 - share], 200)!
      return coin! / other!
    }
    expect(priceAt(0.5)).toBeCloseTo(1, 10)
    expect(priceAt(0.7)).toBeGreaterThan(0.99)
    expect(priceAt(0.98)).toBeLessThan(0.9)
    expect(priceAt(0.02)).toBeCloseTo(1 / priceAt(0.98), 8)
    // At n A = 1 the invariant is S = D³ / 4xy, and a coin is worth 1 + S / x: (1 + 1/.8) / (1 + 1/.2).
    const [a, b] = marginalValues([0.8, 0.2], 0.5000001)!
    expect(a! / b!).toBeCloseTo(0.375, 5)
    expect(marginalValues([1, 0], 200)).toBeNull()
  })
  it('measures a coin against those that hold their peg, by the size of the pools', () => {
    const pools = [
      {
        address: '0x1',
        name: 'X',
        usd: 100,
        amplification: 200,
        coins: [
          { symbol: 'USDX', usd: 98, amount: 98 },
          { symbol: 'Usdc', usd: 2, amount: 2 },
        ],
      },
      {
        address: '0x2',
        name: 'Y',
        usd: 100,
        amplification: null,
        coins: [
          { symbol: 'USDX', usd: 50, amount: 50 },
          { symbol: 'USDC', usd: 50, amount: 50 },
        ],
      },
    ]
    expect(poolPrices(pools, new Map([['USDC', 1]])).get('USDX')).toBeLessThan(0.9)
    expect(poolPrices(pools, new Map()).size).toBe(0)
  })
})

describe('a large coin that slips 3 %', async () => {
  const symbols = Array.from({ length: 20 }, (_, i) => `USD${String.fromCharCode(65 + i)}`)
  const listOf = (broken: string | null, price: number | null = 0.97) => ({
    peggedAssets: symbols.map((symbol, i) => {
      const supply = { peggedUSD: 100e9 / 2 ** (i / 3) }
      const chainCirculating = { Ethereum: { current: supply } }
      const before = { circulatingPrevDay: supply, circulatingPrevWeek: supply, circulatingPrevMonth: supply }
      const named = { id: `${i}`, name: symbol, symbol, pegType: 'peggedUSD', pegMechanism: 'fiat-backed' }
      return { ...named, circulating: supply, ...before, chainCirculating, price: symbol === broken ? price : 1.0001 }
    }),
  })
  const totals = toFacts(history.topic, await pollSample(history, now))
  const rowsAt = (raw: object) => {
    const earlier = list.parse(listOf(null), new Date(now.getTime() - 15 * 60_000))
    return draftsOf(service, [...toFacts(list.topic, [...earlier, ...list.parse(raw, now)]), ...totals], 'all')
  }
  it.each(symbols)('is named within one poll by what is on without a key: %s', (symbol) => {
    const rows = rowsAt(listOf(symbol))
    const body = (path: string, key = 'all') =>
      rows.find((row) => row.route === path && row.key === key)!.body as unknown as Record<string, any>
    expect(body('/symbol/{symbol}', symbol).signal).toMatchObject({ label: 'depeg' })
    expect(body('/symbol/{symbol}', symbol).signal.score).toBeGreaterThanOrEqual(75)
    expect(body('/risk-summary').counts).toMatchObject({ depeg: 1, wobble: 0 })
    expect(body('/risk-summary').signal.label).toBe('stress')
    expect(body('/risk-summary').coins[0]).toMatchObject({ symbol, label: 'depeg' })
    expect(body('/risk-summary').signal.summary).toContain(`off peg: ${symbol} at 0.97`)
    expect(body('/pulse').peg).toMatchObject({ off_peg_count: 1, off_peg: [symbol] })
    expect(body('/pulse').signal.summary).toContain(`${symbol} at 0.97`)
  })
  it('is still named when it is worth a few cents, and when nobody gives it a price any more', () => {
    const risk = (price: number | null) =>
      rowsAt(listOf('USDT', price)).find((row) => row.route === '/risk-summary')!.body as unknown as Record<string, any>
    expect(risk(0.002).coins[0]).toMatchObject({ symbol: 'USDT', label: 'depeg' })
    const unpriced = risk(null).coins.find((one: { symbol: string }) => one.symbol === 'USDT')
    expect(unpriced).toMatchObject({ label: 'unpriced', depeg_risk: null })
  })
})

describe('pulse', () => {
  const totals = Array.from({ length: 200 }, (_, day) => ({ at: now, usd: 200e9 * (1 + 0.001 * Math.sin(day)) }))
  const inputs = (coins: Coin[]): StableInputs => ({
    coins,
    listedAt: now,
    imbalances: new Map(),
    quotes: new Map(coins.map((one) => [one.id, [quote(one.priceUsd!)]])),
    second: new Map(),
    pars: new Map(),
    chains: [],
    totals,
  })
  it('reads inflow as expansion', () => {
    const given = inputs([coin({ supply: 103e9 })])
    const answer = computePulse(given, watchAll(given), now)
    expect(answer.supply).toMatchObject({ total_usd: 103e9, change_7d_pct: 3, change_30d_pct: 3 })
    expect(answer.label).toBe('expansion')
    expect(answer.score).toBeCloseTo(100, 1)
  })
  it('is stressed when the weight of the coins is off its peg', () => {
    const given = { ...inputs([coin({ priceUsd: 0.997 })]), totals: totals.map((day) => ({ ...day, usd: 200e9 })) }
    const answer = computePulse(given, watchAll(given), now)
    expect(answer.peg.weighted_dev_bps).toBe(30)
    expect(answer.label).toBe('stress')
    // A flat week is 0 deviations, 30 of 50 bp take 30 points.
    expect(answer.score).toBeCloseTo(-30, 6)
  })
})

describe('the service on its samples', async () => {
  const polled = await Promise.all(
    [list, kraken, history, supplies, curve, rates].map(async (ingestor) =>
      toFacts(ingestor.topic, await pollSample(ingestor, now)),
    ),
  )
  const drafts = draftsOf(service, polled.flat(), 'all')
  it('computes valid rows', () => {
    for (const draft of drafts) {
      const { properties, ...schema } = service.routes.find((route) => route.path === draft.route)!.output
      const check = Compile({ ...schema, properties: { ...properties, meta: { type: 'object' } } })
      expect([...check.Errors({ ...draft.body, meta: {} })]).toEqual([])
    }
  })
  it('answers a symbol with its largest coin', () => {
    const answer = drafts.find((draft) => draft.key === 'PYUSD')!.body as unknown as {
      coin: { name: string }
      also: { name: string }[]
    }
    expect(answer.coin.name).toBe('PayPal USD')
    expect(answer.also.map((other) => other.name)).toEqual(['Other Dollar'])
    const { liquidity, history: past } = answer as unknown as Record<string, any>
    expect(liquidity.pools.map((pool: { name: string }) => pool.name)).toEqual(['Curve.fi PYUSD/USDC'])
    expect(past.supply_30d).toHaveLength(31)
    expect(past.supply_30d.at(-1).date).toBe('2026-11-20')
    const shaky = drafts.find((draft) => draft.key === 'SAD')!.body as unknown as Record<string, any>
    expect(shaky.liquidity.imbalance).toBeGreaterThan(0.5)
    expect(shaky.components.pool_balance).toBeCloseTo(100 * shaky.liquidity.imbalance, 0)
    expect(drafts.find((draft) => draft.key === 'EURC')!.body.signal).toMatchObject({ label: 'on_peg' })
    expect(drafts.find((draft) => draft.key === 'USDY')!.body.signal).toMatchObject({ label: 'no_peg' })
  })
})

const captures =
  process.env.UPSTREAM_SAMPLES === undefined ? null : `${process.env.UPSTREAM_SAMPLES}/samples/crypto/defillama_free.json`
it.skipIf(captures === null || !existsSync(captures ?? ''))(
  "parses DefiLlama's own row, which has no price and no chains",
  () => {
    const [value] = list.parse(JSON.parse(readFileSync(captures!, 'utf8')).stablecoins, now)
    expect(value!.coins[0]).toMatchObject({
      symbol: 'USDT',
      price_usd: null,
      supply: 183195719854.93,
      supply_7d_ago: 184242294121.55,
    })
  },
)

const curveCapture = `${process.env.UPSTREAM_SAMPLES ?? ''}/samples/captured/curve-pools/getPools_2025-06_excerpt.json`
it.skipIf(!existsSync(curveCapture))("finds the price that Curve's own amounts make, near what Curve says", () => {
  const [value] = curve.parse(JSON.parse(readFileSync(curveCapture, 'utf8')), now)
  // The pool of ether is none of dollars.
  expect(value!.pools).toMatchObject([{ name: 'Curve.fi amDAI/amUSDC/amUSDT', amplification: 2_000 }])
  const prices = poolPrices(value!.pools, new Map([['AMUSDC', 1]]))
  // 1.7 million USDC beside 1.5 of DAI and 1.0 of USDT: the scarce one is worth a touch more.
  expect(prices.get('AMDAI')).toBeCloseTo(1.0003, 3)
  expect(prices.get('AMUSDT')).toBeCloseTo(1.0007, 3)
  expect(prices.get('AMUSDT')!).toBeGreaterThan(prices.get('AMDAI')!)
})
