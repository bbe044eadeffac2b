// Order books as exchanges and whoever would fool a reader may send them: each counts for what it is, or for nothing and says why.
import { describe, expect, it } from 'vitest'
import { type Aside, createAsideList } from '../../../ingestors/aside.ts'
import { bandCount, readOrderBook } from '../../../ingestors/shapes/order-book.ts'
import coinbase from '../../../ingestors/sources/coinbase-books/ingestor.ts'
import kraken from '../../../ingestors/sources/kraken-books/ingestor.ts'
import okx from '../../../ingestors/sources/okx-books/ingestor.ts'

const market = { venue: 'kraken', market: 'ETHUSD', base: 'ETH', quote: 'USD' }
const at = new Date('2026-11-18T12:00:00Z')
const asks = [['2501', '1']]
const read = (bids: unknown, sold: unknown = asks, time = at) => readOrderBook(market, time, at, bids, sold)

describe('an order book', () => {
  it('tells how much is bid for down to each quarter percent below its middle, whatever the order of its levels', () => {
    const levels = [
      ['2499', '2'],
      ['2490', '3'],
      ['2400', '5'],
      ['2200', '1000'],
    ]
    const book = read(levels)
    expect(book.totals).toMatchObject({ fault: null, best_bid: 2499, best_ask: 2501, reach_pct: 10 })
    // 2500: .04 %, .4 %, 4 % and 12 % below.
    expect([0, 1, 14, 15, bandCount - 1].map((band) => book.totals.bid_amounts[band])).toEqual([2, 5, 5, 10, 10])
    expect(read(levels.toReversed())).toEqual(book)
    expect(read([...levels.slice(2), ...levels.slice(0, 2)])).toEqual(book)
  })

  it('reaches no further than its last bid, and takes an amount of nothing for no order', () => {
    expect(
      read([
        ['2499', '2'],
        ['2475', '1'],
        ['2300', '0.00000000'],
      ]),
    ).toMatchObject({ totals: { reach_pct: 1, fault: null } })
  })

  it.each([
    ['nothing bid', [], asks, 'one-sided'],
    ['nothing asked', [['2499', '2']], [], 'one-sided'],
    ['amounts of nothing alone', [['2499', '0']], asks, 'one-sided'],
    ['a bid above an ask', [['2502', '2']], asks, 'crossed'],
    ['a bid at an ask', [['2501', '2']], asks, 'crossed'],
    ['a spread of a twentieth', [['2380', '2']], asks, 'wide'],
  ])('with %s counts for nothing: %s', (_, bids, sold, fault) => {
    expect(read(bids, sold)).toMatchObject({ totals: { fault, best_bid: null, bid_amounts: [], reach_pct: 0 } })
  })

  const good = ['2499', '2']
  it.each([
    ['an amount below nothing', [['2499', '-2']], asks],
    ['a price of nothing', [good, ['0', '1e6']], asks],
    ['a price that stands twice', [good, ['2499.0', '900']], asks],
    ['an amount of 400 digits', [['2499', '9'.repeat(400)]], asks],
    ['an amount past all money', [['2499', '1e300']], asks],
    ['a price that is no number', [good, ['NaN', '1']], asks],
    ['an amount that is missing', [['2499']], asks],
    ['an ask of 400 digits', [good], [['9'.repeat(400), '1']]],
    ['no list of bids', { 2499: '2' }, asks],
    ['no order at all', [], []],
  ])('with %s is refused: the one before it stays as old as it is', (_, bids, sold) => {
    expect(() => read(bids, sold)).toThrow(expect.objectContaining({ code: 'upstream_changed' }))
  })

  it('with a fraction of 400 digits is read as the number it is', () => {
    expect(read([[`2499.${'0'.repeat(400)}1`, '2']])).toMatchObject({ totals: { fault: null, best_bid: 2499 } })
  })

  it('of a hundred thousand levels takes time in proportion', () => {
    const many = (count: number) => Array.from({ length: count }, (_, n) => [String(2499 - n / 1_000), '0.01'])
    const secondsFor = (count: number) => {
      const [from, levels] = [process.cpuUsage(), many(count)]
      read(levels)
      return process.cpuUsage(from).user / 1e6
    }
    secondsFor(10_000)
    const book = read(many(100_000))
    expect(book.totals.bid_amounts.at(-1)).toBeCloseTo(1_000, 6)
    expect(secondsFor(100_000)).toBeLessThan(2)
  })

  it('of a time that has not been, or none, is refused: it would hold over all that come', () => {
    for (const time of ['2026-11-18T12:02:00Z', '2099-01-01T00:00:00Z', 'yesterday'])
      expect(() => read([['2499', '2']], asks, new Date(time)), time).toThrow('no time that has been')
  })
})

