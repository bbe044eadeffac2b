// Rows grouped by the set of classes that move their collateral: a group is only reached by the falls of its own tokens.
import type { BookArrays } from '../book/arrays.ts'
import type { Alike } from './alike.ts'
import type { Tables } from './tables.ts'

export type RowGroups = {
  readonly count: number
  readonly classFrom: Int32Array
  readonly classes: Int32Array
}

// Beyond this many sets the rest share one group that every class moves: looser, never wrong.
const mostGroups = 1024

export function groupRows(
  book: BookArrays,
  tables: Tables,
  alike: Alike,
  members: Uint32Array,
): { groupOf: Uint16Array; groups: RowGroups } {
  const bySmallSet = new Map<number, number>()
  const byLargeSet = new Map<string, number>()
  const sets: number[][] = [Array.from({ length: alike.count }, (_, c) => c)]
  const groupOf = new Uint16Array(members.length)
  for (let at = 0; at < members.length; at++) {
    const from = book.start[members[at]!]!
    const legs = book.collateralLegs[members[at]!]!
    if (legs > 2) {
      groupOf[at] = groupOfLargeSet(from, legs)
      continue
    }
    const one = classOfLeg(from)
    const other = classOfLeg(from + legs - 1)
    const slot = Math.min(one, other) * alike.count + Math.max(one, other)
    let group = bySmallSet.get(slot)
    if (group === undefined) {
      group = addSet([...new Set([one, other])])
      bySmallSet.set(slot, group)
    }
    groupOf[at] = group
  }

  function classOfLeg(leg: number): number {
    return alike.classOf[tables.collateralFollows[book.legKind[leg]!]!]!
  }

  function groupOfLargeSet(from: number, legs: number): number {
    const set = new Set<number>()
    for (let k = from; k < from + legs; k++) set.add(classOfLeg(k))
    const classes = [...set].sort((a, b) => a - b)
    const name = classes.join()
    let group = byLargeSet.get(name)
    if (group === undefined) {
      group = addSet(classes)
      byLargeSet.set(name, group)
    }
    return group
  }

  function addSet(classes: number[]): number {
    if (sets.length === mostGroups) return 0
    return sets.push(classes) - 1
  }

  const classFrom = new Int32Array(sets.length + 1)
  sets.forEach((set, g) => {
    classFrom[g + 1] = classFrom[g]! + set.length
  })
  return { groupOf, groups: { count: sets.length, classFrom, classes: Int32Array.from(sets.flat()) } }
}
