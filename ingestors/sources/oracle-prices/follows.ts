// What an oracle's answer follows: told by the deployment's lists, else by the parts an oracle says it is made of.
import type { Hex } from 'viem'
import { lower, noAddress } from '../../chains/address.ts'
import type { Deployment } from '../../chains/deployments.ts'
import { type PinnedReader, view } from '../../chains/pinned.ts'

export type Follows = 'market' | 'rate' | 'fixed'

// The oracle that Morpho's factory makes: a vault's rate times feeds over feeds, any of which may be missing.
const partNames = ['BASE_VAULT', 'BASE_FEED_1', 'BASE_FEED_2', 'QUOTE_VAULT', 'QUOTE_FEED_1', 'QUOTE_FEED_2']
const partViews = partNames.map((name) => view<Hex>(`function ${name}() view returns (address)`))
// Aave's capped feeds of staked tokens: an exchange rate times the base token's price.
const ratioView = view<Hex>('function RATIO_PROVIDER() view returns (address)')

export function createFollowsReader(deployment: Deployment) {
  const rates = new Set(deployment.rate_oracles)
  const fixed = new Set(deployment.fixed_oracles)
  const known = new Map<Hex, Follows>()
  const listed = (oracle: string): Follows | null => (fixed.has(oracle) ? 'fixed' : rates.has(oracle) ? 'rate' : null)
  /** `sources` are the contracts that are asked in the end: a token's feed, or a market's oracle. */
  return async (at: PinnedReader, sources: readonly Hex[]): Promise<Map<Hex, Follows>> => {
    const unknown = [...new Set(sources)].filter((source) => !known.has(source))
    const ask = [...partViews, ratioView]
    const answers = await at.answer(unknown.flatMap((to) => ask.map((what) => ({ view: what, to, args: [] }))))
    unknown.forEach((source, i) => {
      const parts = answers.slice(i * ask.length, (i + 1) * ask.length)
      known.set(source, listed(source) ?? detect(parts, listed))
    })
    return new Map(sources.map((source) => [source, known.get(source)!]))
  }
}

function detect(answers: readonly (Hex | null)[], listed: (oracle: string) => Follows | null): Follows {
  const ratio = answers.at(-1) ?? null
  if (ratio !== null && ratio !== noAddress) return 'rate'
  const parts = answers.slice(0, partNames.length)
  if (parts.includes(null)) return 'market'
  const [baseVault, baseFeed, baseFeed2, quoteVault, quoteFeed, quoteFeed2] = parts.map((part) => lower(part!))
  const feeds = [baseFeed!, baseFeed2!, quoteFeed!, quoteFeed2!].filter((feed) => feed !== noAddress)
  const vaults = [baseVault!, quoteVault!].filter((vault) => vault !== noAddress)
  const moving = feeds.filter((feed) => listed(feed) === null)
  if (moving.length > 0) return 'market'
  return vaults.length > 0 || feeds.some((feed) => listed(feed) === 'rate') ? 'rate' : 'fixed'
}
