// Follows what the protocols' oracles answer: every listed reserve of Aave, every market of Morpho Blue, Compound v3, Euler v2 and Fluid that is followed.
import type { Hex } from 'viem'
import type { Deployment } from '../../../app/config/deployments.ts'
import { lower, noAddress } from '../../chains/address.ts'
import { type Draft, defineFollower, type ReadContext } from '../../chains/follower.ts'
import { type PinnedReader, view } from '../../chains/pinned.ts'
import { aaveModes } from '../aave-v3/topic.ts'
import { cometMarkets, priceIdOf } from '../compound-v3/topic.ts'
import { morphoMarkets } from '../morpho-blue/topic.ts'
import { createCompoundFeeds } from './compound-feeds.ts'
import { createEulerQuotes, type Quoted } from './euler-quotes.ts'
import { createFluidQuotes } from './fluid-quotes.ts'
import { createFollowsReader, type FollowsReader } from './follows.ts'
import { oraclePrices } from './topic.ts'

const calls = {
  reservesList: view<readonly Hex[]>('function getReservesList() view returns (address[])'),
  priceOracle: view<Hex>('function getPriceOracle() view returns (address)'),
  baseUnit: view<bigint>('function BASE_CURRENCY_UNIT() view returns (uint256)'),
  assetPrice: view<bigint>('function getAssetPrice(address) view returns (uint256)'),
  assetSource: view<Hex>('function getSourceOfAsset(address) view returns (address)'),
  feedPrice: view<bigint>('function getPrice(address) view returns (uint256)'),
  marketPrice: view<bigint>('function price() view returns (uint256)'),
}
// Of a Morpho oracle, beyond the decimals by which the two tokens differ.
const marketScale = 36
// Of what a Comet makes of its feeds.
const cometDecimals = 8

/** What is asked of whom, and what the answer is measured in. */
interface Asked {
  readonly oracle: Hex
  readonly asset: Hex
  readonly source: Hex
  readonly decimals: number
}

export default defineFollower({
  source: 'oracle-prices',
  proof: 'documented',
  topics: [oraclePrices],
  open(deployment) {
    const { aave_v3: pools, morpho_blue: morpho, compound_v3: comets = [], euler_v2: euler, fluid } = deployment
    if (pools.length === 0 && morpho === null && comets.length === 0 && !euler && !fluid) return null
    const readFollows = createFollowsReader(deployment)
    const readers = { readFollows, readCompoundFeeds: createCompoundFeeds(deployment, readFollows) }
    const readEuler = euler === undefined ? async () => [] : createEulerQuotes(readers.readCompoundFeeds)
    const readFluid = fluid === undefined ? async () => [] : createFluidQuotes(readFollows, readers.readCompoundFeeds)
    return {
      scan: null,
      leastSecondsBetween: 2,
      refreshBlocks: Number.MAX_SAFE_INTEGER,
      completeness: null,
      differences: () => ({}),
      prepare: async () => ({
        filter: null,
        touch: () => ({ always: [], ifKnown: [] }),
        read: async (context) => {
          const lists = await Promise.all([listAave(context, deployment), listMorpho(context), listComets(context)])
          const quoted = [...(await readEuler(context)), ...(await readFluid(context))]
          const drafts = [
            ...(await readPrices(context.at, deployment.chain_id, lists, readers)),
            ...quoted.map((one) => draftOf(deployment.chain_id, one)),
          ]
          return [...drafts, ...(await listGone(context, deployment.chain_id, drafts))]
        },
      }),
    }
  },
})

// A price that nobody is judged by any more would grow old beside the others.
async function listGone(context: ReadContext, chainId: number, drafts: readonly Draft[]): Promise<Draft[]> {
  const keys = new Set(drafts.map((draft) => draft.key))
  const held = (await context.contents('oracle-prices', oraclePrices)).map((fact) => keyOf(chainId, fact.oracle, fact.asset))
  return held.filter((key) => !keys.has(key)).map((key) => ({ topic: oraclePrices, key, content: null }))
}

function keyOf(chainId: number, oracle: string, asset: string): string {
  return `${chainId}:${oracle}:${asset}`
}

