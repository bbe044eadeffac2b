// What a pool's gauge pays to whom, and how many votes the pool has.
import { type Hex, hexToBigInt } from 'viem'
import type { ValueOf } from '../../../db/log/topic.ts'
import { view } from '../../chains/pinned.ts'
import type { VotedExchange } from '../../contracts/exchanges.ts'
import type { PinnedChain } from '../../contracts/pinned-chain.ts'
import { readIdentity } from '../../contracts/token/identity.ts'
import { priceToken } from '../../contracts/token/token-price.ts'
import type { evmPools } from './topic.ts'

type Fact = ValueOf<typeof evmPools>

const views = {
  gauges: view<Hex>('function gauges(address) view returns (address)'),
  weights: view<bigint>('function weights(address) view returns (uint256)'),
  totalWeight: view<bigint>('function totalWeight() view returns (uint256)'),
  isAlive: view<boolean>('function isAlive(address) view returns (bool)'),
  rate: view<bigint>('function rewardRate() view returns (uint256)'),
  finish: view<bigint>('function periodFinish() view returns (uint256)'),
  supply: view<bigint>('function totalSupply() view returns (uint256)'),
  liquidity: view<bigint>('function liquidity() view returns (uint128)'),
  staked: view<bigint>('function stakedLiquidity() view returns (uint128)'),
}
const latest = 8_640_000_000_000n

export async function readGauge(
  chain: PinnedChain,
  { voter, reward }: VotedExchange,
  pool: Hex,
  isRange: boolean,
  worths: ReadonlyMap<string, number>,
): Promise<Pick<Fact, 'gauge' | 'votes'>> {
  const [gauge, own, all] = (await chain.answer<unknown>([
    { view: views.gauges, to: voter, args: [pool] },
    { view: views.weights, to: voter, args: [pool] },
    { view: views.totalWeight, to: voter, args: [] },
  ] as never)) as [Hex | null, bigint | null, bigint | null]
  const votes = own === null || all === null ? null : { pool: own.toString(), all: all.toString() }
  if (gauge === null || hexToBigInt(gauge) === 0n) return { gauge: null, votes }
  const [isAlive, rate, finish, staked, whole] = (await chain.answer<unknown>([
    { view: views.isAlive, to: voter, args: [gauge] },
    { view: views.rate, to: gauge, args: [] },
    { view: views.finish, to: gauge, args: [] },
    isRange ? { view: views.staked, to: pool, args: [] } : { view: views.supply, to: gauge, args: [] },
    { view: isRange ? views.liquidity : views.supply, to: pool, args: [] },
  ] as never)) as [boolean | null, bigint | null, bigint | null, bigint | null, bigint | null]
  const identity = await readIdentity(chain, reward)
  const seconds = finish === null ? 0n : finish < latest / 1_000n ? finish : latest / 1_000n
  return {
    votes,
    gauge: {
      address: gauge.toLowerCase(),
      is_alive: isAlive ?? false,
      staked_share: !whole || staked === null ? 0 : Math.min(1, Number(staked) / Number(whole)),
      per_second: (rate ?? 0n).toString(),
      ends_at: new Date(Number(seconds) * 1_000).toISOString(),
      reward: {
        token: reward,
        symbol: identity.symbol ?? '',
        decimals: Math.min(36, identity.decimals),
        usd: await priceToken(chain, reward, identity.decimals, worths),
      },
    },
  }
}
