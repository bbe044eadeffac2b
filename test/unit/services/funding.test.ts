// Funding: units, merging, scores against hand-computed values, filters, and the venues' real answers where they are at hand.
import { existsSync, readFileSync } from 'node:fs'
import { Compile } from 'typebox/compile'
import { describe, expect, it } from 'vitest'
import { unitOf } from '../../../ingestors/shapes/perp-market.ts'
import binanceOi from '../../../ingestors/sources/binance-oi/ingestor.ts'
import dydx from '../../../ingestors/sources/dydx-perps/ingestor.ts'
import fundingHistory from '../../../ingestors/sources/hyperliquid-funding/ingestor.ts'
import hyperliquid from '../../../ingestors/sources/hyperliquid-perps/ingestor.ts'
import predicted from '../../../ingestors/sources/hyperliquid-predicted/ingestor.ts'
import okx from '../../../ingestors/sources/okx-perps/ingestor.ts'
import { computeExtremes } from '../../../processors/services/funding/extremes.ts'
import service from '../../../processors/services/funding/service.ts'
import {
  aprOf,
  computeRates,
  crowdLabel,
  crowdScore,
  type FundingHour,
  mergeCoins,
  streakHours,
  type VenueRate,
} from '../../../processors/services/funding/signal.ts'
import { draftsOf, pollSample, toFacts } from '../../support/service-facts.ts'

const now = new Date('2026-11-20T10:30:00Z')
const blank = { nextFundingAt: null, markUsd: null, indexUsd: null, change24hPct: null }
const rate = (venue: string, coin: string, value: number, intervalH: number, oiUsd: number | null): VenueRate => ({
  ...blank,
  venue,
  coin,
  rate: value,
  intervalH,
  oiUsd,
})
const rates = [
  rate('hyperliquid', 'BTC', 0.0000125, 1, 3e9),
  rate('okx', 'BTC', 0.0002, 8, 1e9),
  rate('binance', 'BTC', -0.0001, 8, null),
  rate('hyperliquid', 'ETH', -0.00002, 1, 1e9),
  rate('hyperliquid', 'DUST', 0.01, 1, 9e5),
]
const venues = ['hyperliquid', 'binance', 'bybit', 'okx', 'dydx'].map((id) => ({
  id,
  observedAt: ['hyperliquid', 'okx', 'binance'].includes(id) ? now : null,
}))
const inputs = { rates, venues, history: new Map<string, FundingHour[]>(), interest: new Map<string, number[]>() }

describe('funding units', () => {
  it('makes hourly and 8-hourly rates comparable', () => {
    // 0.01 % every 8 hours is 10.95 % a year, and so is 0.00125 % an hour.
    expect(aprOf(0.0001, 8)).toBeCloseTo(0.1095, 10)
    expect(aprOf(0.0000125, 1)).toBeCloseTo(0.1095, 10)
  })
  it('undoes the thousands of cheap coins', () => {
    expect(unitOf('kPEPE')).toEqual({ coin: 'PEPE', units: 1_000 })
    expect(unitOf('1000SHIB')).toEqual({ coin: 'SHIB', units: 1_000 })
    expect(unitOf('KAS')).toEqual({ coin: 'KAS', units: 1 })
    expect(unitOf('1INCH')).toEqual({ coin: '1INCH', units: 1 })
    expect(unitOf('BUFFALO,RAYDIUM')).toBeNull()
  })
})

describe('rates', () => {
  it('weights venues by open interest and leaves small coins out', () => {
    const [bitcoin, ether, ...rest] = mergeCoins(rates)
    // (3 × 10.95 + 1 × 21.9) / 4 = 13.6875
    expect(bitcoin).toMatchObject({
      coin: 'BTC',
      oiUsd: 4e9,
      carry: { cheapest: { venue: 'binance' }, dearest: { venue: 'okx' } },
    })
    expect(bitcoin!.apr).toBeCloseTo(0.136875, 10)
    expect(bitcoin!.carry!.spread).toBeCloseTo(0.219 + 0.1095, 10)
    expect(ether!.apr).toBeCloseTo(-0.1752, 10)
    expect(rest).toEqual([])
  })
  it('offers a carry only between venues that are large enough, and says whose size is not known', () => {
    const hot = 0.0005
    const carryOf = (...list: VenueRate[]) => mergeCoins(list)[0]!.carry
    // $20,000 of open interest gave a spread of 427 % and a break-even within hours.
    expect(carryOf(rate('hyperliquid', 'X', 0.0000125, 1, 5e6), rate('dydx', 'X', hot, 1, 2e4))).toBeNull()
    expect(carryOf(rate('hyperliquid', 'X', 0.0000125, 1, 5e6), rate('dydx', 'X', hot, 1, 2e6))).toMatchObject({
      dearest: { venue: 'dydx' },
      unsized: [],
    })
    expect(carryOf(rate('hyperliquid', 'X', 0.0000125, 1, 5e6), rate('bybit', 'X', hot, 1, null))).toBeNull()
    expect(carryOf(rate('hyperliquid', 'X', 0.0000125, 1, 5e7), rate('bybit', 'X', hot, 1, null))!.unsized).toHaveLength(1)
    expect(carryOf(rate('hyperliquid', 'X', 0.0000125, 1, 5e7))).toBeNull()
  })
  it('scores who pays whom', () => {
    const answer = computeRates(inputs, now)
    // (4 × 13.6875 − 17.52) / 5 = 7.446; 100 tanh(0.07446 / 0.2) = 35.60
    expect(answer.market.oi_weighted_apr_pct).toBe(7.45)
    expect(answer.market.excess_over_baseline_pct).toBe(-3.5)
    expect(answer.score).toBeCloseTo(35.6, 1)
    expect(answer.label).toBe('longs_paying')
    expect(answer.market.not_weighed).toEqual(['binance'])
    expect(answer.mix.coverage.missing).toEqual(['bybit', 'dydx'])
    expect(answer.mix.availableWeight).toBe(0.75)
  })
})

