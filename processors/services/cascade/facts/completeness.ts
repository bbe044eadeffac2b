// Whether all debt of a market is on positions that are followed: what the chain says is owed beside what was added up.
import type { Protocol } from '../model/protocol.ts'

export type Completeness = {
  readonly protocol: Protocol
  readonly name: string
  readonly debtUsd: number
  /** In the market's own units, as the chain counts them. */
  readonly total: string
  readonly tracked: string
}

export const isComplete = (of: Completeness): boolean => of.total === of.tracked

export function trackedShare({ total, tracked }: Completeness): number {
  const [all, some] = [Number(total), Number(tracked)]
  // More than all is as wrong as less.
  return all === 0 ? (some === 0 ? 1 : 0) : Math.max(0, 1 - Math.abs(all - some) / all)
}

export function trackedUsd(list: readonly Completeness[]): { debtUsd: number; trackedUsd: number } {
  return {
    debtUsd: list.reduce((sum, one) => sum + one.debtUsd, 0),
    trackedUsd: list.reduce((sum, one) => sum + one.debtUsd * trackedShare(one), 0),
  }
}
