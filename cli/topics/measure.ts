// What a topic holds, measured the same way on both logs: bounds, first and last times, records and bytes.
import type { Bounds, Log, LogRecord, Range } from '../../db/log/port.ts'
import type { Topic } from '../../db/log/topic.ts'

export interface TopicSize {
  readonly partitions: readonly Bounds[]
  readonly records: bigint
  readonly bytes: number
  /** Whole topics are counted; of larger ones the newest records of each partition stand for the rest. */
  readonly bytesEstimated: boolean
  readonly first: Date | null
  readonly last: Date | null
}

const sampled = 500n

export async function measureTopic(log: Log, topic: Topic<any>): Promise<TopicSize> {
  const partitions = await log.bounds(topic.name)
  const records = partitions.reduce((sum, { low, high }) => sum + high - low, 0n)
  const newest = await newestRecords(log, topic, partitions)
  const larger = partitions.filter(({ low, high }) => high - low > sampled)
  const first = larger.length === 0 ? newest : [...newest, ...(await firstRecords(log, topic, larger))]
  const times = first.map((record) => record.appendedAt.getTime())
  return {
    partitions,
    records,
    bytes: partitions.reduce((sum, bounds) => sum + bytesOf(bounds, newest), 0),
    bytesEstimated: larger.length > 0,
    first: times.length === 0 ? null : new Date(Math.min(...times)),
    last: times.length === 0 ? null : new Date(Math.max(...times)),
  }
}

function bytesOf({ partition, low, high }: Bounds, sample: readonly LogRecord[]): number {
  const own = sample.filter((record) => record.partition === partition)
  if (own.length === 0) return 0
  const bytes = own.reduce((sum, { key, value }) => sum + Buffer.byteLength(key) + Buffer.byteLength(value ?? ''), 0)
  return high - low > sampled ? Math.round((bytes / own.length) * Number(high - low)) : bytes
}

function newestRecords(log: Log, topic: Topic<any>, partitions: readonly Bounds[]): Promise<LogRecord[]> {
  const from = new Map(partitions.map(({ partition, low, high }) => [partition, high - sampled > low ? high - sampled : low]))
  return collect(log, topic, { from, to: new Map(partitions.map(({ partition, high }) => [partition, high])) })
}

async function firstRecords(log: Log, topic: Topic<any>, partitions: readonly Bounds[]): Promise<LogRecord[]> {
  const all = await log.bounds(topic.name)
  const wanted = new Set(partitions.map(({ partition }) => partition))
  const to = new Map(all.map(({ partition, low }) => [partition, wanted.has(partition) ? low + 1n : low]))
  return collect(log, topic, { to })
}

async function collect(log: Log, topic: Topic<any>, range: Range): Promise<LogRecord[]> {
  const records: LogRecord[] = []
  for await (const record of log.read(topic, range)) records.push(record)
  return records
}
