// Central exchanges beside a chain's pools: only where asked for, never in a score, and not by books that are old, broken or made to be seen.
import { describe, expect, it } from 'vitest'
import type { Topic } from '../../../db/log/topic.ts'
import { bandCount, type OrderBook } from '../../../ingestors/shapes/order-book.ts'
import { krakenBooks } from '../../../ingestors/sources/kraken-books/topic.ts'
import { okxBooks } from '../../../ingestors/sources/okx-books/topic.ts'
import type { Fact, Kept } from '../../../processors/kit/define.ts'
import { createObservations } from '../../../processors/runner/observe.ts'
import { analyseChain } from '../../../processors/services/cascade/chain-analysis.ts'
import type { Token } from '../../../processors/services/cascade/model/token.ts'
import { readCascade } from '../../../processors/services/cascade/read-query.ts'
import { type CascadeBody, cascadeAt } from '../../../processors/services/cascade/rows/cascade-row.ts'
import { cascadeDraft, venueDraft } from '../../../processors/services/cascade/rows/drafts.ts'
import service from '../../../processors/services/cascade/service.ts'
import { isSoldAs } from '../../../processors/services/cascade/venues/books.ts'
import { countedAmounts, type VenueDepth, venueDepths } from '../../../processors/services/cascade/venues/venue-depth.ts'
import { snapshotOf } from '../../support/cascade/seeded-chain.ts'
import { factsAt, seededFacts } from '../../support/cascade/seeded-facts.ts'

const even = (perBand: number) => Array.from({ length: bandCount }, (_, band) => perBand * (band + 1))
type Told = Partial<OrderBook> & Partial<OrderBook['totals']>
const book = ({
  fault = null,
  best_bid = 2_499,
  best_ask = 2_501,
  reach_pct = 10,
  bid_amounts = even(400),
  ...own
}: Told = {}) => ({
  at: factsAt.toISOString(),
  venue: 'kraken',
  market: 'ETHUSD',
  base: 'ETH',
  quote: 'USD',
  ...own,
  totals: { fault, best_bid, best_ask, reach_pct, bid_amounts },
})
const tether = (own: Told = {}) => book({ market: 'USDTUSD', base: 'USDT', best_bid: 0.999, best_ask: 1, ...own })
const okx = (own: Told = {}) => book({ venue: 'okx', market: 'ETH-USDT', quote: 'USDT', ...own })

const weth = { symbol: 'WETH', priceUsd: 2_500 }
const depthsOf = (books: readonly OrderBook[], tokens: readonly Pick<Token, 'symbol' | 'priceUsd' | 'isUnlisted'>[] = [weth]) =>
  venueDepths(1, tokens, books, factsAt)
const leftOutOf = (books: readonly OrderBook[], name = 'ETHUSD') => {
  // Another book stands beside it, so that there is something to show.
  const shown = depthsOf([...books, book({ venue: 'coinbase', market: 'ETH-USD' })])!.books
  return shown.find(({ market }) => market === name)!.leftOut
}
const usdWithin = (shown: VenueDepth | undefined) => shown!.sellable.map(({ usd }) => Math.round(usd / 1e5) / 10)

describe('a book of a central exchange', () => {
  it('says what its bids pay within 1, 2, 5 and 10 %, and those of several venues add up', () => {
    const one = depthsOf([book()])!
    // 400 ether a quarter percent are a million dollars, less what the fall takes off.
    expect(usdWithin(one.books[0])).toEqual([4, 7.9, 19.5, 38])
    const two = depthsOf([book(), book({ venue: 'coinbase', market: 'ETH-USD' })])!
    expect(two.curves[0]).toMatchObject({ sizes: even(800) })
  })

  it.each([
    ['four minutes old', { at: new Date(factsAt.getTime() - 240_000).toISOString() }, /180 seconds/],
    ['four minutes ahead of the chain', { at: new Date(factsAt.getTime() + 240_000).toISOString() }, /180 seconds/],
    ['one-sided', { fault: 'one-sided', best_bid: null, best_ask: null, bid_amounts: [] }, /one-sided/],
    ['crossed', { fault: 'crossed', best_bid: null, best_ask: null, bid_amounts: [] }, /crossed/],
    ['a twentieth off the lender’s price', { best_bid: 2_624, best_ask: 2_626 }, /3 % off/],
    ['of a few dollars near its middle', { bid_amounts: even(400).map((sum, band) => (band < 4 ? 0.1 : sum)) }, /10000 USD/],
  ] as const)('that is %s counts for nothing and is named', (_, own, reason) => {
    expect(leftOutOf([book(own as Told)])).toMatch(reason)
    expect(depthsOf([book(own as Told)])).toBeNull()
  })

  it('in another dollar counts at what that is bid for in dollars, and for nothing where nobody says or it is off', () => {
    const at = (books: readonly OrderBook[]) => depthsOf([...books, okx()])?.books.find(({ venue }) => venue === 'okx')
    expect(at([])).toBeUndefined()
    expect(leftOutOf([okx()], 'ETH-USDT')).toMatch(/what USDT is worth/)
    expect(at([tether()])).toMatchObject({ usdPerQuote: 0.999, middleUsd: 2_497.5, leftOut: null })
    expect(at([tether({ best_bid: 1.004, best_ask: 1.005 })])).toMatchObject({ usdPerQuote: 1, middleUsd: 2_500 })
    expect(leftOutOf([okx(), tether({ best_bid: 0.95, best_ask: 0.96 })], 'ETH-USDT')).toMatch(/2 % off the dollar/)
    expect(leftOutOf([okx(), tether({ at: '2026-11-18T00:00:00.000Z' })], 'ETH-USDT')).toMatch(/what USDT is worth/)
    expect(leftOutOf([okx(), tether({ base: 'USDC', market: 'USDCUSD' })], 'ETH-USDT')).toMatch(/what USDT is worth/)
  })

  it('is of what a venue pays in as the coin itself, on a chain it takes it from', () => {
    const eth = book()
    const btc = { venue: 'coinbase', base: 'BTC' }
    expect([1, 8453, 137, 43114].map((chain) => isSoldAs('WETH', chain, eth))).toEqual([true, true, false, false])
    for (const none of ['wstETH', 'WBTC', 'ETH@0xabc', 'constructor', '__proto__'])
      expect(isSoldAs(none, 1, eth), none).toBe(false)
    expect([isSoldAs('cbBTC', 1, btc), isSoldAs('cbBTC', 1, { ...btc, venue: 'kraken' })]).toEqual([true, false])
    // Anybody may call a token WETH.
    expect(depthsOf([book()], [{ ...weth, isUnlisted: true }])).toBeNull()
  })
})

