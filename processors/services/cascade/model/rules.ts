// The bounds of Aave's close factor, as the index and the kernel both apply them.

// The close factor's size rule and the leftover rule, in USD.
export const smallUsd = 2000
export const leftoverUsd = 1000
export const closeAllBelowHealth = 0.95

// Older pools cut an account's mean threshold to whole basis points.
export const thresholdUnit = 1e-4

// Of a health worked out from what a liquidation left, which cancels more digits.
export const clearlyHealthy = 1.000001
