// Depth read from the real contracts of Uniswap v3 on a local chain: what it says a sale brings is what the sale then brings.
import { type Address, maxUint256 } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadArtifacts } from '../../devnet/contracts/artifacts.ts'
import { ownInput } from '../../devnet/contracts/sources.ts'
import { liquidityWorth, rootOf, ticksAround } from '../../devnet/exchange/pool-price.ts'
import { loadExchangeArtifacts } from '../../devnet/exchange/published.ts'
import type { Contract } from '../../devnet/lending/call-data.ts'
import { type Chain, createChain } from '../../devnet/lending/chain.ts'
import type { PinnedReader } from '../../ingestors/chains/pinned.ts'
import { sell } from '../../ingestors/sources/dex-depth/curves/venue.ts'
import type { Coin } from '../../ingestors/sources/dex-depth/pools/exchange.ts'
import { tickFactory } from '../../ingestors/sources/dex-depth/pools/uniswap-v3.ts'
import { joinPools } from '../../ingestors/sources/dex-depth/split.ts'
import { anvilBinary, type LocalAnvil, startLocalAnvil } from '../support/cascade/local-anvil.ts'
import { seededRandom } from '../support/cascade/seeded-random.ts'
import { readerOf } from '../support/depth/chain-reader.ts'

const binary = anvilBinary()
if (binary === null && process.env.CI) throw new Error('in CI the local chain must be there')
const unit = 10n ** 18n
const tiers = [
  { fee: 500, spacing: 10 },
  { fee: 3000, spacing: 60 },
  { fee: 10_000, spacing: 200 },
]
const seed = Number(process.env.DEPTH_SEED ?? Math.floor(Math.random() * 1e9))

describe.skipIf(binary === null)(`pools of Uniswap v3 (DEPTH_SEED=${seed})`, () => {
  const random = seededRandom(seed)
  let anvil: LocalAnvil
  let chain: Chain
  let owner: Address
  let desk: Contract
  let coins: readonly [Contract, Contract]
  let exchange: ReturnType<typeof tickFactory>
  let at: PinnedReader
  const pools = new Map<number, Contract>()

  beforeAll(async () => {
    const [own, published] = await Promise.all([loadArtifacts(ownInput()), loadExchangeArtifacts()])
    anvil = await startLocalAnvil(binary!)
    chain = createChain(anvil.url)
    owner = (await chain.request<Address[]>('eth_accounts'))[0]!
    desk = await chain.deploy(own.MarketDesk!, [], owner)
    coins = [await chain.deploy(own.OwnerMintedToken!, [], owner), await chain.deploy(own.OwnerMintedToken!, [], owner)]
    for (const coin of coins) {
      for (const to of [desk.address, owner]) await chain.send(coin, 'mint', [to, unit * 10n ** 12n], owner)
      await chain.send(coin, 'approve', [desk.address, maxUint256], owner)
    }
    const factory = await chain.deploy(published.factory, [], owner)
    exchange = tickFactory({ name: 'Uniswap v3', factory: low(factory), steps: tiers.map(({ fee }) => fee), by: 'fee' })
    at = readerOf(chain)
    const root = rootOf({ answer: 100_000_000n, unit }, { answer: 100_000_000n, unit })
    for (const { fee, spacing } of tiers) {
      await chain.send(factory, 'createPool', [coins[0].address, coins[1].address, fee], owner)
      const address = await chain.read<Address>(factory, 'getPool', [coins[0].address, coins[1].address, fee])
      const pool = { address, abi: published.pool.abi }
      pools.set(fee, pool)
      await chain.send(pool, 'initialize', [root], owner)
      for (const width of [null, 0.5, random.between(0.02, 0.3), random.between(0.005, 0.05)]) {
        const ticks = ticksAround(root, width, spacing)
        const liquidity = liquidityWorth(Math.exp(random.between(11, 14)), root, ticks, [1e-18, 1e-18])
        await chain.send(desk, 'addLiquidity', [address, ...ticks, liquidity], owner)
      }
    }
  }, 240_000)

  afterAll(() => anvil?.stop())

  const low = (contract: Contract) => contract.address.toLowerCase() as Address
  const coinOf = (contract: Contract): Coin => ({ address: low(contract), decimals: 18, usd: 1 })

  async function trade(fee: number, from: Contract, to: Contract, amount: bigint): Promise<number> {
    const before = await chain.read<bigint>(to, 'balanceOf', [owner])
    await chain.send(desk, 'sell', [pools.get(fee)!.address, low(from) < low(to), amount], owner)
    return Number((await chain.read<bigint>(to, 'balanceOf', [owner])) - before) / 1e18
  }

  it('a sale into each pool brings what was read, either way, from wherever the one before left it', async () => {
    let compared = 0
    for (let round = 0; round < 8; round++) {
      const [from, to] = round % 2 === 0 ? coins : [coins[1], coins[0]]
      const [read] = await exchange.read(at, [{ from: coinOf(from), to: coinOf(to) }])
      expect(read).toHaveLength(tiers.length)
      for (const [t, { fee }] of tiers.entries()) {
        const amount = Math.exp(random.between(5, 12))
        const brought = await trade(fee, from, to, BigInt(Math.round(amount * 1e6)) * 10n ** 12n)
        const said = sell(read![t]!.venue!, Math.round(amount * 1e6) / 1e6)
        // Past a fall of 99 % no ticks are read: what lies there is not counted, and never invented.
        if (said.price === 0) expect(said.out).toBeLessThanOrEqual(brought * (1 + 1e-9))
        else {
          compared++
          expect(Math.abs(said.out / brought - 1)).toBeLessThan(1e-9)
        }
      }
    }
    expect(compared).toBeGreaterThan(12)
  }, 120_000)

  it('a sale split over all of them brings what was read, and leaves them at one price', async () => {
    const pair = { from: coinOf(coins[0]), to: coinOf(coins[1]) }
    const [read] = await exchange.read(at, [pair])
    const { venue, counted } = joinPools(read!, null, 1)
    expect([...counted.values()]).toEqual([tiers.length])
    const { out, price } = sell(venue, 400_000)
    let brought = 0
    for (const [t, { fee }] of tiers.entries()) {
      const part = read![t]!.venue!.at(price).in
      if (part > 0) brought += await trade(fee, coins[0], coins[1], BigInt(Math.round(part * 1e6)) * 10n ** 12n)
    }
    expect(Math.abs(brought / out - 1)).toBeLessThan(1e-8)
    const [after] = await exchange.read(at, [pair])
    for (const { venue: left } of after!) expect(left!.top).toBeLessThan(price * (1 + 1e-8))
  }, 60_000)

  it('one that is not there is no pool, and one that answers nothing refuses', async () => {
    const stranger: Coin = { address: `0x${'7'.repeat(40)}`, decimals: 18, usd: 1 }
    expect(await exchange.read(at, [{ from: coinOf(coins[0]), to: stranger }])).toEqual([[]])
  })
})
