// A group's reading of the log by the offsets of our own database: where it starts, and what it passes over because it is gone.
import { traced } from '../../base/trace.ts'
import type { ConsumeOptions, Log, LogRecord } from '../log/port.ts'
import { type Applying, applyInParts } from './in-parts.ts'
import { advanceOffset, lockOffset, storedOffset } from './offsets.ts'

type Dependencies = Applying & { readonly log: Pick<Log, 'consume'> }

export function consumeStored(deps: Dependencies, options: Omit<ConsumeOptions, 'from' | 'onGap'>): Promise<void> {
  const { log, database } = deps
  const { group } = options
  return log.consume({
    ...options,
    onBatch: (batch) => {
      const { topic, partition, records } = batch
      const attributes = {
        ...{ 'messaging.consumer.group.name': group, 'messaging.destination.name': topic },
        ...{ 'messaging.destination.partition.id': String(partition), 'messaging.batch.message_count': records.length },
      }
      return traced('apply', attributes, () => applyInParts(deps, options, batch), {
        kind: 'consumer',
        from: () => tracesOf(records),
      })
    },
    from: (topic, partition) => storedOffset(database.pool, group, topic, partition),
    // Else the group would seem to be behind by what nobody can read any more.
    onGap: (topic, partition, next) =>
      database.transaction(async (connection) => {
        if ((await lockOffset(connection, group, topic, partition)) < next)
          await advanceOffset(connection, group, topic, partition, next)
      }),
  })
}

const tracesOf = (records: readonly LogRecord[]): string[] => records.flatMap(({ trace }) => trace ?? [])
