// Real-world assets by hand: two days on which a promised dollar was worth less, gold vouched for by gold, and what nobody knows left out.
import { expect, test } from 'vitest'
import { stablecoins } from '../../../ingestors/sources/defillama-stables/topic.ts'
import { rwaContracts } from '../../../ingestors/sources/rwa-prices/topic.ts'
import supplies from '../../../ingestors/sources/rwa-supplies/ingestor.ts'
import { assets } from '../../../processors/services/rwa/assets.ts'
import rwa from '../../../processors/services/rwa/service.ts'
import { computeRwa, type Holding, judge, yieldOf } from '../../../processors/services/rwa/signal.ts'
import { draftsOf, toFacts } from '../../support/service-facts.ts'

const at = new Date('2026-11-18T12:00:00Z')
const dollar: Holding = {
  symbol: 'USDX',
  issuer: null,
  class: 'stable',
  address: null,
  chains: 3,
  isRestricted: false,
  terms: null,
  price: 1,
  pricedAt: at,
  worth: 1,
  worthFrom: 'terms',
  supply: 100,
  supply7d: 100,
  supply30d: 90,
}

test('a dollar at a dollar, held by anybody, on three chains: only that its issuer can freeze it', () => {
  // Half of 10 for permission, of the 70 that are known.
  expect(judge(dollar, at)).toMatchObject({ premium: 0, redeemed: 0, risk: (100 * 5) / 70 })
})

// USDC fell to 0.8774 on 11 March 2023, when part of its reserves lay with Silicon Valley Bank; USDR, backed by British homes, to
// about 0.53 on 11 October 2023, when its liquid reserves had run out.
test.each([
  ['USDC on 11 March 2023', 0.8774, 43.5e9, 43.9e9],
  ['USDR on 11 October 2023', 0.53, 45e6, 46e6],
])('%s is high risk, whatever else is in order', (_day, price, supply, supply7d) => {
  const { assets, label } = computeRwa(
    { holdings: [{ ...dollar, price, supply, supply7d }], protocols: [], listedAt: at, bill: [] },
    at,
  )
  expect(assets[0]).toMatchObject({ label: 'high', drivers: expect.arrayContaining(['premium']) })
  expect(assets[0]!.risk).toBeGreaterThanOrEqual(85)
  expect(label).toBe('high')
})

test('two percent under is elevated at least; two percent over is no broken promise', () => {
  expect(judge({ ...dollar, price: 0.979 }, at).risk).toBeGreaterThanOrEqual(60)
  expect(judge({ ...dollar, price: 1.021 }, at).risk).toBeLessThan(60)
})

test('one that nobody prices is not judged by the day on which nobody priced it', () => {
  const [row] = computeRwa({ holdings: [{ ...dollar, price: null }], protocols: [], listedAt: at, bill: [] }, at).assets
  expect(row).toMatchObject({ risk: null, label: 'not_judged', price_age_hours: null, known_share_pct: expect.closeTo(35, 9) })
})

test('a tenth redeemed in a week is half of that part: 25 of 70 with permission', () => {
  expect(judge({ ...dollar, supply: 90 }, at).risk).toBeCloseTo((100 * (10 + 5)) / 70, 6)
})

test('what nobody knows weighs nothing, and the answer is the less sure', () => {
  const blind = { ...dollar, price: null, pricedAt: null, worth: null, supply7d: null, chains: null }
  expect(judge(blind, at)).toMatchObject({ premium: null, risk: null, known: 0.1 })
  const sure = computeRwa({ holdings: [dollar], protocols: [], listedAt: at, bill: [] }, at).mix.confidence
  const [row] = computeRwa({ holdings: [blind], protocols: [], listedAt: at, bill: [] }, at).assets
  expect(row).toMatchObject({ risk: null, label: 'not_judged' })
  const unsure = computeRwa({ holdings: [blind], protocols: [], listedAt: at, bill: [] }, at).mix.confidence
  expect(unsure).toBeLessThan(sure)
  expect(sure).toBeLessThanOrEqual(0.7)
})

test('a treasury token earns what its own pool pays, against the bill: 4.10 less 4.30 is 20 bp under; lent coins, gold and dollars earn it nothing', () => {
  const pool = (symbol: string, tvlUsd: number, apyPct: number, project = 'fund') => ({ project, symbol, tvlUsd, apyPct })
  const token: Holding = { ...dollar, symbol: 'BUIDL', class: 'treasury', supply: 1_000 }
  const told = (pools: readonly ReturnType<typeof pool>[], holding = token) =>
    computeRwa({ holdings: [holding], protocols: [], listedAt: at, bill: [{ at, value: 4.3 }], pools }, at).assets[0]!
  expect(told([pool('BUIDL', 900, 4.1), pool('buidl', 20, 0.3, 'market')])).toMatchObject({
    yield_pct: 4.1,
    yield_from: 'fund',
    spread_to_bill_bp: expect.closeTo(-20, 9),
  })
  expect(told([pool('BUIDL', 20, 9, 'market'), pool('BUIDL-USDC', 900, 9)])).toMatchObject({
    yield_pct: null,
    spread_to_bill_bp: null,
  })
  expect(yieldOf('PAXG', 'commodity', 100, [pool('PAXG', 100, 3)])).toBeNull()
  expect(yieldOf('USDC', 'stable', 100, [pool('USDC', 100, 3)])).toBeNull()
})

