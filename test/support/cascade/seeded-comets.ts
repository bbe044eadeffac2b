// Two markets of Compound v3 over the seeded chain's own tokens, as their ingestors would append them: one of dollars, and one of ether
// whose feeds count in ether.
import type { Topic } from '../../../db/log/topic.ts'
import { cometMarkets, cometPositions, priceIdOf } from '../../../ingestors/sources/compound-v3/topic.ts'
import { oraclePrices } from '../../../ingestors/sources/oracle-prices/topic.ts'
import type { CometMarket } from '../../../processors/services/cascade/exact/comet-market.ts'
import { accruedIndex } from '../../../processors/services/cascade/exact/comet-market.ts'
import type { Comet, CometPosition, OraclePrice } from '../../../processors/services/cascade/facts/chain-facts.ts'
import { accountOf, factsAt, tokenAddress } from './seeded-facts.ts'
import { seededRandom } from './seeded-random.ts'

type Facts = Map<Topic<any>, unknown[]>

const [weth, wsteth, wbtc, usdc] = [0, 1, 2, 4]
const tokens = {
  [weth]: { symbol: 'WETH', decimals: 18, usd: 2500 },
  [wsteth]: { symbol: 'wstETH', decimals: 18, usd: 3000 },
  [wbtc]: { symbol: 'WBTC', decimals: 8, usd: 60_000 },
  [usdc]: { symbol: 'USDC', decimals: 6, usd: 1 },
} as Record<number, { symbol: string; decimals: number; usd: number }>
const factor = (percent: number) => (BigInt(Math.round(percent * 100)) * 10n ** 14n).toString()
const comets = [
  { market: 'compound-v3-usdc', base: usdc, unitUsd: 1, liquidate: { [weth]: 88, [wsteth]: 85, [wbtc]: 77 } },
  { market: 'compound-v3-weth', base: weth, unitUsd: 2500, liquidate: { [wsteth]: 93, [wbtc]: 77 } },
] as { market: string; base: number; unitUsd: number; liquidate: Record<number, number> }[]
const credited: Record<number, number> = { [weth]: 93, [wsteth]: 92, [wbtc]: 95 }
export const cometOf = (at: number): string => `0x${(0xc03e7 + at).toString(16).padStart(40, '0')}`
const reading = {
  chain_id: 1,
  block: { number: 1000, hash: `0x${'1'.repeat(64)}`, time: factsAt.toISOString() },
  sequence: 0,
}
const borrowIndex = 1_050_000_000_000_000n

export function withComets(facts: Facts, seed: number, borrowers: number): Facts {
  const random = seededRandom(seed)
  const positions = Array.from({ length: borrowers }, (_, i) => {
    const { market, base, liquidate } = comets[random.chance(0.6) ? 0 : 1]!
    const owned = Object.keys(liquidate).map(Number)
    const chosen = random.chance(0.5) ? [owned[random.below(owned.length)]!] : owned.slice(0, 1 + random.below(owned.length))
    let weighted = 0
    const collateral = chosen.map((token) => {
      const sizeUsd = Math.exp(random.next() * 6 + 7)
      weighted += (sizeUsd * liquidate[token]!) / 100
      const { decimals, usd } = tokens[token]!
      return { asset: tokenAddress(token), balance: units(sizeUsd / usd, decimals) }
    })
    const owedUsd = weighted / (1.01 + random.next() * random.next())
    const principal = units(owedUsd / tokens[base]!.usd / 1.05, tokens[base]!.decimals)
    return { ...reading, market, account: accountOf(0x70000 + i), borrow_principal: principal, collateral }
  })
  const added = (topic: Topic<any>, more: unknown[]) => [...(facts.get(topic) ?? []), ...more]
  return new Map(facts)
    .set(cometPositions, positions)
    .set(
      cometMarkets,
      comets.map((_, at) => marketOf(at, positions)),
    )
    .set(
      oraclePrices,
      added(
        oraclePrices,
        comets.flatMap(({ base, unitUsd, liquidate }, at) =>
          [base, ...Object.keys(liquidate).map(Number)].map((token) => ({
            ...reading,
            oracle: cometOf(at),
            asset: priceIdOf(tokenAddress(token)),
            price: String(Math.round((tokens[token]!.usd / unitUsd) * 1e8)),
            decimals: 8,
            follows: 'market',
          })),
        ),
      ),
    )
}

