// Three vaults of Euler v2 over the seeded chain's own tokens, as their ingestors would append them: one lends dollars, one lends ether and
// counts in it, and one only holds bitcoin for others.
import type { Topic } from '../../../db/log/topic.ts'
import { priceIdOf } from '../../../ingestors/sources/compound-v3/topic.ts'
import { dollarUnit, eulerPositions, eulerVaults } from '../../../ingestors/sources/euler-v2/topic.ts'
import { oraclePrices } from '../../../ingestors/sources/oracle-prices/topic.ts'
import { accountOf, factsAt, tokenAddress } from './seeded-facts.ts'
import { seededRandom } from './seeded-random.ts'

type Facts = Map<Topic<any>, unknown[]>

const ray = 10n ** 27n
const [weth, wsteth, wbtc, usdc] = [0, 1, 2, 4]
export const tokens = {
  [weth]: { symbol: 'WETH', decimals: 18, usd: 2500 },
  [wsteth]: { symbol: 'wstETH', decimals: 18, usd: 3000 },
  [wbtc]: { symbol: 'WBTC', decimals: 8, usd: 60_000 },
  [usdc]: { symbol: 'USDC', decimals: 6, usd: 1 },
} as Record<number, { symbol: string; decimals: number; usd: number }>
export const lenders = [
  { asset: usdc, unit: dollarUnit, unitUsd: 1, discount: 1_500, takes: { [weth]: 84, [wsteth]: 82, [wbtc]: 77 } },
  { asset: weth, unit: tokenAddress(weth), unitUsd: 2500, discount: 500, takes: { [wsteth]: 94, [usdc]: 85 } },
] as { asset: number; unit: string; unitUsd: number; discount: number; takes: Record<number, number> }[]
export const vaultOf = (token: number): string => `0x${(0xe0000 + token).toString(16).padStart(40, '0')}`
/** Of each vault, how many of its assets a share is worth. */
const shareWorth: Record<number, number> = { [weth]: 1.05, [usdc]: 1.1, [wsteth]: 1, [wbtc]: 1 }
const accumulator = (ray * 11n) / 10n
const reading = {
  chain_id: 1,
  block: { number: 1000, hash: `0x${'1'.repeat(64)}`, time: factsAt.toISOString() },
  sequence: 0,
}

export function withEulers(facts: Facts, seed: number, borrowers: number): Facts {
  const random = seededRandom(seed)
  const positions = Array.from({ length: borrowers }, (_, i) => {
    const { asset, takes } = lenders[random.chance(0.65) ? 0 : 1]!
    const owned = Object.keys(takes).map(Number)
    const chosen = random.chance(0.5) ? [owned[random.below(owned.length)]!] : owned.slice(0, 1 + random.below(owned.length))
    let weighted = 0
    const collateral = chosen.map((token) => {
      const sizeUsd = Math.exp(random.next() * 6 + 7)
      weighted += (sizeUsd * takes[token]!) / 100
      const { decimals, usd } = tokens[token]!
      return { vault: vaultOf(token), shares: String(units(sizeUsd / usd / shareWorth[token]!, decimals)) }
    })
    const owedUsd = weighted / (1.01 + random.next() * random.next())
    const owed = units(owedUsd / tokens[asset]!.usd, tokens[asset]!.decimals) << 31n
    const account = accountOf(0xe0000 + i)
    return { ...reading, account, vault: vaultOf(asset), owed: String(owed), accumulator: String(accumulator), collateral }
  })
  const prices = lenders.flatMap(({ asset, unitUsd, takes }) => [
    quote(asset, tokenAddress(asset), tokens[asset]!.usd / unitUsd),
    ...Object.keys(takes)
      .map(Number)
      .map((token) => quote(asset, vaultOf(token), (tokens[token]!.usd * shareWorth[token]!) / unitUsd)),
  ])
  return new Map(facts)
    .set(eulerPositions, positions)
    .set(
      eulerVaults,
      [usdc, weth, wsteth, wbtc].map((token) => vaultFact(token, positions)),
    )
    .set(oraclePrices, [...(facts.get(oraclePrices) ?? []), ...prices])
}

function quote(lender: number, asset: string, price: number) {
  // As many digits as a price in ether needs.
  const digits = BigInt(Math.round(price * 1e12)) * 10n ** 12n
  return { ...reading, oracle: vaultOf(lender), asset: priceIdOf(asset), price: String(digits), decimals: 24, follows: 'market' }
}

type Owing = { readonly vault: string; readonly owed: string }

function vaultFact(token: number, positions: readonly Owing[]) {
  const { symbol, decimals } = tokens[token]!
  const owed = positions.reduce((sum, one) => sum + (one.vault === vaultOf(token) ? BigInt(one.owed) : 0n), 0n)
  const scaled = positions.reduce(
    (sum, one) => sum + (one.vault === vaultOf(token) ? (BigInt(one.owed) * ray) / accumulator : 0n),
    0n,
  )
  const cash = (owed >> 31n) + 10n ** BigInt(decimals + 6)
  const assets = cash + (owed >> 31n) + 1_000_000n
  const own = lenders.find(({ asset }) => asset === token)
  return {
    ...reading,
    vault: vaultOf(token),
    asset: { address: tokenAddress(token), symbol, decimals },
    share_decimals: decimals,
    cash: String(cash),
    borrow_total: String(owed),
    share_total: String((assets * 1_000n) / BigInt(Math.round(shareWorth[token]! * 1_000)) - 1_000_000n),
    accumulator: String(own === undefined ? ray : accumulator),
    interest_rate: own === undefined ? '0' : '1500000000000000000',
    interest_fee_bps: 1_000,
    lends:
      own === undefined
        ? null
        : {
            scaled_total: String(scaled),
            scaled_tracked: String(scaled),
            oracle: `0x${'0e'.repeat(20)}`,
            unit_of_account: own.unit,
            max_discount_bps: own.discount,
            cool_off_seconds: 1,
            refused_operations: 0,
            writes_off: true,
            collateral: Object.entries(own.takes).map(([taken, percent]) => ({
              vault: vaultOf(Number(taken)),
              borrow_ltv_bps: percent * 100 - 300,
              initial_ltv_bps: 0,
              liquidation_ltv_bps: percent * 100,
              target_time: 1_700_000_000,
              ramp_seconds: 0,
            })),
          },
  }
}

function units(amount: number, decimals: number): bigint {
  return (BigInt(Math.round(amount * 1e6)) * 10n ** BigInt(decimals)) / 1_000_000n
}
