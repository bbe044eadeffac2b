// Every table as drizzle sees it; signal_history is partitioned, which migrations/0001 adds by hand.
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  customType,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })
const offset = (name: string) => bigint(name, { mode: 'bigint' })
const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

export const logTopic = pgTable('log_topic', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  name: text('name').notNull().unique(),
  partitions: integer('partitions').notNull(),
  retentionDays: integer('retention_days').notNull(),
  compact: boolean('compact').notNull().default(false),
})

export const logPartition = pgTable(
  'log_partition',
  {
    topicId: integer('topic_id').notNull(),
    partition: integer('partition').notNull(),
    lowOffset: offset('low_offset').notNull().default(sql`0`),
    nextOffset: offset('next_offset').notNull().default(sql`0`),
  },
  (t) => [primaryKey({ columns: [t.topicId, t.partition] })],
)

// value is the record's JSON text as it was appended, never jsonb: replay must see the very bytes.
export const logRecord = pgTable(
  'log_record',
  {
    topicId: integer('topic_id').notNull(),
    partition: integer('partition').notNull(),
    offset: offset('offset').notNull(),
    appendedAt: at('appended_at').notNull(),
    key: text('key').notNull(),
    value: text('value'),
    /** The trace that appended it, while the program is traced. */
    trace: text('trace'),
  },
  (t) => [primaryKey({ columns: [t.topicId, t.partition, t.offset] })],
)

// A worker is alive while the connection that wrote its row is: a kill -9 is seen at once, without heartbeats.
export const logMember = pgTable(
  'log_member',
  {
    groupName: text('group_name').notNull(),
    member: text('member').notNull(),
    backendPid: integer('backend_pid').notNull(),
    backendStart: timestamp('backend_start', { withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.groupName, t.member] })],
)

export const consumerOffset = pgTable(
  'consumer_offset',
  {
    groupName: text('group_name').notNull(),
    topic: text('topic').notNull(),
    partition: integer('partition').notNull(),
    nextOffset: offset('next_offset').notNull(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.groupName, t.topic, t.partition] })],
)

export const deadLetter = pgTable(
  'dead_letter',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    groupName: text('group_name').notNull(),
    topic: text('topic').notNull(),
    partition: integer('partition').notNull(),
    offset: offset('offset').notNull(),
    key: text('key').notNull(),
    value: text('value'),
    reason: text('reason').notNull(),
    // Service keys whose formula failed; a retry computes them again.
    computeKeys: text('compute_keys').array().notNull().default([]),
    failedAt: at('failed_at').notNull().defaultNow(),
    retriedAt: at('retried_at'),
  },
  (t) => [uniqueIndex('dead_letter_record').on(t.groupName, t.topic, t.partition, t.offset)],
)

export const observation = pgTable(
  'observation',
  {
    topic: text('topic').notNull(),
    key: text('key').notNull(),
    observedAt: at('observed_at').notNull(),
    revision: offset('revision').notNull(),
    value: text('value').notNull(),
    partition: integer('partition').notNull(),
    offset: offset('offset').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.topic, t.key, t.observedAt, t.revision] }),
    // What came since a place in the log, for those who keep facts in memory.
    index('observation_record').on(t.topic, t.partition, t.offset),
    // The newest of a whole topic, without a look at every key there ever was.
    index('observation_moment').on(t.topic, t.observedAt),
  ],
)

// A removed key's facts below this offset stay removed, even for a group that reads them later than another.
export const removal = pgTable(
  'removal',
  {
    topic: text('topic').notNull(),
    key: text('key').notNull(),
    belowOffset: offset('below_offset').notNull(),
  },
  (t) => [primaryKey({ columns: [t.topic, t.key] }), index('removal_record').on(t.topic, t.belowOffset)],
)

export const signalRow = pgTable(
  'signal_row',
  {
    service: text('service').notNull(),
    route: text('route').notNull(),
    key: text('key').notNull(),
    id: bigint('id', { mode: 'number' }).notNull(),
    body: text('body').notNull(),
    meta: text('meta').notNull(),
    observedAt: at('observed_at').notNull(),
    computedAt: at('computed_at').notNull(),
    staleAfter: at('stale_after').notNull(),
    formula: text('formula').notNull(),
    inputs: text('inputs').notNull(),
    inputsHash: text('inputs_hash').notNull(),
  },
  (t) => [primaryKey({ columns: [t.service, t.route, t.key] }), index('signal_row_id').on(t.id)],
)

