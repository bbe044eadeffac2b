// A batch of which a record will be refused again would hold up its partition for ever: halves find it, it is set aside, and the rest stands.
import type { RunnerEvents } from '../../base/runner-events.ts'
import type { Database } from '../client.ts'
import type { Batch, ConsumeOptions } from '../log/port.ts'
import { refusalOf } from '../refusal.ts'
import { addDeadLetters } from './dead-letters.ts'
import { advanceOffset, lockOffsetOf } from './offsets.ts'
import { deadLetter } from './sort-batch.ts'

export interface Applying {
  readonly database: Database
  readonly events?: RunnerEvents | undefined
}

type Options = Pick<ConsumeOptions, 'group' | 'onBatch'>

export async function applyInParts(deps: Applying, options: Options, batch: Batch): Promise<void> {
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

async function setAside({ database, events }: Applying, group: string, batch: Batch, reason: string): Promise<void> {
  const startedAt = performance.now()
  const { topic, partition, highOffset } = batch
  const record = batch.records[0]!
  const next = record.offset + 1n
  const dead = await database.transaction(async (connection) => {
    if ((await lockOffsetOf(connection, group, batch)) > record.offset) return 0
    await addDeadLetters(connection, [deadLetter(group, record, reason)])
    await advanceOffset(connection, group, topic, partition, next)
    return 1
  })
  const lag = highOffset > next ? highOffset - next : 0n
  events?.batch({ group, topic, partition, records: dead, rows: 0, dead, lag, durationMs: performance.now() - startedAt })
}
