// Depth read from Balancer v2's own contracts on a local chain: what it says a sale brings is what the sale then brings.
import type { Address, Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Chain, createChain } from '../../devnet/lending/chain.ts'
import type { PinnedReader } from '../../ingestors/chains/pinned.ts'
import { sell } from '../../ingestors/sources/dex-depth/curves/venue.ts'
import { balancer } from '../../ingestors/sources/dex-depth/pools/balancer.ts'
import type { Coin } from '../../ingestors/sources/dex-depth/pools/exchange.ts'
import { anvilBinary, type LocalAnvil, startLocalAnvil } from '../support/cascade/local-anvil.ts'
import { seededRandom } from '../support/cascade/seeded-random.ts'
import { readerOf } from '../support/depth/chain-reader.ts'
import { type BalancerPool, balancerTasks, deployBalancer, type LocalBalancer } from '../support/depth/local-balancer.ts'

const binary = anvilBinary()
const seed = Number(process.env.DEPTH_SEED ?? Math.floor(Math.random() * 1e9))
// Of the weighted ones what rounding to the least unit leaves; the others are a table of their curve.
const mostOff = { weighted: 3e-9, stable: 1e-5, composable: 1e-5 }

describe.skipIf(binary === null || balancerTasks === null)(`pools of Balancer v2 (DEPTH_SEED=${seed})`, () => {
  const random = seededRandom(seed)
  let anvil: LocalAnvil
  let chain: Chain
  let local: LocalBalancer
  let at: PinnedReader
  const pools: (BalancerPool & { readonly tokens: readonly number[] })[] = []

  beforeAll(async () => {
    anvil = await startLocalAnvil(binary!)
    chain = createChain(anvil.url)
    const owner = (await chain.request<Address[]>('eth_accounts'))[0]!
    local = await deployBalancer(chain, balancerTasks!, owner, [18, 6, 18, 8])
    at = readerOf(chain)
    const fee = () => BigInt(Math.round(random.between(1, 300))) * 10n ** 14n
    const worth = (t: number, usd: number) => BigInt(Math.round(usd * 1e6)) * 10n ** BigInt(local.tokens[t]!.decimals - 6)
    const about = (tokens: readonly number[], usd: number, spread: number) =>
      tokens.map((t) => worth(t, usd * random.between(1 / spread, spread)))
    const percent = (of: number) => BigInt(of) * 10n ** 16n
    const [two, three] = [
      [0, 1],
      [1, 2, 3],
    ]
    const first = 20 + random.below(70)
    pools.push(
      { ...(await local.weighted(two, [percent(first), percent(100 - first)], fee(), about(two, 5e5, 3))), tokens: two },
      { ...(await local.weighted(three, [percent(20), percent(30), percent(50)], fee(), about(three, 5e5, 3))), tokens: three },
      { ...(await local.stable(three, BigInt(20 + random.below(400)), fee(), about(three, 1e6, 2))), tokens: three },
      { ...(await local.composable(two, BigInt(50 + random.below(900)), fee(), about(two, 1e6, 2))), tokens: two },
      { ...(await local.composable(three, BigInt(5 + random.below(100)), fee(), about(three, 1e6, 2))), tokens: three },
    )
  }, 240_000)

  afterAll(() => anvil?.stop())

  const coinOf = (t: number): Coin => {
    const { address, decimals } = local.tokens[t]!
    return { address: address.toLowerCase() as Address, decimals, usd: 1 }
  }
  const only = (id: Hex) => balancer('Balancer', local.vault.address.toLowerCase() as Hex, [id])

  it('a sale into each pool brings what was read, either way, from wherever the one before left it', async () => {
    for (let round = 0; round < 6; round++) {
      for (const { id, kind, tokens } of pools) {
        const [from, to] = [tokens[round % tokens.length]!, tokens[(round + 1 + (round % 2)) % tokens.length]!]
        if (from === to) continue
        const [read] = await only(id).read(at, [{ from: coinOf(from), to: coinOf(to) }])
        expect(read).toHaveLength(1)
        const amount = Math.round(Math.exp(random.between(7, 10.3)) * 1e6) / 1e6
        const raw = BigInt(Math.round(amount * 1e6)) * 10n ** BigInt(local.tokens[from]!.decimals - 6)
        const brought = Number(await local.swap(id, from, to, raw)) / 10 ** local.tokens[to]!.decimals
        const said = sell(read![0]!.venue!, amount).out
        expect(Math.abs(said / brought - 1), `${kind} round ${round}`).toBeLessThan(mostOff[kind])
      }
    }
  }, 240_000)

  it('all pools of a pair are found in the list, no share of a pool is a coin, and an id of nothing is no pool', async () => {
    const exchange = balancer('Balancer', local.vault.address.toLowerCase() as Hex, [
      ...pools.map(({ id }) => id),
      `0x${'7'.repeat(64)}`,
    ])
    const own: Coin = { address: pools[3]!.address.toLowerCase() as Address, decimals: 18, usd: 1 }
    const read = await exchange.read(at, [
      { from: coinOf(0), to: coinOf(1) },
      { from: coinOf(3), to: coinOf(1) },
      { from: own, to: coinOf(1) },
      { from: coinOf(0), to: coinOf(3) },
    ])
    expect(read.map((some) => some.length)).toEqual([2, 3, 0, 0])
    expect(read.flat().every(({ venue }) => venue !== null && venue.top > 0)).toBe(true)
  }, 60_000)
})
