// A large list as facts: so many shelves a day, each entry always on the same one, empty ones written too so that what is gone goes.
import { createHash } from 'node:crypto'
import Type, { type TSchema } from 'typebox'
import { defineTopic, type Origin } from '../../db/log/topic.ts'
import { revisedByVintage, vintage } from './vintage.ts'

export function shelvedList<S extends TSchema>(name: `${string}.v${number}`, origin: Origin, entry: S, keptDays: number) {
  return defineTopic({
    name,
    origin,
    schema: Type.Object({
      shelf: Type.String({ pattern: '^[0-9]{2}$' }),
      date: Type.String({ format: 'date', description: 'the day it was read' }),
      entries: Type.Array(entry),
      vintage,
    }),
    retention: { days: keptDays },
    key: (value) => (value as { shelf: string }).shelf,
    observedAt: (value) => new Date(`${(value as { date: string }).date}T00:00:00Z`),
    ...(revisedByVintage as object),
  })
}

/** Of entries with the same name the last one given holds. Of none nothing is said: they could not be read. */
export function onShelves<E>(entries: readonly E[], nameOf: (entry: E) => string, shelves: number, at: Date) {
  if (entries.length === 0) return []
  const single = [...new Map(entries.map((entry) => [nameOf(entry), entry])).values()]
  const byShelf = Map.groupBy(single, (entry) => createHash('sha256').update(nameOf(entry)).digest()[0]! % shelves)
  return Array.from({ length: shelves }, (_, i) => ({
    shelf: String(i).padStart(2, '0'),
    date: at.toISOString().slice(0, 10),
    entries: (byShelf.get(i) ?? []).sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1)),
  }))
}
