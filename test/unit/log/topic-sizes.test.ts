// What a topic holds and where its tail begins, on a log whose every record and bound is known: old records gone, partitions unlike each
// other, just as many records as are looked at and one more.
import { expect, test } from 'vitest'
import { measureTopics } from '../../../cli/topics/measure.ts'
import { followTopic, recordLine, tailTopic } from '../../../cli/topics/tail.ts'
import type { ConsumeOptions, Log, LogRecord, Range } from '../../../db/log/port.ts'
import { tickTopic } from '../../support/counter.ts'

const topic = tickTopic('sizes', 2)
const startedAt = Date.parse('2026-11-01T00:00:00Z')

/** A second apart in the order of their offsets; each of one partition as long as the other's is not. */
function records(partition: number, low: number, count: number): LogRecord[] {
  return Array.from({ length: count }, (_, i) => {
    const appendedAt = new Date(startedAt + (low + i) * 1_000)
    const value = partition === 0 ? '{}' : '{"long":"€"}'
    return { topic: topic.name, partition, offset: BigInt(low + i), key: `k${i % 3}`, value, appendedAt }
  })
}

type Partition = { readonly low: number; readonly held: readonly LogRecord[] }
function logOf(partitions: readonly Partition[]) {
  const bounds = partitions.map(({ low, held }, partition) => ({ partition, low: BigInt(low), high: BigInt(low + held.length) }))
  const read: LogRecord[] = []
  const within = function* ({ from, to }: Range) {
    for (const { partition, low, high } of bounds)
      for (const record of partitions[partition]!.held)
        if (record.offset >= (from?.get(partition) ?? low) && record.offset < (to?.get(partition) ?? high)) {
          read.push(record)
          yield record
        }
  }
  const consumed: ConsumeOptions[] = []
  const log = {
    bounds: async () => bounds,
    boundsOf: async (names: readonly string[]) => new Map(names.map((name) => [name, bounds])),
    // What a log has nothing of at that time may be left out.
    offsetsAt: async (_topic: string, at: Date) =>
      new Map(
        partitions.flatMap(({ held }, partition) => {
          const found = held.find(({ appendedAt }) => appendedAt >= at)
          return found === undefined ? [] : [[partition, found.offset] as const]
        }),
      ),
    read: async function* (_topic: unknown, range: Range) {
      yield* within(range)
    },
    readAll: async function* (wanted: readonly { range: Range }[]) {
      for (const { range } of wanted) yield* within(range)
    },
    consume: async (options: ConsumeOptions) => void consumed.push(options),
  } as unknown as Log
  return { log, read, consumed }
}
const measured = async (...partitions: Partition[]) => {
  const { log, read } = logOf(partitions)
  return { size: (await measureTopics(log, [topic]))[0]!, read }
}
const of = (partition: number, low: number, count: number): Partition => ({ low, held: records(partition, low, count) })
const [short, long] = [2 + 2, 2 + 14]

test('as many records as are looked at are counted to the byte, and what is gone is not counted', async () => {
  const { size, read } = await measured(of(0, 1_000, 500), of(1, 40, 3))
  expect(size).toMatchObject({ records: 503n, bytes: 500 * short + 3 * long, bytesEstimated: false })
  expect(size.first).toEqual(new Date(startedAt + 40_000))
  expect(size.last).toEqual(new Date(startedAt + 1_499_000))
  expect(read).toHaveLength(503)
})

test('of more the newest stand for the rest, partition by partition, and the oldest is read for its time alone', async () => {
  const { size, read } = await measured(of(0, 7_000, 2_000), of(1, 90, 1))
  expect(size).toMatchObject({ records: 2_001n, bytes: 2_000 * short + long, bytesEstimated: true })
  expect(size.first).toEqual(new Date(startedAt + 90_000))
  expect(size.last).toEqual(new Date(startedAt + 8_999_000))
  expect(read.map(({ offset }) => Number(offset)).toSorted((a, b) => a - b)).toEqual([
    90,
    7_000,
    ...Array.from({ length: 500 }, (_, i) => 8_500 + i),
  ])
})

test('where only the large partition is old its first record dates the topic', async () => {
  const { size } = await measured(of(0, 10, 501), of(1, 9_000, 0))
  expect(size.first).toEqual(new Date(startedAt + 10_000))
  expect(size).toMatchObject({ records: 501n, bytes: 501 * short, bytesEstimated: true })
})

const tailed = async (partitions: readonly Partition[], options: { key?: string; from?: Date }) => {
  const seen: string[] = []
  const show = ({ partition, offset }: LogRecord) => void seen.push(`${partition}@${offset}`)
  const { signal } = new AbortController()
  await tailTopic(logOf(partitions).log, topic, { key: null, from: null, ...options, signal, show })
  return seen
}

test('the newest ten of each partition, all there are of a key, and from a time only what is no older', async () => {
  const partitions = [of(0, 50, 12), of(1, 5, 2)]
  const newest = [...Array.from({ length: 10 }, (_, i) => `0@${52 + i}`), '1@5', '1@6']
  expect(await tailed(partitions, {})).toEqual(newest)
  expect(await tailed(partitions, { key: 'k2' })).toEqual(['0@52', '0@55', '0@58', '0@61'])
  // The second partition has nothing since.
  expect(await tailed(partitions, { from: new Date(startedAt + 60_000) })).toEqual(['0@60', '0@61'])
})

test('who follows begins where a tail does', async () => {
  const { log, consumed } = logOf([of(0, 50, 12), of(1, 5, 2)])
  const { signal } = new AbortController()
  await followTopic(log, topic, { key: null, from: null, signal, show: () => undefined })
  const [{ from }] = consumed as [ConsumeOptions]
  expect(await Promise.all([0, 1].map((partition) => from(topic.name, partition)))).toEqual([52n, 5n])
})

test('a line is exact: offsets beyond what numbers hold, and the value as it was appended', () => {
  const [record] = records(0, 0, 1)
  const line = JSON.parse(recordLine({ ...record!, offset: 9_007_199_254_740_993n, value: '{"n":1.0}' }))
  expect(line).toEqual({
    ...{ topic: topic.name, partition: 0, offset: '9007199254740993' },
    ...{ time: '2026-11-01T00:00:00.000Z', key: 'k0', value: '{"n":1.0}' },
  })
})
