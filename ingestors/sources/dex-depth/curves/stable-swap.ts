// Curve's StableSwap: between a constant sum and a constant product, as strongly as its amplification says; fees rise off the peg.
import { closed, tabulate, type Venue } from './venue.ts'

export interface StablePool {
  /** Of every coin, in raw units. */
  readonly balances: readonly bigint[]
  /** What a raw unit is worth, times 10³⁶ less its digits. */
  readonly rates: readonly bigint[]
  /** Times a hundred. */
  readonly amplification: bigint
  /** Of what is paid out, in units of 10⁻¹⁰. */
  readonly fee: bigint
  /** How much more is charged far off the peg, in units of 10⁻¹⁰; nothing where it is at most one. */
  readonly offPegFee: bigint
  readonly i: number
  readonly j: number
}

const precision = 10n ** 18n
const feeBase = 10n ** 10n
const ampBase = 100n
const mostRounds = 255

/** What that many raw units bring; null where the pool does not compute. */
export function sellStable(pool: StablePool, amount: bigint): bigint | null {
  const { rates, i, j } = pool
  const xp = valuesOf(pool)
  const d = invariant(xp, pool.amplification)
  if (d === null) return null
  const x = xp[i]! + (amount * rates[i]!) / precision
  const y = solve(pool, xp, x, d)
  if (y === null) return null
  const out = xp[j]! - y - 1n
  if (out <= 0n) return 0n
  const fee = feeAt(pool, (xp[i]! + x) / 2n, (xp[j]! + y) / 2n)
  return ((out - (fee * out) / feeBase) * precision) / rates[j]!
}

/** Raw units. */
export function stableSwap(pool: StablePool): Venue {
  const { rates, i, j } = pool
  const xp = valuesOf(pool)
  const d = xp.every((value) => value > 0n) ? invariant(xp, pool.amplification) : null
  if (d === null) return closed
  const [start, toIn, toOut] = [Number(xp[i]!), Number(precision) / Number(rates[i]!), Number(precision) / Number(rates[j]!)]
  const at = (x: number): Sample | null => {
    const y = x <= start ? xp[j]! : solve(pool, xp, BigInt(Math.round(x)), d)
    return y === null || y <= 0n ? null : sampleAt(pool, xp, d, x <= start ? xp[i]! : BigInt(Math.round(x)), y)
  }
  const wide = [0, 1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.1, 0.3, 1, 3, 10].map((share) => at(start + Number(d) * share))
  const samples = refine(
    wide.filter((sample) => sample !== null),
    at,
  )
  return tabulate(
    samples.map(({ x, out, price }) => ({ in: (x - start) * toIn, out: out * toOut, price: (price * toOut) / toIn })),
  )
}

interface Sample {
  readonly x: number
  readonly out: number
  readonly price: number
}

const finest = 1.01
// Below this share of the price it began at nobody asks any more.
const deepest = 1e-3
const mostSamples = 2_000

// Flat first and then steep, the more so the stronger the amplification: sampled where the price moves.
function refine(samples: readonly Sample[], at: (x: number) => Sample | null): Sample[] {
  const done: Sample[] = []
  const left = samples.toReversed() as Sample[]
  while (left.length > 0) {
    const [to, from] = [left.at(-1)!, done.at(-1)]
    const middle =
      from === undefined ||
      from.price <= to.price * finest ||
      from.price < samples[0]!.price * deepest ||
      done.length + left.length > mostSamples ||
      to.x - from.x < 2
        ? null
        : at((from.x + to.x) / 2)
    if (middle === null) done.push(left.pop()!)
    else left.push(middle)
  }
  return done
}

function sampleAt(pool: StablePool, xp: readonly bigint[], d: bigint, x: bigint, y: bigint): Sample {
  const fee = Number(feeAt(pool, (xp[pool.i]! + x) / 2n, (xp[pool.j]! + y) / 2n)) / Number(feeBase)
  const gross = y < xp[pool.j]! ? Number(xp[pool.j]! - y) : 0
  return { x: Number(x), out: gross * (1 - fee), price: slopeAt(pool, xp, Number(d), Number(x), Number(y)) * (1 - fee) }
}

// -dy/dx along the invariant: A·nⁿ·Σx + D = A·nⁿ·D + Dⁿ⁺¹ / (nⁿ·Πx), derived by x and by y.
function slopeAt({ amplification, i, j }: StablePool, xp: readonly bigint[], d: number, x: number, y: number): number {
  const n = xp.length
  const ann = (Number(amplification) / Number(ampBase)) * n
  let product = d
  xp.forEach((value, k) => {
    product *= d / (n * (k === i ? x : k === j ? y : Number(value)))
  })
  return (ann + product / x) / (ann + product / y)
}

function valuesOf({ balances, rates }: StablePool): bigint[] {
  return balances.map((balance, k) => (balance * rates[k]!) / precision)
}

function feeAt({ fee, offPegFee }: StablePool, x: bigint, y: bigint): bigint {
  if (offPegFee <= feeBase) return fee
  const both = (x + y) ** 2n
  return (offPegFee * fee) / (((offPegFee - feeBase) * 4n * x * y) / both + feeBase)
}

function invariant(xp: readonly bigint[], amplification: bigint): bigint | null {
  const n = BigInt(xp.length)
  const sum = xp.reduce((all, value) => all + value, 0n)
  if (xp.some((value) => value <= 0n)) return null
  const ann = amplification * n
  let d = sum
  for (let round = 0; round < mostRounds; round++) {
    let product = d
    for (const value of xp) product = (product * d) / value
    product /= n ** n
    const before = d
    d = (((ann * sum) / ampBase + product * n) * d) / (((ann - ampBase) * d) / ampBase + (n + 1n) * product)
    if (near(d, before)) return d
  }
  return null
}

function solve({ amplification, i, j }: StablePool, xp: readonly bigint[], x: bigint, d: bigint): bigint | null {
  const n = BigInt(xp.length)
  const ann = amplification * n
  let [c, sum] = [d, 0n]
  xp.forEach((value, k) => {
    if (k === j) return
    const held = k === i ? x : value
    sum += held
    c = (c * d) / (held * n)
  })
  c = (c * d * ampBase) / (ann * n)
  const b = sum + (d * ampBase) / ann
  let y = d
  for (let round = 0; round < mostRounds; round++) {
    const before = y
    y = (y * y + c) / (2n * y + b - d)
    if (near(y, before)) return y
  }
  return null
}

function near(a: bigint, b: bigint): boolean {
  return (a > b ? a - b : b - a) <= 1n
}