export const sourceStatus = pgTable('source_status', {
  source: text('source').primaryKey(),
  lastPollAt: at('last_poll_at'),
  lastSuccessAt: at('last_success_at'),
  lastErrorAt: at('last_error_at'),
  lastError: text('last_error'),
  failuresInARow: integer('failures_in_a_row').notNull().default(0),
  nextRunAt: at('next_run_at'),
  records: bigint('records', { mode: 'number' }).notNull().default(0),
  newestObservedAt: at('newest_observed_at'),
  // What only this kind of source can say of itself, as JSON.
  detail: text('detail'),
})

// What an ingestor has already put on the log, so that polling an unchanged upstream appends nothing.
export const sourceSeen = pgTable(
  'source_seen',
  {
    topic: text('topic').notNull(),
    key: text('key').notNull(),
    observedAt: at('observed_at').notNull(),
    contentHash: text('content_hash').notNull(),
    // When the upstream was last found to give it, to the day.
    givenAt: at('given_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.topic, t.key, t.observedAt] }), index('source_seen_given').on(t.givenAt)],
)

// Payloads over the log's record cap: the record carries the hash, the bytes lie here.
export const blob = pgTable('blob', {
  sha256: text('sha256').primaryKey(),
  mediaType: text('media_type').notNull(),
  bytes: bytes('bytes').notNull(),
  createdAt: at('created_at').notNull().defaultNow(),
})

// A key that somebody asked a source for: fetched once for everybody, then watched for as long as it is asked for.
export const demand = pgTable(
  'demand',
  {
    source: text('source').notNull(),
    key: text('key').notNull(),
    // queued, running or idle.
    state: text('state').notNull(),
    // How the last fetch ended: done, unknown or failed.
    outcome: text('outcome'),
    message: text('message'),
    askedAt: at('asked_at').notNull(),
    startedAt: at('started_at'),
    finishedAt: at('finished_at'),
    // Not fetched again before then, whoever asks.
    coolUntil: at('cool_until'),
    nextFetchAt: at('next_fetch_at'),
    watchSeconds: integer('watch_seconds').notNull().default(0),
    appended: integer('appended').notNull().default(0),
    attempts: integer('attempts').notNull().default(0),
    failures: integer('failures').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.source, t.key] }), index('demand_waiting').on(t.state, t.askedAt)],
)

// How many fetches a payer may still cause at a source.
export const demandAllowance = pgTable(
  'demand_allowance',
  {
    source: text('source').notNull(),
    payer: text('payer').notNull(),
    tokens: doublePrecision('tokens').notNull(),
    takenAt: at('taken_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.source, t.payer] })],
)

// Slow or dangerous work: requested through the log, taken by one worker at a time, whose death is seen by its connection's.
export const job = pgTable(
  'job',
  {
    kind: text('kind').notNull(),
    key: text('key').notNull(),
    request: text('request').notNull(),
    topic: text('topic').notNull(),
    partition: integer('partition').notNull(),
    offset: offset('offset').notNull(),
    state: text('state').notNull(),
    attempts: integer('attempts').notNull().default(0),
    refusalCode: text('refusal_code'),
    refusalMessage: text('refusal_message'),
    requestedAt: at('requested_at').notNull(),
    startedAt: at('started_at'),
    finishedAt: at('finished_at'),
    backendPid: integer('backend_pid'),
    backendStart: timestamp('backend_start', { withTimezone: true }),
    // Who asked first, unreadable: nobody has every place.
    caller: text('caller'),
    isShort: boolean('is_short').notNull().default(false),
    workMs: integer('work_ms'),
  },
  (t) => [primaryKey({ columns: [t.kind, t.key] }), index('job_waiting').on(t.kind, t.state, t.requestedAt)],
)

// Updates of a stream that a payment bought: how many are used, and which transactions' rows came after the purchase.
export const streamCredit = pgTable('stream_credit', {
  paymentId: bigint('payment_id', { mode: 'bigint' }).primaryKey(),
  name: text('name').notNull(),
  bought: integer('bought').notNull(),
  used: integer('used').notNull().default(0),
  // Written by processes of earlier releases alone.
  lastEvent: bigint('last_event', { mode: 'number' }).notNull().default(0),
  // The one connection that may use it; a later one takes it over.
  holder: text('holder').notNull(),
  createdAt: at('created_at').notNull().defaultNow(),
  since: bigint('since', { mode: 'bigint' }).notNull().default(sql`(pg_snapshot_xmin(pg_current_snapshot())::text::bigint)`),
})

// Each body that was sold on a stream, once: what was lost on its way is sent again as it was sold.
export const streamDelivery = pgTable(
  'stream_delivery',
  {
    paymentId: bigint('payment_id', { mode: 'bigint' }).notNull(),
    version: bigint('version', { mode: 'number' }).notNull(),
    body: text('body').notNull(),
  },
  (t) => [primaryKey({ columns: [t.paymentId, t.version] })],
)