describe('extremes', () => {
  const history = new Map([
    ['BTC', Array.from({ length: 61 }, (_, hour) => ({ hour, apr: 0.1 + (hour % 3) * 0.03, premium: null }))],
  ])
  it('judges a coin against its own hours and says so when it cannot', () => {
    const hot = computeExtremes({ ...inputs, rates: [rate('hyperliquid', 'BTC', 0.0001, 1, 3e9), rates[3]!], history }, now)
    // Median 0.13, median deviation 0.03: (0.876 − 0.13) / (1.4826 × 0.03) = 16.8, clipped to 6.
    expect(hot.extremes.positive[0]).toMatchObject({ coin: 'BTC', z: 6, percentile: 100, streak_h: 61 })
    expect(hot.extremes.negative[0]).toMatchObject({ coin: 'ETH', z: null, percentile: null })
    expect(hot.score).toBeCloseTo(100 * Math.tanh(1.5), 8)
    expect(hot.label).toBe('extreme_positive')
  })
  it('judges against the days that were asked for', () => {
    // Three weeks at 60 % a year, then one at 10 %: 87.6 % is far from the last week, and less so from the month.
    const calm = Array.from({ length: 28 * 24 }, (_, hour) => ({
      hour,
      apr: (hour < 21 * 24 ? 0.6 : 0.1) + (hour % 3) * 0.03,
      premium: null,
    }))
    const judged = (days: 7 | 30 | 90) =>
      computeExtremes(
        { ...inputs, rates: [rate('hyperliquid', 'BTC', 0.0001, 1, 3e9), rates[3]!], history: new Map([['BTC', calm]]) },
        now,
        days,
      )
    expect(judged(7).extremes.positive[0]).toMatchObject({ z: 6, history_days: 7, streak_h: 672 })
    expect(judged(90).extremes.positive[0]).toMatchObject({ history_days: 28, streak_h: 672 })
    // Median (0.60 + 0.63) / 2, median deviation (0.015 + 0.045) / 2: (0.876 − 0.615) / (1.4826 × 0.03) = 5.87.
    expect(judged(90).extremes.positive[0]!.z).toBe(5.87)
    expect([judged(7).isWindowFull, judged(30).isWindowFull, judged(90).isWindowFull]).toEqual([true, true, false])
  })
  it('counts the days a carry needs to earn its costs', () => {
    const [bitcoin] = computeExtremes(inputs, now).extremes.positive
    // 0.16 % over (32.85 % / 365) a day
    expect(bitcoin!.carry).toEqual({
      spread_apr_pct: 32.85,
      long_venue: 'binance',
      short_venue: 'okx',
      breakeven_days: 1.8,
      unsized: ['binance'],
    })
  })
  it('counts a streak back to the last change of sign', () => {
    const hours = [1, -1, 1, 1].map((apr, hour) => ({ hour, apr, premium: null }))
    expect(streakHours(0.5, hours)).toBe(2)
    expect(streakHours(-0.5, hours)).toBe(0)
  })
})

