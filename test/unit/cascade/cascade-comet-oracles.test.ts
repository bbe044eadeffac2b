// What moves a leg of Compound v3: read from what its market's feeds are made of, and from what they count in.
import { describe, expect, test } from 'vitest'
import type { Topic } from '../../../db/log/topic.ts'
import { aaveReserves } from '../../../ingestors/sources/aave-v3/topic.ts'
import { cometMarkets, priceIdOf } from '../../../ingestors/sources/compound-v3/topic.ts'
import { oraclePrices } from '../../../ingestors/sources/oracle-prices/topic.ts'
import { arrange } from '../../../processors/services/cascade/book/arrange.ts'
import { createRun } from '../../../processors/services/cascade/engine/run.ts'
import { simulate } from '../../../processors/services/cascade/engine/simulate.ts'
import type { OraclePrice } from '../../../processors/services/cascade/facts/chain-facts.ts'
import { buildIndex } from '../../../processors/services/cascade/index/build.ts'
import { compound } from '../../../processors/services/cascade/model/protocol.ts'
import { shockedBy } from '../../../processors/services/cascade/model/shock.ts'
import { snapshotOf } from '../../support/cascade/seeded-chain.ts'
import { cometOf, withComets } from '../../support/cascade/seeded-comets.ts'
import { seededFacts, tokenAddress } from '../../support/cascade/seeded-facts.ts'

type Facts = ReturnType<typeof seededFacts>
type Said = { readonly follows: string; readonly feeds?: string[]; readonly source?: string; readonly price?: string }

const facts = withComets(seededFacts({ seed: 33, chainId: 1, borrowers: 40 }), 9, 160)
const [weth, wsteth, wbtc, usdc, own] = [0, 1, 2, 4, 77].map(tokenAddress) as [string, string, string, string, string]
const [ethFeed, btcFeed, usdcFeed, ownFeed] = [1, 2, 3, 4].map((n) => `0x${n.toString(16).padStart(40, 'f')}`) as [
  string,
  string,
  string,
  string,
]
const list = <V>(from: Facts, topic: Topic<V>) => from.get(topic) as V[]
/** What a market's feeds say of themselves, by market and token. */
const told = (from: Facts, said: Readonly<Record<number, Readonly<Record<string, Said>>>>): Facts =>
  new Map(from).set(
    oraclePrices,
    list(from, oraclePrices).map((price) => {
      const at = [0, 1].find((one) => cometOf(one) === price.oracle)
      const own =
        at === undefined ? undefined : Object.entries(said[at] ?? {}).find(([token]) => priceIdOf(token) === price.asset)
      return own === undefined ? price : ({ ...price, ...own[1] } as OraclePrice)
    }),
  )
// A token of no known name in the place of wstETH, which no pool of Aave's lists.
const renamed = (from: Facts): Facts =>
  new Map(from)
    .set(
      aaveReserves,
      list(from, aaveReserves).filter(({ reserve }) => reserve !== wsteth),
    )
    .set(
      cometMarkets,
      list(from, cometMarkets).map((comet) => ({
        ...comet,
        assets: comet.assets.map((one) => (one.address === wsteth ? { ...one, symbol: 'zzETH' } : one)),
      })),
    )
const market = (feed: string): Said => ({ follows: 'market', feeds: [feed], source: feed })
const rate = (...feeds: string[]): Said => ({ follows: 'rate', feeds, source: own })
const fixed: Said = { follows: 'fixed', feeds: [] }
const plain = { [weth]: market(ethFeed), [wbtc]: market(btcFeed), [usdc]: market(usdcFeed) }

