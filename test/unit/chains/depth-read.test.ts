// A token's depth as it is written down: direct and through another token, by whose price pools are judged, and Curve under attack.
import { type Hex, toFunctionSelector } from 'viem'
import { describe, expect, test } from 'vitest'
import type { PinnedReader } from '../../../ingestors/chains/pinned.ts'
import { volatile } from '../../../ingestors/sources/dex-depth/curves/solidly.ts'
import { readDepths } from '../../../ingestors/sources/dex-depth/depth.ts'
import { curve } from '../../../ingestors/sources/dex-depth/pools/curve.ts'
import type { Coin, Exchange } from '../../../ingestors/sources/dex-depth/pools/exchange.ts'
import { solidly } from '../../../ingestors/sources/dex-depth/pools/solidly.ts'
import { readDepth } from '../../../processors/services/cascade/facts/exchange-depth.ts'
import { createFakeReader } from '../../support/chains/fake-reader.ts'

const address = (n: number): Hex => `0x${n.toString(16).padStart(40, '0')}`
const coin = (n: number, usd: number | null): Coin => ({ address: address(n), decimals: 18, usd })
const [usdc, weth, wsteth] = [coin(1, 1), coin(2, 2_000), coin(3, 2_400)]
const quotes = [
  { ...usdc, symbol: 'USDC', isDollar: true },
  { ...weth, symbol: 'WETH', isDollar: false },
]
const nobody = createFakeReader({}) as PinnedReader
const product = (inside: number, outside: number) =>
  volatile({ reserveIn: BigInt(inside), reserveOut: BigInt(outside), feeBps: 0n })

type Pool = readonly [from: Coin, to: Coin, inside: number, outside: number]
const exchangeOf = (name: string, pools: readonly Pool[]): Exchange => ({
  name,
  read: async (_, pairs) =>
    pairs.map(({ from, to }) =>
      pools
        .filter((pool) => pool[0].address === from.address && pool[1].address === to.address)
        .map(([, , inside, outside]) => ({ exchange: name, venue: product(inside, outside) })),
    ),
})
type Fact = {
  quotes: { amount_in: number; amount_out_usd: number; price_usd: number }[]
  ladder: { amount_in: number[]; price_usd: number[] }
  through?: { token: string; share: number; quotes: Fact['quotes'] }[]
  coverage: string
  left_out: { small: number; refused: number }
}
async function depthOf(token: Coin, exchanges: readonly Exchange[], aboutUsd = token.usd): Promise<Fact> {
  const [fact] = await readDepths(nobody, exchanges, [{ token, symbol: 'T', aboutUsd }], quotes)
  return fact as unknown as Fact
}
const onward: Pool = [weth, usdc, 1e6, 2e9]
const staked: Pool = [wsteth, weth, 1e5, 1.2e5]

describe('depth', () => {
  test('through another token is both sales, and up to that token it is the first alone', async () => {
    const { quotes: all, through, coverage } = await depthOf(wsteth, [exchangeOf('A', [onward]), exchangeOf('B', [staked])])
    for (const { amount_in: q, amount_out_usd: usd, price_usd: price } of all) {
      const between = (1.2e5 * q) / (1e5 + q)
      expect(usd / ((2e9 * between) / (1e6 + between)) - 1).toBeLessThan(2e-3)
      expect(price / ((1.2e5 * 1e5) / (1e5 + q) ** 2 / ((1e6 + between) ** 2 / 2e15)) - 1).toBeLessThan(2e-3)
    }
    expect(coverage).toBe('B 1')
    expect(through).toHaveLength(1)
    expect(through![0]).toMatchObject({ token: weth.address, share: 1 })
    for (const { amount_in: q, amount_out_usd: usd } of through![0]!.quotes)
      expect(usd / ((2_000 * 1.2e5 * q) / (1e5 + q)) - 1).toBeLessThan(1e-5)
  })

  test('what goes each way is told: a tenth for dollars, the rest for another token', async () => {
    const direct: Pool = [wsteth, usdc, 1e4, 2.4e7]
    const { through } = await depthOf(wsteth, [exchangeOf('A', [onward, staked, direct])])
    expect(through![0]!.share).toBeCloseTo(10 / 11, 2)
  })

  test('as a curve falls as the pools do, whoever reads it', async () => {
    const { ladder, ...bySizes } = await depthOf(weth, [exchangeOf('A', [onward])])
    for (const depth of [bySizes, { ...bySizes, ladder }]) {
      const impact = readDepth(depth, 2_000)!
      expect(impact.kind).toBe('sampled')
      if (impact.kind !== 'sampled') return
      impact.sizes.forEach((size, s) => {
        expect(Math.abs(impact.multipliers[s]! / (1e6 / (1e6 + size)) ** 2 - 1)).toBeLessThan(1e-3)
      })
    }
  })

  test('of a token no lender lists is judged by its deepest pool, not by what somebody’s market says it is worth', async () => {
    const own = coin(9, null)
    const real: Pool = [own, usdc, 1e6, 3e6]
    const bait: Pool = [own, usdc, 10, 1e5]
    const honest = await depthOf(own, [exchangeOf('A', [real])], 3)
    const lied = await depthOf(own, [exchangeOf('A', [real, bait])], 3)
    expect(lied.left_out).toEqual({ small: 0, refused: 0 })
    lied.quotes.forEach((quote, q) => {
      // Ten tokens bid for at three thousand times the price: what they add is bounded by the price and what the pool holds.
      expect(quote.amount_out_usd - honest.quotes[q]!.amount_out_usd).toBeLessThan(1e4)
    })
    const claimed = await depthOf(own, [exchangeOf('A', [real])], 3_000_000)
    expect(claimed).toMatchObject({ coverage: 'A 1', left_out: { small: 0 } })
  })
})

