// What a run of liquidations adds up to, per protocol.
import { badDebtUsd, liquidations, positions, talliesPerProtocol } from '../index/codes.ts'
import { forEachProtocol, type PerProtocol } from '../model/protocol.ts'

export type Tally = {
  positions: number
  liquidations: number
  repaidUsd: number
  // Collateral taken from borrowers, fees included.
  seizedUsd: number
  feeUsd: number
  badDebtUsd: number
}

export const emptyTally = (): Tally => ({ positions: 0, liquidations: 0, repaidUsd: 0, seizedUsd: 0, feeUsd: 0, badDebtUsd: 0 })

export const emptyTallies = (): PerProtocol<Tally> => forEachProtocol(emptyTally)

export const copyOf = (tallies: PerProtocol<Tally>): PerProtocol<Tally> =>
  tallies.map((tally) => ({ ...tally })) as PerProtocol<Tally>

export function addTallies(tallies: readonly Tally[]): Tally {
  const sum = emptyTally()
  for (const t of tallies) {
    sum.positions += t.positions
    sum.liquidations += t.liquidations
    sum.repaidUsd += t.repaidUsd
    sum.seizedUsd += t.seizedUsd
    sum.feeUsd += t.feeUsd
    sum.badDebtUsd += t.badDebtUsd
  }
  return sum
}

export function readCounts(tallies: readonly Tally[], counts: Float64Array): void {
  tallies.forEach((tally, protocol) => {
    const from = protocol * talliesPerProtocol
    tally.positions = counts[from + positions]!
    tally.liquidations = counts[from + liquidations]!
    tally.badDebtUsd = counts[from + badDebtUsd]!
  })
}
