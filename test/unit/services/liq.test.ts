// Liquidations by hand: each venue's units on captured frames, windows, sides, exhaustion, and filters.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Liquidation } from '../../../ingestors/sources/liquidations/topic.ts'
import { readBinance, readBybit, readDydx, readHyperliquid, readOkx } from '../../../ingestors/sources/liquidations/venues.ts'
import liq from '../../../processors/services/liq/service.ts'
import { computeLiq } from '../../../processors/services/liq/tell.ts'
import { hour, inputs, minute, month, now } from '../../support/liquidation-minutes.ts'

const captured = join(process.env.UPSTREAM_SAMPLES ?? '', 'samples', 'captured', 'liquidations')
const hasCaptures = process.env.UPSTREAM_SAMPLES !== undefined && existsSync(captured)
const lines = (file: string) => readFileSync(join(captured, file), 'utf8').trim().split('\n')
const said = ({ coin, side, coins, price_usd, usd }: Liquidation) => [coin, side, coins, price_usd, Math.round(usd * 100) / 100]

test('Bybit: S is the position, a coin a contract, a thousand of what is cheap', () => {
  const frame = (row: object) => JSON.stringify({ topic: 'allLiquidation.X', ts: 1, data: [{ T: 1_000, ...row }] })
  expect(readBybit(frame({ s: 'BTCUSDT', S: 'Buy', v: '0.5', p: '80000' })).map(said)).toEqual([
    ['BTC', 'long', 0.5, 80_000, 40_000],
  ])
  expect(readBybit(frame({ s: '1000PEPEUSDT', S: 'Sell', v: '100', p: '0.02' })).map(said)).toEqual([
    ['PEPE', 'short', 100_000, 0.00002, 2],
  ])
  expect(() => readBybit('{"success":false,"ret_msg":"Invalid symbol","op":"subscribe"}')).toThrow(/Invalid symbol/)
  expect(() => readBybit(frame({ s: 'BTCUSDT', S: 'Up', v: '1', p: '1' }))).toThrow(/neither Buy nor Sell/)
})

test('OKX: contracts of each instrument’s own size, coins or dollars; a net position’s side is that of the order’s other', () => {
  const contracts = new Map([
    ['BTC-USDT-SWAP', { size: 0.01, isLinear: true }],
    ['BTC-USD-SWAP', { size: 100, isLinear: false }],
  ])
  const frame = (instId: string, detail: object) =>
    JSON.stringify({ arg: {}, data: [{ instId, details: [{ ts: '1000', bkPx: '80000', sz: '50', ...detail }] }] })
  expect(readOkx(frame('BTC-USDT-SWAP', { posSide: 'long', side: 'sell' }), contracts).map(said)).toEqual([
    ['BTC', 'long', 0.5, 80_000, 40_000],
  ])
  expect(readOkx(frame('BTC-USD-SWAP', { posSide: 'net', side: 'buy' }), contracts).map(said)).toEqual([
    ['BTC', 'short', 0.0625, 80_000, 5_000],
  ])
  expect(() => readOkx(frame('NEW-USDT-SWAP', { posSide: 'long' }), contracts)).toThrow(/no known contract size/)
  expect(readOkx('pong', contracts)).toEqual([])
})

test('Hyperliquid: only what the liquidator vault takes over, from whom it takes it', () => {
  const vault = '0x2E3d94F0562703B25c83308a05046DDAF9A8dd14'
  const frame = (users: string[]) =>
    JSON.stringify({ channel: 'trades', data: [{ coin: 'kPEPE', side: 'A', px: '0.02', sz: '100', time: 1_000, tid: 7, users }] })
  expect(readHyperliquid(frame([vault, '0xa'])).map(said)).toEqual([['PEPE', 'long', 100_000, 0.00002, 2]])
  expect(readHyperliquid(frame(['0xa', vault])).map(said)).toEqual([['PEPE', 'short', 100_000, 0.00002, 2]])
  expect(readHyperliquid(frame(['0xa', '0xb']))).toEqual([])
})

