// A group's reading of the log by the offsets of our own database: where it starts, and what it passes over because it is gone.
import { traced } from '../../base/trace.ts'
import type { ConsumeOptions, Log, LogRecord } from '../log/port.ts'
import { type Applying, applyInParts } from './in-parts.ts'
import { advanceOffset, lockOffsetOf, storedOffset } from './offsets.ts'

type Dependencies = Applying & { readonly log: Pick<Log, 'consume'> }

export function consumeStored(deps: Dependencies, options: Omit<ConsumeOptions, 'from' | 'onGap'>): Promise<void> {
  const { log, database } = deps
  const { group } = options
  /** Where this worker stands in each partition that it holds. */
  const reached = new Map<string, bigint>()
  const nameOf = (topic: string, partition: number) => `${topic}/${partition}`
  return log.consume({
    ...options,
    onBatch: async (given) => {
      const { topic, partition, records } = given
      const name = nameOf(topic, partition)
      const batch = { ...given, after: reached.get(name) }
      const attributes = {
        ...{ 'messaging.consumer.group.name': group, 'messaging.destination.name': topic },
        ...{ 'messaging.destination.partition.id': String(partition), 'messaging.batch.message_count': records.length },
      }
      await traced('apply', attributes, () => applyInParts(deps, options, batch), {
        kind: 'consumer',
        from: () => tracesOf(records),
      })
      reached.set(name, records.at(-1)!.offset + 1n)
    },
    async from(topic, partition) {
      const stored = await storedOffset(database.pool, group, topic, partition)
      reached.set(nameOf(topic, partition), stored ?? 0n)
      return stored
    },
    // Else the group would seem to be behind by what nobody can read any more.
    async onGap(topic, partition, next) {
      const name = nameOf(topic, partition)
      await database.transaction(async (connection) => {
        if ((await lockOffsetOf(connection, group, { topic, partition, after: reached.get(name) })) < next)
          await advanceOffset(connection, group, topic, partition, next)
      })
      reached.set(name, next)
    },
  })
}

const tracesOf = (records: readonly LogRecord[]): string[] => records.flatMap(({ trace }) => trace ?? [])
