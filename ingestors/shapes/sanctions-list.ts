// A sanctions list as facts: 64 shelves a list and day, each designation always on the same one, so that a list is all there or not.
import { createHash } from 'node:crypto'
import Type, { type Static } from 'typebox'
import { TollgateError } from '../../base/errors.ts'
import { type Losses, losses } from '../formats/list-reader.ts'
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

const totals = Type.Object({
  entries: Type.Integer({ minimum: 0 }),
  names: Type.Integer({ minimum: 0 }),
  identifiers: Type.Integer({ minimum: 0 }),
})

export const shelf = Type.Object({
  list: Type.String({ enum: ['ofac_sdn', 'ofac_cons', 'us_csl', 'un', 'eu', 'uk'] }),
  // Two digits, not a number: it names a place and is not counted with.
  shelf: Type.String({ pattern: '^[0-9]{2}$' }),
  date: Type.String({ format: 'date', description: 'the day this state of the list was read' }),
  published_at: Type.Union([Type.String(), Type.Null()]),
  designations: Type.Array(designation),
  // Of the whole list, on its first shelf.
  totals: Type.Optional(totals),
  set_aside: Type.Optional(losses),
  vintage,
})

export const shelfInParts = Type.Object({ ...shelf.properties, designations: Type.Array(designationInParts) })

export type Designation = Static<typeof designation>
export type DesignationInParts = Static<typeof designationInParts>
export type Shelf = Static<typeof shelf>
export type ShelfInParts = Static<typeof shelfInParts>

type Any = Designation | DesignationInParts
type Shelved<D> = Omit<Shelf, 'designations'> & { designations: D[] }

const first = '00'

/** Empty shelves are written too: what was delisted must go. */
export function shelve<D extends Any>(
  list: Shelf['list'],
  designations: readonly D[],
  at: Date,
  publishedAt: string | null,
  told?: Losses,
): Shelved<D>[] {
  const single = [...Map.groupBy(designations, (one) => one.id).values()].flatMap(separate)
  const byShelf = Map.groupBy(single, (one) => createHash('sha256').update(one.id).digest()[0]! % shelves)
  const count = (of: (one: D) => number) => single.reduce((sum, one) => sum + of(one), 0)
  const whole = {
    totals: {
      entries: single.length,
      names: count((one) => 1 + one.aliases.length),
      identifiers: count((one) => one.ids.length + one.wallets.length),
    },
    ...(told === undefined ? {} : { set_aside: told }),
  }
  return Array.from({ length: shelves }, (_, number) => {
    const name = String(number).padStart(2, '0')
    return {
      list,
      shelf: name,
      date: at.toISOString().slice(0, 10),
      published_at: publishedAt,
      designations: (byShelf.get(number) ?? []).sort((a, b) => (a.id < b.id ? -1 : 1)),
      ...(name === first ? whole : {}),
      vintage: at.toISOString(),
    }
  })
}

const nameOf = ({ name }: Any): string => [name].flat().join(' ')

/** Two rows of one number and name are one entry; under another name it is another entry, whatever its number. */
function separate<D extends Any>(twins: readonly D[]): D[] {
  const byName = [...Map.groupBy(twins, (one) => `${one.kind} ${nameOf(one)}`).values()]
  return byName.map((same, i) => ({ ...same.reduce(merge), ...(i === 0 ? {} : { id: `${same[0]!.id}~${i + 1}` }) }))
}

function merge<D extends Any>(one: D, other: D): D {
  const union = <T>(a: readonly T[], b: readonly T[]): T[] => [
    ...new Map([...a, ...b].map((value) => [JSON.stringify(value), value])).values(),
  ]
  return {
    ...one,
    aliases: union(one.aliases, other.aliases),
    programs: union(one.programs, other.programs),
    birth_years: union(one.birth_years, other.birth_years),
    countries: union(one.countries, other.countries),
    wallets: union(one.wallets, other.wallets),
    ids: union(one.ids, other.ids),
  }
}

/** What a list may lose between two readings; a larger cut is a fault far more often than it is news. */
const mostLost = { entries: 0.05, names: 0.1, identifiers: 0.15 } as const
/** Below this many a few removals are a large share. */
const leastCounted = 40
/** A cut that has stood for so long is news. */
const heldDays = 5

/** Holds back a list that shrank by more than that since it was last read whole: the one that is there stands, and grows old. */
export async function holdBackShrunken(
  values: readonly (Shelf | ShelfInParts)[],
  newest: (key: string) => Promise<unknown>,
): Promise<void> {
  for (const { list, totals: now, date } of values.filter(({ shelf: name }) => name === first)) {
    const known = (await newest(`${list}/${first}`)) as Partial<Shelf> | null
    const before = known?.totals
    if (before === undefined || now === undefined || known?.date === undefined) continue
    if (Date.parse(date) - Date.parse(known.date) > heldDays * 86_400_000) continue
    for (const part of ['entries', 'names', 'identifiers'] as const)
      if (before[part] >= leastCounted && now[part] < before[part] * (1 - mostLost[part]))
        throw new TollgateError(
          'upstream_changed',
          `${list} shrank from ${before[part]} ${part} to ${now[part]}: held back, that of ${known.date} stands`,
        )
  }
}

/** The years in free text about births: "DOB circa 1962", "28 Jul 1963", "01/07/1963". */
export function yearsOf(text: string): number[] {
  return [...new Set([...text.matchAll(/\b(1[89]\d\d|20[012]\d)\b/g)].map((match) => Number(match[1])))]
}

/** Wallets that stand in free text: only forms that are nothing else. */
export function walletsIn(text: string): string[] {
  return [...new Set(text.match(/\b(0x[0-9a-fA-F]{40}|bc1[a-z0-9]{25,62}|T[1-9A-HJ-NP-Za-km-z]{33})\b/g))]
}

/** Numbers that free text names: of ships and of banks. */
export function numbersIn(text: string): string[] {
  const ships = [...text.matchAll(/\bIMO\b(?:\s+(?:number|no\.?))?[\s:#]*(\d{7})\b/gi)].map((match) => `IMO ${match[1]}`)
  const banks = [...text.matchAll(/\b(?:SWIFT|BIC)(?:\/BIC)?(?:\s+code)?[\s:]*([A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?)\b/g)].map(
    (match) => match[1]!,
  )
  return [...new Set([...ships, ...banks])]
}

/** Letters that were lost on the way. */
export const isGarbled = (name: string): boolean => name.includes('\uFFFD')
