// Takes requests from the log into the job table, each exactly once, as any other group would.
import type { Database } from '../../db/client.ts'
import type { Batch, Log } from '../../db/log/port.ts'
import { consumeStored } from '../../db/work/consume.ts'
import { addDeadLetters } from '../../db/work/dead-letters.ts'
import { enqueueJobs } from '../../db/work/jobs.ts'
import { advanceOffset, lockOffsetOf } from '../../db/work/offsets.ts'
import { sortBatch } from '../../db/work/sort-batch.ts'
import type { RunnerEvents } from '../runner/run.ts'
import type { Job, JobRequestValue } from './define.ts'

export interface IntakeDependencies {
  readonly log: Log
  readonly database: Database
  readonly events: RunnerEvents
}

export const intakeGroup = (job: Job): string => `job-${job.kind}`

export function takeRequests(job: Job, deps: IntakeDependencies, signal: AbortSignal): Promise<void> {
  return consumeStored(deps, {
    group: intakeGroup(job),
    topics: [job.topic],
    signal,
    onBatch: (batch) => takeBatch(job, deps, batch),
  })
}

async function takeBatch(job: Job, deps: IntakeDependencies, batch: Batch): Promise<void> {
  const group = intakeGroup(job)
  const startedAt = performance.now()
  const next = batch.records.at(-1)!.offset + 1n
  const done = await deps.database.transaction(async (connection) => {
    const fence = await lockOffsetOf(connection, group, batch)
    const fresh = batch.records.filter((record) => record.offset >= fence)
    const { facts, dead } = sortBatch(group, job.topic, fresh)
    const requests = facts.map((fact) => {
      const asked = JSON.parse(fact.value) as JobRequestValue
      const { key, topic, partition, offset } = fact
      const { caller = null, requested_at } = asked
      const isShort = job.isShort?.(asked) ?? false
      return { key, request: fact.value, topic, partition, offset, requestedAt: new Date(requested_at), caller, isShort }
    })
    await enqueueJobs(connection, job.kind, requests)
    await addDeadLetters(connection, dead)
    if (fresh.length > 0) await advanceOffset(connection, group, batch.topic, batch.partition, next)
    return { records: fresh.length, rows: 0, dead: dead.length }
  })
  const lag = batch.highOffset > next ? batch.highOffset - next : 0n
  const durationMs = performance.now() - startedAt
  deps.events.batch({ group, topic: batch.topic, partition: batch.partition, ...done, lag, durationMs })
}
