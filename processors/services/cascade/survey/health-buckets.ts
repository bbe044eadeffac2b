// How much stands how close to liquidation: positions, collateral and debt below each published health factor.
export const healthBounds = [1, 1.05, 1.1, 1.25] as const
// Everything, cut where a reader looks: liquidatable, the at-risk bounds, and the comfortable rest.
export const histogramBounds = [1, 1.05, 1.1, 1.25, 1.5, 2, 3, Number.POSITIVE_INFINITY] as const
// How far the position's collateral has to fall, in percent, before it is liquidatable.
export const distanceBoundsPct = [0, 2, 5, 10, 20, 30, 50, 100] as const

export type Holding = { positions: number; collateralUsd: number; debtUsd: number }

export const emptyHolding = (): Holding => ({ positions: 0, collateralUsd: 0, debtUsd: 0 })

export function addHolding(to: Holding, collateralUsd: number, debtUsd: number): void {
  to.positions++
  to.collateralUsd += collateralUsd
  to.debtUsd += debtUsd
}

export function firstBoundAbove(bounds: readonly number[], value: number): number {
  let at = 0
  while (at < bounds.length - 1 && value >= bounds[at]!) at++
  return at
}

/** How far everything a position owns has to fall until it is liquidatable. */
export function distancePct(health: number): number {
  return Math.max(0, (1 - 1 / health) * 100)
}
