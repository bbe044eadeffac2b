// Takes demands from the log into the table of asked keys, each exactly once, as any other group would.
import type { Database } from '../../db/client.ts'
import { enqueueDemands } from '../../db/facts/demand.ts'
import { demands } from '../../db/facts/demand-topic.ts'
import type { Batch, Log } from '../../db/log/port.ts'
import type { ValueOf } from '../../db/log/topic.ts'
import { consumeStored } from '../../db/work/consume.ts'
import { addDeadLetters } from '../../db/work/dead-letters.ts'
import { advanceOffset, lockOffsetOf } from '../../db/work/offsets.ts'
import { sortBatch } from '../../db/work/sort-batch.ts'
import type { Ingestor } from '../define.ts'

export const demandGroup = 'demand'

interface TakeDependencies {
  readonly log: Log
  readonly database: Database
  /** What is run here: a source that follows another gets its keys. */
  readonly ingestors?: readonly Ingestor[]
}

export function takeDemands(deps: TakeDependencies, signal: AbortSignal): Promise<void> {
  const followers = Map.groupBy(
    (deps.ingestors ?? []).filter(({ openKeys }) => openKeys?.follows !== undefined),
    ({ openKeys }) => openKeys!.follows!,
  )
  return consumeStored(deps, {
    group: demandGroup,
    topics: [demands],
    signal,
    onBatch: (batch) => takeBatch(deps.database, batch, followers),
  })
}

async function takeBatch(database: Database, batch: Batch, followers: ReadonlyMap<string, readonly Ingestor[]>): Promise<void> {
  await database.transaction(async (connection) => {
    const fence = await lockOffsetOf(connection, demandGroup, batch)
    const fresh = batch.records.filter((record) => record.offset >= fence)
    if (fresh.length === 0) return
    const { facts, dead } = sortBatch(demandGroup, demands, fresh)
    const asked = facts.map((fact) => fact.parsed as ValueOf<typeof demands>)
    await enqueueDemands(
      connection,
      asked.flatMap(({ source, key, requested_at }) =>
        [source, ...(followers.get(source) ?? []).map((one) => one.source)].map((of) => ({
          source: of,
          key,
          requestedAt: new Date(requested_at),
        })),
      ),
    )
    await addDeadLetters(connection, dead)
    await advanceOffset(connection, demandGroup, batch.topic, batch.partition, batch.records.at(-1)!.offset + 1n)
  })
}
