// The event log inside Postgres: counter rows give gapless offsets in commit order, NOTIFY only hints to look sooner.

import type { Logger } from 'pino'
import { TollgateError } from '../../../base/errors.ts'
import { intArray, textArray } from '../../arrays.ts'
import type { Database } from '../../client.ts'
import { type EncodedRecord, encodeTombstones, encodeValues } from '../encode.ts'
import { gatherByTopic } from '../gather.ts'
import type { Bounds, Log, LogRecord, Range } from '../port.ts'
import { clipRange, type Span } from '../range.ts'
import type { Topic } from '../topic.ts'
import { tracedAppend } from '../traced-append.ts'
import { consumePartitions } from './consume.ts'
import { type Heads, watchHeads } from './heads.ts'
import { countMembers, type Leases, openLeases } from './lease.ts'
import { selectRecords } from './records.ts'
import { createSharedReads } from './shared-reads.ts'
import { findOffsetsAt } from './times.ts'

const readChunk = 2_000
const readBytes = 16_000_000

export function createPostgresLog(options: { database: Database; logger: Logger }): Log {
  const { database, logger } = options
  const { pool } = database
  const ids = new Map<string, number>()
  const topicId = async (name: string): Promise<number> => {
    const known = ids.get(name)
    if (known !== undefined) return known
    const { rows } = await pool.query<{ id: number }>('SELECT id FROM log_topic WHERE name = $1', [name])
    if (rows[0] === undefined) throw new TollgateError('log_unavailable', `Topic ${name} does not exist in the log.`)
    ids.set(name, rows[0].id)
    return rows[0].id
  }
  const tailing = shareTailing(database, logger)
  const shared = createSharedReads()
  const holdings = new Map<string, ReadonlySet<string> | null>()
  const write = gatherByTopic(async (topic, records) => void (await pool.query(appendQuery(await topicId(topic), records))))
  const bounds = async (topic: string): Promise<Bounds[]> => {
    const { rows } = await pool.query<{ partition: number; low: string; high: string }>(
      'SELECT partition, low_offset AS low, next_offset AS high FROM log_partition WHERE topic_id = $1 ORDER BY partition',
      [await topicId(topic)],
    )
    return rows.map((row) => ({ partition: row.partition, low: BigInt(row.low), high: BigInt(row.high) }))
  }
  const boundsOf = async (topics: readonly string[]) => {
    const { rows } = await pool.query<{ name: string; partition: number; low: string; high: string }>(
      `SELECT t.name, p.partition, p.low_offset AS low, p.next_offset AS high
       FROM log_partition p JOIN log_topic t ON t.id = p.topic_id WHERE t.name = ANY ($1) ORDER BY t.name, p.partition`,
      [topics],
    )
    const found = Map.groupBy(rows, ({ name }) => name)
    return new Map(
      [...found].map(([name, of]) => [
        name,
        of.map(({ partition, low, high }) => ({ partition, low: BigInt(low), high: BigInt(high) })),
      ]),
    )
  }
  async function* read(topic: Topic<any>, range: Range, signal?: AbortSignal) {
    const id = await topicId(topic.name)
    for (const bound of await bounds(topic.name))
      yield* readPartition(database, topic.name, id, bound.partition, clipRange(range, bound), signal)
  }
  return {
    kind: 'postgres',
    ensure: (topics) => ensureTopics(database, topics),
    append: (topic, values) => tracedAppend(topic, values.length, () => write(topic.name, encodeValues(topic, values))),
    remove: (topic, keys) => tracedAppend(topic, keys.length, () => write(topic.name, encodeTombstones(topic, keys))),
    topics: async () => new Set((await pool.query<{ name: string }>('SELECT name FROM log_topic')).rows.map(({ name }) => name)),
    consume: (consume) => consumePartitions({ database, logger, shared, topicId, holdings, tailing: tailing.get }, consume),
    bounds,
    boundsOf,
    read,
    async *readAll(wanted, signal) {
      const there = await boundsOf(wanted.map(({ topic }) => topic.name))
      for (const { topic, range } of wanted) if (there.has(topic.name)) yield* read(topic, range, signal)
    },
    offsetsAt: async (topic, at) => findOffsetsAt(pool, await topicId(topic), at),
    holdings: () => holdings,
    members: (group) => countMembers(pool, group),
    close: tailing.close,
  }
}

