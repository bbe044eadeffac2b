// Runs one service over its topics: one batch, one transaction, counted once however often it is delivered.

import type { Logger } from 'pino'
import type { Clock } from '../../base/clock.ts'
import { messageOf, TollgateError } from '../../base/errors.ts'
import type { RunnerEvents } from '../../base/runner-events.ts'
import type { Connection, Database } from '../../db/client.ts'
import { insertFacts, removeFacts } from '../../db/facts/observations.ts'
import { type Storing, storingOnce } from '../../db/facts/stored-once.ts'
import { retryUntilAborted } from '../../db/log/backoff.ts'
import type { Batch, Log, LogRecord } from '../../db/log/port.ts'
import type { Topic } from '../../db/log/topic.ts'
import { attempt, refusalOf } from '../../db/refusal.ts'
import { announceRows } from '../../db/rows/announced.ts'
import { type RowChange, type SignalRow, upsertRows } from '../../db/rows/signals.ts'
import { consumeStored } from '../../db/work/consume.ts'
import { addDeadLetters, type DeadLetter } from '../../db/work/dead-letters.ts'
import { advanceOffset, listOffsets, lockOffset } from '../../db/work/offsets.ts'
import { conflict, deadLetter, type ReadRecord, sortBatch } from '../../db/work/sort-batch.ts'
import { keptChannel } from '../keep/facts-wake.ts'
import type { Service } from '../kit/define.ts'
import { computeRows, loadSelected } from './compute.ts'

export type { RunnerEvents } from '../../base/runner-events.ts'

export interface RunnerOptions {
  readonly service: Service
  readonly log: Log
  readonly database: Database
  readonly clock: Clock
  readonly logger: Logger
  readonly events?: RunnerEvents
  readonly maxRecords?: number
  /** Told to stop, a batch is rolled back rather than ended: the next start applies it whole. */
  readonly stop?: AbortSignal
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
    const fence = await lockOffset(connection, group, batch.topic, batch.partition)
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
  /** Each key by itself, at a higher price: one that Postgres refuses costs only its own rows. */
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
export async function computeAnew(options: Omit<RunnerOptions, 'log'>, keys: readonly string[]): Promise<number> {
  return options.database.transaction(async (connection) => {
    const { changes } = await writeKeys(options, connection, keys)
    await announceRows(connection, changes)
    return changes.length
  })
}

interface Written {
  readonly changes: RowChange[]
  /** Why a key has no row. */
  readonly failed: ReadonlyMap<string, string>
}

type Compute = Omit<RunnerOptions, 'log'>

async function writeKeys(
  options: Compute,
  connection: Connection,
  keys: readonly string[],
  before: (step: Step) => void | Promise<void> = () => undefined,
): Promise<Written> {
  await before('keys')
  await lockKeys(connection, options.service.label, keys)
  await before('compute')
  const { rows, failed } = await computeKeys(options, connection, keys)
  await before('rows')
  return { changes: await upsertRows(connection, rows), failed }
}

async function writeEachKey(options: Compute, connection: Connection, keys: readonly string[]): Promise<Written> {
  const changes: RowChange[] = []
  const failed = new Map<string, string>()
  for (const key of keys) {
    const tried = await attempt(connection, () => writeKeys(options, connection, [key]))
    if ('refused' in tried) {
      failed.set(key, tried.refused)
      continue
    }
    changes.push(...tried.done.changes)
    for (const [of, reason] of tried.done.failed) failed.set(of, reason)
  }
  return { changes, failed }
}

// A key's lock is held until commit: whoever computes it next sees every fact this batch stored.
async function lockKeys(connection: Connection, group: string, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await connection.query({
    name: 'keys-lock',
    text: "SELECT pg_advisory_xact_lock(hashtextextended($1 || ':' || k, 0)) FROM unnest($2::text[]) k",
    values: [group, keys],
  })
}

async function computeKeys({ service, clock, logger, stop }: Compute, connection: Connection, keys: readonly string[]) {
  const rows: SignalRow[] = []
  const failed = new Map<string, string>()
  // The database's faults are not a formula's, and pass through.
  function tryFormula<T>(key: string, work: () => T): T | null {
    try {
      return work()
    } catch (error) {
      if (error instanceof TollgateError && error.code === 'not_enough_data') {
        logger.debug({ group: service.label, key, reason: error.message }, 'no row yet')
        return null
      }
      logger.error({ group: service.label, key, err: error }, 'a formula failed')
      failed.set(key, messageOf(error))
      return null
    }
  }
  for (const key of keys) {
    stop?.throwIfAborted()
    const selections = tryFormula(key, () => service.selects(key))
    if (selections === null) continue
    const facts = await loadSelected(connection, selections)
    rows.push(...(tryFormula(key, () => computeRows(service, key, facts, clock.now())) ?? []))
  }
  return { rows, failed }
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
