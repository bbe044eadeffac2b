// What an oracle is found to follow: a market, an exchange rate or nothing, by the deployment's lists and by what the contract answers.
import { type Hex, toFunctionSelector } from 'viem'
import { expect, test } from 'vitest'
import type { Deployment } from '../../../app/config/deployments.ts'
import { knownDeployments as known } from '../../../app/config/known-deployments.ts'
import { createFollowsReader } from '../../../ingestors/sources/oracle-prices/follows.ts'
import { createFakeReader } from '../../support/chains/fake-reader.ts'

const address = (n: number): Hex => `0x${n.toString(16).padStart(40, '0')}`
const none = address(0)
const [feed, otherFeed, rateFeed, constant, vault] = [0xfeed, 0xfeee, 0x4a7e, 0xf1, 0xa017].map(address) as [
  Hex,
  Hex,
  Hex,
  Hex,
  Hex,
]
const deployment = { ...known[0], rate_oracles: [rateFeed], fixed_oracles: [constant] } as Deployment

// A contract of getters; it refuses every other call.
const contract = (getters: Record<string, unknown>) => {
  const bySelector = new Map(Object.entries(getters).map(([name, value]) => [toFunctionSelector(`${name}()`), value]))
  return ({ encode }: { encode(args: readonly unknown[]): Hex }) => bySelector.get(encode([])) ?? null
}
const morpho = (parts: { base?: Hex[]; quote?: Hex[]; baseVault?: Hex; quoteVault?: Hex }) =>
  contract({
    price: 10n ** 36n,
    BASE_VAULT: parts.baseVault ?? none,
    BASE_FEED_1: parts.base?.[0] ?? none,
    BASE_FEED_2: parts.base?.[1] ?? none,
    QUOTE_VAULT: parts.quoteVault ?? none,
    QUOTE_FEED_1: parts.quote?.[0] ?? none,
    QUOTE_FEED_2: parts.quote?.[1] ?? none,
  })

const oracles: [what: string, oracle: ReturnType<typeof contract>, follows: string][] = [
  ['a plain feed', contract({ latestAnswer: 1n }), 'market'],
  ['a contract that answers nothing', contract({}), 'market'],
  ['a capped stablecoin feed', contract({ ACL_MANAGER: feed, ASSET_TO_USD_AGGREGATOR: feed }), 'market'],
  ['a capped exchange rate', contract({ RATIO_PROVIDER: vault, ACL_MANAGER: feed, BASE_TO_USD_AGGREGATOR: feed }), 'rate'],
  ['a rate provider that is not set', contract({ RATIO_PROVIDER: none }), 'market'],
  ['a principal token’s discount', contract({ PENDLE_PRINCIPAL_TOKEN: vault, ACL_MANAGER: feed }), 'rate'],
  ['the constant of GHO', contract({ GHO_PRICE: 100_000_000n, latestAnswer: 100_000_000n }), 'fixed'],
  ['a price governance sets', contract({ ACL_MANAGER: feed, price: 100_000_000n, DECIMALS: 8 }), 'fixed'],
  ['SparkLend’s exchange rate times ether', contract({ steth: vault, ethSource: feed, latestAnswer: 1n }), 'rate'],
  ['an exchange rate whose ether is not set', contract({ ethSource: none, latestAnswer: 1n }), 'market'],
  ['SparkLend’s constant', contract({ price: 100_000_000n, latestAnswer: 100_000_000n, decimals: 8 }), 'fixed'],
  ['Compound’s constant, which has rounds', contract({ constantPrice: 100_000_000n, latestRoundData: [1n, 1n] }), 'fixed'],
  ['a price that is no constant, but another than the last answer', contract({ price: 2n, latestAnswer: 1n }), 'market'],
  [
    'a feed that says its price both ways and has rounds',
    contract({ price: 1n, latestAnswer: 1n, latestRoundData: [1n, 1n] }),
    'market',
  ],
  ['SparkLend’s capped price', contract({ source: feed, maxPrice: 1n, latestAnswer: 1n }), 'market'],
  ['a market oracle of a feed', morpho({ base: [feed], quote: [otherFeed] }), 'market'],
  ['of a rate and a feed', morpho({ base: [rateFeed, feed] }), 'market'],
  ['of a vault and a feed', morpho({ baseVault: vault, base: [feed] }), 'market'],
  ['of a rate alone', morpho({ base: [rateFeed] }), 'rate'],
  ['of a vault alone', morpho({ baseVault: vault }), 'rate'],
  ['of a loan token’s vault alone', morpho({ quoteVault: vault }), 'rate'],
  ['of a constant and a rate', morpho({ base: [constant, rateFeed] }), 'rate'],
  ['of constants', morpho({ base: [constant], quote: [constant] }), 'fixed'],
  ['of nothing at all', morpho({}), 'fixed'],
  ['of some parts only', contract({ price: 1n, BASE_FEED_1: rateFeed }), 'market'],
]

