// What one hire may use: so many readings, of so much at list price, and never more than its own price covers.
export const priceUsd = '0.50'
export const mostCalls = 6
export const mostPages = 3
export const mostCandidates = 12
export const leastTask = 20
export const mostTask = 2_000
export const mostContext = 8_000

/** Prices have three digits at most: whole numbers add up without error. */
export const mills = (usd: string): number => Math.round(Number(usd) * 1_000)
export const usdOf = (amount: number): string => (amount / 1_000).toFixed(3).replace(/0$/, '')
