// Depth from exchange quotes: every size by its best route over pools of several fees, never less for more, and what is missing told.
import { type Hex, hexToNumber, sliceHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { quoteToken } from '../../../ingestors/sources/dex-depth/quotes.ts'
import { findRoutes } from '../../../ingestors/sources/dex-depth/routes.ts'
import { curveFromQuotes, priceMultiplier } from '../../../processors/services/cascade/model/impact.ts'
import { createFakeReader } from '../../support/chains/fake-reader.ts'

const address = (n: number): Hex => `0x${n.toString(16).padStart(40, '0')}`
const [quoter, factory, usdc, weth, token] = [1, 2, 0xa, 0xb, 0xc].map(address) as [Hex, Hex, Hex, Hex, Hex]
const decimals = 18
const unit = 10 ** decimals
const wethUsd = 2_000
const exchange = {
  quoter,
  factory,
  fee_tiers: [500, 3000],
  quote_tokens: [
    { token: usdc, symbol: 'USDC', dollar: true },
    { token: weth, symbol: 'WETH', dollar: false },
  ],
}
/** A constant-product pool by its tokens and fee: how much of each it holds; it sells at most what `most` says. */
type Pool = {
  readonly from: Hex
  readonly to: Hex
  readonly fee: number
  readonly in: number
  readonly out: number
  readonly most?: number
}

function readerOf(pools: readonly Pool[]) {
  const find = (from: string, to: string, fee: number) => pools.find((p) => p.from === from && p.to === to && p.fee === fee)
  return createFakeReader({
    [factory]: (_view, [from, to, fee]) => (find(from as Hex, to as Hex, fee as number) ? address(0x9001) : address(0)),
    [quoter]: (_view, [path, amount]) => {
      let held = Number(amount as bigint) / unit
      for (let at = 0; at + 43 <= (path as Hex).length / 2 - 1; at += 23) {
        const [from, fee, to] = [
          sliceHex(path as Hex, at, at + 20),
          sliceHex(path as Hex, at + 20, at + 23),
          sliceHex(path as Hex, at + 23, at + 43),
        ]
        const pool = find(from, to, hexToNumber(fee))
        if (!pool || held > (pool.most ?? Number.POSITIVE_INFINITY)) return null
        const paid = held * (1 - pool.fee / 1e6)
        held = (pool.out * paid) / (pool.in + paid)
      }
      return [BigInt(Math.floor(held * 1e6)) * 10n ** 12n, [], [], 0n]
    },
  })
}

async function quote(pools: readonly Pool[]) {
  const at = readerOf(pools)
  const [ways] = await findRoutes(at, exchange, [token])
  const priced = { address: token, symbol: 'TKN', decimals, priceUsd: 10 }
  const worthOf = (end: string) => ({ decimals, priceUsd: end === weth ? wethUsd : null })
  const { quotes, coverage } = await quoteToken(at, quoter, priced, ways!, worthOf)
  return { ways: ways!, coverage: coverage as string, quotes: quotes as { amount_in: number; amount_out_usd: number }[] }
}

const deep: Pool = { from: token, to: usdc, fee: 3000, in: 1e6, out: 1e7 }
const cheap: Pool = { from: token, to: usdc, fee: 500, in: 2e5, out: 2e6 }
const viaWeth: Pool = { from: token, to: weth, fee: 3000, in: 4e6, out: 2e4 }
const onward: Pool = { from: weth, to: usdc, fee: 500, in: 1e6, out: 2e9 }
const out = ({ fee, in: reserve, out: other }: Pool, amount: number) => {
  const paid = amount * (1 - fee / 1e6)
  return (other * paid) / (reserve + paid)
}

function expectMonotone(quotes: readonly { amount_in: number; amount_out_usd: number }[]) {
  for (let i = 1; i < quotes.length; i++) {
    expect(quotes[i]!.amount_in).toBeGreaterThan(quotes[i - 1]!.amount_in)
    expect(quotes[i]!.amount_out_usd).toBeGreaterThanOrEqual(quotes[i - 1]!.amount_out_usd)
  }
  const curve = curveFromQuotes(quotes.map((q) => ({ amountIn: q.amount_in, amountOut: q.amount_out_usd })))
  let before = 1
  for (let sold = 1; sold < 1e9; sold *= 1.7) {
    const now = priceMultiplier(curve, sold)
    expect(now).toBeLessThanOrEqual(before + 1e-12)
    expect(now).toBeGreaterThan(0)
    before = now
  }
}

describe('quotes', () => {
  test('each size takes the fee tier that pays most for it', async () => {
    const { quotes, coverage, ways } = await quote([deep, cheap])
    expect(quotes.length).toBeGreaterThan(10)
    expect(quotes[0]!.amount_in).toBe(100)
    for (const { amount_in: size, amount_out_usd: usd } of quotes) {
      expect(usd).toBeCloseTo(Math.max(out(deep, size), out(cheap, size)), 0)
    }
    const fromCheap = quotes.filter((q) => out(cheap, q.amount_in) > out(deep, q.amount_in)).length
    expect(fromCheap).toBeGreaterThan(0)
    expect(fromCheap).toBeLessThan(quotes.length)
    expect(ways).toMatchObject({ pools: 2, possiblePools: 4 })
    expect(coverage).toBe('2 routes of Uniswap v3 (2 of 4 pools exist): USDC 500, USDC 3000')
    expectMonotone(quotes)
  })

  test('a sale goes through another token where that pays more, and what ends in it counts at its own price', async () => {
    const { quotes, coverage } = await quote([{ ...deep, in: 1e4, out: 1e5 }, viaWeth, onward])
    const largest = quotes.at(-1)!
    const inWeth = out(viaWeth, largest.amount_in)
    expect(largest.amount_out_usd).toBeCloseTo(Math.max(inWeth * wethUsd, out(onward, inWeth)), -2)
    expect(coverage).toMatch(/WETH 3000/)
    expectMonotone(quotes)
  })

  test('a pool that is missing is told, and one that is not there leaves nothing to quote', async () => {
    expect((await quote([deep])).coverage).toBe('1 route of Uniswap v3 (1 of 4 pools exist): USDC 3000')
    expect(await quote([])).toMatchObject({ quotes: [], coverage: 'no Uniswap v3 pool: none of 4 exists' })
    // A way to a token that nobody buys for dollars, and that has no price of its own.
    const dead = await quote([{ ...deep, most: 0 }])
    expect(dead).toMatchObject({ quotes: [], coverage: 'no Uniswap v3 quote: 1 of 4 pools exist, none buys' })
  })

  test('never less for more, where a pool refuses large sizes', async () => {
    const { quotes } = await quote([{ ...deep, most: 1_000 }, cheap])
    const refused = quotes.filter((q) => q.amount_in > 1_000)
    expect(refused.length).toBeGreaterThan(5)
    for (const { amount_in: size, amount_out_usd: usd } of refused)
      expect(usd).toBeGreaterThanOrEqual(Math.max(out(cheap, size), out(deep, 1_000)) - 1)
    expectMonotone(quotes)
  })
})
