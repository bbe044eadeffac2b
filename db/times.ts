// How times come from Postgres: a batch has thousands, and nearly all are of UTC and of this era.
import pg from 'pg'

const timestamptz = 1184
const anyTime = pg.types.getTypeParser(timestamptz, 'text')
const plainTime = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/

/** The engine's own reading of what it can read; what is left takes the library's. */
export function readTime(text: string): Date {
  if (!plainTime.test(text)) return anyTime(text) as Date
  return new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
}

/** The library's readers of all types, and this one of times. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    (oid as number) === timestamptz && format !== 'binary' ? readTime : pg.types.getTypeParser(oid, format as 'text'),
}
