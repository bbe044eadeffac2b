// The small integers by which the index tells the kernel what lies where. Both compile this file.

// The class of tokens that never move.
export const stillClass = 0

// How the debts of a lane move: not at all, all with shocked tokens, or some other way.
export const stillDebts = 0
export const shockedDebts = 1
export const otherDebts = 2

// Which way a hopeless row of the lane goes: unknown, by its two collaterals in turn, or by one collateral and two debts.
export const closesSingly = 0
export const closesByCollateral = 1
export const closesByDebt = 2

// Running sums of a lane, side by side.
export const sumsPerRow = 3

// What the kernel counts of each protocol, side by side; Aave's come first, then Morpho's, Compound's, Euler's and Fluid's.
export const protocolCount = 5
export const talliesPerProtocol = 3
export const positions = 0
export const liquidations = 1
export const badDebtUsd = 2