test.skipIf(!hasCaptures)('captured frames are read in each venue’s units, and control frames are no events', () => {
  expect(lines('bybit-allLiquidation.jsonl').flatMap(readBybit).map(said).slice(0, 5)).toEqual([
    ['ICP', 'long', 19.7, 2.585, 50.92],
    ['MARSCOIN', 'short', 2_380, 0.12734, 303.07],
    ['STRK', 'long', 2_084.9, 0.05165, 107.69],
    ['BTC', 'long', 0.006, 82_396.9, 494.38],
    ['BTC', 'long', 0.038, 82_394.3, 3_130.98],
  ])
  const [okx, ack, , pong] = lines('okx-ws-liquidation-orders.jsonl')
  const contracts = new Map([['CNPY-USDT-SWAP', { size: 1, isLinear: true }]])
  expect(readOkx(okx!, contracts).map(said)).toEqual([['CNPY', 'short', 2_137, 0.4162, 889.42]])
  expect([readOkx(ack!, contracts), readOkx(pong!, contracts)]).toEqual([[], []])
  expect(lines('dydx-v4_trades.jsonl').flatMap(readDydx).map(said)).toEqual([['BTC', 'long', 0.0004, 75_974, 30.39]])
  // What was filled at its average price: 0.190 at 82,651.90, not the order's limit nor its last piece.
  expect(lines('binance-forceOrder.jsonl').flatMap(readBinance).map(said)).toEqual([
    ['COTI', 'short', 288_183, 0.021912, 6_314.67],
    ['BTC', 'long', 0.19, 82_651.9, 15_703.86],
    ['RAYSOL', 'long', 70.5, 1.3911902, 98.08],
  ])
})

test('an hour is sixty minutes, neither more nor fewer, and its skew by hand', () => {
  const told = computeLiq(inputs(Array.from({ length: 120 }, (_, back) => minute(back, 3_000, 1_000))), now)
  expect(hour(told, 'liquidations').totals).toMatchObject({
    long_usd: 180_000,
    short_usd: 60_000,
    total_usd: 240_000,
    skew: 0.5,
    count: 120,
  })
  expect(hour(told, 'liquidations').label).toBe('longs_hit')
})

test('a minute nobody listened to lowers what was heard, not what was counted', () => {
  const minutes = Array.from({ length: 60 }, (_, back) => minute(back, 2_000, 2_000, back < 15 ? 0 : 60_000))
  const { by_venue, mix } = hour(computeLiq(inputs(minutes), now), 'liquidations')
  expect(by_venue[0].listened_share_pct).toBe(75)
  expect(mix.coverage.detail.listened_share).toBe(0.75)
})

test('silence that nobody listened to is no quiet hour, and what was closed is judged by the time that was heard', () => {
  const silent = (minutes: number) =>
    hour(computeLiq(inputs(Array.from({ length: minutes }, (_, back) => minute(back, 0, 0))), now), 'signal')
  // Two minutes of sixty are too little to be sold as quiet; the whole hour is quiet, and has no side.
  expect(silent(2).mix.availableWeight).toBeCloseTo(2 / 60)
  expect(silent(60)).toMatchObject({ label: 'quiet', mix: { availableWeight: 1 }, components: { skew: null } })
  expect(silent(60).summary).not.toContain('longs')
  // 60,000 dollars in a quarter of an hour are not what they are in a whole one.
  const spread = (minutes: number) => Array.from({ length: minutes }, (_, back) => minute(back, 60_000 / minutes, 0))
  const [quarter, whole] = [15, 60].map((minutes) => hour(computeLiq(inputs(spread(minutes)), now), 'liquidations'))
  expect([quarter.label, whole.label]).toEqual(['longs_hit', 'quiet'])
  expect(quarter.mix.availableWeight).toBe(1)
})

test('a flush runs while its last minutes are its worst and is over when they fall to a quarter', () => {
  const running = Array.from({ length: 60 }, (_, back) => minute(back, back < 5 ? 100_000 : 1_000, 0))
  const over = Array.from({ length: 60 }, (_, back) => minute(back, back >= 10 && back < 15 ? 100_000 : 1_000, 0))
  const [first, second] = [running, over].map((minutes) => hour(computeLiq(inputs(minutes, { bins: month }), now), 'signal'))
  expect(first.label).toBe('long_flush_running')
  expect(second.label).toBe('long_flush_exhausted')
  expect(second.mix.score).toBeGreaterThan(first.mix.score)
  expect(second.components).toMatchObject({ skew: 1, last_5m_to_peak_ratio: 0.01, top_coin: 'BTC' })
  expect(second.components.intensity_z).toBeGreaterThan(0)
})

