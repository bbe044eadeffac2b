// One reading of a token: the contract, its pools and holders, the trial of selling it, and what further sources say beside.
import type { Hex } from 'viem'
import type { ValueOf } from '../../../db/log/topic.ts'
import { view } from '../../chains/pinned.ts'
import { judgeAuthority } from '../../contracts/authority.ts'
import { findDeployment } from '../../contracts/deployment.ts'
import type { PinnedChain } from '../../contracts/pinned-chain.ts'
import { readContract } from '../../contracts/read-contract.ts'
import type { ReadContext } from '../../contracts/reader.ts'
import { askRegistry } from '../../contracts/registry.ts'
import { findHolders, type Holders } from '../../contracts/token/holders.ts'
import { readIdentity } from '../../contracts/token/identity.ts'
import { findPools, type Pool } from '../../contracts/token/pools.ts'
import { priceQuotes } from '../../contracts/token/quote-prices.ts'
import { trySelling } from '../../contracts/token/sell-trial.ts'
import type { evmTokens } from './topic.ts'

type Fact = ValueOf<typeof evmTokens>

const balance = view<bigint>('function balanceOf(address) view returns (uint256)')
const supplyOf = view<bigint>('function totalSupply() view returns (uint256)')
const zero: Hex = `0x${'0'.repeat(40)}`
const dead: Hex = '0x000000000000000000000000000000000000dead'
// Lockers that their makers publish: UNCX and Team Finance.
const lockers: readonly Hex[] = ['0x663a5c229c09b049e36dcc11a9b0d4a8eb9db214', '0xe2fe530c047f2d85298b07d9333c05737f1435fb']

export async function read(context: ReadContext): Promise<Fact> {
  const { asked, address: token, chain, inferred, at, beside } = context
  const contract = await readContract(chain, token)
  const identity = await readIdentity(chain, token)
  const target = contract.proxy.implementation ?? contract.delegate
  const outside = `${asked}@${chain.id}/${token}`
  const [registry, market, screening, pools, quotes] = await Promise.all([
    askRegistry(context, target),
    beside('dexscreener-pairs', outside),
    beside('goplus-token', outside),
    findPools(chain, token, identity.decimals).then((all) => all.slice(0, 12)),
    priceQuotes(chain),
  ])
  const deployment = await findDeployment(chain, token, registry?.deployment ?? null)
  const holders = await findHolders(chain, token, deployment?.block ?? null)
  const ranked = rank(pools, quotes)
  const others = othersThan(holders, ranked, contract.owner?.address, deployment?.deployer)
  const source = holders.list.find(({ account }) => account === contract.owner?.address) ?? holders.list[0] ?? null
  const best = ranked[0]
  const trial = await trySelling(chain, {
    token,
    pool: best === undefined ? null : { address: best.address, units: BigInt(best.token_units) },
    source,
    holders: others.map(({ account }) => account),
  })
  const { functions: _functions, ...held } = contract
  const answered = { sourcify: registry, 'dexscreener-pairs': market, 'goplus-token': screening }
  return {
    asked,
    read_at: at.toISOString(),
    chain_id: chain.id,
    address: token,
    inferred,
    also_on: [...context.alsoOn],
    block: { number: chain.block.number, hash: chain.block.hash, time: chain.block.time.toISOString() },
    token: identity,
    contract: held as never,
    deployment,
    deployer: deployment?.deployer ? ((await judgeAuthority(chain, deployment.deployer)) as never) : null,
    quotes_usd: Object.fromEntries(quotes),
    pools: ranked,
    pool_shares: best?.kind === 'v2' ? await readShares(chain, best.address) : null,
    trial,
    holders: await countHolders(chain, token, holders, ranked, deployment?.deployer ?? null),
    beside: Object.entries(answered).flatMap(([name, one]) => (one === null ? [] : [name as Fact['beside'][number]])),
  }
}

/** By what they hold in dollars; what no pool prices comes last. */
function rank(pools: readonly Pool[], quotes: ReadonlyMap<string, number>): Pool[] {
  const usd = ({ quote, quote_held }: Pool) => (quotes.get(quote) ?? 0) * quote_held
  return [...pools].sort((a, b) => usd(b) - usd(a) || (a.address < b.address ? -1 : 1))
}

function othersThan({ list }: Holders, pools: readonly Pool[], ...known: (string | null | undefined)[]) {
  const not = new Set<string | null | undefined>([...pools.map(({ address }) => address), ...known])
  return list.filter(({ account }) => !not.has(account))
}

async function readShares(chain: PinnedChain, pool: Hex): Promise<Fact['pool_shares']> {
  const [total, ...locked] = await chain.answer<bigint>([
    { view: supplyOf, to: pool, args: [] },
    ...[zero, dead, ...lockers].map((account) => ({ view: balance, to: pool, args: [account] })),
  ])
  if (!total) return null
  return { total: total.toString(), locked: locked.reduce<bigint>((sum, one) => sum + (one ?? 0n), 0n).toString() }
}

async function countHolders(
  chain: PinnedChain,
  token: Hex,
  { complete, list }: Holders,
  pools: readonly Pool[],
  creator: Hex | null,
) {
  if (!complete) return null
  const ownPools = new Set<string>(pools.map(({ address }) => address))
  const ten = list.filter(({ account }) => !ownPools.has(account)).slice(0, 10)
  const burnt = await chain.answer<bigint>([zero, dead].map((account) => ({ view: balance, to: token, args: [account] })))
  return {
    count: list.length,
    top10_units: sumOf(ten.map(({ units }) => units)),
    creator_units: sumOf(list.filter(({ account }) => account === creator).map(({ units }) => units)),
    burnt_units: sumOf(burnt.map((units) => units ?? 0n)),
    pooled_units: sumOf(list.filter(({ account }) => ownPools.has(account)).map(({ units }) => units)),
  }
}

const sumOf = (units: readonly bigint[]): string => units.reduce((sum, one) => sum + one, 0n).toString()
