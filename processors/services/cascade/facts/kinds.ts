// What legs stand under: every reserve, reserve inside an eMode and market of a chain, in an order that only their names decide.
import type { MarketFacts } from '../answers/report.ts'
import type { CollateralKind, DebtKind } from '../model/position.ts'

export type KindTable<K> = {
  readonly kinds: K[]
  /** Whole tokens per raw unit a position is stored in: scaled balances, shares, or the token's smallest unit. */
  readonly perUnit: number[]
  readonly blocked: boolean[]
  readonly byName: Map<string, number>
}

export type Kinds = {
  readonly collateral: KindTable<CollateralKind>
  readonly debt: KindTable<DebtKind>
  /** Collateral legs that count for nothing: the reserve may not be collateral. */
  readonly ignored: Set<string>
  readonly markets: MarketFacts[]
  readonly shelvesUsd: number[]
}

export type Terms = { readonly name: string; readonly perUnit: number; readonly blocked: boolean }

export function createKinds(): Kinds {
  const table = <K>(): KindTable<K> => ({ kinds: [], perUnit: [], blocked: [], byName: new Map() })
  return { collateral: table(), debt: table(), ignored: new Set(), markets: [], shelvesUsd: [] }
}

export function addKind<K>(table: KindTable<K>, { name, perUnit, blocked }: Terms, kind: K): number {
  table.perUnit.push(perUnit)
  table.blocked.push(blocked)
  table.byName.set(name, table.kinds.length)
  return table.kinds.push(kind) - 1
}
