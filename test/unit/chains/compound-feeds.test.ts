// What the price feeds of Compound v3 are found to be made of, by what each kind of them names.
import { type Hex, toFunctionSelector } from 'viem'
import { expect, test } from 'vitest'
import type { Deployment } from '../../../app/config/deployments.ts'
import { knownDeployments as known } from '../../../app/config/known-deployments.ts'
import { createCompoundFeeds } from '../../../ingestors/sources/oracle-prices/compound-feeds.ts'
import { createFollowsReader } from '../../../ingestors/sources/oracle-prices/follows.ts'
import { createFakeReader } from '../../support/chains/fake-reader.ts'

const address = (n: number): Hex => `0x${n.toString(16).padStart(40, '0')}`
const [source, ether, bitcoin, staked, rate, listedRate, token, one, inner] = [
  0x50, 0xe7, 0xb7, 0x57, 0x4a, 0x4b, 0x70, 0x01, 0x11,
].map(address) as [Hex, Hex, Hex, Hex, Hex, Hex, Hex, Hex, Hex]
const deployment = { ...known[0], rate_oracles: [listedRate], fixed_oracles: [] } as Deployment

// A contract of getters; it refuses every other call.
const contract = (getters: Record<string, unknown>) => {
  const bySelector = new Map(Object.entries(getters).map(([name, value]) => [toFunctionSelector(`${name}()`), value]))
  return ({ encode }: { encode(args: readonly unknown[]): Hex }) => bySelector.get(encode([])) ?? null
}
const feed = (description: string, more: Record<string, unknown> = {}) =>
  contract({ description, latestRoundData: [1n, 1n], ...more })
const leaves = {
  [ether]: feed('ETH / USD'),
  [bitcoin]: feed('BTC / USD'),
  [staked]: feed('STETH / ETH'),
  [rate]: feed('wstETH-stETH Exchange Rate'),
  [listedRate]: feed('what the file says is a rate'),
  [token]: contract({ decimals: 18, getRate: 1n }),
  [one]: feed('Constant price feed', { constantPrice: 100_000_000n }),
}
const product = (a: Hex, b: Hex) => feed('a times b', { priceFeedA: a, priceFeedB: b, combinedScale: 1n })
const quotient = (a: Hex, b: Hex) => feed('a over b', { priceFeedA: a, priceFeedB: b, priceFeedAScale: 1n, priceFeedBScale: 1n })
const scaled = (of: Hex) => feed('in other decimals', { underlyingPriceFeed: of })
const capped = (ratio: Hex, of: Hex) => feed('capped', { ratioProvider: ratio, assetToBaseAggregator: of })

const feeds: [what: string, made: ReturnType<typeof contract>, follows: string, of: Hex[]][] = [
  ['a plain feed', feed('LINK / USD'), 'market', [source]],
  ['a feed that is called a rate', feed('rETH / ETH Exchange Rate'), 'rate', []],
  ['a constant', feed('Constant price feed', { constantPrice: 1n }), 'fixed', []],
  ['a contract that answers nothing', contract({}), 'market', [source]],
  ['a feed in other decimals', scaled(bitcoin), 'market', [bitcoin]],
  ['a rate in other decimals', scaled(token), 'rate', []],
  ['a rate’s feed in other decimals', scaled(rate), 'rate', []],
  ['a rate times a price', product(rate, ether), 'rate', [ether]],
  ['a price times a rate', product(ether, rate), 'rate', [ether]],
  ['a rate of the deployment’s list times a price', product(listedRate, ether), 'rate', [ether]],
  ['two prices', product(staked, ether), 'market', [staked, ether]],
  ['a constant times a price', product(one, ether), 'market', [ether]],
  ['two constants', product(one, one), 'fixed', []],
  ['one price over another', quotient(bitcoin, ether), 'market', [bitcoin]],
  ['a rate over a rate', quotient(rate, listedRate), 'rate', []],
  ['a rate over a price', quotient(rate, ether), 'market', []],
  ['a price over a rate', quotient(staked, rate), 'rate', [staked]],
  ['a vault’s rate times a price', feed('4626', { rateProvider: token, underlyingPriceFeed: ether }), 'rate', [ether]],
  ['a vault’s rate times a constant', feed('4626', { rateProvider: token, underlyingPriceFeed: one }), 'rate', []],
  ['a capped rate of a token times a price', capped(token, ether), 'rate', [ether]],
  ['a capped rate of a token in the base itself', capped(token, one), 'rate', []],
  ['a capped feed of a rate times a price', capped(rate, ether), 'rate', [ether]],
  ['a capped market of a token times a price', capped(staked, ether), 'market', [staked, ether]],
  ['staked ether’s own market, wrapped', feed('w', { stETHtoETHPriceFeed: staked, wstETH: token }), 'rate', [staked]],
  ['wrapped bitcoin', feed('w', { WBTCToBTCPriceFeed: staked, BTCToUSDPriceFeed: bitcoin }), 'market', [staked, bitcoin]],
  ['a pair of which one is not set', feed('half', { priceFeedA: ether, priceFeedB: address(0) }), 'market', [source]],
  ['a product of a product', product(inner, ether), 'market', [staked, ether]],
  ['itself', scaled(source), 'market', [source]],
]

test.each(feeds)('%s', async (_what, made, follows, of) => {
  const at = createFakeReader({ ...leaves, [inner]: product(rate, staked), [source]: made })
  const read = createCompoundFeeds(deployment, createFollowsReader(deployment))
  expect((await read(at, [source])).get(source)).toEqual({ follows, feeds: of })
  const { length } = at.asked
  await read(at, [source])
  expect(at.asked.length).toBe(length)
})

test('a feed that refuses just now is none the less the feed it is', async () => {
  const at = createFakeReader({ ...leaves, [ether]: contract({ description: 'ETH / USD' }), [source]: product(rate, ether) })
  const read = createCompoundFeeds(deployment, createFollowsReader(deployment))
  expect((await read(at, [source])).get(source)).toEqual({ follows: 'rate', feeds: [ether] })
})
