// A chain's facts as its ingestors would append them, of any size and decided by a seed: reserves, an eMode, markets, prices, depth, borrowers.
import type { Topic } from '../../../db/log/topic.ts'
import { aaveModes, aavePositions, aaveReserves } from '../../../ingestors/sources/aave-v3/topic.ts'
import { dexDepth } from '../../../ingestors/sources/dex-depth/topic.ts'
import { morphoMarkets, morphoPositions } from '../../../ingestors/sources/morpho-blue/topic.ts'
import { oraclePrices } from '../../../ingestors/sources/oracle-prices/topic.ts'
import { type SeededRandom, seededRandom } from './seeded-random.ts'

export type FactWish = {
  readonly seed: number
  readonly chainId: number
  readonly borrowers: number
  /** Multiplies every volatile price. */
  readonly priceLevel?: number
  readonly sequence?: number
  readonly at?: Date
}

export const factsAt = new Date('2026-11-18T11:59:48.000Z')
const ray = 10n ** 27n

const coins = [
  { symbol: 'WETH', decimals: 18, usd: 2500, threshold: 8300, bonus: 10500, follows: 'market', depthUsd: 4e7 },
  { symbol: 'wstETH', decimals: 18, usd: 3000, threshold: 8100, bonus: 10600, follows: 'rate', depthUsd: 1e7 },
  { symbol: 'WBTC', decimals: 8, usd: 60_000, threshold: 7800, bonus: 10500, follows: 'market', depthUsd: 2e7 },
  { symbol: 'LINK', decimals: 18, usd: 15, threshold: 7500, bonus: 10700, follows: 'market', depthUsd: 0 },
  { symbol: 'USDC', decimals: 6, usd: 1, threshold: 7800, bonus: 10450, follows: 'market', depthUsd: 9e7 },
  { symbol: 'GHO', decimals: 18, usd: 1, threshold: 0, bonus: 0, follows: 'fixed', depthUsd: 0 },
] as const
const volatile = 4
const markets = [
  { collateral: 0, loan: 4, lltv: 860_000_000_000_000_000n, follows: 'market' },
  { collateral: 1, loan: 0, lltv: 945_000_000_000_000_000n, follows: 'rate' },
  { collateral: 2, loan: 4, lltv: 860_000_000_000_000_000n, follows: 'market' },
] as const

const hex = (value: number | bigint, digits: number): string => `0x${BigInt(value).toString(16).padStart(digits, '0')}`
export const tokenAddress = (at: number): string => hex(0xa000 + at, 40)
export const accountOf = (at: number): string => hex(0xacc0000 + at, 40)
export const marketId = (at: number): string => hex(0x3a4e7 + at, 64)
const units = (amount: number, decimals: number): bigint =>
  (BigInt(Math.round(amount * 1e6)) * 10n ** BigInt(decimals)) / 1_000_000n
const oracle = hex(0x0acc1e, 40)

export function seededFacts(wish: FactWish): Map<Topic<any>, unknown[]> {
  const random = seededRandom(wish.seed)
  const reading = readingOf(wish)
  const level = wish.priceLevel ?? 1
  const usd = coins.map((coin, c) => (c < volatile ? coin.usd * level : coin.usd))
  const aave = Array.from({ length: Math.ceil(wish.borrowers * 0.7) }, (_, i) => aaveBorrower(i, reading, random))
  const morpho = Array.from({ length: wish.borrowers - aave.length }, (_, i) => morphoBorrower(aave.length + i, reading, random))
  return new Map<Topic<any>, unknown[]>([
    [aaveReserves, coins.map((_, c) => reserveOf(c, reading, aave))],
    [
      aaveModes,
      [{ ...reading, market: 'aave-v3', id: 1, label: 'ETH', threshold_bps: 9300, bonus_bps: 10_100, collateral_bitmap: '3' }],
    ],
    [morphoMarkets, markets.map((_, m) => marketOf(m, reading, morpho))],
    [
      oraclePrices,
      [
        ...coins.map((coin, c) => ({
          ...reading,
          oracle,
          asset: tokenAddress(c),
          price: String(Math.round(usd[c]! * 1e8)),
          decimals: 8,
          follows: coin.follows,
        })),
        ...markets.map((market, m) => {
          const decimals = 36 + coins[market.loan].decimals - coins[market.collateral].decimals
          const price = units(usd[market.collateral]! / usd[market.loan]!, decimals)
          return {
            ...reading,
            oracle: hex(0x0bb0 + m, 40),
            asset: marketId(m),
            price: price.toString(),
            decimals,
            follows: market.follows,
          }
        }),
      ],
    ],
    [dexDepth, coins.flatMap((coin, c) => (coin.depthUsd === 0 ? [] : [depthOf(c, usd[c]!, coin.depthUsd, reading)]))],
    [aavePositions, aave],
    [morphoPositions, morpho],
  ])
}

type ReadingOf = ReturnType<typeof readingOf>

function readingOf({ chainId, sequence = 0, at = factsAt }: FactWish) {
  const number = 1000 + sequence
  return {
    chain_id: chainId,
    block: { number, hash: hex(BigInt(chainId) * 2n ** 64n + BigInt(number), 64), time: at.toISOString() },
    sequence,
  }
}

// Balances are scaled by indexes of 1.1 and 1.2.
const supplyIndex = (ray * 11n) / 10n
const debtIndex = (ray * 12n) / 10n

