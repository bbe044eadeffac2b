// Answers from an index of precomputed facts, for routes with too many possible questions for a row each.
import type { Database } from '../db/client.ts'
import type { StoredSignalRow } from '../db/rows/signals.ts'
import type { Lookup, RouteDefinition } from '../processors/kit/define.ts'
import { loadSelected } from '../processors/runner/compute.ts'

/** The row with what its index says to an input, and with what that was made of. */
export function answeredBy<R extends Pick<StoredSignalRow, 'body' | 'meta'>>(
  lookup: Lookup,
  index: unknown,
  row: R,
  input: unknown,
  now: Date,
): R {
  const { body, coverage } = lookup.answer(index, JSON.parse(row.body), input, now)
  const meta = coverage === undefined ? row.meta : JSON.stringify({ ...JSON.parse(row.meta), coverage })
  return { ...row, body: JSON.stringify(body), meta }
}

export interface LookUp {
  answer(row: StoredSignalRow, input: Record<string, unknown>, now: Date): Promise<StoredSignalRow>
  /** Refuses what the facts do not know, by whichever index is there: who has not paid makes no newer one. */
  refuse(row: StoredSignalRow, input: Record<string, unknown>, now: Date): Promise<void>
}

interface Built {
  readonly row: StoredSignalRow
  readonly index: Promise<unknown>
}

/**
 * The row's id changes with the facts, so it names the index. While a newer one is built the row and index before it answer together:
 * nobody waits for a list that changed. Only the first requests wait, all for the same one.
 */
export function createLookup(route: RouteDefinition<any, any>, database: Database): LookUp {
  const { lookup } = route
  if (lookup === undefined) return { answer: async (row) => row, refuse: async () => undefined }
  let ready: { readonly row: StoredSignalRow; readonly index: unknown } | null = null
  let building: Built | null = null
  const build = (row: StoredSignalRow): Built => {
    const fresh = { row, index: loadSelected(database.pool, lookup.selections).then((facts) => lookup.build(facts)) }
    building = fresh
    fresh.index.then(
      (index) => {
        if (building === fresh) ready = { row, index }
      },
      () => {
        if (building === fresh) building = null
      },
    )
    return fresh
  }
  return {
    async answer(row, input, now) {
      const fresh = building?.row.id === row.id ? building : build(row)
      const used = ready ?? { row, index: await fresh.index }
      return answeredBy(lookup, used.index, used.row, input, now)
    },
    async refuse(row, input, now) {
      if (lookup.refuse === undefined) return
      const index = ready?.index ?? (await (building ?? build(row)).index)
      lookup.refuse(index, input, now)
    },
  }
}
