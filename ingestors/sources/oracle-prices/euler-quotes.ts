// What Euler's lenders say their asset and each share they take is worth, and what moves that: a lender names one oracle, which hands each
// pair on to an adapter of its own (euler-xyz/euler-price-oracle), once a vault's share has become what the vault holds.
import type { Hex } from 'viem'
import { lower, noAddress } from '../../chains/address.ts'
import type { ReadContext } from '../../chains/follower.ts'
import { type PinnedReader, view } from '../../chains/pinned.ts'
import { priceIdOf } from '../compound-v3/topic.ts'
import { vaultsInUse } from '../euler-v2/in-use.ts'
import { eulerVaults } from '../euler-v2/topic.ts'
import { product } from './compound-feeds.ts'
import type { Composition, FollowsReader } from './follows.ts'

type Resolved = readonly [amount: bigint, base: Hex, quote: Hex, adapter: Hex]

const calls = {
  quote: view<bigint>('function getQuote(uint256, address, address) view returns (uint256)'),
  resolve: view<Resolved>('function resolveOracle(uint256, address, address) view returns (uint256, address, address, address)'),
  decimals: view<number>('function decimals() view returns (uint8)'),
}
const adapterViews = {
  name: view<string>('function name() view returns (string)'),
  // One pair through a token in the middle.
  first: view<Hex>('function oracleBaseCross() view returns (address)'),
  second: view<Hex>('function oracleCrossQuote() view returns (address)'),
  feed: view<Hex>('function feed() view returns (address)'),
}
const views = [adapterViews.name, adapterViews.first, adapterViews.second, adapterViews.feed] as const
// Of a staking contract or another that tells a rate; any other adapter tells what something is traded for.
const rateNames = ['LidoOracle', 'LidoFundamentalOracle', 'RateProviderOracle', 'IdleTranchesOracle']
const fixedName = 'FixedRateOracle'
const mostDepth = 4
const repathBlocks = 300
// So many whole tokens are asked for at once: a unit of account may have few digits.
const quotedDigits = 6
const currencyDecimals = 18
const mostCurrency = 0xffffffffn
const rate: Composition = { follows: 'rate', feeds: [] }
const fixed: Composition = { follows: 'fixed', feeds: [] }

export interface Quoted extends Composition {
  readonly oracle: Hex
  readonly asset: Hex
  /** Null where the oracle refuses. */
  readonly price: bigint | null
  readonly decimals: number
  readonly source: Hex
}

type Asked = {
  readonly lender: Hex
  readonly oracle: Hex
  readonly token: Hex
  /** What a share is of; the token itself where it is none. */
  readonly asset: Hex
  readonly unit: Hex
  readonly amount: bigint
}

/** Who answers in the end, and of what, once shares have become what they are of. */
type Path = { readonly adapter: Hex; readonly base: Hex }

type Adapter = { readonly name: string | null; readonly parts: readonly Hex[]; readonly feed: Hex | null }

