// One reading of a launch: the deepest pool, the block it came to be in, who took the token out of it since, and who those are now.
import { type Hex, hexToBigInt } from 'viem'
import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { view } from '../../chains/pinned.ts'
import { RpcFault } from '../../chains/rpc-fault.ts'
import { findDeployment } from '../../contracts/deployment.ts'
import type { PinnedChain, RawLog } from '../../contracts/pinned-chain.ts'
import type { ReadContext } from '../../contracts/reader.ts'
import { readIdentity } from '../../contracts/token/identity.ts'
import { findPools } from '../../contracts/token/pools.ts'
import { accountOf, reach, topicOf } from '../../contracts/wallet/transfers.ts'
import { fundersOf } from './funders.ts'
import type { evmLaunches } from './topic.ts'

type Fact = ValueOf<typeof evmLaunches>

const transferred: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const balance = view<bigint>('function balanceOf(address) view returns (uint256)')
const supplyOf = view<bigint>('function totalSupply() view returns (uint256)')
const windows = [600, 150, 25]
const mostBuyers = 60
const mostBuys = 2_000
const atOnce = 20

export async function read({ asked, address: token, chain, inferred, at, alsoOn }: ReadContext): Promise<Fact> {
  const identity = await readIdentity(chain, token)
  const pools = await findPools(chain, token, identity.decimals)
  const [first] = pools
  if (first === undefined) throw new TollgateError('key_unknown', 'no pool of this token is known on its chain')
  const [made, deployment] = await Promise.all([launchOf(chain, token, first.address), findDeployment(chain, token, null)])
  if (made === null)
    throw new TollgateError('upstream_unavailable', 'the provider does not tell when the pool was made', { retryable: true })
  const deployer = deployment?.deployer ?? null
  const { blocks, logs } = await firstBlocks(chain, token, made.block)
  const own = new Set<string>([...pools.map((pool) => pool.address), token])
  const buys = logs
    .map((log) => ({ log, from: accountOf(log.topics[1]!), to: accountOf(log.topics[2]!) }))
    .filter(({ from, to }) => from === first.address && !own.has(to) && hexToBigInt(to) > 0n)
    .map(({ log, to }) => ({
      tx: log.transaction,
      block: log.block,
      index: log.index,
      to,
      units: hexToBigInt(log.data).toString(),
    }))
    .slice(0, mostBuys)
  const [supply] = await chain.answer([{ view: supplyOf, to: token, args: [] }])
  return {
    asked,
    read_at: at.toISOString(),
    chain_id: chain.id,
    address: token,
    inferred,
    also_on: [...alsoOn],
    block: { number: chain.block.number, hash: chain.block.hash, time: chain.block.time.toISOString() },
    token: { name: identity.name, symbol: identity.symbol, decimals: identity.decimals, supply: (supply ?? 0n).toString() },
    deployer,
    launch: { block: made.block, time: made.time, pool: first.address, dex: first.dex },
    read_blocks: blocks,
    buys,
    given: deployer === null ? [] : await givenBy(chain, token, deployer, deployment!.block, made.block + blocks, own),
    buyers: await describeBuyers(chain, token, buys),
    funders: await fundersOf(chain, { buys, launchBlock: made.block, own }),
  }
}

/** When the pool came to be; where old states are not kept, when it first got the token. */
async function launchOf(chain: PinnedChain, token: Hex, pool: Hex): Promise<{ block: number; time: string } | null> {
  const made = await findDeployment(chain, pool, null)
  if (made !== null) return made
  const { from, logs } = await reach(chain, (from) => chain.logs(token, [transferred, null, topicOf(pool)], from))
  const [first] = logs
  // What began before the oldest block that could be read has no known beginning.
  if (first === undefined || from > 0) return null
  const { number, time } = await chain.header(first.block)
  return { block: number, time: time.toISOString() }
}

async function firstBlocks(chain: PinnedChain, token: Hex, from: number): Promise<{ blocks: number; logs: readonly RawLog[] }> {
  let last: unknown = null
  for (const blocks of windows) {
    try {
      const to = Math.min(chain.block.number, from + blocks - 1)
      return { blocks: to - from + 1, logs: await chain.logs(token, [transferred], from, to) }
    } catch (error) {
      if (!(error instanceof RpcFault) || error.kind === 'behind') throw error
      last = error
    }
  }
  throw last
}

async function givenBy(chain: PinnedChain, token: Hex, deployer: Hex, from: number, to: number, own: ReadonlySet<string>) {
  try {
    const logs = await chain.logs(token, [transferred, topicOf(deployer)], from, Math.min(to, chain.block.number))
    return [...new Set(logs.map(({ topics }) => accountOf(topics[2]!)))].filter((account) => !own.has(account))
  } catch (error) {
    if (error instanceof RpcFault && error.kind !== 'behind') return []
    throw error
  }
}

async function describeBuyers(chain: PinnedChain, token: Hex, buys: Fact['buys']): Promise<Fact['buyers']> {
  const bought = new Map<string, bigint>()
  for (const { to, units } of buys) bought.set(to, (bought.get(to) ?? 0n) + BigInt(units))
  const largest = [...bought]
    .sort(([a, x], [b, y]) => (x < y ? 1 : x > y ? -1 : a < b ? -1 : 1))
    .slice(0, mostBuyers)
    .map(([account]) => account as Hex)
  const held = await chain.answer(largest.map((account) => ({ view: balance, to: token, args: [account] })))
  const described: Fact['buyers'] = []
  for (let at = 0; at < largest.length; at += atOnce)
    described.push(
      ...(await Promise.all(
        largest.slice(at, at + atOnce).map(async (account, i) => ({
          account,
          sent: await chain.nonce(account),
          held_units: (held[at + i] ?? 0n).toString(),
          is_contract: (await chain.code(account)) !== '0x',
        })),
      )),
    )
  return described
}