async function listAave({ at, contents }: ReadContext, { aave_v3: pools }: Deployment): Promise<Asked[]> {
  const modes = await contents('aave-v3', aaveModes)
  const lists = await at.must(pools.map((pool) => ({ view: calls.reservesList, to: pool.pool as Hex, args: [] })))
  const oracles = await at.must(pools.map((pool) => ({ view: calls.priceOracle, to: pool.addresses_provider as Hex, args: [] })))
  const units = await at.must(oracles.map((to) => ({ view: calls.baseUnit, to, args: [] })))
  const asked = new Map<string, Asked>()
  lists.forEach((assets, i) => {
    const oracle = lower(oracles[i]!)
    const decimals = String(units[i]).length - 1
    // Pools of one chain may share an oracle and a token.
    // Inside an eMode of an older pool one price may stand for all.
    const sources = modes.flatMap(({ market, price_source: one }) =>
      market === pools[i]!.market && one !== undefined ? [one] : [],
    )
    for (const asset of [...assets.map(lower), ...sources])
      asked.set(`${oracle} ${asset}`, { oracle, asset, source: noAddress, decimals })
  })
  const list = [...asked.values()]
  const sources = await at.answer(list.map(({ oracle, asset }) => ({ view: calls.assetSource, to: oracle, args: [asset] })))
  return list.map((one, i) => ({ ...one, source: lower(sources[i] ?? noAddress) }))
}

async function listMorpho(context: ReadContext): Promise<Asked[]> {
  const markets = await context.contents('morpho-blue', morphoMarkets)
  return markets.map(({ id, oracle, loan, collateral }) => ({
    oracle,
    asset: id,
    source: oracle,
    decimals: Math.max(0, marketScale + loan.decimals - collateral.decimals),
  }))
}

// The market asks its feeds itself, and refuses where one says nothing above 0.
async function listComets(context: ReadContext): Promise<Asked[]> {
  const markets = await context.contents('compound-v3', cometMarkets)
  return markets.flatMap(({ comet, base, base_price_feed, assets }) => {
    const feeds = new Map<string, Hex>([[base.address, base_price_feed]])
    for (const { address, price_feed } of assets) feeds.set(address, price_feed)
    return [...feeds].map(([token, source]) => ({
      oracle: comet,
      asset: priceIdOf(token) as Hex,
      source,
      decimals: cometDecimals,
    }))
  })
}

async function readPrices(
  at: PinnedReader,
  chainId: number,
  [ofAave, ofMorpho, ofComets]: readonly [readonly Asked[], readonly Asked[], readonly Asked[]],
  { readFollows, readCompoundFeeds }: { readonly readFollows: FollowsReader; readonly readCompoundFeeds: FollowsReader },
): Promise<Draft[]> {
  const others = [...ofAave, ...ofMorpho]
  const sourcesOf = (some: readonly Asked[]) => some.map((one) => one.source)
  const [prices, marketPrices, feedPrices, follows, ofFeeds] = await Promise.all([
    at.answer(ofAave.map(({ oracle, asset }) => ({ view: calls.assetPrice, to: oracle, args: [asset] }))),
    at.answer(ofMorpho.map(({ oracle }) => ({ view: calls.marketPrice, to: oracle, args: [] }))),
    at.answer(ofComets.map(({ oracle, source }) => ({ view: calls.feedPrice, to: oracle, args: [source] }))),
    readFollows(at, sourcesOf(others)),
    readCompoundFeeds(at, sourcesOf(ofComets)),
  ])
  const answers = [...prices, ...marketPrices, ...feedPrices]
  return [...others, ...ofComets].flatMap(({ oracle, asset, source, decimals }, i) => {
    const price = answers[i] ?? null
    const made = (i < others.length ? follows : ofFeeds).get(source)!
    // An oracle that refuses has no price: what it last said is taken back rather than believed.
    return [draftOf(chainId, { oracle, asset, price, decimals, source, ...made })]
  })
}

function draftOf(chainId: number, { oracle, asset, price, ...rest }: Quoted): Draft {
  const content = price === null ? null : { oracle, asset, price: String(price), ...rest }
  return { topic: oraclePrices, key: keyOf(chainId, oracle, asset), content }
}