export function createEulerQuotes(readFeeds: FollowsReader) {
  const adapters = new Map<Hex, Adapter>()
  const digits = new Map<Hex, number>()
  let paths: { readonly block: number; readonly known: Map<string, Path> } = { block: 0, known: new Map() }

  return async (context: ReadContext): Promise<Quoted[]> => {
    const { at } = context
    const asked = listAsked(await context.contents('euler-v2', eulerVaults))
    if (asked.length === 0) return []
    const [prices, own] = await Promise.all([
      at.answer(asked.map((one) => ({ view: calls.quote, to: one.oracle, args: argsOf(one) }))),
      readPaths(at, asked),
      readDigits(
        at,
        asked.map(({ unit }) => unit),
      ),
    ])
    await readAdapters(
      at,
      own.map(({ adapter }) => adapter),
    )
    const feeds = [...adapters.values()].flatMap(({ feed }) => (feed === null ? [] : [feed]))
    const ofFeeds = await readFeeds(at, feeds)
    return asked.map(({ lender, token, asset, unit, amount }, i) => {
      const { adapter, base } = own[i]!
      const isUnit = token === unit
      const made = isUnit || adapter === noAddress ? fixed : compose(adapter, ofFeeds, mostDepth)
      return {
        oracle: lender,
        asset: priceIdOf(token) as Hex,
        // The contract asks nobody what a unit is worth in units.
        price: isUnit ? amount : (prices[i] ?? null),
        decimals: quotedDigits + digits.get(unit)!,
        source: adapter,
        ...(base === asset || base === token ? made : product([rate, made], false)),
      }
    })
  }

  // Governance sets which adapter a pair goes to: that is asked less often than what it answers.
  async function readPaths(at: PinnedReader, asked: readonly Asked[]): Promise<Path[]> {
    const age = at.block.number - paths.block
    if (age < 0 || age >= repathBlocks) paths = { block: at.block.number, known: new Map() }
    const { known } = paths
    const nameOf = ({ oracle, token, unit }: Asked) => `${oracle} ${token} ${unit}`
    const unknown = asked.filter((one) => !known.has(nameOf(one)))
    const resolved = await at.answer(unknown.map((one) => ({ view: calls.resolve, to: one.oracle, args: argsOf(one) })))
    unknown.forEach((one, i) => {
      const [, base, , adapter] = resolved[i] ?? [0n, one.asset, one.unit, one.oracle]
      known.set(nameOf(one), { adapter: lower(adapter), base: lower(base) })
    })
    return asked.map((one) => known.get(nameOf(one))!)
  }

  async function readDigits(at: PinnedReader, units: readonly Hex[]): Promise<void> {
    const unknown = [...new Set(units)].filter((unit) => !digits.has(unit))
    const answers = await at.answer(unknown.map((to) => ({ view: calls.decimals, to, args: [] })))
    unknown.forEach((unit, i) => {
      digits.set(unit, BigInt(unit) <= mostCurrency ? currencyDecimals : (answers[i] ?? currencyDecimals))
    })
  }

  /** Level by level; what is asked for is never asked again, for an adapter never changes. */
  async function readAdapters(at: PinnedReader, sources: readonly Hex[]): Promise<void> {
    for (let level = new Set(sources), depth = 0; level.size > 0 && depth <= mostDepth; depth++) {
      const unknown = [...level].filter((one) => one !== noAddress && !adapters.has(one))
      const answers = await at.answer<unknown>(
        unknown.flatMap((to) => views.map((what) => ({ view: what as never, to, args: [] }))),
      )
      unknown.forEach((one, i) => {
        const [name, first, second, feed] = answers.slice(i * views.length) as [string | null, Hex | null, Hex | null, Hex | null]
        adapters.set(one, {
          name,
          parts: first === null || second === null ? [] : [lower(first), lower(second)],
          feed: feed === null || feed === noAddress ? null : lower(feed),
        })
      })
      level = new Set(unknown.flatMap((one) => adapters.get(one)!.parts))
    }
  }

  function compose(source: Hex, feeds: ReadonlyMap<Hex, Composition>, depth: number): Composition {
    const adapter = adapters.get(source)
    if (adapter === undefined || depth === 0) return { follows: 'market', feeds: [source] }
    if (adapter.parts.length > 0)
      return product(
        adapter.parts.map((part) => compose(part, feeds, depth - 1)),
        false,
      )
    if (adapter.name === fixedName) return fixed
    if (adapter.name !== null && rateNames.includes(adapter.name)) return rate
    return (adapter.feed === null ? undefined : feeds.get(adapter.feed)) ?? { follows: 'market', feeds: [source] }
  }
}

const argsOf = ({ amount, token, unit }: Asked) => [amount, token, unit]

function listAsked(vaults: readonly Record<string, any>[]): Asked[] {
  const whole = (decimals: number) => 10n ** BigInt(decimals + quotedDigits)
  return vaultsInUse(vaults).flatMap(({ lender: { vault, asset, lends }, shares }) => {
    const shared = { lender: vault, oracle: lends.oracle, unit: lends.unit_of_account }
    const own: Asked = { ...shared, token: asset.address, asset: asset.address, amount: whole(asset.decimals) }
    const ofShares = shares.map(
      (share): Asked => ({ ...shared, token: share.vault, asset: share.asset.address, amount: whole(share.share_decimals) }),
    )
    return [own, ...ofShares]
  })
}
