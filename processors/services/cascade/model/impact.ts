// How far a token's price falls once an amount of it has been sold: a constant product, or a row of such from sample to sample.
export type ImpactCurve =
  | { readonly kind: 'none' }
  // A pool with this many tokens on its side: after selling q the marginal price is (reserve / (reserve + q))².
  | { readonly kind: 'constant-product'; readonly reserve: number }
  // Marginal price multipliers (falling) after selling each size (rising). Between two samples their inverse root is linear in the size,
  // as it is where liquidity does not change; at one size that two samples share nothing is bought between their prices.
  | { readonly kind: 'sampled'; readonly sizes: readonly number[]; readonly multipliers: readonly number[] }

export type Quote = { readonly amountIn: number; readonly amountOut: number }

export const noImpact: ImpactCurve = { kind: 'none' }

export function constantProduct(reserve: number): ImpactCurve {
  return { kind: 'constant-product', reserve }
}

export function priceMultiplier(curve: ImpactCurve, sold: number): number {
  if (sold <= 0 || curve.kind === 'none') return 1
  if (curve.kind === 'constant-product') return (curve.reserve / (curve.reserve + sold)) ** 2
  return sampledMultiplier(curve.sizes, curve.multipliers, sold)
}

/** What a sale brings once so much has been sold before it, in units at the price before that. */
export function proceedsOf(curve: ImpactCurve, sold: number, amount: number): number {
  if (amount <= 0) return 0
  if (curve.kind === 'none') return amount
  if (curve.kind === 'constant-product') return ofReserve(curve.reserve, sold, amount)
  const { sizes, multipliers } = curve
  const end = sold + amount
  let [low, sum] = [sold, 0]
  for (let at = firstWhere(sizes.length, (k) => sizes[k]! > sold); at < sizes.length && low < end; at++) {
    const start = at === 0 ? 0 : sizes[at - 1]!
    if (sizes[at] === start) continue
    const root = at === 0 ? 1 : 1 / Math.sqrt(multipliers[at - 1]!)
    const slope = (1 / Math.sqrt(multipliers[at]!) - root) / (sizes[at]! - start)
    const high = Math.min(end, sizes[at]!)
    // The price is the inverse square of what is linear in the size.
    sum += (high - low) / ((root + (low - start) * slope) * (root + (high - start) * slope))
    low = high
  }
  if (low > sold && low >= end) return sum
  const reserve = tailReserve(sizes, multipliers)
  const left = low === sold ? amount : end - low
  return sum + (reserve === Number.POSITIVE_INFINITY ? left * multipliers.at(-1)! : ofReserve(reserve, low, left))
}

const ofReserve = (reserve: number, sold: number, amount: number): number =>
  (reserve / (reserve + sold)) * (reserve / (reserve + sold + amount)) * amount

// The amount that moves the price to the given multiplier: what can be sold before the impact passes a liquidator's bonus.
export function amountUntil(curve: ImpactCurve, multiplier: number): number {
  if (curve.kind === 'none' || multiplier <= 0) return Number.POSITIVE_INFINITY
  if (multiplier >= 1) return 0
  if (curve.kind === 'constant-product') return curve.reserve * (1 / Math.sqrt(multiplier) - 1)
  const { sizes, multipliers } = curve
  const last = sizes.length - 1
  if (multiplier < multipliers[last]!) return tailReserve(sizes, multipliers) * (1 / Math.sqrt(multiplier) - 1)
  const at = firstWhere(last, (k) => multipliers[k]! <= multiplier)
  const [from, to] = [at === 0 ? 1 : 1 / Math.sqrt(multipliers[at - 1]!), 1 / Math.sqrt(multipliers[at]!)]
  const low = at === 0 ? 0 : sizes[at - 1]!
  return low + ((sizes[at]! - low) * (1 / Math.sqrt(multiplier) - from)) / (to - from)
}

