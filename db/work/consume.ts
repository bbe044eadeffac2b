// A group's reading of the log by the offsets of our own database: where it starts, and what it passes over because it is gone.
import type { RunnerEvents } from '../../base/runner-events.ts'
import { traced } from '../../base/trace.ts'
import type { Database } from '../client.ts'
import type { Batch, ConsumeOptions, Log, LogRecord } from '../log/port.ts'
import { refusalOf } from '../refusal.ts'
import { addDeadLetters } from './dead-letters.ts'
import { advanceOffset, lockOffset, storedOffset } from './offsets.ts'
import { deadLetter } from './sort-batch.ts'

interface Dependencies {
  readonly log: Pick<Log, 'consume'>
  readonly database: Database
  readonly events?: RunnerEvents | undefined
}

type Options = Omit<ConsumeOptions, 'from' | 'onGap'>

export function consumeStored(deps: Dependencies, options: Options): Promise<void> {
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

// What will be refused again would hold up its partition for ever: halves find the record that is to blame, and the rest stands.
async function applyInParts(deps: Dependencies, options: Options, batch: Batch): Promise<void> {
  try {
    await options.onBatch(batch)
  } catch (error) {
    const reason = refusalOf(error)
    if (reason === null) throw error
    const { records } = batch
    if (records.length === 1) return setAside(deps, options.group, batch, reason)
    const middle = Math.ceil(records.length / 2)
    await applyInParts(deps, options, { ...batch, records: records.slice(0, middle) })
    await applyInParts(deps, options, { ...batch, records: records.slice(middle) })
  }
}

async function setAside({ database, events }: Dependencies, group: string, batch: Batch, reason: string): Promise<void> {
  const startedAt = performance.now()
  const { topic, partition, highOffset } = batch
  const record = batch.records[0]!
  const next = record.offset + 1n
  const dead = await database.transaction(async (connection) => {
    if ((await lockOffset(connection, group, topic, partition)) > record.offset) return 0
    await addDeadLetters(connection, [deadLetter(group, record, reason)])
    await advanceOffset(connection, group, topic, partition, next)
    return 1
  })
  const lag = highOffset > next ? highOffset - next : 0n
  events?.batch({ group, topic, partition, records: dead, rows: 0, dead, lag, durationMs: performance.now() - startedAt })
}
