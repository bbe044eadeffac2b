// What an oracle's answer follows: told by the deployment's lists, else by the parts an oracle says it is made of.
import type { Hex } from 'viem'
import type { Deployment } from '../../../app/config/deployments.ts'
import { lower, noAddress } from '../../chains/address.ts'
import { type PinnedReader, type View, view } from '../../chains/pinned.ts'

export type Follows = 'market' | 'rate' | 'fixed'

// The oracle that Morpho's factory makes: a vault's rate times feeds over feeds, any of which may be missing.
const partNames = ['BASE_VAULT', 'BASE_FEED_1', 'BASE_FEED_2', 'QUOTE_VAULT', 'QUOTE_FEED_1', 'QUOTE_FEED_2']
const partViews = partNames.map((name) => view<Hex>(`function ${name}() view returns (address)`))
// Aave's adapters by what only each kind of them answers (interfaces of bgd-labs/aave-capo and aave/gho-core).
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
}
const adapterNames = Object.keys(adapterViews) as (keyof typeof adapterViews)[]

export function createFollowsReader(deployment: Deployment) {
  const rates = new Set(deployment.rate_oracles)
  const fixed = new Set(deployment.fixed_oracles)
  const known = new Map<Hex, Follows>()
  const listed = (oracle: string): Follows | null => (fixed.has(oracle) ? 'fixed' : rates.has(oracle) ? 'rate' : null)
  /** `sources` are the contracts that are asked in the end: a token's feed, or a market's oracle. */
  return async (at: PinnedReader, sources: readonly Hex[]): Promise<Map<Hex, Follows>> => {
    const unknown = [...new Set(sources)].filter((source) => !known.has(source))
    const ask: View<unknown>[] = [...partViews, ...Object.values(adapterViews)]
    const answers = await at.answer(unknown.flatMap((to) => ask.map((what) => ({ view: what, to, args: [] }))))
    unknown.forEach((source, i) => {
      const own = answers.slice(i * ask.length, (i + 1) * ask.length)
      const parts = own.slice(0, partNames.length) as (Hex | null)[]
      const adapter = Object.fromEntries(adapterNames.map((name, a) => [name, own[partNames.length + a] ?? null])) as Adapter
      known.set(source, listed(source) ?? detectAdapter(adapter) ?? detectParts(parts, listed))
    })
    return new Map(sources.map((source) => [source, known.get(source)!]))
  }
}

type Adapter = Readonly<Record<keyof typeof adapterViews, unknown>>

function detectAdapter({ ratio, principal, gho, setter, price }: Adapter): Follows | null {
  const isThere = (contract: unknown) => contract !== null && contract !== noAddress
  if (isThere(ratio) || isThere(principal)) return 'rate'
  return gho !== null || (isThere(setter) && price !== null) ? 'fixed' : null
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