function shareTailing(database: Database, logger: Logger) {
  let heads: Promise<Heads> | null = null
  let leases: Promise<Leases> | null = null
  const openAgainWhenLost = (opened: Promise<Leases>): Promise<Leases> => {
    const forget = () => {
      if (leases === opened) leases = null
    }
    opened.then(({ lost }) => (lost.aborted ? forget() : lost.addEventListener('abort', forget, { once: true })), forget)
    return opened
  }
  return {
    async get() {
      if (leases === null) {
        leases = openLeases(database.url)
        openAgainWhenLost(leases)
      }
      heads ??= watchHeads(database, logger).catch((error) => {
        heads = null
        throw error
      })
      return { heads: await heads, leases: await leases }
    },
    async close() {
      await (await heads)?.stop()
      await (await leases)?.close()
    },
  }
}

// All at once, and none that is as it should be: a start far from its database would wait for each, and others for its locks.
async function ensureTopics(database: Database, topics: readonly Topic<any>[]): Promise<void> {
  const wanted = [...new Map(topics.map((topic) => [topic.name, topic])).values()]
  const names = wanted.map(({ name }) => name)
  await database.transaction(async (connection) => {
    await connection.query(
      `INSERT INTO log_topic (name, partitions, retention_days, compact)
       SELECT w.* FROM unnest($1::text[], $2::int[], $3::int[], $4::boolean[]) AS w (name, partitions, retention_days, compact)
       WHERE NOT EXISTS (SELECT 1 FROM log_topic t WHERE t.name = w.name AND t.partitions >= w.partitions
         AND t.retention_days = w.retention_days AND t.compact = w.compact)
       ORDER BY w.name
       ON CONFLICT (name) DO UPDATE SET retention_days = excluded.retention_days, compact = excluded.compact,
         partitions = greatest(log_topic.partitions, excluded.partitions)`,
      [
        names,
        wanted.map(({ partitions }) => partitions),
        wanted.map(({ retention }) => retention.days),
        wanted.map(({ retention }) => retention.compact ?? false),
      ],
    )
    await connection.query(
      `INSERT INTO log_partition (topic_id, partition)
       SELECT t.id, n FROM log_topic t, generate_series(0, t.partitions - 1) n
       WHERE t.name = ANY ($1) AND NOT EXISTS (SELECT 1 FROM log_partition p WHERE p.topic_id = t.id AND p.partition = n)
       ORDER BY t.id, n ON CONFLICT DO NOTHING`,
      [names],
    )
  })
}

function appendQuery(topicId: number, records: readonly EncodedRecord[]) {
  const counts = new Map<number, number>()
  const ranks = records.map((record) => {
    const rank = counts.get(record.partition) ?? 0
    counts.set(record.partition, rank + 1)
    return rank
  })
  // Ascending partitions are the lock order: two appends to the same partitions can wait, never deadlock.
  const locks = [...counts.keys()].sort((a, b) => a - b)
  const values = [
    topicId,
    locks,
    locks.map((partition) => counts.get(partition)),
    intArray(records.map((record) => record.partition)),
    intArray(ranks),
    textArray(records.map((record) => record.key)),
    textArray(records.map((record) => record.value)),
  ]
  if (records.every(({ headers }) => headers === undefined))
    return { name: 'log-append', text: 'SELECT log_append($1, $2, $3, $4, $5, $6, $7)', values }
  const traces = textArray(records.map(({ headers }) => headers?.traceparent ?? null))
  return { name: 'log-append-traced', text: 'SELECT log_append($1, $2, $3, $4, $5, $6, $7, $8)', values: [...values, traces] }
}

async function* readPartition(
  database: Database,
  topic: string,
  id: number,
  partition: number,
  range: Span,
  signal?: AbortSignal,
): AsyncGenerator<LogRecord> {
  let next = range.from
  while (next < range.to) {
    signal?.throwIfAborted()
    const records = await selectRecords(database, topic, id, partition, next, { records: readChunk, bytes: readBytes })
    for (const record of records) {
      if (record.offset >= range.to) return
      yield record
    }
    if (records.length === 0) return
    next = records.at(-1)!.offset + 1n
  }
}
