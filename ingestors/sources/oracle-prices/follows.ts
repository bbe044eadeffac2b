// What an oracle's answer follows, and which feeds it is made of: by the deployment's lists, else by what the oracle says of itself.
import type { Hex } from 'viem'
import type { Deployment } from '../../../app/config/deployments.ts'
import { lower, noAddress } from '../../chains/address.ts'
import { type PinnedReader, type View, view } from '../../chains/pinned.ts'

export type Follows = 'market' | 'rate' | 'fixed'

export interface Composition {
  readonly follows: Follows
  /** The feeds that move the collateral's side of the answer; itself where it is one; none where nothing does. */
  readonly feeds: readonly Hex[]
}

// The oracle that Morpho's factory makes: a vault's rate times feeds over feeds, any of which may be missing.
const partNames = ['BASE_VAULT', 'BASE_FEED_1', 'BASE_FEED_2', 'QUOTE_VAULT', 'QUOTE_FEED_1', 'QUOTE_FEED_2']
const partViews = partNames.map((name) => view<Hex>(`function ${name}() view returns (address)`))
// Lenders' adapters by what only each kind of them answers (interfaces of bgd-labs/aave-capo, aave/gho-core and sparklend-advanced).
const adapterViews = {
  // A staked token's exchange rate, capped, times the base token's price.
  ratio: view<Hex>('function RATIO_PROVIDER() view returns (address)'),
  // A principal token: what it pays out at maturity less a discount that only time moves.
  principal: view<Hex>('function PENDLE_PRINCIPAL_TOKEN() view returns (address)'),
  // A constant.
  gho: view<bigint>('function GHO_PRICE() view returns (int256)'),
  // A price that only governance sets: a Morpho oracle has such a price too, but nobody who may set it.
  setter: view<Hex>('function ACL_MANAGER() view returns (address)'),
  price: view<bigint>('function price() view returns (int256)'),
  // SparkLend's: a staked token's exchange rate times this price of ether; a price that is cut at a highest one; a constant, which says
  // its price both ways and knows of no rounds.
  ether: view<Hex>('function ethSource() view returns (address)'),
  capped: view<Hex>('function source() view returns (address)'),
  cap: view<bigint>('function maxPrice() view returns (int256)'),
  // Compound v3's: a constant that knows of rounds.
  constant: view<bigint>('function constantPrice() view returns (int256)'),
  answer: view<bigint>('function latestAnswer() view returns (int256)'),
  round: view<unknown>('function latestRoundData() view returns (uint80, int256, uint256, uint256, uint80)'),
  // The feed a rate multiplies, the one a capped or discounted price is of, and the second of two that a peg is made of.
  base: view<Hex>('function BASE_TO_USD_AGGREGATOR() view returns (address)'),
  asset: view<Hex>('function ASSET_TO_USD_AGGREGATOR() view returns (address)'),
  peg: view<Hex>('function PEG_TO_BASE() view returns (address)'),
}
const adapterNames = Object.keys(adapterViews) as (keyof typeof adapterViews)[]

/** `sources` are the contracts that are asked in the end: a token's feed, or a market's oracle. */
export type FollowsReader = (at: PinnedReader, sources: readonly Hex[]) => Promise<Map<Hex, Composition>>

export function createFollowsReader(deployment: Deployment): FollowsReader {
  const rates = new Set(deployment.rate_oracles)
  const fixed = new Set(deployment.fixed_oracles)
  const known = new Map<Hex, Composition>()
  const listed = (oracle: string): Follows | null => (fixed.has(oracle) ? 'fixed' : rates.has(oracle) ? 'rate' : null)
  return async (at, sources) => {
    const unknown = [...new Set(sources)].filter((source) => !known.has(source))
    const ask: View<unknown>[] = [...partViews, ...Object.values(adapterViews)]
    const answers = await at.answer(unknown.flatMap((to) => ask.map((what) => ({ view: what, to, args: [] }))))
    unknown.forEach((source, i) => {
      const own = answers.slice(i * ask.length, (i + 1) * ask.length)
      const parts = own.slice(0, partNames.length) as (Hex | null)[]
      const adapter = Object.fromEntries(adapterNames.map((name, a) => [name, own[partNames.length + a] ?? null])) as Adapter
      const follows = listed(source) ?? detectAdapter(adapter) ?? detectParts(parts, listed)
      const isMoving = (feed: Hex) => listed(feed) === null
      known.set(source, { follows, feeds: follows === 'fixed' ? [] : feedsOf(source, parts, adapter).filter(isMoving) })
    })
    return new Map(sources.map((source) => [source, known.get(source)!]))
  }
}

type Adapter = Readonly<Record<keyof typeof adapterViews, unknown>>

function detectAdapter({ ratio, principal, ether, gho, setter, price, answer, round, constant }: Adapter): Follows | null {
  const isThere = (contract: unknown) => contract !== null && contract !== noAddress
  if (isThere(ratio) || isThere(principal) || isThere(ether)) return 'rate'
  const isConstant = price !== null && price === answer && round === null
  return gho !== null || constant !== null || (isThere(setter) && price !== null) || isConstant ? 'fixed' : null
}

function feedsOf(source: Hex, parts: readonly (Hex | null)[], adapter: Adapter): Hex[] {
  if (!parts.includes(null)) {
    const [, first, second] = parts.map((part) => lower(part!))
    return [first!, second!].filter((feed) => feed !== noAddress)
  }
  const capped = adapter.cap === null ? null : adapter.capped
  const named = [adapter.base, adapter.asset, adapter.peg, adapter.ether, capped].find(
    (feed) => feed !== null && feed !== noAddress,
  )
  return [named === undefined ? source : lower(named as Hex)]
}

function detectParts(parts: readonly (Hex | null)[], listed: (oracle: string) => Follows | null): Follows {
  if (parts.includes(null)) return 'market'
  const [baseVault, baseFeed, baseFeed2, quoteVault, quoteFeed, quoteFeed2] = parts.map((part) => lower(part!))
  const feeds = [baseFeed!, baseFeed2!, quoteFeed!, quoteFeed2!].filter((feed) => feed !== noAddress)
  const vaults = [baseVault!, quoteVault!].filter((vault) => vault !== noAddress)
  const moving = feeds.filter((feed) => listed(feed) === null)
  if (moving.length > 0) return 'market'
  return vaults.length > 0 || feeds.some((feed) => listed(feed) === 'rate') ? 'rate' : 'fixed'
}
