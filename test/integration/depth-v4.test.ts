// Depth read from the real contracts of Uniswap v4 on a local chain: what it says a sale brings is what the exchange's own quoter says,
// and what the sale then brings. Pools at the four usual fees over tokens and over bare ether, of ranges drawn anew each time.
import { type Address, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadArtifacts } from '../../devnet/contracts/artifacts.ts'
import { ownInput } from '../../devnet/contracts/sources.ts'
import type { Contract } from '../../devnet/lending/call-data.ts'
import { type Chain, createChain } from '../../devnet/lending/chain.ts'
import type { PinnedReader } from '../../ingestors/chains/pinned.ts'
import { sell } from '../../ingestors/sources/dex-depth/curves/venue.ts'
import type { Coin, Exchange } from '../../ingestors/sources/dex-depth/pools/exchange.ts'
import { uniswapV4 } from '../../ingestors/sources/dex-depth/pools/uniswap-v4.ts'
import { joinPools } from '../../ingestors/sources/dex-depth/split.ts'
import { anvilBinary, type LocalAnvil, startLocalAnvil } from '../support/cascade/local-anvil.ts'
import { seededRandom } from '../support/cascade/seeded-random.ts'
import { readerOf } from '../support/depth/chain-reader.ts'
import { allow, deployV4, keyOf, type LocalV4, type PoolKey } from '../support/depth/local-v4.ts'

const binary = anvilBinary()
if (binary === null && process.env.CI) throw new Error('in CI the local chain must be there')
const seed = Number(process.env.DEPTH_SEED ?? Math.floor(Math.random() * 1e9))
const steps = [
  [100, 1],
  [500, 10],
  [3000, 60],
  [10_000, 200],
] as const
const lowestTick = -887_272
const x96 = 2 ** 96