function modelOf(from: Facts) {
  const snapshot = snapshotOf(from)
  const { state, markets } = snapshot.model
  const at = (symbol: string) => state.tokens.findIndex((token) => token.symbol === symbol)
  return {
    ...snapshot,
    state,
    at,
    token: (symbol: string) => state.tokens[at(symbol)]!,
    movedBy: (symbol: string) => shockedBy(state, at(symbol)).flatMap((is, t) => (is ? [state.tokens[t]!.symbol] : [])),
    follows(label: string): string | null {
      const { follows } = state.collateralKinds.find((kind) => kind.label === label)!
      return follows === null ? null : state.tokens[follows]!.symbol
    },
    oracleOf: (name: string) => markets.find((one) => one.name === name && one.collateralKind !== null)!.oracle,
  }
}

describe('a rate over what another token is priced by', () => {
  const found = modelOf(
    told(renamed(facts), { 0: { ...plain, [wsteth]: rate(ethFeed) }, 1: { [weth]: fixed, [wsteth]: rate() } }),
  )

  test('makes a token of no known name a derivative of that other, which no sale of its own moves', () => {
    expect(found.token('zzETH')).toMatchObject({ family: 'ETH', role: 'derivative', oracle: 'rate' })
    expect(found.movedBy('WETH')).toEqual(['WETH', 'zzETH'])
    expect(found.movedBy('zzETH')).toEqual(['zzETH'])
    expect(found.oracleOf('compound-v3-usdc zzETH')).toBe('rate')
  })

  test('stands still against that other where it is what is owed', () => {
    expect(found.follows('compound-v3-usdc zzETH')).toBe('zzETH')
    expect(found.follows('compound-v3-weth zzETH')).toBe('WETH')
  })

  test('no sale of it takes anybody more to the edge; a market’s price does', () => {
    const sold = (feeds: Said) => {
      const from = told(renamed(facts), { 0: { ...plain, [wsteth]: feeds }, 1: { [weth]: fixed, [wsteth]: feeds } })
      const { model, stored, wiring } = snapshotOf(from)
      const { book } = arrange(stored, wiring)
      const shocked = model.state.tokens.map(({ family }) => family === 'ETH' || family === 'zzETH')
      // A market of some dollars: whatever is sold there takes its price to nothing.
      const tokens = model.state.tokens.map((token) =>
        token.symbol === 'zzETH' ? { ...token, impact: { kind: 'constant-product', reserve: 1 } as const } : token,
      )
      const run = createRun(buildIndex(book, { ...model.state, tokens }, shocked))
      return simulate(
        run,
        Float64Array.from(shocked, (is) => (is ? 0.8 : 1)),
      ).perProtocol[compound]!.positions
    }
    expect(sold(rate())).toBeLessThan(sold(market(ownFeed)))
  })
})

test('a rate over a price that is nobody else’s is the token’s own market', () => {
  const found = modelOf(
    told(renamed(facts), { 0: { ...plain, [wsteth]: rate(ownFeed) }, 1: { [weth]: fixed, [wsteth]: rate(ownFeed) } }),
  )
  expect(found.token('zzETH')).toMatchObject({ family: 'zzETH', oracle: 'market' })
  expect(found.oracleOf('compound-v3-usdc zzETH')).toBe('market')
  expect(found.follows('compound-v3-weth zzETH')).toBe('zzETH')
})

test('where one market asks a trade and another a rate, a trade moves the token', () => {
  const found = modelOf(
    told(renamed(facts), { 0: { ...plain, [wsteth]: market(ownFeed) }, 1: { [weth]: fixed, [wsteth]: rate() } }),
  )
  expect(found.token('zzETH')).toMatchObject({ oracle: 'market', family: 'zzETH' })
  // Its own market's word holds for what is in that market.
  expect(found.follows('compound-v3-weth zzETH')).toBe('WETH')
})

test('what an Aave pool says of a token it lists stands, whatever a Comet’s feed is', () => {
  const without = modelOf(facts).token('wstETH')
  const otherwise = told(facts, { 0: { ...plain, [wsteth]: rate(btcFeed) }, 1: { [wsteth]: rate(btcFeed) } })
  expect(modelOf(otherwise).token('wstETH')).toEqual(without)
})

