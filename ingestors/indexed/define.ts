// A source that searches a table of our own when somebody asks: its findings are facts on the log like any upstream's.
import { setTimeout as wait } from 'node:timers/promises'
import { discover } from '../../base/discover.ts'
import { TollgateError } from '../../base/errors.ts'
import type { Database } from '../../db/client.ts'
import { demands } from '../../db/facts/demand-topic.ts'
import type { Log } from '../../db/log/port.ts'
import type { Topic } from '../../db/log/topic.ts'
import type { Ingestor, LicenceGrade, OpenKeys, Proof } from '../define.ts'

export interface IndexSource<V = any> {
  readonly source: string
  readonly topic: Topic<V>
  /** When the keys that are always kept fresh are searched again; cron, UTC. */
  readonly schedule: string
  readonly grade: LicenceGrade
  readonly proof: Proof
  readonly prefetched: readonly string[]
  readonly tempo: Omit<OpenKeys, 'fetch'>
  search(database: Database, key: string, at: Date): Promise<V>
  /** Who else knows more of a key, asked in the background whenever it is searched for. */
  readonly alsoAsk?: readonly string[]
}

export function defineIndexSource<V>(source: IndexSource<V>): IndexSource<V> {
  return source
}

export async function discoverIndexSources(): Promise<IndexSource[]> {
  const found = await discover<IndexSource>(new URL('../sources/', import.meta.url), 'index-source.ts')
  for (const [folder, { source }] of found) {
    if (source !== folder) throw new TollgateError('definition_invalid', `ingestors/sources/${folder} calls itself ${source}`)
  }
  return [...found.values()]
}

const patienceMs = 30_000
const againMs = 500

export interface IndexDependencies {
  readonly database: Database
  readonly log: Pick<Log, 'append'>
  /** Whether that source runs: what nobody fetches would wait for ever. */
  isOn(source: string): boolean
}

export function indexIngestor(
  { search, prefetched, tempo, alsoAsk = [], ...source }: IndexSource,
  deps: IndexDependencies,
): Ingestor {
  const { database, log } = deps
  const searchAndAsk = async (key: string, at: Date): Promise<unknown> => {
    const found = await search(database, key, at)
    const more = alsoAsk.filter((other) => deps.isOn(other))
    if (more.length > 0)
      await log.append(
        demands,
        more.map((other) => ({ source: other, key, requested_at: at.toISOString() })),
      )
    return found
  }
  return {
    ...source,
    fetch: ({ at, signal }) => Promise.all(prefetched.map((key) => onceFilled(() => search(database, key, at), signal))),
    parse: (values: unknown[]) => values,
    openKeys: { ...tempo, fetch: async (key, { at }) => [await searchAndAsk(key, at)] },
  }
}

// At a first start the facts that a table is made of are on their way: a search that came before them has not failed, it is early.
async function onceFilled<T>(search: () => Promise<T>, signal: AbortSignal): Promise<T> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    try {
      return await search()
    } catch (error) {
      const isEarly = error instanceof TollgateError && error.retryable && performance.now() < deadline
      if (!isEarly) throw error
      await wait(againMs, undefined, { signal })
    }
  }
}
