// Rows grouped by the set of tokens that moves their collateral: a group is only reached by the falls of its own tokens.
import type { BookArrays } from '../book/arrays.ts'
import type { Tables } from './tables.ts'

export type RowGroups = {
  readonly count: number
  readonly tokenFrom: Int32Array
  readonly tokens: Int32Array
}

// Beyond this many sets the rest share one group that every token moves: looser, never wrong.
const mostGroups = 1024

export function groupRows(book: BookArrays, tables: Tables, members: Uint32Array): { groupOf: Uint16Array; groups: RowGroups } {
  const width = tables.tokens + 1
  const bySmallSet = new Map<number, number>()
  const byLargeSet = new Map<string, number>()
  const sets: number[][] = [Array.from({ length: tables.tokens }, (_, t) => t)]
  const groupOf = new Uint16Array(members.length)
  for (let at = 0; at < members.length; at++) {
    const from = book.start[members[at]!]!
    const legs = book.collateralLegs[members[at]!]!
    if (legs > 2) {
      groupOf[at] = groupOfLargeSet(from, legs)
      continue
    }
    const one = tables.collateralFollows[book.legKind[from]!]!
    const other = legs === 1 ? one : tables.collateralFollows[book.legKind[from + 1]!]!
    const slot = Math.min(one, other) * width + Math.max(one, other)
    let group = bySmallSet.get(slot)
    if (group === undefined) {
      group = addSet([...new Set([one, other])])
      bySmallSet.set(slot, group)
    }
    groupOf[at] = group
  }

  function groupOfLargeSet(from: number, legs: number): number {
    const set = new Set<number>()
    for (let k = from; k < from + legs; k++) set.add(tables.collateralFollows[book.legKind[k]!]!)
    const tokens = [...set].sort((a, b) => a - b)
    const name = tokens.join()
    let group = byLargeSet.get(name)
    if (group === undefined) {
      group = addSet(tokens)
      byLargeSet.set(name, group)
    }
    return group
  }

  function addSet(tokens: number[]): number {
    if (sets.length === mostGroups) return 0
    sets.push(tokens.filter((t) => t < tables.tokens))
    return sets.length - 1
  }

  const tokenFrom = new Int32Array(sets.length + 1)
  sets.forEach((set, g) => {
    tokenFrom[g + 1] = tokenFrom[g]! + set.length
  })
  return { groupOf, groups: { count: sets.length, tokenFrom, tokens: Int32Array.from(sets.flat()) } }
}
