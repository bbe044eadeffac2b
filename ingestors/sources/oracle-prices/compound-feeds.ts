// What the price feeds of Compound v3 are made of: products, quotients and scalings of other feeds and of exchange rates, taken apart by
// what each kind of them names (compound-finance/comet, contracts/pricefeeds, and woof-software/compound-capo).
import type { Hex } from 'viem'
import type { Deployment } from '../../../app/config/deployments.ts'
import { lower, noAddress } from '../../chains/address.ts'
import { type PinnedReader, type View, view } from '../../chains/pinned.ts'
import type { Composition, FollowsReader } from './follows.ts'

const partViews = {
  // One times the other; where the first has a scale of its own, one over the other.
  first: view<Hex>('function priceFeedA() view returns (address)'),
  second: view<Hex>('function priceFeedB() view returns (address)'),
  dividend: view<bigint>('function priceFeedAScale() view returns (int256)'),
  // A feed in other decimals, or a contract that tells a rate; a vault's rate times it, where there is one.
  underlying: view<Hex>('function underlyingPriceFeed() view returns (address)'),
  vault: view<Hex>('function rateProvider() view returns (address)'),
  // An exchange rate that may grow so fast and no faster, times a feed.
  ratio: view<Hex>('function ratioProvider() view returns (address)'),
  ratioOf: view<Hex>('function assetToBaseAggregator() view returns (address)'),
  // Two that are of one token each.
  staked: view<Hex>('function stETHtoETHPriceFeed() view returns (address)'),
  wrapper: view<Hex>('function wstETH() view returns (address)'),
  bitcoin: view<Hex>('function WBTCToBTCPriceFeed() view returns (address)'),
  dollars: view<Hex>('function BTCToUSDPriceFeed() view returns (address)'),
}
type PartName = keyof typeof partViews
const pairs: readonly (readonly [PartName, PartName])[] = [
  ['first', 'second'],
  ['vault', 'underlying'],
  ['ratio', 'ratioOf'],
  ['wrapper', 'staked'],
  ['bitcoin', 'dollars'],
]
// What every feed knows, and no token, vault or provider of a rate.
const feedViews = {
  description: view<string>('function description() view returns (string)'),
  round: view<unknown>('function latestRoundData() view returns (uint80, int256, uint256, uint256, uint80)'),
}
const views: View<unknown>[] = [...Object.values(partViews), ...Object.values(feedViews)]
const names = [...Object.keys(partViews), ...Object.keys(feedViews)]
// Oracle networks publish what a staking contract says as feeds like any other, and only call them so.
const rateName = /exchange rate/i
const mostDepth = 5
const mostFeeds = 4

/** A contract as it tells of itself: what it is made of, none where it is a feed of its own. */
type Told = { readonly isFeed: boolean; readonly isRate: boolean; readonly parts: readonly Hex[]; readonly isDivided: boolean }

export function createCompoundFeeds(deployment: Deployment, readFollows: FollowsReader): FollowsReader {
  const listed = new Set<string>([...deployment.rate_oracles, ...deployment.fixed_oracles])
  const told = new Map<Hex, Told>()
  const known = new Map<Hex, Composition>()
  return async (at, sources) => {
    const unknown = [...new Set(sources)].filter((source) => !known.has(source))
    const plain = await readFollows(at, await readParts(at, unknown))
    for (const source of unknown) known.set(source, compose(source, plain, mostDepth))
    return new Map(sources.map((source) => [source, known.get(source)!]))
  }

  /** Level by level; what is left are the feeds at the bottom. */
  async function readParts(at: PinnedReader, sources: readonly Hex[]): Promise<Hex[]> {
    const seen = new Set<Hex>()
    for (let level = [...sources], depth = 0; level.length > 0 && depth <= mostDepth; depth++) {
      const asked = level.filter((one) => !told.has(one))
      const answers = await at.answer(asked.flatMap((to) => views.map((what) => ({ view: what, to, args: [] }))))
      asked.forEach((one, i) => {
        told.set(one, toldBy(answers.slice(i * views.length, (i + 1) * views.length)))
      })
      for (const one of level) seen.add(one)
      level = [...new Set(level.flatMap((one) => told.get(one)!.parts))].filter((one) => !seen.has(one))
    }
    return [...seen].filter((one) => listed.has(one) || told.get(one)!.parts.length === 0)
  }

  function compose(source: Hex, plain: ReadonlyMap<Hex, Composition>, depth: number): Composition {
    const own = told.get(source)
    if (listed.has(source)) return plain.get(source)!
    if (own === undefined || depth === 0) return { follows: 'market', feeds: [source] }
    if (own.parts.length > 0)
      return product(
        own.parts.map((part) => compose(part, plain, depth - 1)),
        own.isDivided,
      )
    return own.isRate || (depth < mostDepth && !own.isFeed) ? { follows: 'rate', feeds: [] } : plain.get(source)!
  }
}

function toldBy(answers: readonly unknown[]): Told {
  const said = Object.fromEntries(names.map((name, i) => [name, answers[i] ?? null]))
  const there = (name: PartName) => {
    const part = said[name] as Hex | null
    return part === null || part === noAddress ? [] : [lower(part)]
  }
  const pair = pairs.find((one) => one.every((name) => there(name).length > 0)) ?? ['underlying']
  return {
    isFeed: said.description !== null || said.round !== null,
    isRate: typeof said.description === 'string' && rateName.test(said.description),
    parts: pair.flatMap(there),
    isDivided: pair[0] === 'first' && said.dividend !== null,
  }
}

// One price at most and a rate is a rate times that price; two prices are a market, and so is what is counted in something that moves.
export function product(parts: readonly Composition[], isDivided: boolean): Composition {
  const counted = isDivided ? parts.slice(0, 1) : parts
  const feeds = [...new Set(counted.flatMap((part) => part.feeds))].slice(0, mostFeeds)
  if (parts.every((part) => part.follows === 'fixed')) return { follows: 'fixed', feeds: [] }
  const isStill = parts.slice(counted.length).every((part) => part.feeds.length === 0)
  const isRate = isStill && feeds.length <= 1 && parts.some((part) => part.follows === 'rate')
  return { follows: isRate ? 'rate' : 'market', feeds }
}