describe('crowding', () => {
  it('is contrarian and renormalises what is missing', () => {
    expect(crowdScore({ funding_z: 2, oi_z: 1, basis_z: 1 })).toBeCloseTo(-100 * Math.tanh(0.5 * (1 + 0.3 + 0.2)), 10)
    expect(crowdScore({ funding_z: -2, oi_z: 1, basis_z: -1 })).toBeCloseTo(100 * Math.tanh(0.5 * (1 + 0.2 - -0.3)), 10)
    expect(crowdScore({ funding_z: 2, oi_z: null, basis_z: null })).toBeCloseTo(-100 * Math.tanh(1), 10)
    expect(crowdScore({ funding_z: null, oi_z: 1, basis_z: 1 })).toBeNull()
    expect(crowdLabel(-76)).toBe('crowded_long')
    expect(crowdLabel(30)).toBe('lean_short')
  })
})

describe('the service on its samples', async () => {
  const polled = await Promise.all(
    [hyperliquid, predicted, dydx, okx, fundingHistory, binanceOi].map(async (ingestor) =>
      toFacts(ingestor.topic, await pollSample(ingestor, now)),
    ),
  )
  const drafts = draftsOf(service, polled.flat(), 'market')
  const meta = { type: 'object' }
  it('computes valid rows for the market and each coin with a history', () => {
    for (const draft of drafts) {
      const { properties, ...schema } = service.routes.find((route) => route.path === draft.route)!.output
      const check = Compile({ ...schema, properties: { ...properties, meta } })
      expect([...check.Errors({ ...draft.body, meta: {} })]).toEqual([])
    }
    const keys = drafts.filter((draft) => draft.route === '/signal').map((draft) => draft.key)
    expect(keys).toContain('market')
    expect(keys).toContain('BTC')
    expect(keys).toContain('PEPE')
  })
  it('filters at read time and refuses a coin nobody trades', () => {
    const [route] = service.routes
    const body = drafts.find((draft) => draft.route === '/rates')!.body
    const shaped = route!.shape!(body, route!.read!({ coin: 'eth,btc', venue: 'okx' }, now)) as {
      rates: { coin: string; venues: object[] }[]
    }
    expect(shaped.rates.map((row) => row.coin)).toEqual(['BTC', 'ETH'])
    expect(shaped.rates.every((row) => row.venues.length === 1)).toBe(true)
    expect(() => route!.shape!(body, { coin: 'NOPE' })).toThrow(/NOPE/)
  })
  it('judges the coins that are named, at the venue that is named', () => {
    const [route] = service.routes
    const body = drafts.find((draft) => draft.route === '/rates')!.body as any
    const split = {
      ...body,
      rates: body.rates.map((row: any) => ({
        ...row,
        apr_pct: row.coin === 'ETH' ? -40 : 40,
        venues: row.venues.map((venue: any) => ({ ...venue, apr_pct: 4 })),
      })),
    }
    const ask = (input: object) => (route!.shape!(split, input) as typeof body).signal
    expect(ask({ coin: 'ETH' })).toMatchObject({
      label: 'shorts_paying',
      score: -96.4,
      summary: expect.stringMatching(/of ETH costs longs -40 %/),
    })
    expect(ask({ coin: 'BTC' })).toMatchObject({ label: 'longs_paying', score: 96.4 })
    expect(ask({ coin: 'BTC', venue: 'okx' })).toMatchObject({ label: 'balanced', score: 19.7 })
    expect(ask({})).toEqual(body.signal)
  })
})

const captures = process.env.UPSTREAM_SAMPLES === undefined ? null : `${process.env.UPSTREAM_SAMPLES}/samples/crypto`
describe.skipIf(captures === null || !existsSync(captures ?? ''))('real answers', () => {
  const read = (file: string) => JSON.parse(readFileSync(`${captures}/${file}`, 'utf8'))
  it("parses Hyperliquid's contexts", () => {
    const contexts = read('hyperliquid_all_dexs_asset_ctxs.json').data.ctxs[0][1] as object[]
    const universe = contexts.map((_, i) => ({ name: i === 0 ? 'BTC' : `C${i}` }))
    const [snapshot] = hyperliquid.parse([{ universe }, contexts], now)
    const [bitcoin] = snapshot!.markets
    expect(bitcoin).toMatchObject({ coin: 'BTC', rate: -0.0000015186, oi_coins: 27353.17682, mark_usd: 77562 })
    expect(bitcoin!.oi_usd).toBeCloseTo(27353.17682 * 77562, 0)
    // The fourth is a dead market: no open interest, null where a price would be.
    expect(snapshot!.markets.some((market) => market.coin === 'C3')).toBe(false)
  })
  it("parses dYdX's markets", () => {
    const [snapshot] = dydx.parse(read('perp_venues.json')['dydx/http_get_perpetual_markets.json'].result, now)
    expect(snapshot!.markets[2]).toMatchObject({ coin: 'SOL', oi_coins: 41917.9, mark_usd: 135.3, interval_h: 1 })
    expect(aprOf(snapshot!.markets[0]!.rate, 1)).toBeCloseTo(0.0000025454545 * 8760, 6)
  })
})