test('a token that stands for a family is no derivative of what a market counts in', () => {
  const unlisted = new Map(facts).set(
    aaveReserves,
    list(facts, aaveReserves).filter(({ reserve }) => reserve !== wbtc),
  )
  const found = modelOf(told(unlisted, { 0: { ...plain, [wbtc]: rate(ethFeed) }, 1: { [weth]: fixed, [wbtc]: rate() } }))
  expect(found.token('WBTC')).toMatchObject({ family: 'BTC', base: null, oracle: 'market' })
})

test('what a token is worth in ether is nobody’s price in dollars', () => {
  const found = modelOf(
    told(renamed(facts), {
      0: { ...plain, [wsteth]: rate(ownFeed) },
      1: { [weth]: fixed, [wbtc]: market(ownFeed), [wsteth]: rate() },
    }),
  )
  expect(found.oracleOf('compound-v3-usdc zzETH')).toBe('market')
})

test('a rate of a rate is one of what that is a rate of, in whatever order the markets come', () => {
  const comets = list(renamed(facts), cometMarkets)
  const [zz, bitcoin] = [
    comets[1]!.assets.find(({ address }) => address === wsteth)!,
    comets[0]!.assets.find((one) => one.address === wbtc)!,
  ]
  const base = { address: zz.address, symbol: zz.symbol, decimals: zz.decimals }
  const without = new Map(renamed(facts))
    .set(
      aaveReserves,
      list(renamed(facts), aaveReserves).filter(({ reserve }) => ![wsteth, wbtc].includes(reserve)),
    )
    .set(cometMarkets, [
      { ...comets[0]!, base, assets: [{ ...bitcoin, symbol: 'yyETH' }] },
      { ...comets[1]!, assets: [zz] },
    ])
  const [price] = list(facts, oraclePrices).filter(({ oracle }) => oracle === cometOf(0))
  const counted = new Map(without).set(oraclePrices, [
    ...list(without, oraclePrices),
    { ...price!, asset: priceIdOf(wsteth), price: '100000000', ...fixed } as OraclePrice,
  ])
  const unsaid = list(counted, oraclePrices).filter(
    ({ oracle, asset, price }) => oracle !== cometOf(0) || asset !== priceIdOf(wsteth) || price === '100000000',
  )
  const found = modelOf(
    told(new Map(counted).set(oraclePrices, unsaid), { 0: { [wbtc]: rate() }, 1: { [weth]: fixed, [wsteth]: rate() } }),
  )
  expect(found.token('yyETH')).toMatchObject({ family: 'ETH', base: found.at('WETH') })
})

describe('a constant', () => {
  test('in a market that counts in dollars stands still in dollars, in one that counts in its base with that', () => {
    const found = modelOf(told(facts, { 0: { ...plain, [wsteth]: fixed }, 1: { [weth]: fixed, [wsteth]: fixed } }))
    expect(found.follows('compound-v3-usdc wstETH')).toBeNull()
    expect(found.follows('compound-v3-weth wstETH')).toBe('WETH')
  })

  test('in a market whose base has a price in its own coin, as wrapped bitcoin in bitcoin, goes with the base', () => {
    // A market of ether whose base is quoted in ether by a market, near one.
    const found = modelOf(told(facts, { 0: plain, 1: { [weth]: { ...market(ownFeed), price: '99900000' }, [wsteth]: fixed } }))
    expect(found.follows('compound-v3-weth wstETH')).toBe('WETH')
    const debt = found.state.debtKinds.find(({ protocol, label }) => protocol === 'compound-v3' && label === 'WETH')!
    expect(found.state.tokens[debt.follows!]!.symbol).toBe('WETH')
  })

  test('of a dollar that is lent means that no depeg moves what is owed', () => {
    const found = modelOf(told(facts, { 0: { ...plain, [usdc]: fixed } }))
    const debt = found.state.debtKinds.find(({ protocol, label }) => protocol === 'compound-v3' && label === 'USDC')!
    expect(debt.follows).toBeNull()
  })
})
