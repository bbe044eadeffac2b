// Every promise of the log's port, kept by both logs.
import { randomBytes } from 'node:crypto'
import Type from 'typebox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Batch, Log, LogRecord } from '../../db/log/port.ts'
import { createCompactor } from '../../db/log/postgres/compact.ts'
import { expireRecords } from '../../db/log/postgres/expire.ts'
import { defineTopic, type Topic } from '../../db/log/topic.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { kafkaClient, logKinds, missingEngine, openLog } from '../support/logs.ts'
import { testOrigin } from '../support/topics.ts'
import { until } from '../support/until.ts'

interface Tick {
  key: string
  n: number
}

const schema = Type.Object({ key: Type.String(), n: Type.Integer() })

function makeTopic(options: { partitions?: number; compact?: boolean } = {}): Topic<Tick> {
  return defineTopic({
    name: `test.${randomBytes(5).toString('hex')}.v1`,
    origin: testOrigin,
    schema,
    partitions: options.partitions ?? 3,
    retention: { days: 7, compact: options.compact ?? false },
    key: (tick) => tick.key,
    observedAt: (tick) => new Date(tick.n),
  })
}

const ticks = (count: number, keys = 5, from = 0): Tick[] =>
  Array.from({ length: count }, (_, i) => ({ key: `k${(from + i) % keys}`, n: from + i }))
const tickOf = (record: LogRecord): Tick => JSON.parse(record.value!)

async function untilNothing(batch: () => Promise<number>): Promise<number[]> {
  const batches = [await batch()]
  while (batches.at(-1)! > 0) batches.push(await batch())
  return batches
}

async function collect(records: AsyncIterable<LogRecord>): Promise<LogRecord[]> {
  const all: LogRecord[] = []
  for await (const record of records) all.push(record)
  return all
}

