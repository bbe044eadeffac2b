// An exchange with votes on the demo chain: a volatile, a stable and a concentrated pool, their gauges, and what past weeks brought.
import { type Address, parseAbi, parseEther, parseUnits } from 'viem'
import type { VotedExchange } from '../../ingestors/contracts/exchanges.ts'
import type { Artifacts } from '../contracts/artifacts.ts'
import { usdTokenAddress } from '../faucet.ts'
import type { Chain, Contract } from '../lending/chain.ts'

export interface SpecimenVotes {
  readonly volatile: Address
  readonly stable: Address
  readonly range: Address
  /** Of the volatile pool. */
  readonly gauge: Address
  /** Not paid any more. */
  readonly deadGauge: Address
}

const usd: Contract = { address: usdTokenAddress, abi: parseAbi(['function mint(address to, uint256 value)']) }
const dollars = (whole: number): bigint => parseUnits(String(whole), 6)
const burnt: Address = '0x000000000000000000000000000000000000dEaD'
const yearSeconds = 31_536_000n

export async function openVotedExchange(
  chain: Chain,
  own: Artifacts,
  specimens: { readonly factory: Contract; readonly owner: Address; readonly coin: Address },
): Promise<{ readonly votes: SpecimenVotes; readonly voted: VotedExchange }> {
  const { factory, owner } = specimens
  const coin: Contract = { address: specimens.coin, abi: own.CoinToken!.abi }
  const deploy = (name: string, ...args: unknown[]) => chain.deploy(own[name]!, args, owner)
  const reward = await deploy('RewardToken')
  await priceReward(chain, own, factory, owner, reward)
  const [voter, pools, ranges] = [await deploy('DemoVoter'), await deploy('VotedFactory'), await deploy('RangeFactory')]
  const lens = await deploy('RewardsLens', usd.address, reward.address)
  const finish = (await chain.timestamp()) + yearSeconds
  const open = async (token: Contract, isStable: boolean, unit: bigint): Promise<Contract> => {
    await chain.send(pools, 'createPool', [token.address, usd.address, isStable, unit, dollars(1)], owner)
    const address = await chain.read<Address>(pools, 'getPool', [token.address, usd.address, isStable])
    return { address, abi: own.VotedPool!.abi }
  }
  // 500 coins of 2,000 and a million dollars, half of it staked.
  const volatile = await open(coin, false, parseEther('1'))
  const gauge = await deploy('VotedGauge', volatile.address, parseEther('0.01'), finish)
  for (const to of [owner, gauge.address]) {
    await chain.send(coin, 'transfer', [volatile.address, parseEther('250')], owner)
    await chain.send(usd, 'mint', [volatile.address, dollars(500_000)], owner)
    await chain.send(volatile, 'mint', [to], owner)
  }
  // The reward is worth a dollar: a pool of two that are. Its gauge is dead.
  const stable = await open(reward, true, parseEther('1'))
  const deadGauge = await deploy('VotedGauge', stable.address, parseEther('0.01'), finish)
  await chain.send(reward, 'transfer', [stable.address, parseEther('1000000')], owner)
  await chain.send(usd, 'mint', [stable.address, dollars(1_000_000)], owner)
  await chain.send(stable, 'mint', [deadGauge.address], owner)
  const range = await openRange(chain, ranges, coin, owner)
  await chain.send(voter, 'place', [volatile.address, gauge.address, parseEther('1000000'), true], owner)
  await chain.send(voter, 'place', [stable.address, deadGauge.address, parseEther('3000000'), false], owner)
  const lower = (address: Address) => address.toLowerCase() as Address
  return {
    votes: { volatile: volatile.address, stable: stable.address, range, gauge: gauge.address, deadGauge: deadGauge.address },
    voted: {
      name: 'specimen-votes',
      voter: lower(voter.address),
      poolFactory: lower(pools.address),
      rangeFactories: [lower(ranges.address)],
      rewardsLens: lower(lens.address),
      reward: lower(reward.address),
    },
  }
}

async function priceReward(chain: Chain, own: Artifacts, factory: Contract, owner: Address, reward: Contract): Promise<void> {
  await chain.send(factory, 'createPair', [reward.address, usd.address], owner)
  const pool = {
    address: await chain.read<Address>(factory, 'getPair', [reward.address, usd.address]),
    abi: own.SpecimenPool!.abi,
  }
  await chain.send(reward, 'transfer', [pool.address, parseEther('1000000')], owner)
  await chain.send(usd, 'mint', [pool.address, dollars(1_000_000)], owner)
  await chain.send(pool, 'mint', [burnt], owner)
}

/** A liquidity of 10¹⁶ at 2,000 dollars a coin, of which three quarters are staked. */
async function openRange(chain: Chain, ranges: Contract, coin: Contract, owner: Address): Promise<Address> {
  const isCoinFirst = coin.address.toLowerCase() < usd.address.toLowerCase()
  // 2,000 of six decimals for one of eighteen, or the other way round.
  const ratio = isCoinFirst ? 2e-9 : 5e8
  const root = BigInt(Math.round(Math.sqrt(ratio) * 2 ** 48)) << 48n
  const pair = isCoinFirst ? [coin.address, usd.address] : [usd.address, coin.address]
  await chain.send(ranges, 'createPool', [...pair, root, 10n ** 16n, (3n * 10n ** 16n) / 4n], owner)
  const pool = await chain.read<Address>(ranges, 'allPools', [0n])
  await chain.send(coin, 'transfer', [pool, parseEther('200')], owner)
  await chain.send(usd, 'mint', [pool, dollars(600_000)], owner)
  return pool
}
