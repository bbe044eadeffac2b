// Keeps a table of a topic's facts to search in, beside the rows: a group of its own, each batch counted once like any other.
import type { Logger } from 'pino'
import type { Database } from '../../db/client.ts'
import type { Batch, Log } from '../../db/log/port.ts'
import { consumeStored } from '../../db/work/consume.ts'
import { addDeadLetters } from '../../db/work/dead-letters.ts'
import { advanceOffset, lockOffsetOf } from '../../db/work/offsets.ts'
import { sortBatch } from '../../db/work/sort-batch.ts'
import type { FactIndex } from '../kit/define.ts'
import type { RunnerEvents } from './run.ts'

export interface IndexDependencies {
  readonly log: Log
  readonly database: Database
  readonly logger: Logger
  readonly events: RunnerEvents
}

const mostRecords = 50

export function runIndex(index: FactIndex, deps: IndexDependencies, signal: AbortSignal): Promise<void> {
  return consumeStored(deps, {
    group: index.group,
    topics: [index.topic],
    signal,
    maxRecords: mostRecords,
    onBatch: (batch) => indexBatch(index, deps, batch),
  })
}

export async function indexBatch(
  { group, topic, store }: FactIndex,
  { database, events }: Pick<IndexDependencies, 'database' | 'events'>,
  batch: Batch,
): Promise<void> {
  const startedAt = performance.now()
  const next = batch.records.at(-1)!.offset + 1n
  const done = await database.transaction(async (connection) => {
    const fence = await lockOffsetOf(connection, group, batch)
    const fresh = batch.records.filter((record) => record.offset >= fence)
    if (fresh.length === 0) return { records: 0, rows: 0, dead: 0 }
    const { facts, dead } = sortBatch(group, topic, fresh)
    await store(connection, facts)
    await addDeadLetters(connection, dead)
    await advanceOffset(connection, group, batch.topic, batch.partition, next)
    return { records: fresh.length, rows: 0, dead: dead.length }
  })
  const lag = batch.highOffset > next ? batch.highOffset - next : 0n
  const durationMs = performance.now() - startedAt
  events.batch({ group, topic: batch.topic, partition: batch.partition, ...done, lag, durationMs })
}