describe('Curve’s registry', () => {
  const [registry, pool] = [address(0x100), address(0x200)]
  const held = [10n ** 24n, 10n ** 24n, 0n, 0n, 0n, 0n, 0n, 0n]
  const stable = (dx: bigint) => (dx * 999n) / 1000n
  // Told apart by how many values are asked with.
  const listing = (pools: readonly Hex[], paid: bigint) =>
    createFakeReader({
      [registry]: (view, args) => {
        if (args.length === 3 && typeof args[2] === 'bigint') return pools[Number(args[2])] ?? address(0)
        if (args.length === 3) return [0n, 1n, false]
        const asked = view.encode(args).slice(0, 10)
        // The digits are nonsense, as a registry of somebody's own might have them.
        return asked === toFunctionSelector('get_n_coins(address)') ? 2n : held
      },
      [usdc.address]: () => paid,
      [pool]: (_view, args) => (args.length === 3 ? stable(args[2] as bigint) : null),
    })
  const other = coin(7, 1)
  const pair = { from: other, to: usdc }

  test('ten thousand pools of a pair are read no further than the first forty, and the real one stands', async () => {
    const spam = Array.from({ length: 10_000 }, (_, n) => address(0x10_000 + n))
    const reader = listing([pool, ...spam], 10n ** 24n)
    const [found] = await curve('Curve', registry).read(reader, [pair])
    expect(reader.asked.length).toBeLessThan(3_000)
    expect(found!.length).toBeLessThanOrEqual(8)
  })

  test('a pool whose coin is not there pays out what is there', async () => {
    for (const paid of [0n, 5n * 10n ** 21n]) {
      const [found] = await curve('Curve', registry).read(listing([pool], paid), [pair])
      expect(found!.filter(({ venue }) => venue !== null)).toEqual([])
    }
  })
})

describe('Solidly’s factory', () => {
  const [factory, pool] = [address(0x300), address(0x400)]
  const reader = (reserves: unknown, fee: unknown, paid: bigint) =>
    createFakeReader({
      [factory]: (_view, args) => (args.length === 3 ? (args[2] === false ? pool : address(0)) : fee),
      [pool]: () => reserves,
      [usdc.address]: () => paid,
    })
  const read = async (...state: Parameters<typeof reader>) =>
    (await solidly('Aerodrome', factory).read(reader(...state), [{ from: weth, to: usdc }]))[0]!
  const reserves = [2n * 10n ** 24n, 10n ** 21n, 0n]

  test('a pool that refuses, charges all or has been emptied is none', async () => {
    const [good] = await read(reserves, 30n, 2n * 10n ** 24n)
    expect(good!.venue!.top).toBeCloseTo(2_000 * 0.997, 6)
    expect((await read(null, 30n, 1n))[0]!.venue).toBeNull()
    expect((await read(reserves, 10_000n, 2n * 10n ** 24n))[0]!.venue).toBeNull()
    expect(await read(reserves, 30n, 10n ** 20n)).toEqual([])
    expect(await read([0n, 0n, 0n], 30n, 0n)).toEqual([])
  })
})
