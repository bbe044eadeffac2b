// Open interest: changes in coins, quadrants and scores against hand-computed values, and rows computed from the samples.
import { Compile } from 'typebox/compile'
import { describe, expect, it } from 'vitest'
import binanceOi from '../../../ingestors/sources/binance-oi/ingestor.ts'
import marketCaps from '../../../ingestors/sources/coingecko-markets/ingestor.ts'
import dydx from '../../../ingestors/sources/dydx-perps/ingestor.ts'
import caps from '../../../ingestors/sources/hyperliquid-caps/ingestor.ts'
import fundingHistory from '../../../ingestors/sources/hyperliquid-funding/ingestor.ts'
import hyperliquidOi from '../../../ingestors/sources/hyperliquid-oi/ingestor.ts'
import hyperliquid from '../../../ingestors/sources/hyperliquid-perps/ingestor.ts'
import okx from '../../../ingestors/sources/okx-perps/ingestor.ts'
import { changesOf, type HourPoint, type InterestInputs } from '../../../processors/services/oi/coins.ts'
import { computeExtremes } from '../../../processors/services/oi/extremes.ts'
import service from '../../../processors/services/oi/service.ts'
import { flowLabel, flowScore } from '../../../processors/services/oi/signal.ts'
import { computeTrend } from '../../../processors/services/oi/trend.ts'
import { draftsOf, pollSample, toFacts } from '../../support/service-facts.ts'

const now = new Date('2026-11-20T10:30:00Z')
const interest = [
  { venue: 'hyperliquid', coin: 'BTC', coins: 30_000, usd: 3e9, volumeUsd: 1e9, apr: 0.1 },
  { venue: 'okx', coin: 'BTC', coins: 10_000, usd: 1e9, volumeUsd: 1e9, apr: 0.1 },
  { venue: 'hyperliquid', coin: 'DUST', coins: 1, usd: 10, volumeUsd: 1, apr: 0 },
]
const venues = ['hyperliquid', 'okx', 'dydx'].map((id) => ({ id, observedAt: id === 'dydx' ? null : now }))
const rising: HourPoint[] = Array.from({ length: 200 }, (_, hour) => ({ hour, coins: 100 + hour, price: 50 }))
const inputs = (points: readonly HourPoint[]): InterestInputs => ({
  interest,
  venues,
  lines: new Map([['BTC', { venue: 'binance', points }]]),
  funding: new Map(),
  marketCaps: new Map([['BTC', 1e12]]),
  capped: new Set(['BTC']),
})

describe('changes', () => {
  it('are measured in coins and stop where the line does', () => {
    // 299 now; 298, 295 and 275 before; a week is 168 hours: 131.
    expect(changesOf(rising)).toEqual({ h1: 299 / 298 - 1, h4: 299 / 295 - 1, h24: 299 / 275 - 1, d7: 299 / 131 - 1 })
    expect(changesOf(rising.slice(-10))).toEqual({ h1: 299 / 298 - 1, h4: 299 / 295 - 1, h24: null, d7: null })
    expect(changesOf([]).h1).toBeNull()
    const doubled = rising.map((point) => ({ ...point, coins: 100, price: point.hour + 1 }))
    expect(changesOf(doubled).h24).toBe(0)
  })
})

describe('trend', () => {
  it('adds venues and leaves small coins out', () => {
    const answer = computeTrend(inputs(rising), now)
    // What the sums do not hold is said: most of the market.
    expect(answer.market.not_seen).toContain('binance')
    expect(answer.market.seen.some((venue) => answer.market.not_seen.includes(venue as 'binance'))).toBe(false)
    expect(answer.total_usd).toBe(4e9)
    expect(answer.by_venue).toEqual([
      { venue: 'hyperliquid', oi_usd: 3e9, coins: 1, share_pct: 75 },
      { venue: 'okx', oi_usd: 1e9, coins: 1, share_pct: 25 },
    ])
    expect(answer.coins).toHaveLength(1)
    expect(answer.coins[0]).toMatchObject({ oi_to_volume: 2, history_venue: 'binance', history_days: 8.3 })
    expect(answer.mix.coverage.missing).toEqual(['dydx'])
  })
  it('without history is neutral and says what is missing', () => {
    const answer = computeTrend(inputs([]), now)
    expect(answer).toMatchObject({ score: null, label: 'stable', change: { h24_pct: null } })
    expect(answer.mix.coverage.missing).toEqual(['dydx', 'open_interest_history'])
    expect(answer.mix.confidence).toBeLessThan(0.5)
  })
})

