// What Fluid's vaults say their collateral is worth in what they lend, and what moves that: a vault names one oracle, and the newer ones of those
// say which rates and feeds they multiply.
import type { Hex } from 'viem'
import { lower, noAddress } from '../../chains/address.ts'
import type { ReadContext } from '../../chains/follower.ts'
import { type PinnedReader, view } from '../../chains/pinned.ts'
import { priceIdOf } from '../compound-v3/topic.ts'
import { fluidVaults } from '../fluid/topic.ts'
import { product } from './compound-feeds.ts'
import type { Quoted } from './euler-quotes.ts'
import type { Composition, FollowsReader } from './follows.ts'

type Hop = { readonly source: Hex; readonly sourceType: number }
type Part = { readonly source: Hex; readonly kind: 'rate' | 'feed' | 'other' }

const calls = {
  price: view<bigint>('function getExchangeRateLiquidate() view returns (uint256)'),
  rateOfDebt: view<bigint>('function getExchangeRateOperateDebt() view returns (uint256)'),
  hops: view<readonly Hop[]>('function getOracleHopSources() view returns (Hop[])', [
    'struct Hop { address source; bool invertRate; uint256 multiplier; uint256 divisor; uint8 sourceType; }',
  ]),
}
// A feed of Redstone's or Chainlink's. The others are Fluid's own contracts, of which those that cap a rate also say what it is for debt, or
// a pool that is held beside a feed.
const feedTypes = [1, 2]
const ownTypes = [0, 4]
const priceDigits = 27
// Above this the vault refuses every liquidation; it reckons with no price above the second.
const refusedFrom = 10n ** 54n
const mostPrice = 10n ** 45n

export function createFluidQuotes(readFollows: FollowsReader, readFeeds: FollowsReader) {
  const partsOf = new Map<Hex, readonly Part[] | null>()
  return async ({ at, contents }: Pick<ReadContext, 'at' | 'contents'>): Promise<Quoted[]> => {
    const vaults = (await contents('fluid', fluidVaults)).filter(({ borrow_total: total }) => total !== '0')
    const oracles = vaults.map(({ oracle }) => oracle as Hex)
    const [prices, own] = await Promise.all([
      at.answer(oracles.map((to) => ({ view: calls.price, to, args: [] }))),
      readFollows(at, oracles),
      readParts(at, oracles),
    ])
    const parts = oracles.flatMap((oracle) => partsOf.get(oracle) ?? [])
    const feeds = await readFeeds(at, [...new Set(parts.filter(({ kind }) => kind === 'feed').map(({ source }) => source))])
    return vaults.map(({ vault, collateral, loan, oracle }, i) => {
      const price = prices[i] ?? null
      const made = partsOf.get(oracle) ?? null
      return {
        oracle: vault,
        asset: priceIdOf(collateral.address) as Hex,
        price: price === null || price === 0n || price > refusedFrom ? null : price < mostPrice ? price : mostPrice,
        decimals: Math.max(0, priceDigits + loan.decimals - collateral.decimals),
        source: oracle,
        ...(made === null
          ? own.get(oracle)!
          : product(
              made.map((part) => compose(part, feeds)),
              false,
            )),
      }
    })
  }

  /** What an oracle is made of never changes. */
  async function readParts(at: PinnedReader, oracles: readonly Hex[]): Promise<void> {
    const unknown = [...new Set(oracles)].filter((oracle) => !partsOf.has(oracle))
    const answers = await at.answer(unknown.map((to) => ({ view: calls.hops, to, args: [] })))
    // Places that are not taken are of the first type, and of nobody.
    const hops = answers.map((all) =>
      (all ?? [])
        .map(({ source, sourceType }) => ({ source: lower(source), sourceType }))
        .filter(({ source, sourceType }) => source !== noAddress || sourceType !== ownTypes[0]),
    )
    const ofOwn = [
      ...new Set(
        hops
          .flat()
          .filter(isOwn)
          .map(({ source }) => source),
      ),
    ]
    const said = await at.answer(ofOwn.map((to) => ({ view: calls.rateOfDebt, to, args: [] })))
    const rates = new Set(ofOwn.filter((_, i) => said[i] != null))
    unknown.forEach((oracle, i) => {
      const parts = hops[i]!.map(
        (hop): Part => ({ source: hop.source, kind: isOwn(hop) && rates.has(hop.source) ? 'rate' : kindOf(hop) }),
      )
      partsOf.set(oracle, parts.length === 0 ? null : parts)
    })
  }
}

const isOwn = ({ sourceType }: Hop): boolean => ownTypes.includes(sourceType)
const kindOf = ({ source, sourceType }: Hop) => (feedTypes.includes(sourceType) && source !== noAddress ? 'feed' : 'other')

function compose({ source, kind }: Part, feeds: ReadonlyMap<Hex, Composition>): Composition {
  if (kind === 'rate') return { follows: 'rate', feeds: [] }
  return feeds.get(source) ?? { follows: 'market', feeds: source === noAddress ? [] : [source] }
}