// Quotes give average prices; the slope between two of them is the marginal price midway. The smallest quote stands for spot.
export function curveFromQuotes(quotes: readonly Quote[]): ImpactCurve {
  const sorted = quotes.filter((q) => q.amountIn > 0 && q.amountOut > 0).toSorted((a, b) => a.amountIn - b.amountIn)
  const first = sorted[0]
  if (!first || sorted.length < 2) return noImpact
  const spot = first.amountOut / first.amountIn
  const sizes: number[] = []
  const multipliers: number[] = []
  let lowest = 1
  for (let i = 1; i < sorted.length; i++) {
    const [before, after] = [sorted[i - 1]!, sorted[i]!]
    if (after.amountIn === before.amountIn) continue
    const slope = (after.amountOut - before.amountOut) / (after.amountIn - before.amountIn) / spot
    lowest = Math.min(lowest, Math.max(slope, 1e-9))
    sizes.push((before.amountIn + after.amountIn) / 2)
    multipliers.push(lowest)
  }
  return lowest === 1 ? noImpact : { kind: 'sampled', sizes, multipliers }
}

// Depth times k: the same price fall needs k times the sale.
export function scaleDepth(curve: ImpactCurve, factor: number): ImpactCurve {
  if (curve.kind === 'none' || factor === 1) return curve
  if (factor === Number.POSITIVE_INFINITY) return noImpact
  if (curve.kind === 'constant-product') return constantProduct(curve.reserve * factor)
  return { ...curve, sizes: curve.sizes.map((s) => s * factor) }
}

/**
 * What a market takes once its price has come down to `from`, and beside it one that stands around that price wherever it is: a curve of
 * further falls. Both take amounts that are linear in the inverse root of the price between their samples, and so is their sum.
 */
export function joinCurves(market: ImpactCurve, from: number, beside: ImpactCurve): ImpactCurve {
  if (market.kind === 'none' || beside.kind !== 'sampled') return market
  const [lowest, most] = [beside.multipliers.at(-1)!, beside.sizes.at(-1)!]
  const drawn = amountUntil(market, from)
  const ofMarket = (m: number) => amountUntil(market, from * m) - drawn
  const ofBeside = (m: number) => (m < lowest ? most : amountUntil(beside, m))
  const nodes = [
    ...beside.multipliers.map((m, k) => ({ m, size: beside.sizes[k]! + ofMarket(m) })),
    { m: deepest, size: most + ofMarket(deepest) },
  ]
  if (market.kind === 'sampled')
    market.multipliers.forEach((multiplier, k) => {
      const m = multiplier / from
      if (m <= 1 && m > deepest) nodes.push({ m, size: market.sizes[k]! - drawn + ofBeside(m) })
    })
  nodes.sort((a, b) => b.m - a.m || a.size - b.size)
  return { kind: 'sampled', sizes: nodes.map(({ size }) => size), multipliers: nodes.map(({ m }) => m) }
}

// Further down nothing is sold at any price worth telling.
const deepest = 1e-6

function sampledMultiplier(sizes: readonly number[], multipliers: readonly number[], sold: number): number {
  const last = sizes.length - 1
  if (sold >= sizes[last]!) {
    const reserve = tailReserve(sizes, multipliers)
    return reserve === Number.POSITIVE_INFINITY ? multipliers[last]! : (reserve / (reserve + sold)) ** 2
  }
  const at = firstWhere(last, (k) => sizes[k]! > sold)
  const [from, to] = [at === 0 ? 1 : 1 / Math.sqrt(multipliers[at - 1]!), 1 / Math.sqrt(multipliers[at]!)]
  const low = at === 0 ? 0 : sizes[at - 1]!
  return (from + ((sold - low) * (to - from)) / (sizes[at]! - low)) ** -2
}

/** The first place up to the last at which it is so; it stays so. */
function firstWhere(last: number, isSo: (place: number) => boolean): number {
  let [low, high] = [0, last]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isSo(middle)) high = middle
    else low = middle + 1
  }
  return low
}

function tailReserve(sizes: readonly number[], multipliers: readonly number[]): number {
  const [size, root] = [sizes.at(-1)!, Math.sqrt(multipliers.at(-1)!)]
  return root >= 1 ? Number.POSITIVE_INFINITY : (size * root) / (1 - root)
}