test.each(oracles)('%s', async (_what, oracle, follows) => {
  const source = address(0x0ac1e)
  const read = createFollowsReader(deployment)
  expect((await read(createFakeReader({ [source]: oracle }), [source])).get(source)?.follows).toBe(follows)
})

test.each([
  ['a plain feed is its own', contract({ latestAnswer: 1n }), 'self'],
  ['a capped rate is the base token’s feed', contract({ RATIO_PROVIDER: vault, BASE_TO_USD_AGGREGATOR: feed }), feed],
  ['a capped dollar is its own feed', contract({ ACL_MANAGER: feed, ASSET_TO_USD_AGGREGATOR: otherFeed }), otherFeed],
  ['a principal token is what it pays out', contract({ PENDLE_PRINCIPAL_TOKEN: vault, ASSET_TO_USD_AGGREGATOR: feed }), feed],
  ['an exchange rate of SparkLend is ether’s feed', contract({ steth: vault, ethSource: feed }), feed],
  ['a price that is cut is its own feed', contract({ source: otherFeed, maxPrice: 1n }), otherFeed],
  ['a contract that only names some source is itself', contract({ source: otherFeed }), 'self'],
  ['SparkLend’s constant is nothing that moves', contract({ price: 1n, latestAnswer: 1n }), null],
  ['a peg is what it is pegged to', contract({ PEG_TO_BASE: feed, ASSET_TO_PEG: otherFeed }), feed],
  ['a rate and a feed are the feed', morpho({ base: [rateFeed, feed], quote: [otherFeed] }), feed],
  ['a vault and a feed are the feed', morpho({ baseVault: vault, base: [feed] }), feed],
  ['a vault alone is nothing that moves', morpho({ baseVault: vault }), null],
  ['a constant is nothing that moves', contract({ GHO_PRICE: 1n, ASSET_TO_USD_AGGREGATOR: feed }), null],
])('what moves an oracle: %s', async (_what, oracle, moving) => {
  const source = address(0x0ac1e)
  const found = (await createFollowsReader(deployment)(createFakeReader({ [source]: oracle }), [source])).get(source)
  expect(found!.feeds).toEqual(moving === null ? [] : [moving === 'self' ? source : moving])
})

test('the lists say more than the contract does, and nobody is asked twice', async () => {
  const at = createFakeReader({
    [constant]: contract({ RATIO_PROVIDER: vault }),
    [rateFeed]: contract({ GHO_PRICE: 1n }),
    [feed]: contract({}),
  })
  const read = createFollowsReader(deployment)
  const found = await read(at, [constant, rateFeed, feed, feed])
  expect([...found]).toEqual([
    [constant, { follows: 'fixed', feeds: [] }],
    [rateFeed, { follows: 'rate', feeds: [] }],
    [feed, { follows: 'market', feeds: [feed] }],
  ])
  const { length } = at.asked
  expect([...(await read(at, [feed, constant])).keys()]).toEqual([feed, constant])
  expect(at.asked.length).toBe(length)
})

test('what ships lists oracles as addresses, each in one list of its chain', () => {
  for (const { chain_id, rate_oracles, fixed_oracles } of known) {
    const all = [...rate_oracles, ...fixed_oracles]
    for (const oracle of all) expect(oracle).toMatch(/^0x[0-9a-f]{40}$/)
    expect(new Set(all).size).toBe(all.length)
    if ([1, 8_453].includes(chain_id)) expect(all.length).toBeGreaterThan(0)
  }
  // Besides the main pool, whose name older facts carry.
  expect(known[0]!.aave_v3.map(({ market }) => market)).toEqual([
    'aave-v3',
    'aave-v3-prime',
    'aave-v3-etherfi',
    'aave-v3-horizon',
    'sparklend',
  ])
})