describe('a venue’s answers', () => {
  const levels = { bids: [['2499', '20', '4']], asks: [['2501', '20', '4']] }
  const seconds = Date.parse('2026-11-18T09:00:00Z') / 1_000
  const krakenBook = { bids: [['2499', '20', seconds - 50]], asks: [['2501', '20', seconds]] }
  const parsed = (source: typeof coinbase | typeof kraken | typeof okx, raw: unknown) => {
    const aside = createAsideList()
    const values = (source.parse as (raw: unknown, at: Date, aside: (what: string, error: unknown) => void) => unknown[])(
      raw,
      at,
      aside.set,
    )
    return { values, aside: aside.all as readonly Aside[] }
  }

  it('are dated by the venue’s own clock: one whose time stands still stays as old as it is', () => {
    const old = '2026-11-18T09:00:00.000Z'
    for (const [source, raw] of [
      [coinbase, [{ coin: 'ETH', book: { ...levels, time: '2026-11-18T09:00:00.000000123Z', auction_mode: false } }]],
      [kraken, [{ coin: 'ETH', answer: { error: [], result: { XETHZUSD: krakenBook } } }]],
      [okx, [{ coin: 'ETH', answer: { code: '0', msg: '', data: [{ ...levels, ts: String(Date.parse(old)) }] } }]],
    ] as const)
      expect(parsed(source, raw).values).toMatchObject([{ at: old, totals: { fault: null }, base: 'ETH' }])
  })

  it('of an auction are nobody’s orders', () => {
    const book = { ...levels, time: at.toISOString(), auction_mode: true }
    expect(parsed(coinbase, [{ coin: 'ETH', book }]).values).toMatchObject([{ totals: { fault: 'auction', bid_amounts: [] } }])
  })

  it('that are no book cost themselves and not the others', () => {
    const good = { coin: 'ETH', answer: { code: '0', data: [{ ...levels, ts: String(at.getTime()) }] } }
    for (const bad of [
      { code: '51001', data: [] },
      { code: '0', data: [] },
      { code: '0', data: [{ bids: {}, asks: [], ts: '1' }] },
      'busy',
      null,
    ]) {
      const { values, aside } = parsed(okx, [good, { coin: 'BTC', answer: bad }])
      expect(values).toMatchObject([{ market: 'ETH-USDT', quote: 'USDT' }])
      expect(aside).toMatchObject([{ what: 'BTC-USDT' }])
    }
    // A book against another dollar is none in dollars, whatever was asked for.
    for (const result of [{ XETHZUSD: {}, XXBTZUSD: {} }, { ETHUSDT: krakenBook }, { XETHZEUR: krakenBook }, {}])
      expect(parsed(kraken, [{ coin: 'ETH', answer: { error: [], result } }]), Object.keys(result).join()).toMatchObject({
        ...{ values: [] },
        aside: [{ what: 'ETHUSD' }],
      })
    expect(parsed(kraken, [{ coin: 'ETH', answer: { error: ['EGeneral:Too many requests'] } }]).aside[0]!.reason).toContain(
      'Too many',
    )
  })
})
