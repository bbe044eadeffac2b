// Numbers a caller may give: dollars, days back or ahead, and how many rows to return.
import type { TInteger, TNumber } from 'typebox'
import { defineInteger, defineNumber, type InputKind } from './kind.ts'

interface Bounds {
  readonly least?: number
  readonly most: number
  readonly description?: string
  readonly otherNames?: readonly string[]
}

/** Dollars; a filter or a size, never a price we charge. */
export function defineMoney({ least = 0, most, description = 'US dollars', otherNames = [] }: Bounds): InputKind<TNumber> {
  return defineNumber({
    kind: 'money',
    least,
    most,
    example: Math.min(most, Math.max(least, 1_000_000)),
    description,
    otherNames,
  })
}

export function defineDays({ least = 1, most, description, otherNames = ['days_back'] }: Bounds): InputKind<TInteger> {
  const text = description ?? `how many days, ${least} to ${most}`
  return defineInteger({ kind: 'days', least, most, example: Math.min(30, most), description: text, otherNames })
}

export function defineLimit({ least = 1, most, description, otherNames = [] }: Bounds): InputKind<TInteger> {
  const text = description ?? `how many rows at most, ${least} to ${most}`
  return defineInteger({ kind: 'limit', least, most, example: Math.min(10, most), description: text, otherNames })
}

export const money = defineMoney({ most: 1_000_000_000_000 })
export const days = defineDays({ most: 365 })
export const limit = defineLimit({ most: 100 })
