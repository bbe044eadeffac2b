// Sources that are tables: one file or several, CSV or JSON, a value a row. A row or a table that cannot be read costs itself.

import { TollgateError } from '../../base/errors.ts'
import type { Topic } from '../../db/log/topic.ts'
import { isMissingPart, isNotRecorded, mostShare, readEach, readOrSetAside, type SetAside } from '../aside.ts'
import { defineIngestor, type FetchContext, type Ingestor, type Unstamped } from '../define.ts'
import { type CsvRow, parseCsv } from '../formats/csv.ts'
import { type Row, readRow } from '../formats/json.ts'

const fewestAside = 20
const mostRefused = 10

/** What is asked for: an address, and what its answer is a table of. */
export interface Table<I = string> {
  readonly id: I
  readonly url: string
}

export interface Fetched<I = string, B = unknown> {
  readonly id: I
  readonly body: B
}

type Made<V> = Unstamped<V> | readonly Unstamped<V>[] | null

type Common<V> = Pick<Ingestor<V>, 'source' | 'schedule' | 'grade' | 'proof' | 'needs' | 'nothingIsNews' | 'mostAside'> & {
  readonly topic: Topic<V>
  /** The host wants so long between two requests. */
  readonly gapMs?: number
  /** Tables asked for at the same time, where many in a row would outlast a poll on a slow network. */
  readonly atOnce?: number
}

type Where<I> =
  | { readonly url: string | ((context: FetchContext) => string) }
  /** Several tables; one that is refused or dead is set aside. */
  | { tables(context: FetchContext): readonly Table<I>[] }

type CsvOptions<V, I> = Common<V> &
  Where<I> & {
    /** Without one of these columns the file has changed beyond reading. */
    readonly columns: readonly string[] | ((table: I) => readonly string[])
    /** A table without a row has changed too, and so has one whose rows are all of other times or things. */
    readonly isNeverEmpty?: true
    readonly delimiter?: string
    /** The values of a row; null where it holds none. */
    row(row: CsvRow, table: I, at: Date): Made<V>
  }

type JsonOptions<V, I> = Common<V> &
  Where<I> & {
    /** Where the rows are in an answer; an answer of another shape is refused as a whole. */
    rows(answer: unknown, table: I): readonly unknown[]
    row(row: Row, table: I, at: Date): Made<V>
  }

/** A CSV file or several, by header name. */
export function csvSource<V, I = string>(options: CsvOptions<V, I>): Ingestor<V, readonly Fetched<I, string>[] | string> {
  const { columns, delimiter, row, isNeverEmpty, ...rest } = options
  const parser = delimiter === undefined ? {} : { delimiter }
  const gap = gapOf(rest)
  return tablesSource(rest as Common<V> & Where<I>, {
    fetch: (url, { http, signal }) => http.text(url, { expect: 'csv', signal, ...gap }),
    rowsOf(body: string, table: I) {
      const rows = parseCsv(body, typeof columns === 'function' ? columns(table) : columns, parser)
      if (rows.length === 0 && isNeverEmpty) throw new TollgateError('upstream_changed', `${String(table)} has no rows`)
      return rows
    },
    read: row as (row: unknown, table: I, at: Date) => Made<V>,
    isNeverEmpty,
  })
}

/** A JSON answer or several, each with a list of objects. */
export function jsonRows<V, I = string>(options: JsonOptions<V, I>): Ingestor<V, any> {
  const { rows, row, ...rest } = options
  const gap = gapOf(rest)
  return tablesSource(rest as unknown as Common<V> & Where<I>, {
    fetch: (url, { http, signal }) => http.json(url, { signal, ...gap }),
    rowsOf: (body: unknown, id) => rows(body, id),
    read: (one, id, at) => row(readRow(one, 'an entry'), id, at),
  })
}

interface Reading<V, I, B> {
  fetch(url: string, context: FetchContext): Promise<B>
  rowsOf(body: B, table: I): readonly unknown[]
  read(row: unknown, table: I, at: Date): Made<V>
  readonly isNeverEmpty?: true | undefined
}

