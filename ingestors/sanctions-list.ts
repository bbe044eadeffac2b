// A sanctions list as facts: 64 shelves a list and day, each designation always on the same one, so that a list is all there or not.
import { createHash } from 'node:crypto'
import Type, { type Static } from 'typebox'
import { TollgateError } from '../errors.ts'
import { vintage } from './vintage.ts'

export const shelves = 64

const designation = Type.Object({
  id: Type.String({ minLength: 1 }),
  kind: Type.String({ enum: ['person', 'entity', 'vessel', 'aircraft'] }),
  name: Type.String({ minLength: 1 }),
  aliases: Type.Array(Type.Object({ name: Type.String({ minLength: 1 }), weak: Type.Boolean() })),
  programs: Type.Array(Type.String()),
  birth_years: Type.Array(Type.Integer()),
  countries: Type.Array(Type.String()),
  wallets: Type.Array(Type.String()),
  ids: Type.Array(Type.String()),
  listed_on: Type.Union([Type.String(), Type.Null()]),
  remarks: Type.Union([Type.String(), Type.Null()]),
})

/** A name as a list gives it in parts, of which a single one may be missing; whoever reads it puts them together. */
const designationInParts = Type.Object({
  ...designation.properties,
  name: Type.Array(Type.String({ minLength: 1 }), { minItems: 1 }),
})

export const shelf = Type.Object({
  list: Type.String({ enum: ['ofac_sdn', 'ofac_cons', 'us_csl', 'un', 'eu', 'uk'] }),
  // Two digits, not a number: it names a place and is not counted with.
  shelf: Type.String({ pattern: '^[0-9]{2}$' }),
  date: Type.String({ format: 'date', description: 'the day this state of the list was read' }),
  published_at: Type.Union([Type.String(), Type.Null()]),
  designations: Type.Array(designation),
  vintage,
})

export const shelfInParts = Type.Object({ ...shelf.properties, designations: Type.Array(designationInParts) })

export type Designation = Static<typeof designation>
export type DesignationInParts = Static<typeof designationInParts>
export type Shelf = Static<typeof shelf>
export type ShelfInParts = Static<typeof shelfInParts>

/** Empty shelves are written too: what was delisted must go. */
export function shelve<D extends { readonly id: string }>(
  list: Shelf['list'],
  designations: readonly D[],
  at: Date,
  publishedAt: string | null,
): (Omit<Shelf, 'designations'> & { designations: D[] })[] {
  if (new Set(designations.map((one) => one.id)).size < designations.length)
    throw new TollgateError('upstream_changed', `${list} gives two designations one id`)
  const byShelf = Map.groupBy(designations, (one) => createHash('sha256').update(one.id).digest()[0]! % shelves)
  return Array.from({ length: shelves }, (_, number) => ({
    list,
    shelf: String(number).padStart(2, '0'),
    date: at.toISOString().slice(0, 10),
    published_at: publishedAt,
    designations: (byShelf.get(number) ?? []).sort((a, b) => (a.id < b.id ? -1 : 1)),
    vintage: at.toISOString(),
  }))
}

/** The years in free text about births: "DOB circa 1962", "28 Jul 1963", "01/07/1963". */
export function yearsOf(text: string): number[] {
  return [...new Set([...text.matchAll(/\b(1[89]\d\d|20[012]\d)\b/g)].map((match) => Number(match[1])))]
}

/** Wallets that stand in free text: only forms that are nothing else. */
export function walletsIn(text: string): string[] {
  return [...new Set(text.match(/\b(0x[0-9a-fA-F]{40}|bc1[a-z0-9]{25,62}|T[1-9A-HJ-NP-Za-km-z]{33})\b/g))]
}
