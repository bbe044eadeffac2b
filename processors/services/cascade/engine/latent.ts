// Debt no longer covered at market prices on positions that no liquidation reaches.
import type { Run } from './run.ts'

export function latentBadDebt(run: Run): [number, number] {
  const { protocol, from, collateralLegs, token, valueUsd } = run.index.latent
  const { market } = run.prices
  const short: [number, number] = [0, 0]
  for (let i = 0; i < protocol.length; i++) {
    const middle = from[i]! + collateralLegs[i]!
    let gap = 0
    for (let k = from[i]!; k < middle; k++) gap -= valueUsd[k]! * market[token[k]!]!
    for (let k = middle; k < from[i + 1]!; k++) gap += valueUsd[k]! * market[token[k]!]!
    if (gap > 0) short[protocol[i] === 0 ? 0 : 1] += gap
  }
  return short
}
