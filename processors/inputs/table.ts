// A value out of a closed table, by any of the names people have for it: a word that is not in the table is 422.
import type { TString } from 'typebox'
import { defineText, type InputKind, unusable } from './kind.ts'

export interface TableKind {
  readonly kind: string
  /** Canonical name to its other names. */
  readonly table: Readonly<Record<string, readonly string[]>>
  /** Known, yet not to be had: name to the reason. */
  readonly refused?: Readonly<Record<string, string>>
  readonly example: string
  readonly description: string
  readonly otherNames?: readonly string[]
  readonly pattern?: string
  readonly mostLength?: number
}

/** Case, blanks, dashes and underscores do not tell two names apart. */
export const plainName = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[\s_'’.-]+/gu, '')

export function defineTable(options: TableKind): InputKind<TString> {
  const { kind, table, refused = {}, example, description, otherNames = [] } = options
  const names = new Map(Object.entries(table).flatMap(([name, others]) => [name, ...others].map((one) => [plainName(one), name])))
  const reasons = new Map(Object.entries(refused).map(([name, reason]) => [plainName(name), reason]))
  const { pattern = "^[\\p{L}\\p{N}][\\p{L}\\p{N} &+./_#'’-]*$", mostLength = 60 } = options
  return defineText({
    kind,
    wanted: `a name of at most ${mostLength} letters, digits or blanks, such as ${example}`,
    pattern,
    mostLength,
    example,
    description,
    otherNames,
    canonical(text, asked) {
      const name = names.get(plainName(text))
      if (name !== undefined) return name
      const reason = reasons.get(plainName(text)) ?? `is not a known ${kind}`
      throw unusable(asked, text, `${reason}; known: ${Object.keys(table).join(', ')}`, Object.keys(table))
    },
  })
}
