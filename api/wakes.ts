// One ear per process on the database: whoever waits for a row or for a job's end is woken by name, or looks again by itself.
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../db/client.ts'
import { listenToRows, type RowName } from '../db/rows/announced.ts'

export interface Wakes {
  /** Resolves soon after one of the named things may have changed, on abort, or after a second in any case. */
  next(names: readonly string[], signal: AbortSignal): Promise<void>
  /** Of every row that changes; null where it is not known which. */
  hearRows(hear: (rows: readonly RowName[] | null) => void): void
  close(): Promise<void>
}

const lookAgainMs = 1_000

export const rowName = (service: string, route: string, key: string): string => `row ${service} ${route} ${key}`
export const demandName = ({ source, key }: { readonly source: string; readonly key: string }): string =>
  `demand ${source} ${key}`
export const jobName = (kind: string, key: string): string => `job ${kind}/${key}`

export async function createWakes(database: Database): Promise<Wakes> {
  const sleepers = new Map<string, Set<() => void>>()
  const hearers: ((rows: readonly RowName[] | null) => void)[] = []
  const wake = (name: string) => {
    for (const rise of sleepers.get(name) ?? []) rise()
  }
  const stops = [
    await listenToRows(database, (rows) => {
      for (const hear of hearers) hear(rows)
      for (const { service, route, key } of rows ?? []) wake(rowName(service, route, key))
    }),
    await database.listen('demand_ended', (payload) => payload !== null && wake(`demand ${payload}`)),
    await database.listen('job_ended', (payload) => payload !== null && wake(`job ${payload}`)),
  ]
  return {
    async next(names, signal) {
      const woken = Promise.withResolvers<void>()
      const asleep = new AbortController()
      for (const name of names) sleepers.set(name, (sleepers.get(name) ?? new Set()).add(woken.resolve))
      const slept = wait(lookAgainMs, undefined, { signal: AbortSignal.any([signal, asleep.signal]) }).catch(() => undefined)
      await Promise.race([woken.promise, slept])
      asleep.abort()
      for (const name of names) {
        sleepers.get(name)?.delete(woken.resolve)
        if (sleepers.get(name)?.size === 0) sleepers.delete(name)
      }
    },
    hearRows: (hear) => void hearers.push(hear),
    async close() {
      await Promise.all(stops.map((stop) => stop()))
    },
  }
}
