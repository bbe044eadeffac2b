// An exchange with votes on a real chain: what a pool of each kind answers is known beforehand; what is no pool is told what it is.
import { parseAbi, parseEther, parseUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadArtifacts } from '../../devnet/contracts/artifacts.ts'
import { ownInput } from '../../devnet/contracts/sources.ts'
import { usdTokenAddress } from '../../devnet/faucet.ts'
import { type Chain, createChain } from '../../devnet/lending/chain.ts'
import { anvilBinary } from '../support/cascade/local-anvil.ts'
import { type SpecimenChain, startSpecimens } from '../support/chains/specimens.ts'

if (anvilBinary() === null && process.env.CI) throw new Error('in CI the local chain must be there')
const buildMs = 240_000
let specimens: SpecimenChain
let chain: Chain
const ask = (address: string): Promise<any> => specimens.answer('evm-pool', `${specimens.devnet.chainId}:${address}`)
const read = (address: string): Promise<any> => specimens.read('evm-pool', `${specimens.devnet.chainId}:${address}`)

describe.skipIf(anvilBinary() === null)('pools with votes on a chain', () => {
  beforeAll(async () => {
    specimens = await startSpecimens()
    chain = createChain(specimens.devnet.rpcUrl)
  }, buildMs)
  afterAll(() => specimens?.stop())

  test('the volatile pool: 2 m in it, half staked; 31.54 % paid, 26 % of fees, 36.4 % to votes', async () => {
    const body = await ask(specimens.specimens.votes.volatile)
    expect(body.pool).toMatchObject({ kind: 'volatile', fee_pct: 0.3, tvl_usd: 2_000_000, exchange: 'specimen-votes' })
    expect(body.gauge).toMatchObject({ is_alive: true, staked_share_pct: 50, reward: 'RWRD', reward_usd: 1, reward_per_day: 864 })
    expect(body.gauge.vote_share_pct).toBe(25)
    expect(body.apr).toMatchObject({ emissions_pct: 31.54, fees_pct: 26, fees_from: 'weeks', voter_pct: 36.4 })
    expect(body.weeks).toHaveLength(6)
    expect(body.weeks[1]).toMatchObject({ fees_usd: 5_000, bribes_usd: 2_000, emissions_usd: 6_048, unpriced: 0 })
    expect(body.signal.label).toBe('vote')
    // The coin is either side: its price is the other pool's.
    expect(body.tokens.map(({ value_usd }: any) => value_usd)).toEqual([1_000_000, 1_000_000])
    expect(body.pool.depth_2pct_usd).toBeCloseTo(1_000_000 * (1 - Math.sqrt(0.98)), 0)
  })

  test('a swap is counted by what came in', async () => {
    const { votes, owner } = specimens.specimens
    const usd = { address: usdTokenAddress, abi: parseAbi(['function mint(address to, uint256 value)']) }
    const abi = parseAbi(['function swap(uint256, uint256, address, bytes)', 'function token0() view returns (address)'])
    const pool = { address: votes.volatile, abi }
    await chain.send(usd, 'mint', [pool.address, parseUnits('10000', 6)], owner)
    const isUsdFirst = (await chain.read<string>(pool, 'token0')).toLowerCase() === usdTokenAddress.toLowerCase()
    const out = parseEther('4.9')
    await chain.send(pool, 'swap', [isUsdFirst ? 0n : out, isUsdFirst ? out : 0n, owner, '0x'], owner)
    const { swaps } = await read(votes.volatile)
    expect([swaps.count, swaps.in0, swaps.in1]).toEqual([1, isUsdFirst ? '10000000000' : '0', isUsdFirst ? '0' : '10000000000'])
    const { turnover } = await ask(votes.volatile)
    // The chain is minutes old: no day is made of that.
    expect(turnover).toMatchObject({ swapped_usd: 10_000, swaps: 1, daily_ratio: null })
  })

  test('the stable pool: far deeper for its size, and to be avoided, for its gauge is dead', async () => {
    const body = await ask(specimens.specimens.votes.stable)
    expect(body.pool).toMatchObject({ kind: 'stable', fee_pct: 0.05, tvl_usd: 2_000_000 })
    expect(body.pool.depth_2pct_usd).toBeGreaterThan(10 * 1_000_000 * (1 - Math.sqrt(0.98)))
    expect(body.gauge.is_alive).toBe(false)
    expect(body.apr.emissions_pct).toBe(0)
    expect(body.signal.label).toBe('avoid')
  })

  test('the concentrated pool: 1 m held, depth by the liquidity in range: 10^16·√(2·10^-9) dollars of it', async () => {
    const body = await ask(specimens.specimens.votes.range)
    expect(body.pool).toMatchObject({ kind: 'range', fee_pct: 0.05, tick_spacing: 100, tvl_usd: 1_000_000 })
    expect(body.gauge).toBeNull()
    // Both sides of a price are the same dollars: L·√P of one, L/√P of the other.
    expect(body.pool.depth_2pct_usd / ((1e16 * Math.sqrt(2e-9)) / 1e6)).toBeCloseTo(1 - Math.sqrt(0.98), 4)
  })

  test('a gauge, a token and a stranger are told apart, and a pool that calls itself one is not believed', async () => {
    const { votes, whales, owner } = specimens.specimens
    const refused = (address: string, message: string) =>
      expect(read(address)).rejects.toMatchObject({ code: 'key_unknown', message: expect.stringContaining(message) })
    await refused(votes.gauge, votes.volatile)
    await refused(whales.coin, `as a token it has the pools ${votes.volatile}`)
    await refused(owner, 'no factory of specimen-votes')
    const own = await loadArtifacts(ownInput())
    const args = [usdTokenAddress, whales.coin, false, 10n ** 6n, 10n ** 18n]
    const { address } = await chain.deploy(own.VotedPool!, args, owner)
    await refused(address, 'no factory of specimen-votes')
  })
})