describe('beside the moves', () => {
  it('sets open interest against what the coin is worth, and says which market takes no more', () => {
    expect(computeTrend(inputs(rising), now).coins[0]).toMatchObject({ oi_to_mcap: 0.004 })
    expect(computeExtremes(inputs(rising), now)).toMatchObject({
      counts: { at_cap: 1 },
      rows: [{ oi_to_mcap: 0.004, at_cap: true }],
    })
    const blind = { ...inputs(rising), marketCaps: null, capped: null }
    const answer = computeExtremes(blind, now)
    expect(answer).toMatchObject({ counts: { at_cap: null }, oi_to_mcap: null, rows: [{ oi_to_mcap: null, at_cap: null }] })
    expect(answer.mix.coverage.missing).toEqual(['dydx', 'market_caps', 'open_interest_caps'])
  })
  it('judges a move by the moves over the same span', () => {
    // Calm for weeks, then 10 % in the last hour: unheard of in an hour, and by as much out of line over a day.
    const calm = Array.from({ length: 400 }, (_, hour) => ({ hour, coins: 100 * (1 + 0.02 * Math.sin(hour / 7)), price: 50 }))
    const jump = [...calm.slice(0, -1), { hour: 399, coins: 1.1 * calm[398]!.coins, price: 50 }]
    const zOf = (points: HourPoint[], span: 'h1' | 'd7') => computeTrend(inputs(points), now, span).change_z!
    expect(zOf(jump, 'h1')).toBe(6)
    expect(Math.abs(zOf(calm, 'h1'))).toBeLessThan(2)
    expect(zOf(jump, 'd7')).toBeLessThan(zOf(jump, 'h1'))
    expect(computeTrend(inputs(jump), now, 'h1')).toMatchObject({ horizon: '1h', label: 'expanding' })
  })
})

describe('extremes', () => {
  it('is the percentile of the level', () => {
    const answer = computeExtremes(inputs(rising), now)
    expect(answer).toMatchObject({ score: 100, label: 'leverage_high', counts: { judged: 1, at_or_above_95th: 1 } })
    // Median 199.5, median deviation 50 in levels; in logs: (ln 299 − m) / (1.4826 × mad), still inside ±6.
    expect(answer.rows[0]!.z_level).toBeGreaterThan(1)
  })
})

describe('flow', () => {
  it('weighs a move by what open interest does', () => {
    expect(flowScore({ price_z: 1, oi_z: 2, funding_z: null })).toBeCloseTo(100 * Math.tanh(0.35 * 2), 10)
    expect(flowScore({ price_z: 1, oi_z: -1, funding_z: null })).toBeCloseTo(100 * Math.tanh(0.35 * 0.65), 10)
    expect(flowScore({ price_z: 1, oi_z: -4, funding_z: null })).toBeCloseTo(100 * Math.tanh(0.35 * 0.3), 10)
    expect(flowScore({ price_z: -1, oi_z: 5, funding_z: -3 })).toBeCloseTo(-60 * Math.tanh(0.35 * 2.5), 10)
    expect(flowScore({ price_z: -1, oi_z: 5, funding_z: 3 })).toBeCloseTo(-100 * Math.tanh(0.35 * 2.5), 10)
    expect(flowScore({ price_z: null, oi_z: 1, funding_z: 1 })).toBeNull()
  })
  it('names the quadrant', () => {
    const name = (price_z: number, oi_z: number) => flowLabel({ price_z, oi_z, funding_z: null })
    expect([name(1, 1), name(1, -1), name(-1, 1), name(-1, -1), name(0.4, -0.4)]).toEqual([
      'new_longs',
      'short_covering',
      'new_shorts',
      'long_unwind',
      'flat',
    ])
  })
})