describe.skipIf(binary === null)(`pools of Uniswap v4 (DEPTH_SEED=${seed})`, () => {
  const random = seededRandom(seed)
  const whole = (from: number, to: number) => Math.floor(random.between(from, to))
  let anvil: LocalAnvil
  let chain: Chain
  let owner: Address
  let v4: LocalV4
  let exchange: Exchange
  let at: PinnedReader
  let coins: readonly Coin[]
  let pairs: readonly { readonly sides: readonly [Coin, Coin]; readonly pools: readonly PoolKey[] }[]

  beforeAll(async () => {
    const own = await loadArtifacts(ownInput())
    anvil = await startLocalAnvil(binary!)
    chain = createChain(anvil.url)
    owner = (await chain.request<Address[]>('eth_accounts'))[0]!
    await chain.request('anvil_setBalance', owner, `0x${(10n ** 32n).toString(16)}`)
    v4 = await deployV4(chain, owner)
    const contracts: Contract[] = []
    for (let i = 0; i < 3; i++) {
      const coin = await chain.deploy(own.OwnerMintedToken!, [], owner)
      await chain.send(coin, 'mint', [owner, 10n ** 36n], owner)
      await allow(chain, v4, coin, owner)
      contracts.push(coin)
    }
    coins = contracts.map(({ address }, i) => ({ address: low(address), decimals: [18, 6, 8][i]!, usd: 1 }))
    const [wrapped, first, second] = coins as [Coin, Coin, Coin]
    exchange = uniswapV4('Uniswap v4', low(v4.stateView.address), wrapped.address)
    at = readerOf(chain)
    pairs = [
      { sides: [first, second], pools: steps.map(([fee, step]) => keyOf(first.address, second.address, fee, step)) },
      { sides: [wrapped, second], pools: steps.map(([fee, step]) => keyOf(zeroAddress, second.address, fee, step)) },
    ]
    for (const { pools } of pairs) {
      const tick = whole(-60_000, 60_000)
      for (const pool of pools) await fill(pool, tick + whole(-50, 50))
    }
    await v4.charge(pairs[0]!.pools[1]!, whole(1, 1_000), 0)
    await v4.charge(pairs[0]!.pools[2]!, 1_000, whole(1, 1_000))
  }, 240_000)

  afterAll(() => anvil?.stop())

  const low = (address: Address) => address.toLowerCase() as Address
  const rootAt = (tick: number) => BigInt(Math.round(Math.exp((tick * Math.log(1.0001)) / 2) * x96))

  // One position over all, some about the price, some wholly to a side of it.
  async function fill(pool: PoolKey, tick: number): Promise<void> {
    await v4.open(pool, rootAt(tick))
    const { tickSpacing: step } = pool
    const onStep = (index: number) => Math.round(index / step) * step
    const full = Math.ceil(lowestTick / step) * step
    const ranges: (readonly [number, number])[] = [[full, -full]]
    for (let i = 0; i < 5; i++) {
      const width = Math.exp(random.between(Math.log(step), Math.log(20_000)))
      const middle = tick + (i < 3 ? random.between(-0.5, 0.5) : random.between(-3, 3)) * width
      const from = onStep(middle - width / 2)
      ranges.push([from, Math.max(from + step, onStep(middle + width / 2))])
    }
    for (const range of ranges) await v4.add(pool, range, BigInt(Math.round(Math.exp(random.between(45, 52)))), owner)
  }

  async function balance(coin: Coin, isBare: boolean): Promise<bigint> {
    if (isBare) return BigInt(await chain.request<string>('eth_getBalance', owner, 'latest'))
    return chain.read<bigint>({ address: coin.address, abi: tokenAbi }, 'balanceOf', [owner])
  }

  it('a sale into each pool brings what was read, by the quoter and by the sale itself, either way, wherever the last one left it', async () => {
    let [compared, beyond] = [0, 0]
    for (let round = 0; round < 6; round++) {
      for (const { sides, pools } of pairs) {
        const [from, to] = random.chance(0.5) ? sides : [sides[1], sides[0]]
        const [read] = await exchange.read(at, [{ from, to }])
        expect(read).toHaveLength(pools.length)
        for (const [p, pool] of pools.entries()) {
          const venue = read![p]!.venue!
          const isBare = pool.currency0 === zeroAddress
          const sellsFirst = isBare ? from === coins[0] : low(pool.currency0) === from.address
          const down = Math.exp(random.between(Math.log(1e-4), Math.log(0.9)))
          const amount = BigInt(Math.round(venue.at(venue.top * (1 - down)).in * 10 ** from.decimals))
          const said = sell(venue, Number(amount) / 10 ** from.decimals)
          if (said.price === 0) {
            beyond++
            continue
          }
          const out = said.out * 10 ** to.decimals
          const quoted = Number(await v4.quote(pool, sellsFirst, amount))
          expect(Math.abs(out / quoted - 1), `${pool.fee} quoted ${quoted}, read ${out}`).toBeLessThan(1e-9)
          compared++
          // What is bare pays the gas too.
          const paysBare = isBare && to === coins[0]
          const before = await balance(to, paysBare)
          await v4.sell(pool, sellsFirst, amount, owner)
          const brought = Number((await balance(to, paysBare)) - before)
          if (!paysBare) expect(brought).toBe(quoted)
        }
      }
    }
    expect(compared).toBeGreaterThan(40)
    expect(beyond).toBeLessThan(5)
  }, 120_000)

  it('a sale split over all of them brings what was read, and leaves them at one price', async () => {
    const { sides, pools } = pairs[0]!
    const [from, to] = sides
    const [read] = await exchange.read(at, [{ from, to }])
    const { venue, counted } = joinPools(read!, null, 1)
    expect([...counted.values()]).toEqual([pools.length])
    const { out, price } = sell(venue, venue.at(venue.top * 0.9).in)
    let brought = 0
    for (const [p, pool] of pools.entries()) {
      const amount = BigInt(Math.round(read![p]!.venue!.at(price).in * 10 ** from.decimals))
      if (amount === 0n) continue
      const sellsFirst = low(pool.currency0) === from.address
      brought += Number(await v4.quote(pool, sellsFirst, amount)) / 10 ** to.decimals
      await v4.sell(pool, sellsFirst, amount, owner)
    }
    expect(Math.abs(brought / out - 1)).toBeLessThan(1e-8)
    const [after] = await exchange.read(at, [{ from, to }])
    for (const { venue: left } of after!) expect(left!.top).toBeLessThan(price * (1 + 1e-8))
  }, 60_000)

  it('an empty pool, one at the end of all prices and one crowded with crumbs are read for what they are', async () => {
    const [a, b] = [coins[0]!, coins[1]!]
    const [empty, edge, crowded] = steps.map(([fee, step]) => keyOf(a.address, b.address, fee, step)) as [
      PoolKey,
      PoolKey,
      PoolKey,
    ]
    await v4.open(empty, rootAt(0))
    await v4.open(edge, rootAt(887_000))
    await v4.add(edge, [886_000, 887_200], 10n ** 12n, owner)
    await v4.open(crowded, rootAt(3))
    await v4.add(crowded, [-60_000, 60_000], 10n ** 24n, owner)
    for (let i = 1; i < 60; i++) await v4.add(crowded, [-60 * i, 60 - 60 * i], 1_000n + BigInt(i), owner)
    const sides = a.address < b.address ? { from: a, to: b } : { from: b, to: a }
    const [read] = await exchange.read(at, [sides])
    expect(read).toHaveLength(3)
    expect(read![0]!.venue!.top).toBe(0)
    const venue = read![2]!.venue!
    const amount = BigInt(Math.round(venue.at(venue.top * 0.8).in * 10 ** sides.from.decimals))
    const quoted = Number(await v4.quote(crowded, true, amount))
    expect(
      Math.abs((sell(venue, Number(amount) / 10 ** sides.from.decimals).out * 10 ** sides.to.decimals) / quoted - 1),
    ).toBeLessThan(1e-9)
    // At the end of all prices too what is said is a number, and at any sane price that pool pays no more than it.
    const { venue: joined, small } = joinPools(read!, venue.top, 1)
    expect(small).toBeGreaterThan(0)
    expect(joined.top).toBeLessThanOrEqual(venue.top * 1.01)
    const all = sell(joined, Number(amount) / 10 ** sides.from.decimals)
    expect(all.out * 10 ** sides.to.decimals).toBeGreaterThanOrEqual(quoted * (1 - 1e-9))
    expect(all.out * 10 ** sides.to.decimals).toBeLessThan(quoted * 1.01)
  }, 60_000)
})

const tokenAbi = [
  {
    type: 'function',
    name: 'balanceOf',
    stateMutability: 'view',
    inputs: [{ name: 'of', type: 'address' }],
    outputs: [{ name: '', type: 'uint256' }],
  },
] as const
