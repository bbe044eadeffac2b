// Arithmetic of pools: a price from a v3 root, the reserve that its liquidity stands for, and how much moves the price by two percent.

/** At a constant product x·y = k a price p = y/x falls to 0.98 p when y falls to y·√0.98. */
export const depthShare = 1 - Math.sqrt(0.98)

const twoTo96 = 2 ** 96

/** Quote parts for one token part; the root is √(token1/token0) in 96-bit fractions (Uniswap v3 whitepaper, 6.1). */
export function priceOfRoot(root: bigint, isToken0: boolean): number {
  const price = (Number(root) / twoTo96) ** 2
  return isToken0 ? price : 1 / price
}

/** In-range liquidity L stands for reserves of L/√P and L·√P (whitepaper, 6.2.1). */
export function virtualQuote(liquidity: bigint, root: bigint, isToken0: boolean): number {
  const sqrt = Number(root) / twoTo96
  return isToken0 ? Number(liquidity) * sqrt : Number(liquidity) / sqrt
}
