// Positions that can be short of collateral without ever being liquidated: too small, blocked, or behind an oracle that stands still.
import type { BookArrays } from '../book/arrays.ts'
import { type Classes, never, notABorrower } from './classify.ts'
import type { Tables } from './tables.ts'

export type LatentRows = {
  readonly protocol: Uint8Array
  readonly from: Uint32Array
  readonly collateralLegs: Uint8Array
  readonly token: Uint16Array
  // USD at today's market prices.
  readonly valueUsd: Float64Array
}

export function buildLatentRows(book: BookArrays, tables: Tables, classes: Classes): LatentRows {
  const { classOf, blind, debtUsd, weightedUsd } = classes
  const members: number[] = []
  for (let i = 0; i < classOf.length; i++) {
    if (classOf[i] === notABorrower) continue
    if (classOf[i] === never || (blind[i] && weightedUsd[i]! >= debtUsd[i]!)) members.push(i)
  }
  const legs = members.reduce((sum, i) => sum + book.collateralLegs[i]! + book.debtLegs[i]!, 0)
  const rows: LatentRows = {
    protocol: Uint8Array.from(members, (i) => book.protocol[i]!),
    from: new Uint32Array(members.length + 1),
    collateralLegs: Uint8Array.from(members, (i) => book.collateralLegs[i]!),
    token: new Uint16Array(legs),
    valueUsd: new Float64Array(legs),
  }
  let at = 0
  members.forEach((i, m) => {
    const from = book.start[i]!
    const middle = from + book.collateralLegs[i]!
    for (let k = from; k < middle + book.debtLegs[i]!; k++, at++) {
      const kind = book.legKind[k]!
      const token = k < middle ? tables.collateralToken[kind]! : tables.debtToken[kind]!
      rows.token[at] = token
      rows.valueUsd[at] = book.legAmount[k]! * tables.tokenPriceUsd[token]!
    }
    rows.from[m + 1] = at
  })
  return rows
}
