// What a round knows of each kind of leg, as the kernel reads it: one kind after another from where memory begins.
import type { CascadeIndex } from '../index/build.ts'
import type { Tables } from '../index/tables.ts'
import { closeAllBelowHealth } from '../model/rules.ts'
import type { Arena } from './arena.ts'

// The fields of kernel/kinds.ts in their order, eight bytes each; the flags share one.
export const price = 0
export const weight = 1
export const bonus = 2
export const threshold = 3
export const perPrice = 4
export const seizedUsd = 5
export const repaidUsd = 6
export const flags = 9
export const multiplier = 10
export const cover = 11
export const target = 12
export const most = 13
export const debtPrice = 14
export const perDebtPrice = 15
export const perKind = 16

export function layOutKinds(arena: Arena, { tables, alike }: CascadeIndex): Float64Array<ArrayBuffer> {
  const count = Math.max(tables.collateralPriceUsd.length, tables.debtPriceUsd.length)
  const kinds = arena.place(Float64Array, count * perKind)
  if (kinds.length === 0) return kinds
  const halves = new Uint16Array(kinds.buffer, kinds.byteOffset, kinds.length * 4)
  const canRest = eligibleForRest(tables)
  for (let kind = 0; kind < count; kind++) {
    const at = kind * perKind
    kinds[at + bonus] = tables.collateralBonus[kind] ?? 0
    kinds[at + threshold] = tables.collateralThreshold[kind] ?? 0
    halves[(at + flags) * 4 + 2] = canRest[kind] ?? 0
    const follows = tables.debtFollows[kind]
    halves[(at + flags) * 4 + 3] = follows === undefined ? 0 : alike.isSteady[alike.classOf[follows]!]!
  }
  return kinds
}

// Where a position past rescue always lies below the close factor's bound, its last liquidation takes all.
function eligibleForRest({ collateralThreshold, collateralBonus }: Tables): Uint8Array {
  return Uint8Array.from(collateralThreshold, (share, k) =>
    share > 0 && share * collateralBonus[k]! < closeAllBelowHealth - 1e-3 ? 1 : 0,
  )
}
