// The pools of Solidly's kin (Aerodrome, Velodrome): a constant product for volatile pairs, x³y + y³x for pegged ones.
import { closed, sampledFalls, tabulate, type Venue } from './venue.ts'

export interface ReservePool {
  /** Of what is sold, and of what is paid out, in raw units. */
  readonly reserveIn: bigint
  readonly reserveOut: bigint
  /** In ten-thousandths of what is sold. */
  readonly feeBps: bigint
}
export interface PeggedPool extends ReservePool {
  readonly unitIn: bigint
  readonly unitOut: bigint
}

const one = 10n ** 18n
const feeBase = 10_000n
const mostRounds = 255

export function sellVolatile({ reserveIn, reserveOut, feeBps }: ReservePool, amount: bigint): bigint {
  const paid = amount - (amount * feeBps) / feeBase
  return paid === 0n ? 0n : (paid * reserveOut) / (reserveIn + paid)
}

export function sellPegged({ reserveIn, reserveOut, feeBps, unitIn, unitOut }: PeggedPool, amount: bigint): bigint {
  const paid = amount - (amount * feeBps) / feeBase
  const [x, y] = [(reserveIn * one) / unitIn, (reserveOut * one) / unitOut]
  const k = invariant(x, y)
  const left = solve((paid * one) / unitIn + x, k, y, unitIn === one && unitOut === one)
  return left === null || left > y ? 0n : ((y - left) * unitOut) / one
}

/** Raw units. */
export function volatile(pool: ReservePool): Venue {
  const [x, y, keep] = [Number(pool.reserveIn), Number(pool.reserveOut), 1 - Number(pool.feeBps) / Number(feeBase)]
  if (!(x > 0 && y > 0)) return closed
  const top = (y / x) * keep
  return {
    top,
    at(price) {
      const root = Math.sqrt(Math.min(1, price / top))
      return { in: (x * (1 / root - 1)) / keep, out: y * (1 - root) }
    },
  }
}

/** Raw units. */
export function pegged(pool: PeggedPool): Venue {
  const [x, y] = [Number(pool.reserveIn) / Number(pool.unitIn), Number(pool.reserveOut) / Number(pool.unitOut)]
  if (!(x > 0 && y > 0)) return closed
  const keep = 1 - Number(pool.feeBps) / Number(feeBase)
  const units = Number(pool.unitOut) / Number(pool.unitIn)
  const price = (a: number, b: number) => (3 * a * a * b + b ** 3) / (a ** 3 + 3 * a * b * b)
  const top = price(x, y)
  const k = x ** 3 * y + y ** 3 * x
  return tabulate(
    sampledFalls.map((fall) => {
      // Of a price the ratio of both sides is a root of a cubic; along the curve the price only falls.
      const ratio = fall === 0 ? y / x : ratioAt(top * (1 - fall))
      const a = (k / (ratio + ratio ** 3)) ** 0.25
      return {
        in: (Math.max(0, a - x) / keep) * Number(pool.unitIn),
        out: Math.max(0, y - a * ratio) * Number(pool.unitOut),
        price: top * (1 - fall) * keep * units,
      }
    }),
  )
}

// (3r + r³) / (1 + 3r²) rises with r = y / x.
function ratioAt(price: number): number {
  let [low, high] = [0, 3 * Math.max(1, price)]
  for (let i = 0; i < 200; i++) {
    const r = (low + high) / 2
    if (r === low || r === high) break
    if ((3 * r + r ** 3) / (1 + 3 * r * r) < price) low = r
    else high = r
  }
  return (low + high) / 2
}

function invariant(x: bigint, y: bigint): bigint {
  return (((x * y) / one) * ((x * x) / one + (y * y) / one)) / one
}

// Newton's rounds as the contract takes them, for the same last unit.
function solve(x: bigint, k: bigint, from: bigint, areWhole: boolean): bigint | null {
  const value = (y: bigint) => invariant(x, y)
  const slope = (y: bigint) => (3n * x * ((y * y) / one)) / one + (((x * x) / one) * x) / one
  let y = from
  for (let i = 0; i < mostRounds; i++) {
    const is = value(y)
    const by = slope(y)
    if (by === 0n) return null
    if (is < k) {
      const step = ((k - is) * one) / by
      // The contract asks this of amounts it has scaled once already: with fewer than 18 digits it always holds.
      if (step === 0n && (!areWhole || value(y + 1n) > k)) return y + 1n
      y += step === 0n ? 1n : step
    } else {
      const step = ((is - k) * one) / by
      if (step === 0n && (is === k || value(y - 1n) < k)) return y
      y -= step === 0n ? 1n : step
    }
  }
  return null
}
