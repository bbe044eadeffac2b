// An exchange with votes on the demo chain: a volatile, a stable and a concentrated pool, their gauges, and what past weeks brought.
import { type Address, encodeDeployData, type Hex, numberToHex, pad, parseAbi, parseEther, parseUnits } from 'viem'
import type { VotedExchange } from '../../ingestors/contracts/exchanges.ts'
import type { Artifacts } from '../contracts/artifacts.ts'
import { usdTokenAddress } from '../faucet.ts'
import type { Contract } from '../lending/call-data.ts'
import type { Chain } from '../lending/chain.ts'

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
/** The example of aero/pool: Base's own pool of these two. */
const shownPool: Address = '0xcDAC0d6c6C59727a65F871236188350531885C43'
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
  // 500 coins of 2,000 and a million dollars, half of it staked.
  const volatile = await showPool(chain, own, pools, { coin, owner })
  const gauge = await deploy('VotedGauge', volatile.address, parseEther('0.01'), finish)
  for (const to of [owner, gauge.address]) {
    await chain.send(coin, 'transfer', [volatile.address, parseEther('250')], owner)
    await chain.send(usd, 'mint', [volatile.address, dollars(500_000)], owner)
    await chain.send(volatile, 'mint', [to], owner)
  }
  // The reward is worth a dollar: a pool of two that are. Its gauge is dead.
  await chain.send(pools, 'createPool', [reward.address, usd.address, true, parseEther('1'), dollars(1)], owner)
  const stable: Contract = {
    address: await chain.read<Address>(pools, 'getPool', [reward.address, usd.address, true]),
    abi: own.VotedPool!.abi,
  }
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

/** The volatile pool stands where the documents' example says one is. */
async function showPool(
  chain: Chain,
  own: Artifacts,
  pools: Contract,
  { coin, owner }: { readonly coin: Contract; readonly owner: Address },
): Promise<Contract> {
  const { abi, bytecode } = own.VotedPool!
  const isCoinFirst = coin.address.toLowerCase() < usd.address.toLowerCase()
  const pair = isCoinFirst ? [coin.address, usd.address] : [usd.address, coin.address]
  const units = isCoinFirst ? [parseEther('1'), dollars(1)] : [dollars(1), parseEther('1')]
  // As the factory would make it: what its constructor returns is the code that stands there.
  const data = encodeDeployData({ abi, bytecode: bytecode as Hex, args: [...pair, false, ...units] })
  await chain.request('anvil_setCode', shownPool, await chain.request('eth_call', { from: pools.address, data }, 'latest'))
  // What a market that was given up has left there: reserves and shares.
  for (const slot of [0, 1, 2]) await chain.request('anvil_setStorageAt', shownPool, numberToHex(slot), pad('0x0'))
  await chain.send(pools, 'adopt', [shownPool], owner)
  return { address: shownPool, abi }
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
