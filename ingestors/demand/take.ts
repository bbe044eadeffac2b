// Takes demands from the log into the table of asked keys, each exactly once, as any other group would.
import type { Database } from '../../db/client.ts'
import { enqueueDemands } from '../../db/facts/demand.ts'
import { demands } from '../../db/facts/demand-topic.ts'
import type { Batch, Log } from '../../db/log/port.ts'
import type { ValueOf } from '../../db/log/topic.ts'
import { addDeadLetters } from '../../db/work/dead-letters.ts'
import { advanceOffset, lockOffset, storedOffset } from '../../db/work/offsets.ts'
import { sortBatch } from '../../db/work/sort-batch.ts'

export const demandGroup = 'demand'

export function takeDemands(deps: { readonly log: Log; readonly database: Database }, signal: AbortSignal): Promise<void> {
  return deps.log.consume({
    group: demandGroup,
    topics: [demands],
    signal,
    from: (topic, partition) => storedOffset(deps.database.pool, demandGroup, topic, partition),
    onBatch: (batch) => takeBatch(deps.database, batch),
  })
}

async function takeBatch(database: Database, batch: Batch): Promise<void> {
  await database.transaction(async (connection) => {
    const fence = await lockOffset(connection, demandGroup, batch.topic, batch.partition)
    const fresh = batch.records.filter((record) => record.offset >= fence)
    if (fresh.length === 0) return
    const { facts, dead } = sortBatch(demandGroup, demands, fresh)
    const asked = facts.map((fact) => fact.parsed as ValueOf<typeof demands>)
    await enqueueDemands(
      connection,
      asked.map(({ source, key, requested_at }) => ({ source, key, requestedAt: new Date(requested_at) })),
    )
    await addDeadLetters(connection, dead)
    await advanceOffset(connection, demandGroup, batch.topic, batch.partition, batch.records.at(-1)!.offset + 1n)
  })
}