test('without a month to compare with there is no intensity, and the answer is the less sure', () => {
  const minutes = Array.from({ length: 60 }, (_, back) => minute(back, 5_000, 0))
  const [sure, unsure] = [month, []].map((bins) => hour(computeLiq(inputs(minutes, { bins }), now), 'liquidations'))
  expect(unsure.totals.intensity_z).toBeNull()
  expect(unsure.mix.confidence).toBeLessThan(sure.mix.confidence)
})

test('the largest stands among the largest of each day', () => {
  const today = Math.floor(now.getTime() / 86_400_000)
  const largestByDay = Array.from({ length: 20 }, (_, i) => ({ venue: 'bybit', day: today - 1 - i, usd: (i + 1) * 10_000 }))
  const told = hour(computeLiq(inputs([minute(3, 55_000, 0)], { largestByDay }), now), 'biggest')
  expect(told.largest_rank_pct).toBe(25)
  expect(told.events[0]).toMatchObject({ venue: 'bybit', price_kind: 'bankruptcy', usd: 55_000 })
})

test('filters are told what they ask: one coin, one venue, both only for events; strange words are malformed', () => {
  const route = liq.routes.find(({ path }) => path === '/liquidations')!
  const read = (given: object) => {
    const input = route.read!(given as never, now)
    return route.refine?.(input, now) ?? input
  }
  expect(read({})).toMatchObject({ window: '1h' })
  expect(() => read({ coin: 'BTC', venue: 'okx' })).toThrow(expect.objectContaining({ code: 'input_unusable' }))
  for (const given of [{ window: '2h' }, { venue: 'nasdaq' }, { coin: '!!' }, { limit: '0' }])
    expect(() => read(given)).toThrow(expect.objectContaining({ code: 'input_invalid' }))
  const sided = { long_usd: 9e6, short_usd: 1e6, count: 3, skew: 0.8 }
  const body = {
    signal: { label: 'quiet' },
    totals: { ...sided, intensity_z: 3, usual_usd: 5e7 },
    known_coins: ['BTC', 'LTC'],
    by_coin: [{ coin: 'BTC', ...sided }],
    by_venue: [],
    bins: [],
  }
  expect(route.shape!(body, read({ coin: 'btc' }))).toMatchObject({
    signal: { label: 'longs_hit', score: -80 },
    // What is usual of the whole is no measure of one.
    totals: { total_usd: 1e7, usual_usd: null },
  })
  expect(route.shape!(body, read({}))).toMatchObject({ totals: { usual_usd: 5e7 } })
  // Nobody was forced out of it, which is an answer; what it is looked up in stays in the row.
  const quiet = route.shape!(body, read({ coin: 'LTC' }))
  expect(quiet).toMatchObject({ signal: { label: 'quiet', score: 0 }, totals: { total_usd: 0, count: 0 }, by_coin: [] })
  expect(quiet).not.toHaveProperty('known_coins')
  expect(() => route.shape!(body, read({ coin: 'XRP' }))).toThrow(expect.objectContaining({ code: 'input_unusable' }))
})

test('the row knows what is listened to and what any window of the day told of, and keeps coins beyond fifty', () => {
  const many = Array.from({ length: 60 }, (_, i) => ({ ...minute(90, 1_000 + i, 0).events[0]!, id: `m${i}`, coin: `C${i}` }))
  const told = computeLiq(inputs([minute(3, 9_000, 0), { ...minute(90, 0, 0), events: many }]), now, ['LTC'])
  const row = hour(told, 'liquidations')
  expect(row.known_coins).toEqual(expect.arrayContaining(['BTC', 'C0', 'C59', 'LTC']))
  expect(row.by_coin).toHaveLength(1)
  const day = told.find((one) => one.key === '24h' && one.route === 'liquidations') as any
  expect(day.by_coin).toHaveLength(61)
  expect(hour(told, 'biggest').known_coins).toHaveLength(62)
})