function marketOf(at: number, positions: readonly { market: string; borrow_principal: string; collateral: readonly Held[] }[]) {
  const { market, base, liquidate } = comets[at]!
  const own = positions.filter((one) => one.market === market)
  const owed = own.reduce((sum, one) => sum + BigInt(one.borrow_principal), 0n)
  const named = (token: number) => {
    const { symbol, decimals } = tokens[token]!
    return { address: tokenAddress(token), symbol, decimals }
  }
  return {
    ...reading,
    market,
    comet: cometOf(at),
    base: named(base),
    base_price_feed: feedOf(base),
    supply_index: '1020000000000000',
    borrow_index: borrowIndex.toString(),
    borrow_rate: '1500000000',
    updated_at: Math.floor(factsAt.getTime() / 1000) - 3600,
    supply_total: (owed * 2n).toString(),
    borrow_total: owed.toString(),
    borrow_tracked: owed.toString(),
    reserves: '0',
    target_reserves: '5000000000000',
    store_front_factor: factor(60),
    pause_flags: 0,
    assets: Object.entries(liquidate).map(([token, percent]) => ({
      ...named(Number(token)),
      price_feed: feedOf(Number(token)),
      borrow_factor: factor(percent - 5),
      liquidate_factor: factor(percent),
      liquidation_factor: factor(credited[Number(token)]!),
      supply_cap: (10n ** 30n).toString(),
      supplied: own
        .flatMap(({ collateral }) => collateral)
        .reduce((sum, { asset, balance }) => sum + (asset === tokenAddress(Number(token)) ? BigInt(balance) : 0n), 0n)
        .toString(),
    })),
  }
}

type Held = { readonly asset: string; readonly balance: string }

const feedOf = (token: number): string => `0x${(0xfeed00 + token).toString(16).padStart(40, '0')}`

function units(amount: number, decimals: number): string {
  return ((BigInt(Math.round(amount * 1e6)) * 10n ** BigInt(decimals)) / 1_000_000n).toString()
}

/** The market as its contract has it when the facts were read, with every feed but the base's at so much of what it says. */
export function exactMarket(facts: Facts, terms: Comet, fall = 1): CometMarket {
  const prices = facts.get(oraclePrices) as OraclePrice[]
  const priceOf = (token: string) => {
    const found = prices.find(({ oracle, asset }) => oracle === terms.comet && asset === priceIdOf(token))
    return found === undefined ? null : BigInt(found.price)
  }
  const seconds = BigInt(factsAt.getTime() / 1000 - terms.updated_at)
  return {
    basePrice: priceOf(terms.base.address),
    baseScale: 10n ** BigInt(terms.base.decimals),
    supplyIndex: BigInt(terms.supply_index),
    borrowIndex: accruedIndex(BigInt(terms.borrow_index), BigInt(terms.borrow_rate), seconds),
    storeFrontFactor: BigInt(terms.store_front_factor),
    assets: terms.assets.map((one) => {
      const price = priceOf(one.address)
      return {
        asset: one.address,
        price: price === null ? null : BigInt(Math.round(Number(price) * fall)),
        scale: 10n ** BigInt(one.decimals),
        liquidateFactor: BigInt(one.liquidate_factor),
        liquidationFactor: BigInt(one.liquidation_factor),
      }
    }),
  }
}

export const exactPosition = ({ borrow_principal, collateral }: CometPosition) => ({
  principal: -BigInt(borrow_principal),
  balances: new Map(collateral.map(({ asset, balance }) => [asset as string, BigInt(balance)])),
})
