// Runs one service over its topics: one batch, one transaction, counted once however often it is delivered.

import { messageOf, TollgateError } from '../../base/errors.ts'
import type { RunnerEvents } from '../../base/runner-events.ts'
import type { Connection, Database } from '../../db/client.ts'
import { insertFacts, removeFacts } from '../../db/facts/observations.ts'
import { type Storing, storingOnce } from '../../db/facts/stored-once.ts'
import { retryUntilAborted } from '../../db/log/backoff.ts'
import type { Batch, Log, LogRecord } from '../../db/log/port.ts'
import type { Topic } from '../../db/log/topic.ts'
import { refusalOf } from '../../db/refusal.ts'
import { announceRows } from '../../db/rows/announced.ts'
import type { RowChange } from '../../db/rows/signals.ts'
import { consumeStored } from '../../db/work/consume.ts'
import { addDeadLetters, type DeadLetter } from '../../db/work/dead-letters.ts'
import { advanceOffset, listOffsets, lockOffsetOf } from '../../db/work/offsets.ts'
import { conflict, deadLetter, type ReadRecord, sortBatch } from '../../db/work/sort-batch.ts'
import { keptChannel } from '../keep/facts-wake.ts'
import type { Service } from '../kit/define.ts'
import { type ComputeOptions, writeEachKey, writeKeys } from './write-keys.ts'

export type { RunnerEvents } from '../../base/runner-events.ts'

export interface RunnerOptions extends ComputeOptions {
  readonly log: Log
  readonly database: Database
  readonly events?: RunnerEvents
  readonly maxRecords?: number
  /** Called before each numbered step of a batch; tests crash here. */
  readonly beforeStep?: (step: Step) => void | Promise<void>
}

export const steps = ['lock', 'facts', 'keys', 'compute', 'rows', 'dead-letters', 'offset', 'notify', 'commit'] as const
export type Step = (typeof steps)[number]

export async function runService(options: RunnerOptions, signal: AbortSignal): Promise<void> {
  const { service } = options
  const topics = new Map<string, Topic<any>>(service.reads.map((topic) => [topic.name, topic]))
  await retryUntilAborted(signal, options.logger, `group ${service.label}`, () => refuseOffsetsBeyondTheLog(options))
  await consumeStored(options, {
    group: service.label,
    topics: service.reads,
    signal,
    ...(options.maxRecords === undefined ? {} : { maxRecords: options.maxRecords }),
    onBatch: (batch) => applyBatch({ ...options, stop: signal }, topics.get(batch.topic)!, batch),
  })
}

export async function applyBatch(options: RunnerOptions, topic: Topic<any>, batch: Batch): Promise<void> {
  const apply = (isCareful: boolean) =>
    storingOnce(batch.records, (storing) => applyOnce(options, topic, batch, { storing, isCareful }))
  try {
    await apply(false)
  } catch (error) {
    const reason = refusalOf(error)
    if (reason === null) throw error
    options.logger.warn({ group: options.service.label, topic: topic.name, reason }, 'a batch is refused; each key by itself')
    await apply(true)
  }
}

async function applyOnce(
  options: RunnerOptions,
  topic: Topic<any>,
  batch: Batch,
  { storing, isCareful }: { storing: Storing; isCareful: boolean },
): Promise<void> {
  const { service, database, events } = options
  const before = options.beforeStep ?? (() => undefined)
  const startedAt = performance.now()
  const group = service.label
  const next = batch.records.at(-1)!.offset + 1n
  const outcome = await database.transaction(async (connection) => {
    await before('lock')
    const fence = await lockOffsetOf(connection, group, batch)
    const isWhole = batch.records[0]!.offset >= fence
    const fresh = isWhole ? batch.records : batch.records.filter((record) => record.offset >= fence)
    if (fresh.length === 0) return { records: 0, rows: 0, dead: 0 }
    const applied = await applyRecords(options, connection, topic, fresh, {
      isCareful,
      ...(isWhole ? { storing } : {}),
    })
    await before('offset')
    await advanceOffset(connection, group, batch.topic, batch.partition, next)
    await before('notify')
    await announceRows(connection, applied.changes)
    if (service.keep !== undefined) await connection.query('SELECT pg_notify($1, $2)', [keptChannel, service.label])
    await before('commit')
    return { records: fresh.length, rows: applied.changes.length, dead: applied.dead }
  })
  const durationMs = performance.now() - startedAt
  const lag = batch.highOffset > next ? batch.highOffset - next : 0n
  events?.batch({ group, topic: batch.topic, partition: batch.partition, ...outcome, lag, durationMs })
  options.logger.debug(
    { group, topic: batch.topic, partition: batch.partition, ...outcome, lag: Number(lag), ms: Math.round(durationMs) },
    'batch',
  )
}