test('the largest of a coin is told of that coin: not the whole’s largest, nor its rank; 1 m is 25 log10(100) = 50', () => {
  const route = liq.routes.find(({ path }) => path === '/biggest')!
  const event = (coin: string, usd: number) => ({ coin, venue: 'okx', side: 'long', usd })
  const body = {
    signal: { label: 'outsized', score: 99, summary: 'of ETH' },
    largest_rank_pct: 99,
    known_coins: ['BTC', 'ETH', 'LTC'],
    events: [event('ETH', 2e7), event('BTC', 1e6), event('BTC', 6e4)],
  }
  const ask = (given: object) => route.shape!(body, route.read!(given as never, now)) as any
  expect(ask({ coin: 'BTC' })).toMatchObject({
    signal: {
      label: 'large',
      score: 50,
      summary: expect.stringMatching(/^BTC: largest in 1h 1000 k USD of BTC long on okx; 2 listed/),
    },
    largest_rank_pct: null,
  })
  expect(ask({ coin: 'BTC', venue: 'bybit' })).toMatchObject({ signal: { label: 'normal', score: 0 }, events: [] })
  expect(ask({ min_usd: '10000000' })).toMatchObject({ signal: body.signal, events: [event('ETH', 2e7)] })
  expect(() => ask({ coin: 'XRP' })).toThrow(expect.objectContaining({ code: 'input_unusable' }))
})

test('of one coin or venue the flush is its own, and open interest is counted in coins: 90 of 100 is -10 %, whatever the price', () => {
  const btc = Array.from({ length: 60 }, (_, back) => minute(back, back >= 10 && back < 15 ? 100_000 : 1_000, 0))
  const eth = Array.from({ length: 60 }, (_, back) => minute(back, 0, back < 5 ? 100_000 : 1_000, 60_000, 'okx'))
  const hourMs = 3_600_000
  const seen = (at: number, coins: number, price: number) => ({
    at,
    markets: [
      { coin: 'BTC', oi_coins: coins, price_usd: price },
      { coin: 'ETH', oi_coins: 1_000, price_usd: 10 },
    ],
  })
  // Ten BTC of 100 are gone, 1,000 USD of 20,000 at the prices before; the price fell by half beside.
  const openInterest = [seen(now.getTime() - 600_000 - hourMs, 100, 100), seen(now.getTime() - 600_000, 90, 50)]
  const row = hour(computeLiq(inputs([...btc, ...eth], { bins: month, openInterest }), now), 'signal')
  expect(row.components.oi_change_pct).toBeCloseTo(-5, 9)
  const route = liq.routes.find(({ path }) => path === '/signal')!
  const body = { signal: { label: row.label }, ...row }
  const ask = (given: object) => route.shape!(body, route.read!(given as never, now)) as any
  expect(ask({ coin: 'BTC' })).toMatchObject({
    signal: { label: 'long_flush_exhausted', direction: 'bullish' },
    components: { skew: 1, last_5m_to_peak_ratio: 0.01, total_usd: 555_000, usual_usd: null, top_coin: 'BTC' },
    by_coin: [{ coin: 'BTC' }],
  })
  expect(ask({ coin: 'BTC' }).components.oi_change_pct).toBeCloseTo(-10, 9)
  expect(ask({ venue: 'okx' })).toMatchObject({
    signal: { label: 'short_squeeze_running' },
    components: { skew: -1, last_5m_to_peak_ratio: 1, oi_change_pct: null, top_coin: null },
    by_venue: [{ venue: 'okx' }],
  })
  expect(ask({}).by_coin).toHaveLength(2)
  expect(ask({ limit: 1 }).by_coin).toHaveLength(1)
  expect(() => ask({ coin: 'XRP' })).toThrow(expect.objectContaining({ code: 'input_unusable' }))
  // An hour's figure that is long past, or has none before it, tells no change.
  for (const old of [openInterest.slice(1), openInterest.map((one) => ({ ...one, at: one.at - 3 * hourMs }))])
    expect(hour(computeLiq(inputs(btc, { openInterest: old }), now), 'signal').components.oi_change_pct).toBeNull()
})