describe('the service on its samples', async () => {
  const polled = await Promise.all(
    [hyperliquid, dydx, okx, fundingHistory, binanceOi, hyperliquidOi, caps, marketCaps].map(async (ingestor) =>
      toFacts(ingestor.topic, await pollSample(ingestor, now)),
    ),
  )
  const drafts = draftsOf(service, polled.flat(), 'market')
  it('computes valid rows', () => {
    for (const draft of drafts) {
      const { properties, ...schema } = service.routes.find((route) => route.path === draft.route)!.output
      const check = Compile({ ...schema, properties: { ...properties, meta: { type: 'object' } } })
      expect([...check.Errors({ ...draft.body, meta: {} })]).toEqual([])
    }
    expect(drafts.map((draft) => draft.key)).toEqual(expect.arrayContaining(['market', 'market 1h', 'market 7d', 'BTC', 'PEPE']))
    const capped = drafts.find((draft) => draft.route === '/extremes')!.body as { rows?: { coin: string; at_cap: boolean }[] }
    expect(
      capped
        .rows!.filter((row) => row.at_cap)
        .map((row) => row.coin)
        .sort(),
    ).toEqual(['AVAX', 'PEPE'])
    const flow = drafts.find((draft) => draft.route === '/signal' && draft.key === 'BTC')!.body as unknown as Record<string, any>
    expect(flow.by_horizon.map((span: { horizon: string }) => span.horizon)).toEqual(['1h', '4h', '24h', '7d'])
    expect(flow.by_horizon[2]).toMatchObject({ price_z: flow.components.price_z, oi_z: flow.components.oi_z })
  })
  it('tells the change over the span that was asked for first, of the market and of a coin', () => {
    const [trend] = service.routes
    const ask = (key: string, input: object = {}): string => {
      const { body } = drafts.find((draft) => draft.route === '/oi' && draft.key === key)!
      return (trend!.shape!(body, input) as any).signal.summary
    }
    const told = / over \S+ \(z \S+ of its month\): in coins \S+ % over 1 h, \S+ % over 24 h, \S+ % over 7 d/
    expect(ask('market 1h')).toMatch(told)
    expect(ask('market 1h', { coin: 'SOL' })).toMatch(told)
    expect(ask('market 4h')).toMatch(/ over 4h .*: in coins \S+ % over 4 h, \S+ % over 24 h, \S+ % over 7 d/)
    for (const [key, spans] of [
      ['market', 'in coins \\S+ % over 24 h, \\S+ % over 7 d[;.]'],
      ['market 7d', 'in coins \\S+ % over 7 d, \\S+ % over 24 h[;.]'],
    ] as const)
      expect(ask(key)).toMatch(new RegExp(spans))
  })
  it('filters coins at read time', () => {
    const [route] = service.routes
    const shaped = route!.shape!(drafts[0]!.body, route!.read!({ coin: 'sol' }, now)) as { coins: { coin: string }[] }
    expect(shaped.coins.map((row) => row.coin)).toEqual(['SOL'])
    const there = route!.shape!(drafts[0]!.body, route!.read!({ venue: 'dydx', limit: 3 }, now)) as {
      by_venue: object[]
      coins: { venues: { venue: string }[] }[]
    }
    expect(there.by_venue).toHaveLength(1)
    expect(there.coins.flatMap((row) => row.venues.map(({ venue }) => venue))).toEqual(['dydx', 'dydx', 'dydx'])
    expect(() => route!.shape!(drafts[0]!.body, { coin: 'NOPE' })).toThrow(/NOPE/)
  })
  it('judges the coins that are named, not the market', () => {
    const [trend, extremes] = service.routes
    const body = drafts.find((draft) => draft.route === '/oi')!.body as any
    const grown = { ...body, coins: body.coins.map((row: any) => ({ ...row, change_z: row.coin === 'SOL' ? 3 : -3 })) }
    const ask = (coin: string) => (trend!.shape!(grown, { coin }) as typeof body).signal
    expect(ask('SOL')).toMatchObject({
      label: 'expanding',
      score: 90.5,
      summary: expect.stringMatching(/^Perpetual open interest of SOL is .* expanding over 1h \(z 3 of its month\): in coins/),
    })
    expect(ask('BTC,SOL')).toMatchObject({ label: 'contracting' })
    expect(trend!.shape!(grown, {}) as typeof body).toMatchObject({ signal: body.signal })
    const young = { ...body, coins: body.coins.map((row: any) => ({ ...row, change_z: null })) }
    expect((trend!.shape!(young, { coin: 'SOL' }) as typeof body).signal).toMatchObject({
      label: 'stable',
      score: 0,
      confidence: 0.3,
    })
    const levels = drafts.find((draft) => draft.route === '/extremes')!.body as any
    const stretched = { ...levels, rows: levels.rows.map((row: any) => ({ ...row, percentile: row.coin === 'SOL' ? 99 : 3 })) }
    const of = (coin: string) => (extremes!.shape!(stretched, { coin }) as typeof levels).signal
    expect([of('SOL'), of('BTC')]).toMatchObject([
      { label: 'leverage_high', score: 99 },
      { label: 'leverage_low', score: 3 },
    ])
  })
  it('tells totals and changes of the coins that are named beside their verdict, and of all of them however few are listed', () => {
    const [trend, extremes] = service.routes
    const body = drafts.find((draft) => draft.route === '/oi' && draft.key === 'market')!.body as any
    const named = body.coins.filter((row: any) => ['BTC', 'SOL'].includes(row.coin))
    const usd = named[0].oi_usd + named[1].oi_usd
    const mean = (read: (row: any) => number) => (read(named[0]) * named[0].oi_usd + read(named[1]) * named[1].oi_usd) / usd
    const both = trend!.shape!(body, { coin: 'BTC,SOL', limit: 1 }) as any
    expect(both).toMatchObject({ total_usd: usd, coins: [{ coin: named[0].coin }] })
    expect(both.total_usd).toBeLessThan(body.total_usd)
    expect(both.signal.summary).toContain('of BTC, SOL is')
    expect(both.change_z).toBeCloseTo(
      mean((row) => row.change_z),
      2,
    )
    expect(both.change.d7_pct).toBeCloseTo(
      mean((row) => row.change.d7_pct),
      2,
    )
    expect(both.by_venue.reduce((sum: number, one: any) => sum + one.oi_usd, 0)).toBeCloseTo(usd, -2)
    expect(both.by_venue.reduce((sum: number, one: any) => sum + one.share_pct, 0)).toBeCloseTo(100, 0)
    expect(trend!.shape!(body, { limit: 1 })).toMatchObject({ total_usd: body.total_usd, by_venue: body.by_venue })
    const levels = drafts.find((draft) => draft.route === '/extremes' && draft.key === 'market')!.body as any
    const one = levels.rows.find((row: any) => row.coin === 'SOL')
    expect(extremes!.shape!(levels, { coin: 'SOL' })).toMatchObject({
      counts: { judged: 1, at_cap: one.at_cap ? 1 : 0 },
      oi_to_mcap: one.oi_to_mcap,
    })
  })
})
