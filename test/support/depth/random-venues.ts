// Random places to sell one token at about one price: every kind of curve there is, each with the swap it is a curve of.
import { concentrated } from '../../../ingestors/sources/dex-depth/curves/concentrated.ts'
import { type PeggedPool, pegged, sellPegged, volatile } from '../../../ingestors/sources/dex-depth/curves/solidly.ts'
import { sellStable, stableSwap } from '../../../ingestors/sources/dex-depth/curves/stable-swap.ts'
import { scaled, type Venue } from '../../../ingestors/sources/dex-depth/curves/venue.ts'
import type { seededRandom } from '../cascade/seeded-random.ts'

export interface RandomVenue {
  readonly venue: Venue
  /** Whole tokens in and out. */
  swap(amount: number): number
}

const one = 10n ** 18n
const unit = 1e18
const units = (whole: number) => BigInt(Math.round(whole * 1e6)) * 10n ** 12n
const bigOf = (raw: number) => BigInt(Math.round(Math.max(0, raw)))

const nearby = 8n

// A small pool's rounds go to and fro for ever at a few amounts, each next to one that ends: the contract refuses those.
function soldPegged(pool: PeggedPool, raw: bigint): bigint {
  for (let more = 0n; more < nearby; more++) {
    const out = sellPegged(pool, raw + more)
    if (out > 0n) return out
  }
  return 0n
}

export function randomVenue(random: ReturnType<typeof seededRandom>, price: number): RandomVenue {
  const size = Math.exp(random.between(5, 14)) / price
  const near = price * random.between(0.98, 1.02)
  const kind = Math.floor(random.between(0, 4))
  if (kind === 0) {
    const pool = { reserveIn: units(size), reserveOut: units(size * near), feeBps: BigInt(Math.round(random.between(1, 100))) }
    const [x, y, keep] = [Number(pool.reserveIn) / unit, Number(pool.reserveOut) / unit, 1 - Number(pool.feeBps) / 1e4]
    return { venue: scaled(volatile(pool), unit, unit), swap: (amount) => (amount * keep * y) / (x + amount * keep) }
  }
  if (kind === 1) {
    // Pegged pools hold what is worth about the same; the price is the unit's.
    const pool = {
      reserveIn: units(size),
      reserveOut: units(size * random.between(0.6, 1.5)),
      feeBps: 5n,
      unitIn: one,
      unitOut: one,
    }
    const swap = (amount: number) => (Number(soldPegged(pool, bigOf(amount * unit))) / unit) * near
    return { venue: scaled(pegged(pool), unit, unit / near), swap }
  }
  if (kind === 2) {
    const balances = [units(size), units(size * random.between(0.5, 1.6)), units(size)]
    const terms = {
      amplification: BigInt(Math.round(random.between(2_000, 100_000))),
      fee: 4_000_000n,
      offPegFee: 20_000_000_000n,
    }
    const pool = { balances, rates: [one, one, one], ...terms, i: 0, j: 1 }
    const swap = (amount: number) => (Number(sellStable(pool, bigOf(amount * unit))) / unit) * near
    return { venue: scaled(stableSwap(pool), unit, unit / near), swap }
  }
  const tick = Math.round(Math.log(near) / Math.log(1.0001))
  const ticks = new Map<number, bigint>()
  let liquidity = 0n
  for (let r = 0; r < 5; r++) {
    const [low, high] = [tick - Math.round(random.between(10, 12_000)), tick + Math.round(random.between(10, 12_000))]
    const net = bigOf(((size * Math.sqrt(price) * unit) / (high - low)) * 1_000)
    ticks.set(low, (ticks.get(low) ?? 0n) + net)
    ticks.set(high, (ticks.get(high) ?? 0n) - net)
    liquidity += net
  }
  const sqrtPriceX96 = BigInt(Math.round(Math.sqrt(near) * 2 ** 50)) << 46n
  const list = [...ticks].map(([index, net]) => ({ index, net }))
  const pool = concentrated({ sqrtPriceX96, tick, liquidity, ticks: list, until: tick - 25_000, feePips: 500 }, true)
  return { venue: scaled(pool, unit, unit), swap: (amount) => pool.sell(amount * unit) / unit }
}
