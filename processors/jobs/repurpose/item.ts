// One part of a format: its text and length, and the source's slices in it.
import { type Bound, boundOf } from './limits.ts'
import { measure } from './measure.ts'
import type { Piece } from './piece.ts'
import { shorten } from './shorten.ts'
import type { FormatName } from './task-shape.ts'

export type Item = {
  readonly role: string
  readonly text: string
  readonly length: { readonly unit: Bound['unit']; readonly used: number; readonly most: number }
  readonly basis: 'extractive' | 'model'
  readonly cut: boolean
  /** `at` is null where a model's words rest on the slice and do not hold it. */
  readonly source_spans: readonly { readonly start: number; readonly end: number; readonly at: number | null }[]
}

export type Made = { readonly items: readonly Item[]; readonly notes: readonly string[] }

export const lengthOf = (text: string, { unit, most }: Bound): Item['length'] => ({ unit, used: measure(text, unit), most })

/** none where not even one word of it fits. */
export function itemsOf(format: FormatName, role: string, piece: Piece): Item[] {
  const bound = boundOf(format, role)!
  const short = shorten(piece, bound)
  if (short === null) return []
  const { text, slices } = short
  return [{ role, text, length: lengthOf(text, bound), basis: 'extractive', cut: short.isCut === true, source_spans: slices }]
}

export const inOrder = <T extends { readonly sentence: { readonly index: number } }>(list: readonly T[]): T[] =>
  list.toSorted((a, b) => a.sentence.index - b.sentence.index)
