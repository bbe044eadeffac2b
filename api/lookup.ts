// Answers from an index of precomputed facts, for routes with too many possible questions for a row each.
import type { Database } from '../db/client.ts'
import type { StoredSignalRow } from '../db/signals.ts'
import { loadSelected } from '../processors/compute.ts'
import type { RouteDefinition } from '../processors/define.ts'

export type LookUp = (row: StoredSignalRow, input: Record<string, unknown>, now: Date) => Promise<StoredSignalRow>

/** The row's id changes with the facts, so it names the index; requests that come while one is built wait for the same one. */
export function createLookup(route: RouteDefinition<any, any>, database: Database): LookUp {
  const { lookup } = route
  if (lookup === undefined) return async (row) => row
  let built: { readonly id: number; readonly index: Promise<unknown> } | null = null
  return async (row, input, now) => {
    if (built?.id !== row.id) {
      const fresh = { id: row.id, index: loadSelected(database.pool, lookup.selections).then((facts) => lookup.build(facts)) }
      built = fresh
      fresh.index.catch(() => {
        if (built === fresh) built = null
      })
    }
    return { ...row, body: JSON.stringify(lookup.answer(await built.index, JSON.parse(row.body), input, now)) }
  }
}