test('a token without a price and without terms is worth nothing known, not nothing; a protocol without a week behind it is in no change', () => {
  const told = computeRwa(
    {
      holdings: [
        dollar,
        { ...dollar, symbol: 'OUSG', class: 'treasury', price: null, pricedAt: null, worth: null, worthFrom: null },
      ],
      protocols: [
        { name: 'a', tvlUsd: 110, change7dPct: 10 },
        { name: 'new', tvlUsd: 890, change7dPct: null },
        { name: 'back from nothing', tvlUsd: 5, change7dPct: -100 },
      ],
      listedAt: at,
      bill: [],
    },
    at,
  )
  expect(told.assets.map(({ symbol, value_usd }) => [symbol, value_usd])).toEqual([
    ['USDX', 100],
    ['OUSG', null],
  ])
  // 110 that were 100, and not 1,005 that were 1,000 or no number at all.
  expect(told.market.protocols_change_7d_pct).toBeCloseTo(10, 9)
  expect(told.market.protocols_tvl_usd).toBe(1_005)
})

test('a supply is counted in the token’s own digits, and digits beyond sense are refused', () => {
  const words = (digits: bigint) =>
    new Map(
      Object.values(rwaContracts).flatMap(
        (symbol) =>
          [
            [`supply/${symbol}`, 2_500_000_000_000n],
            [`decimals/${symbol}`, digits],
          ] as [string, bigint][],
      ),
    )
  expect(supplies.parse(words(6n), at)[0]).toEqual({ date: '2026-11-18', symbol: 'BUIDL', supply: 2_500_000 })
  expect(() => supplies.parse(words(300n), at)).toThrow(/digits/)
})

test('one token is asked for by symbol or contract, and the verdict is its own; a stranger is unusable, a strange word malformed', () => {
  const [route] = rwa.routes
  const row = (symbol: string, risk: number | null) => ({
    symbol,
    address: `0x${symbol.toLowerCase().repeat(40).slice(0, 40)}`,
    class: 'stable',
    risk,
    label: 'high',
    drivers: [],
    known_share_pct: symbol === 'A' ? 30 : 75,
  })
  const body = {
    signal: { label: 'low', score: 9, confidence: 0.5, as_of: 'x' },
    assets: [row('A', 90), row('B', 4), row('C', null)],
  }
  const told = (given: object) => route!.shape!(body, route!.read!(given as never, at)) as typeof body
  expect(told({ asset: 'a' })).toMatchObject({ signal: { label: 'high', score: 90 }, assets: [{ symbol: 'A' }] })
  expect(told({ asset: `0x${'b'.repeat(40)}` }).assets.map(({ symbol }) => symbol)).toEqual(['B'])
  // Of the three sixty percent are known on average; of one as much as of that one.
  expect(told({ asset: 'a' }).signal.confidence).toBeCloseTo(0.5 * Math.sqrt(30 / 60), 2)
  expect(told({ asset: 'b' }).signal.confidence).toBeCloseTo(0.5 * Math.sqrt(75 / 60), 2)
  expect(told({ class: 'treasury' }).assets).toEqual([])
  expect(() => told({ asset: 'a', class: 'treasury' })).toThrow(/A is stable, not treasury/)
  // What an answer tells may be asked back; of PAXG's contract one letter's case is changed.
  for (const { address } of assets)
    expect(route!.read!({ asset: address } as never, at)).toEqual({ asset: address.toLowerCase() })
  expect(() => told({ asset: '0x45804880DE22913dAFE09f4980848ECE6EcbAf78' })).toThrow(/checksum: 0x45804880De22/)
  expect(() => told({ asset: 'NOPE' })).toThrow(expect.objectContaining({ code: 'input_unusable' }))
  expect(() => told({ asset: 'c' })).toThrow(/too little is known/)
  expect(() => told({ asset: '!' })).toThrow(expect.objectContaining({ code: 'input_invalid' }))
  expect(() => told({ class: 'shoes' })).toThrow(expect.objectContaining({ code: 'input_invalid' }))
})

test('of the largest dollars it is told who issues them and on what terms, and as of when; of a stranger nothing', () => {
  const coin = (symbol: string, supply: number) => ({
    id: symbol,
    name: symbol,
    symbol,
    peg: 'peggedUSD',
    mechanism: 'fiat-backed',
    price_usd: 1,
    supply,
    supply_1d_ago: supply,
    supply_7d_ago: supply,
    supply_30d_ago: supply,
    chains: [],
  })
  const coins = [coin('USDT', 3e9), coin('USDC', 2e9), coin('constructor', 1e9)]
  const facts = toFacts(stablecoins, [{ at: at.toISOString(), coins } as never])
  const { assets: told } = draftsOf(rwa, facts, 'world')[0]!.body as any
  const of = (symbol: string) => told.find((one: { symbol: string }) => one.symbol === symbol)
  expect(of('USDT')).toMatchObject({
    issuer: 'Tether',
    terms: { redemption: expect.stringContaining('100,000'), as_of: '2024-12-31' },
  })
  expect(of('USDC')).toMatchObject({ issuer: 'Circle', terms: { as_of: '2024-11-14' } })
  expect(of('constructor')).toMatchObject({ issuer: null, terms: null })
})