type AaveValue = ReturnType<typeof aaveBorrower>
function aaveBorrower(i: number, reading: ReadingOf, random: SeededRandom) {
  const [main, owed] = [random.below(volatile), random.chance(0.85) ? 4 + random.below(2) : 0]
  const emode = main < 2 && owed === 0 ? 1 : 0
  const sizeUsd = Math.exp(random.next() * 7 + 7)
  const threshold = emode === 1 ? 0.93 : coins[main]!.threshold / 1e4
  const health = 1.01 + random.next() * random.next() * 2
  const supplied = units(sizeUsd / coins[main]!.usd / 1.1, coins[main]!.decimals)
  const debt = units((sizeUsd * threshold) / health / coins[owed]!.usd / 1.2, coins[owed]!.decimals)
  const legs = [{ reserve: tokenAddress(main), scaled_supply: supplied.toString(), scaled_debt: '0', collateral: true }]
  if (random.chance(0.3)) {
    const extra = units((sizeUsd * 0.2) / coins[2].usd, coins[2].decimals)
    if (main !== 2)
      legs.push({ reserve: tokenAddress(2), scaled_supply: extra.toString(), scaled_debt: '0', collateral: random.chance(0.7) })
  }
  if (owed === main) legs[0]!.scaled_debt = debt.toString()
  else legs.push({ reserve: tokenAddress(owed), scaled_supply: '0', scaled_debt: debt.toString(), collateral: false })
  return { ...reading, market: 'aave-v3', account: accountOf(i), emode, legs }
}

type MorphoValue = ReturnType<typeof morphoBorrower>
function morphoBorrower(i: number, reading: ReadingOf, random: SeededRandom) {
  const chosen = random.chance(0.2) ? [0, 2] : [random.below(markets.length)]
  const held = chosen.map((m) => {
    const { collateral, loan, lltv } = markets[m]!
    const sizeUsd = Math.exp(random.next() * 7 + 7)
    const health = 1.01 + random.next() * random.next() * 2
    const debt = units((sizeUsd * Number(lltv)) / 1e18 / health / coins[loan].usd, coins[loan].decimals)
    return {
      id: marketId(m),
      borrow_shares: (debt * 1_000_000n).toString(),
      collateral: units(sizeUsd / coins[collateral].usd, coins[collateral].decimals).toString(),
    }
  })
  return { ...reading, account: accountOf(i), markets: held }
}

function reserveOf(c: number, reading: ReadingOf, borrowers: readonly AaveValue[]) {
  const coin = coins[c]!
  const owed = sum(borrowers.flatMap(({ legs }) => legs.filter((l) => l.reserve === tokenAddress(c)).map((l) => l.scaled_debt)))
  const config =
    BigInt(coin.threshold) * 2n ** 16n +
    BigInt(coin.bonus) * 2n ** 32n +
    BigInt(coin.decimals) * 2n ** 48n +
    2n ** 56n +
    1000n * 2n ** 152n
  return {
    ...reading,
    market: 'aave-v3',
    reserve: tokenAddress(c),
    id: c,
    symbol: coin.symbol,
    decimals: coin.decimals,
    config: config.toString(),
    pool_revision: 10,
    oracle,
    liquidity_index: supplyIndex.toString(),
    debt_index: debtIndex.toString(),
    liquidity_rate: (ray / 50n).toString(),
    debt_rate: (ray / 25n).toString(),
    updated_at: Math.floor(Date.parse(reading.block.time) / 1000) - 3600,
    scaled_supply_total: (owed * 2n).toString(),
    scaled_debt_total: owed.toString(),
    scaled_debt_tracked: owed.toString(),
    deficit: '0',
    grace_until: 0,
  }
}

function marketOf(m: number, reading: ReadingOf, borrowers: readonly MorphoValue[]) {
  const market = markets[m]!
  const token = (at: number) => ({ address: tokenAddress(at), symbol: coins[at]!.symbol, decimals: coins[at]!.decimals })
  const shares = sum(
    borrowers.flatMap((b) => b.markets.filter((held) => held.id === marketId(m)).map((held) => held.borrow_shares)),
  )
  return {
    ...reading,
    id: marketId(m),
    loan: token(market.loan),
    collateral: token(market.collateral),
    oracle: hex(0x0bb0 + m, 40),
    irm: hex(0x1234, 40),
    lltv: market.lltv.toString(),
    total_supply_assets: (shares / 500_000n).toString(),
    total_supply_shares: (shares * 2n).toString(),
    total_borrow_assets: (shares / 1_000_000n).toString(),
    total_borrow_shares: shares.toString(),
    borrow_shares_tracked: shares.toString(),
    updated_at: Math.floor(Date.parse(reading.block.time) / 1000) - 60,
    borrow_rate: '1000000000',
    fee: '0',
  }
}

// What a constant product would answer, at sizes a sampler would ask.
function depthOf(c: number, usd: number, depthUsd: number, reading: ReadingOf) {
  const reserve = depthUsd / usd
  const quotes = [0.0001, 0.001, 0.005, 0.01, 0.03, 0.1, 0.3, 1].map((share) => {
    const amount_in = reserve * share
    return { amount_in, amount_out_usd: (amount_in * usd * reserve) / (reserve + amount_in) }
  })
  return { ...reading, token: tokenAddress(c), symbol: coins[c]!.symbol, quotes, coverage: '1 pool: USDC 500' }
}

function sum(amounts: readonly string[]): bigint {
  return amounts.reduce((total, amount) => total + BigInt(amount), 0n)
}