/** Any tables: how one is fetched, where its rows are, and what a row says. */
export function tablesSource<V, I, B>(
  { source, topic, schedule, grade, proof, needs, nothingIsNews, mostAside, gapMs: _, atOnce, ...where }: Common<V> & Where<I>,
  { fetch, rowsOf, read, isNeverEmpty }: Reading<V, I, B>,
): Ingestor<V, any> {
  const isOne = 'url' in where
  return defineIngestor<V, readonly Fetched<I, B>[] | B>({
    source,
    topic,
    schedule,
    grade,
    proof,
    ...(needs === undefined ? {} : { needs }),
    ...(nothingIsNews === undefined ? {} : { nothingIsNews }),
    ...(mostAside === undefined ? {} : { mostAside }),
    async fetch(context) {
      if (isOne) return fetch(typeof where.url === 'string' ? where.url : where.url(context), context)
      return fetchTables(where.tables(context), context, fetch, atOnce)
    },
    parse(raw, at, setAside) {
      const tables = isOne ? [{ id: source as I, body: raw as B }] : (raw as readonly Fetched<I, B>[])
      const own = tables.length > 1 ? setAside : undefined
      return tables.flatMap(
        ({ id, body }) =>
          readOrSetAside(
            () => String(id),
            () => readTable(body, id, at, setAside),
            own,
          ) ?? [],
      )
    },
  })

  // Of thousands of rows that all changed alike the first few say enough.
  function readTable(body: B, id: I, at: Date, setAside: SetAside | undefined): readonly Unstamped<V>[] {
    const rows = rowsOf(body, id)
    const most = Math.max(fewestAside, rows.length * (mostAside ?? mostShare))
    let aside = 0
    const counted: SetAside | undefined =
      setAside &&
      ((what, error) => {
        setAside(what, error)
        if (++aside > most) throw error
      })
    const made = rows.flatMap((row) => eachRow(row, id, at, counted))
    if (isNeverEmpty && made.length + aside === 0)
      throw new TollgateError('upstream_changed', `${String(id)} has ${rows.length} rows, and none of what is asked for`)
    return made
  }

  function eachRow(row: unknown, id: I, at: Date, setAside: SetAside | undefined): readonly Unstamped<V>[] {
    const made = readOrSetAside(
      () => JSON.stringify(row) ?? '',
      () => read(row, id, at),
      setAside,
    )
    return made === undefined || made === null ? [] : Array.isArray(made) ? made : [made as Unstamped<V>]
  }
}

/** Every table's answer; one that is refused, dead or away costs itself, unless it is all there is. */
export async function fetchTables<I, B>(
  tables: readonly Table<I>[],
  context: FetchContext,
  fetch: (url: string, context: FetchContext) => Promise<B>,
  atOnce = 1,
): Promise<Fetched<I, B>[]> {
  const setAside = tables.length > 1 ? context.setAside : undefined
  const answers: Fetched<I, B>[] = []
  for (let i = 0; i < tables.length; i += atOnce) {
    const some = tables.slice(i, i + atOnce)
    const bodies = await Promise.all(some.map(({ url }) => settle(fetch(url, context))))
    // Where so many were refused and none was not, so are the others: nobody asks a hundred times of who says no.
    if (answers.length === 0 && i >= mostRefused) throwUnlessUnrecorded(bodies[0]!)
    for (const [n, { id }] of some.entries()) {
      try {
        answers.push({ id, body: bodies[n]!() })
      } catch (error) {
        if (setAside === undefined || !isMissingPart(error)) throw error
        setAside(String(id), error)
      }
    }
  }
  return answers
}

/** What every table says; one that cannot be read costs itself. */
export const readTables = <I, B, V>(
  tables: readonly Fetched<I, B>[],
  read: (id: I, body: B) => readonly V[],
  setAside: SetAside | undefined,
): V[] =>
  readEach(
    tables,
    ({ id, body }) => read(id, body),
    setAside,
    ({ id }) => String(id),
  )

function throwUnlessUnrecorded(read: () => unknown): void {
  try {
    read()
  } catch (error) {
    if (!isNotRecorded(error)) throw error
  }
}

const gapOf = ({ gapMs }: { readonly gapMs?: number }) => (gapMs === undefined ? {} : { gapMs })

/** A promise's outcome as a function that returns or throws it. */
async function settle<T>(promise: Promise<T>): Promise<() => T> {
  const [one] = await Promise.allSettled([promise])
  return () => {
    if (one.status === 'rejected') throw one.reason
    return one.value
  }
}

type SnapshotOptions<V, R> = Common<V> & {
  readonly url: string
  /** Where the rows are in the answer; an answer of another shape is refused as a whole. */
  rows(answer: unknown): readonly unknown[]
  /** What one row says; null where it is too small or says too little. */
  row(row: Row): R | null
  /** All rows of this moment as one value. */
  value(rows: readonly R[], at: Date): Unstamped<V>
}

/** One JSON answer that is one value of many rows: what is so at this moment. */
export function snapshotSource<V, R>({ url, rows, row, value, ...rest }: SnapshotOptions<V, R>): Ingestor<V, unknown> {
  return defineIngestor<V, unknown>({
    ...rest,
    fetch: ({ http, signal }) => http.json(url, { signal }),
    parse: (answer, at, setAside) => {
      const read = rows(answer).flatMap((one) => {
        const made = readOrSetAside(
          () => JSON.stringify(one) ?? '',
          () => row(readRow(one, 'an entry')),
          setAside,
        )
        return made === undefined || made === null ? [] : [made]
      })
      return [value(read, at)]
    },
  })
}