interface Manner {
  /** Keys to compute besides those that the records touch. */
  readonly alsoKeys?: readonly string[]
  /** Whom a failure is told of where no record is applied. */
  readonly inNameOf?: Omit<LogRecord, 'appendedAt'>
  readonly storing?: Storing
  /** Each key by itself. */
  readonly isCareful: boolean
}

/** Stores the records' facts and writes the rows they change. */
export async function applyRecords(
  options: RunnerOptions,
  connection: Connection,
  topic: Topic<any>,
  records: readonly LogRecord[],
  { alsoKeys = [], inNameOf, storing, isCareful }: Manner,
): Promise<{ changes: RowChange[]; dead: number }> {
  const before = options.beforeStep ?? (() => undefined)
  const group = options.service.label
  const sorted = sortBatch(group, topic, records)
  options.stop?.throwIfAborted()
  const known = (await storing?.take()) ?? null
  await before('facts')
  for (const removal of sorted.removals) await removeFacts(connection, topic.name, removal.key, removal.belowOffset)
  const clashing = known ?? (await insertFacts(connection, sorted.facts))
  storing?.stored(clashing)
  // A kept service's rows are made beside the batches, of the facts they have stored.
  const isKept = options.service.keep !== undefined
  const keys = isKept ? [] : [...new Set([...affectedBy(options.service, sorted.read), ...alsoKeys])].sort()
  const { changes, failed } = isCareful
    ? await writeEachKey(options, connection, keys)
    : await writeKeys(options, connection, keys, before)
  await before('dead-letters')
  const dead = [...sorted.dead, ...clashing.map((fact) => deadLetter(group, fact, conflict))]
  if (failed.size > 0) dead.push(failedComputation(group, records.at(-1) ?? inNameOf!, failed))
  await addDeadLetters(connection, dead)
  return { changes, dead: dead.length }
}

// A service's own code that stumbles over a record does so again: it is the record that is set aside.
function affectedBy(service: Service, read: readonly ReadRecord[]): readonly string[] {
  try {
    return service.affected(read)
  } catch (error) {
    const reason = `${service.label} cannot tell what it touches: ${messageOf(error)}`
    throw new TollgateError('record_invalid', reason, { cause: error })
  }
}

/** Writes the rows of these keys again, of the facts there are; tells how many rows changed. */
export async function computeAnew(
  options: ComputeOptions & { readonly database: Database },
  keys: readonly string[],
): Promise<number> {
  return options.database.transaction(async (connection) => {
    const { changes } = await writeKeys(options, connection, keys)
    await announceRows(connection, changes)
    return changes.length
  })
}

function failedComputation(
  group: string,
  record: Omit<LogRecord, 'appendedAt'>,
  failed: ReadonlyMap<string, string>,
): DeadLetter {
  const reasons = [...failed].map(([key, reason]) => `${key}: ${reason}`).join('; ')
  return { ...deadLetter(group, record, `no row for ${reasons}`), computeKeys: [...failed.keys()] }
}

// A database restored to a time after the broker's data was lost would wait for offsets that may never come, or skip what does.
async function refuseOffsetsBeyondTheLog(options: RunnerOptions): Promise<void> {
  const { service, log, database } = options
  const reads = new Set<string>(service.reads.map((topic) => topic.name))
  const stored = (await listOffsets(database.pool, service.label)).filter((at) => reads.has(at.topic))
  for (const topic of new Set(stored.map((at) => at.topic))) {
    const high = new Map((await log.bounds(topic)).map((bound) => [bound.partition, bound.high]))
    for (const at of stored.filter((at) => at.topic === topic)) {
      const end = high.get(at.partition) ?? 0n
      if (at.next > end) {
        throw new TollgateError(
          'log_offset_out_of_range',
          `${service.label} has read ${topic}/${at.partition} up to ${at.next}, but that log ends at ${end}: the log lost records or is another one. ` +
            `Restore it, or start over from what it holds: npm run offsets -- ${service.label} set --to 0 --yes`,
        )
      }
    }
  }
}
