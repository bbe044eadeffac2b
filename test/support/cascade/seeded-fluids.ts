// Four vaults of Fluid over the seeded chain's own tokens, as its ingestor would append them: ether and bitcoin against dollars, a rate of ether
// against ether, and dollars against ether.
import type { Topic } from '../../../db/log/topic.ts'
import { priceIdOf } from '../../../ingestors/sources/compound-v3/topic.ts'
import { ratioAtTick, ratioUnit } from '../../../ingestors/sources/fluid/ticks.ts'
import { fluidPositions, fluidVaults } from '../../../ingestors/sources/fluid/topic.ts'
import { oraclePrices } from '../../../ingestors/sources/oracle-prices/topic.ts'
import { tickAtRatio } from './fluid-rule.ts'
import { factsAt, tokenAddress } from './seeded-facts.ts'
import { seededRandom } from './seeded-random.ts'

type Facts = Map<Topic<any>, unknown[]>

const tokens: Record<string, { readonly at: number; readonly decimals: number; readonly usd: number }> = {
  WETH: { at: 0, decimals: 18, usd: 2500 },
  wstETH: { at: 1, decimals: 18, usd: 3000 },
  WBTC: { at: 2, decimals: 8, usd: 60_000 },
  USDC: { at: 4, decimals: 6, usd: 1 },
}
export const vaults = [
  { collateral: 'WETH', loan: 'USDC', threshold: 850, limit: 900, penalty: 200, follows: 'market' },
  { collateral: 'WBTC', loan: 'USDC', threshold: 815, limit: 880, penalty: 350, follows: 'market' },
  { collateral: 'wstETH', loan: 'WETH', threshold: 930, limit: 960, penalty: 10, follows: 'rate' },
  { collateral: 'USDC', loan: 'WETH', threshold: 900, limit: 950, penalty: 100, follows: 'market' },
] as const
export const vaultOf = (at: number): string => `0x${(0xf10000 + at).toString(16).padStart(40, '0')}`
export const usdOf = (symbol: string): number => tokens[symbol]!.usd
export const decimalsOf = (symbol: string): number => tokens[symbol]!.decimals
/** What a raw unit of each side is worth, in 1e-12. */
export const [supplyPrice, borrowPrice] = [1_020_000_000_000n, 1_070_000_000_000n]
const reading = {
  chain_id: 1,
  block: { number: 1000, hash: `0x${'1'.repeat(64)}`, time: factsAt.toISOString() },
  sequence: 0,
}

export function withFluids(facts: Facts, seed: number, borrowers: number): Facts {
  const random = seededRandom(seed)
  const positions = Array.from({ length: borrowers }, (_, i) => {
    const at = i % vaults.length
    const { collateral, loan, threshold } = vaults[at]!
    const valueUsd = Math.exp(random.next() * 6 + 7)
    const raw = rawOf(valueUsd, collateral, supplyPrice)
    const owedUsd = (valueUsd * threshold) / 1000 / (1.01 + random.next() * random.next())
    const owed = rawOf(owedUsd, loan, borrowPrice)
    // As a vault does: up to the next ratio that it knows.
    const debtAtTick = (ratioAtTick(tickAtRatio((owed * ratioUnit) / raw) + 1) * raw) / ratioUnit
    const amounts = { collateral: String(raw), debt: String(owed), debt_at_tick: String(debtAtTick) }
    return { ...reading, vault: vaultOf(at), position: String(i + 1), ...amounts }
  })
  const markets = vaults.map((vault, at) => {
    const own = positions.filter((one) => one.vault === vaultOf(at))
    const sum = (of: (one: (typeof own)[number]) => string) => String(own.reduce((all, one) => all + BigInt(of(one)), 0n))
    return {
      ...reading,
      vault: vaultOf(at),
      vault_id: String(at + 1),
      collateral: tokenNamed(vault.collateral),
      loan: tokenNamed(vault.loan),
      supply_price: String(supplyPrice),
      borrow_price: String(borrowPrice),
      oracle: `0x${'f0'.repeat(20)}`,
      collateral_factor_permille: vault.threshold - 50,
      liquidation_threshold_permille: vault.threshold,
      liquidation_limit_permille: vault.limit,
      liquidation_penalty_bps: vault.penalty,
      supply_total: sum((one) => one.collateral),
      borrow_total: sum((one) => one.debt),
      absorbed_collateral: '0',
      absorbed_debt: '0',
      positions: own.length,
      positions_tracked: own.length,
      borrow_tracked: sum((one) => one.debt),
      borrow_of_nobody: '0',
    }
  })
  const prices = vaults.map(({ collateral, loan, follows }, at) => ({
    ...reading,
    oracle: vaultOf(at),
    asset: priceIdOf(tokenNamed(collateral).address),
    price: String(BigInt(Math.round((usdOf(collateral) / usdOf(loan)) * 1e12)) * 10n ** 12n),
    decimals: 24,
    follows,
    ...(follows === 'rate' ? { feeds: [] } : {}),
  }))
  return new Map(facts)
    .set(fluidPositions, positions)
    .set(fluidVaults, markets)
    .set(oraclePrices, [...(facts.get(oraclePrices) ?? []), ...prices])
}

const tokenNamed = (symbol: string) => ({ address: tokenAddress(tokens[symbol]!.at), symbol, decimals: tokens[symbol]!.decimals })

function rawOf(usd: number, symbol: string, price: bigint): bigint {
  const { decimals, usd: each } = tokens[symbol]!
  return (BigInt(Math.round((usd / each) * 1e8)) * 10n ** BigInt(decimals + 4)) / price
}
