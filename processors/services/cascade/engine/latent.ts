// Debt no longer covered at market prices on positions that no liquidation reaches.
import { forEachProtocol, type PerProtocol } from '../model/protocol.ts'
import type { Run } from './run.ts'

export function latentBadDebt(run: Run): PerProtocol<number> {
  const { protocol, from, collateralLegs, token, valueUsd } = run.index.latent
  const { market } = run.prices
  const short = forEachProtocol(() => 0)
  for (let i = 0; i < protocol.length; i++) {
    const middle = from[i]! + collateralLegs[i]!
    let gap = 0
    for (let k = from[i]!; k < middle; k++) gap -= valueUsd[k]! * market[token[k]!]!
    for (let k = middle; k < from[i + 1]!; k++) gap += valueUsd[k]! * market[token[k]!]!
    if (gap > 0) short[protocol[i]!]! += gap
  }
  return short
}
