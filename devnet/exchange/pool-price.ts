// A pool's own arithmetic: its price as a square root, its ticks, and how much liquidity so many dollars make.
export type Side = { readonly answer: bigint; readonly unit: bigint }

const lowestTick = -887_272
const rootBits = 96n

/** The square root that a pool of these two tokens holds when they are worth what their feeds answer. */
export function rootOf(token0: Side, token1: Side): bigint {
  return squareRoot((token0.answer * token1.unit * (1n << (2n * rootBits))) / (token1.answer * token0.unit))
}

/** The nearest ticks that a pool of this spacing allows around a price, so far up and down as a share of it; all of them for null. */
export function ticksAround(root: bigint, width: number | null, spacing: number): [number, number] {
  if (width === null) return [Math.ceil(lowestTick / spacing) * spacing, -Math.ceil(lowestTick / spacing) * spacing]
  const here = (2 * Math.log(asNumber(root))) / Math.log(1.0001)
  const reach = Math.log(1 + width) / Math.log(1.0001)
  return [Math.floor((here - reach) / spacing) * spacing, Math.ceil((here + reach) / spacing) * spacing]
}

/** How much liquidity these dollars are between two ticks; a `usdPerUnit` is the worth of a token's smallest part. */
export function liquidityWorth(
  usd: number,
  root: bigint,
  [lower, upper]: readonly [number, number],
  usdPerUnit: readonly [number, number],
): bigint {
  const [at, from, to] = [asNumber(root), 1.0001 ** (lower / 2), 1.0001 ** (upper / 2)]
  const perLiquidity = (1 / at - 1 / to) * usdPerUnit[0] + (at - from) * usdPerUnit[1]
  return BigInt(Math.floor(usd / perLiquidity))
}

/** What one token 0 is worth in token 1, both whole. */
export function priceAt(root: bigint, token0: { readonly unit: bigint }, token1: { readonly unit: bigint }): number {
  return (asNumber(root) ** 2 * Number(token0.unit)) / Number(token1.unit)
}

/** How far one price lies from another, as a share of the latter. */
export function gapOf(root: bigint, target: bigint): number {
  return Math.abs((asNumber(root) / asNumber(target)) ** 2 - 1)
}

function asNumber(root: bigint): number {
  return Number(root) / 2 ** Number(rootBits)
}

function squareRoot(of: bigint): bigint {
  if (of < 2n) return of
  let guess = 1n << BigInt(Math.ceil(of.toString(2).length / 2))
  for (;;) {
    const next = (guess + of / guess) / 2n
    if (next >= guess) return guess
    guess = next
  }
}