describe.each(logKinds)('the %s log', (kind) => {
  let database: TestDatabase
  let log: Log
  const missing = missingEngine(kind)
  const it = missing === '' ? test : test.skip

  beforeAll(async () => {
    database = await createTestDatabase()
    if (missing === '') log = await openLog(kind, database)
    else console.warn(`skipped: the ${kind} log (${missing})`)
  })
  afterAll(async () => {
    await log?.close()
    await database.drop()
  })

  async function ready(topic: Topic<Tick>): Promise<Topic<Tick>> {
    await log.ensure([topic])
    return topic
  }

  interface Reader {
    readonly batches: Batch[]
    readonly records: LogRecord[]
    stop(): Promise<void>
  }

  function startReader(
    topic: Topic<Tick>,
    options: { group?: string; from?: bigint | null; log?: Log; onBatch?(batch: Batch): Promise<void> } = {},
  ): Reader {
    const end = new AbortController()
    const batches: Batch[] = []
    const records: LogRecord[] = []
    const done = (options.log ?? log).consume({
      group: options.group ?? randomBytes(6).toString('hex'),
      topics: [topic],
      signal: end.signal,
      from: async () => options.from ?? null,
      onBatch: async (batch) => {
        await options.onBatch?.(batch)
        batches.push(batch)
        records.push(...batch.records)
      },
    })
    return {
      batches,
      records,
      stop: async () => {
        end.abort()
        await done
      },
    }
  }

  it('told to stop while it asks where to begin, it ends and nothing is thrown', async () => {
    const topic = await ready(makeTopic())
    await log.append(topic, ticks(8, 8, 0))
    const end = new AbortController()
    const [asked, place] = [Promise.withResolvers<void>(), Promise.withResolvers<bigint | null>()]
    const done = log.consume({
      group: randomBytes(6).toString('hex'),
      topics: [topic],
      signal: end.signal,
      from: () => {
        asked.resolve()
        return place.promise
      },
      onBatch: async () => undefined,
    })
    await asked.promise
    end.abort()
    setTimeout(() => place.resolve(0n), 1_000)
    await Promise.all([done, place.promise])
    // What is thrown where nobody waits for it fails the run.
    await new Promise(setImmediate)
  })

  it('keeps each key in order and gives increasing offsets under 8 concurrent writers, losing nothing to a tailing reader', async () => {
    const topic = await ready(makeTopic())
    const reader = startReader(topic)
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let n = 0; n < 60; n += 3)
        await log.append(
          topic,
          [0, 1, 2].map((i) => ({ key: `writer-${writer}`, n: n + i })),
        )
    })
    await Promise.all(writers)
    await until('480 records are read', () => reader.records.length >= 480)
    await reader.stop()
    expect(reader.records).toHaveLength(480)
    for (let writer = 0; writer < 8; writer++) {
      const own = reader.records.filter((record) => record.key === `writer-${writer}`)
      expect(own.map((record) => tickOf(record).n)).toEqual(Array.from({ length: 60 }, (_, n) => n))
    }
    for (const partition of new Set(reader.records.map((record) => record.partition))) {
      const offsets = reader.records.filter((record) => record.partition === partition).map((record) => record.offset)
      expect(offsets).toEqual([...offsets].sort((a, b) => Number(a - b)))
      expect(new Set(offsets).size).toBe(offsets.length)
    }
  })

  it('has an append durable and readable by another client once it is acknowledged', async () => {
    const topic = await ready(makeTopic())
    await log.append(topic, ticks(10))
    const other = await openLog(kind, database)
    expect(await collect(other.read(topic, {}))).toHaveLength(10)
    await other.close()
  })

  it('delivers the same batch again after a failure', async () => {
    const topic = await ready(makeTopic({ partitions: 1 }))
    await log.append(topic, ticks(6))
    let failures = 0
    const reader = startReader(topic, {
      onBatch: async () => {
        if (failures++ < 2) throw new Error('not yet')
      },
    })
    await until('six records arrive', () => reader.records.length >= 6)
    await reader.stop()
    expect(failures).toBeGreaterThanOrEqual(3)
    expect(reader.records.map((record) => tickOf(record).n)).toEqual([0, 1, 2, 3, 4, 5])
  })

  it('gives each partition of a group to one worker, and a dead worker’s partitions to the others', async () => {
    const topic = await ready(makeTopic({ partitions: 4 }))
    const other = await openLog(kind, database)
    const group = randomBytes(6).toString('hex')
    // Positions as the runner keeps them: shared, moved after each batch.
    const positions = new Map<number, bigint>()
    const joined = (which: Log, seen: Batch[]) => {
      const end = new AbortController()
      const done = which.consume({
        group,
        topics: [topic],
        signal: end.signal,
        from: async (_, partition) => positions.get(partition) ?? null,
        onBatch: async (batch) => {
          seen.push(batch)
          positions.set(batch.partition, batch.records.at(-1)!.offset + 1n)
        },
      })
      return async () => {
        end.abort()
        await done
      }
    }
    const [first, second]: [Batch[], Batch[]] = [[], []]
    const stopFirst = joined(log, first)
    const stopSecond = joined(other, second)
    let sent = 0
    const tell = async () => {
      await log.append(topic, ticks(40, 40, sent))
      sent += 40
    }
    await until('both workers have work', async () => {
      await tell()
      return first.length > 0 && second.length > 0
    })
    first.length = 0
    second.length = 0
    await tell()
    const total = (batches: Batch[]) => batches.reduce((sum, batch) => sum + batch.records.length, 0)
    await until('the split work is done', () => total(first) + total(second) >= 40)
    const owners = (batches: Batch[]) => new Set(batches.map((batch) => batch.partition))
    expect(owners(first).intersection(owners(second)).size).toBe(0)
    await stopSecond()
    first.length = 0
    await until('the remaining worker reads all four partitions', async () => {
      await tell()
      return owners(first).size === 4
    })
    await stopFirst()
    await other.close()
  })

  it('resumes from the offset its caller names', async () => {
    const topic = await ready(makeTopic({ partitions: 1 }))
    await log.append(topic, ticks(10))
    const reader = startReader(topic, { from: 7n })
    await until('the rest arrives', () => reader.records.length >= 3)
    await reader.stop()
    expect(reader.records.map((record) => tickOf(record).n)).toEqual([7, 8, 9])
  })

  it('replays from an offset, up to an offset, and from a time', async () => {
    const topic = await ready(makeTopic({ partitions: 1 }))
    await log.append(topic, ticks(5))
    await until('the clock has moved', () => new Promise((done) => setTimeout(() => done(true), 20)))
    const between = new Date()
    await log.append(topic, ticks(5, 5, 5))
    const some = await collect(log.read(topic, { from: new Map([[0, 2n]]), to: new Map([[0, 4n]]) }))
    expect(some.map((record) => record.offset)).toEqual([2n, 3n])
    const from = await log.offsetsAt(topic.name, between)
    expect(from.get(0)).toBe(5n)
    expect(await collect(log.read(topic, { from }))).toHaveLength(5)
    expect((await log.offsetsAt(topic.name, new Date(Date.now() + 60_000))).get(0)).toBe(10n)
  })

  it('tells how far each partition reaches, so that lag can be known', async () => {
    const topic = await ready(makeTopic({ partitions: 2 }))
    await log.append(topic, ticks(20))
    const bounds = await log.bounds(topic.name)
    expect(bounds.map((bound) => bound.partition)).toEqual([0, 1])
    expect(bounds.reduce((sum, bound) => sum + bound.high - bound.low, 0n)).toBe(20n)
    const reader = startReader(topic)
    await until('all is read', () => reader.records.length >= 20)
    await reader.stop()
    for (const batch of reader.batches) expect(batch.highOffset).toBe(bounds[batch.partition]!.high)
  })

  it('takes a record just below 1 MB and refuses one above', async () => {
    const topic = defineTopic({
      name: `test.${randomBytes(5).toString('hex')}.v1`,
      origin: testOrigin,
      schema: Type.Object({ text: Type.String() }),
      retention: { days: 1 },
      key: () => 'k',
      observedAt: () => new Date(0),
    })
    await log.ensure([topic])
    await log.append(topic, [{ text: 'x'.repeat(999_000) }])
    await expect(log.append(topic, [{ text: 'x'.repeat(1_000_001) }])).rejects.toMatchObject({ code: 'record_too_large' })
    expect(await collect(log.read(topic, {}))).toHaveLength(1)
  })

  it('reads from the oldest kept record once retention has passed', async () => {
    const topic = await ready(makeTopic({ partitions: 1 }))
    await log.append(topic, ticks(10))
    if (kind === 'postgres') {
      await database.pool.query(
        `UPDATE log_record SET appended_at = now() - interval '8 days' WHERE "offset" < 6 AND topic_id = (SELECT id FROM log_topic WHERE name = $1)`,
        [topic.name],
      )
      expect(await untilNothing(() => expireRecords(database, new Date(), 4))).toEqual([4, 2, 0])
    } else {
      const admin = kafkaClient().admin()
      await admin.connect()
      await admin.fetchTopicOffsets(topic.name) // kafkajs deletes only in topics whose metadata it has loaded
      await admin.deleteTopicRecords({ topic: topic.name, partitions: [{ partition: 0, offset: '6' }] })
      await admin.disconnect()
    }
    expect(await log.bounds(topic.name)).toEqual([{ partition: 0, low: 6n, high: 10n }])
    expect((await collect(log.read(topic, {}))).map((record) => record.offset)).toEqual([6n, 7n, 8n, 9n])
    const reader = startReader(topic)
    await until('the kept records arrive', () => reader.records.length >= 4)
    await reader.stop()
    expect(reader.records[0]!.offset).toBe(6n)
  })

  it('compacts to each key’s newest record and carries tombstones', async () => {
    const topic = await ready(makeTopic({ partitions: 1, compact: true }))
    if (kind === 'kafka') await compactEagerly(topic.name)
    const compactor = createCompactor(database)
    for (let round = 0; round < 3; round++) await log.append(topic, ticks(4, 4, round * 4))
    await log.remove(topic, ['k3'])
    const settled = async () => {
      if (kind === 'postgres') await untilNothing(() => compactor.batch(new Date(), 3))
      else await log.append(topic, [{ key: 'roller', n: 0 }])
      const left = (await collect(log.read(topic, {}))).filter((record) => record.key !== 'roller')
      const newest = new Map(left.map((record) => [record.key, record.value]))
      expect(newest.get('k3')).toBeNull()
      return left.length === 4 && [0, 1, 2].every((k) => tickOf({ ...left[0]!, value: newest.get(`k${k}`)! }).n === 8 + k)
    }
    await until('only the newest are left', settled, 50_000)
  })

  it('keeps the records’ bytes as they were appended', async () => {
    const topic = defineTopic({
      name: `test.${randomBytes(5).toString('hex')}.v1`,
      origin: testOrigin,
      schema: Type.Unknown(),
      retention: { days: 1 },
      key: () => 'ключ 🔑',
      observedAt: () => new Date(0),
    })
    await log.ensure([topic])
    const value = { z: 1, a: [0.1, 1e21, -0], text: 'ß\n"\u2028 💸' }
    await log.append(topic, [value])
    const [record] = await collect(log.read(topic, {}))
    expect(record).toMatchObject({ key: 'ключ 🔑', value: JSON.stringify(value) })
  })

  it('can be told of the same topics again, and of more partitions', async () => {
    const topic = await ready(makeTopic({ partitions: 1 }))
    await log.ensure([topic, { ...topic, partitions: 3 }])
    await log.ensure([{ ...topic, partitions: 3 }])
    await until('three partitions are there', async () => (await log.bounds(topic.name)).length === 3)
  })
})

async function compactEagerly(topic: string): Promise<void> {
  const admin = kafkaClient().admin()
  await admin.connect()
  await admin.alterConfigs({
    validateOnly: false,
    resources: [
      {
        type: 2,
        name: topic,
        configEntries: [
          { name: 'cleanup.policy', value: 'compact' },
          { name: 'segment.ms', value: '200' },
          { name: 'min.cleanable.dirty.ratio', value: '0.01' },
        ],
      },
    ],
  })
  await admin.disconnect()
}