describe('a wall', () => {
  const amounts = even(400)
  it.each([1, 3, 8, 39])(
    'of a billion dollars in band %i no more than doubles what is nearer, nor lifts all past ten times what is near',
    (at) => {
      const walled = countedAmounts(amounts.map((sum, band) => (band >= at ? sum + 4e5 : sum)))
      const plain = countedAmounts(amounts)
      expect(walled[at]).toBeLessThanOrEqual(2 * plain[at - 1]! + 1e-9)
      expect(walled.at(-1)).toBeLessThanOrEqual(10 * walled[3]!)
      // Nearer than the wall nothing changes.
      expect(walled.slice(0, at)).toEqual(plain.slice(0, at))
    },
  )

  it('in every band no more than tenfolds what is near', () => {
    const walled = countedAmounts(Array.from({ length: bandCount }, (_, band) => 400 + 1e6 * band))
    expect(walled.at(-1)).toBe(10 * walled[3]!)
    expect(walled[3]).toBe(8 * 400)
  })
})

describe('an answer', () => {
  const facts = seededFacts({ seed: 51, chainId: 1, borrowers: 120 })
  const plain = analyseChain(snapshotOf(facts))
  const given = analyseChain(snapshotOf(facts), [book(), okx(), tether(), book({ market: 'AAVEUSD', base: 'AAVE' })])
  const eth = given.tokens.find(({ token }) => token === 'WETH')!
  const body = JSON.parse(JSON.stringify(venueDraft(given, eth, given.venueBooks!, factsAt).body)) as CascadeBody

  it('without them is the same bytes whatever books there are', () => {
    const draftsOf = (chain: typeof plain) =>
      [...chain.tokens, ...chain.scenarios].map((one) => JSON.stringify(cascadeDraft(chain, one, factsAt)))
    expect(draftsOf(given)).toEqual(draftsOf(plain))
    expect(draftsOf(plain).join()).not.toMatch(/central_venues|kraken/)
  })

  it('says with them what they would take, what they take off, and that the score is the pools’', () => {
    const answer = cascadeAt(body, 10)
    const own = plain.tokens.find(({ token }) => token === 'WETH')!
    expect(answer.query).toMatchObject({ depth: 'all', horizon: 'block' })
    expect(answer.central_venues!.books.map(({ venue, left_out }) => [venue, left_out])).toEqual([
      ['kraken', null],
      ['okx', null],
    ])
    const { without, less } = answer.central_venues!
    const alone = cascadeAt(JSON.parse(JSON.stringify(cascadeDraft(plain, own, factsAt).body)) as CascadeBody, 10)
    expect(answer.signal).toMatchObject({ score: alone.signal.score, confidence: alone.signal.confidence })
    expect(without).toEqual({
      collateral_seized_usd: alone.outcome.collateral_seized_usd,
      bad_debt_usd: alone.outcome.bad_debt_usd,
      final_drop_pct: alone.outcome.final_drop_pct,
    })
    expect(less.final_drop_pct).toBeGreaterThan(0)
    expect(answer.outcome.final_drop_pct).toBeCloseTo(without.final_drop_pct - less.final_drop_pct, 3)
    expect(answer.depth.not_counted[0]).toBe('central exchanges but for kraken, okx')
    expect(answer.signal.summary).toContain('order books of kraken, okx')
    expect(answer).toMatchObject({ next_leap: null, contagion: null })
  })

  it('of other markets scales them with the pools', () => {
    const falls = [0.5, 1, 2].map(
      (depthMultiplier) => cascadeAt(body, 10, undefined, { depthMultiplier, horizon: 'block' }).outcome.final_drop_pct,
    )
    expect(falls[0]).toBeGreaterThan(falls[1]!)
    expect(falls[1]).toBeGreaterThan(falls[2]!)
  })

  it('is asked for by name, has a row of its own, and where there is none is refused before a price', () => {
    const keys = ['1:WETH', '1:LINK', '1:scenario:all', '1:venues:WETH', '1:venues:scenario:all']
    const route = service.routes.find(({ path }) => path === '/cascade')!
    const asked = (query: Record<string, string>) => {
      const read = readCascade(query, keys)
      return 'refused' in read ? JSON.stringify(read.refused) : route.key(read.input as never)
    }
    expect(asked({ token: 'ETH', depth: 'all' })).toBe('1:venues:WETH')
    expect(asked({ scenario: 'all', depth: 'ALL' })).toBe('1:venues:scenario:all')
    expect(asked({ token: 'ETH', depth: 'onchain' })).toBe('1:WETH')
    expect(readCascade({ token: 'ETH', depth: 'onchain' }, keys)).toEqual(readCascade({ token: 'ETH' }, keys))
    expect(asked({ token: 'LINK', depth: 'all' })).toMatch(/No order book.*onchain/)
    expect(asked({ depth: 'deep' })).toMatch(/onchain, all/)
    expect(asked({ token: 'venues:WETH' })).toMatch(/one of: WETH, LINK"/)
  })
})

describe('the service', () => {
  const records = (topic: string, key: string) => [{ topic, key, value: {} }]
  it('makes such rows anew when a book comes, and no other row', () => {
    const of = service.affected(records('kraken.books.v1', 'ETHUSD'))
    expect(of).toContain('venues:1')
    expect(of.every((key) => key.startsWith('venues:'))).toBe(true)
    const chain = service.affected(records('aave-v3.reserve.v1', '1:main:0xabc'))
    expect(chain).toEqual(['1', 'all', 'venues:1'])
    expect(service.affected(records('aave-v3.reserve.v1', '137:main:0xabc'))).toEqual(['137', 'all'])
    expect(service.selects('1').some(({ topic }) => topic.name.includes('books'))).toBe(false)
  })
})

describe('what is kept in memory', () => {
  const seeded = (at: Date) => seededFacts({ seed: 51, chainId: 1, borrowers: 60, at })
  const later = new Date(factsAt.getTime() + 600_000)
  const factOf = (topic: Topic<any>, value: unknown): Fact => ({
    ...{ topic: topic.name, key: topic.key(value), observedAt: topic.observedAt(value), value },
    ...{ revision: 0n, partition: 0, offset: 0n },
  })
  const listed = (facts: ReturnType<typeof seededFacts>) =>
    [...facts].flatMap(([topic, values]) => values.map((value) => factOf(topic, value)))
  const pass = async (kept: Kept, now: Date) => {
    const rows = new Map<string, unknown>()
    const gone: ((key: string) => boolean)[] = []
    const changed = kept.changed()
    await kept.pass({
      now: (key) => (changed.includes(key) ? now : null),
      emit: (key, draft) => rows.set(`${key} ${draft.key}`, 'body' in draft ? draft.body : null),
      retire: (route, isGone) => route === '/cascade' && gone.push(isGone),
      isOutdated: () => false,
      append: () => undefined,
    })
    return { changed, rows, isRetired: (key: string) => gone.some((isGone) => isGone(key)) }
  }

  it('makes the rows that are computed from the same facts, and takes them away once the books are no longer of the chain’s time', async () => {
    const kept = service.keep!()
    try {
      const books = [factOf(krakenBooks, book()), factOf(krakenBooks, tether()), factOf(okxBooks, okx())]
      const first = [...listed(seeded(factsAt)), ...books]
      for (const fact of first) kept.put(fact)
      const made = await pass(kept, factsAt)
      const computed = service.compute('venues:1', createObservations(first), factsAt)
      expect(computed.map(({ key }) => key)).toContain('1:venues:WETH')
      for (const { key, body } of computed) expect(made.rows.get(`venues:1 ${key}`)).toEqual(body)
      expect([...made.rows.keys()].filter((name) => name.startsWith('venues:'))).toHaveLength(computed.length)
      expect(made.isRetired('1:venues:WETH')).toBe(false)

      kept.put(factOf(krakenBooks, book({ bid_amounts: even(900) })))
      expect(kept.changed()).toEqual(['1', 'venues:1'])

      for (const fact of listed(seeded(later))) kept.put(fact)
      const after = await pass(kept, later)
      expect([...after.rows.keys()].some((name) => name.includes('venues:'))).toBe(false)
      expect(after.isRetired('1:venues:WETH')).toBe(true)
      expect(after.isRetired('1:WETH')).toBe(false)
      const stale = [...listed(seeded(later)), ...books]
      expect(service.compute('venues:1', createObservations(stale), later)).toEqual([])
    } finally {
      await kept.close()
    }
  })
})
