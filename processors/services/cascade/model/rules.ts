// The bounds of Aave's close factor, as the index and the kernel both apply them.

// The close factor's size rule and the leftover rule, in USD.
export const smallUsd = 2000
export const leftoverUsd = 1000
export const closeAllBelowHealth = 0.95

// Whose rules a collateral stands under: a newer pool's or a market's; an older pool's, with the mean threshold cut to whole basis points
// or as it is.
export const newer = 0
export const olderCut = 1
export const olderExact = 2
// Of a market that takes a position whole: all collateral against all debt, in one call.
export const absorbing = 3
// Of a market that takes all it may in one call, for a bonus that is what health is below one, up to the highest.
export const byShortfall = 4
// Of a market that takes as much as brings debt down to its threshold, in steps of a ratio, and whole positions above a limit.
export const byTick = 5
export const thresholdUnit = 1e-4
// From one ratio of debt to collateral to the next, and by how much two of them have to differ to be two.
export const tickStep = 1.0015
export const sameRatio = 1e-9

// Of a health worked out from what a liquidation left, which cancels more digits.
export const clearlyHealthy = 1.000001
