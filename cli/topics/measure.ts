// What a topic holds, measured the same way on both logs: bounds, first and last times, records and bytes.
import type { Bounds, Log, LogRecord, Range, RangeOf } from '../../db/log/port.ts'
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
  return (await measureTopics(log, [topic]))[0]!
}

/** All in one go: on Kafka to begin reading costs more than what is read. */
export async function measureTopics(log: Log, topics: readonly Topic<any>[]): Promise<TopicSize[]> {
  const bounds = await log.boundsOf(topics.map(({ name }) => name))
  const boundsOf = (topic: Topic<any>) => bounds.get(topic.name) ?? []
  const newest = await collect(
    log,
    topics.map((topic) => ({ topic, range: newestOf(boundsOf(topic)) })),
  )
  const firsts = topics.flatMap((topic) => (boundsOf(topic).some(isLarger) ? [{ topic, range: firstOf(boundsOf(topic)) }] : []))
  const oldest = await collect(log, firsts)
  return topics.map((topic) => {
    const partitions = boundsOf(topic)
    const sample = newest.get(topic.name) ?? []
    const times = [...sample, ...(oldest.get(topic.name) ?? [])].map(({ appendedAt }) => appendedAt.getTime())
    return {
      partitions,
      records: partitions.reduce((sum, { low, high }) => sum + high - low, 0n),
      bytes: partitions.reduce((sum, own) => sum + bytesOf(own, sample), 0),
      bytesEstimated: partitions.some(isLarger),
      first: times.length === 0 ? null : new Date(Math.min(...times)),
      last: times.length === 0 ? null : new Date(Math.max(...times)),
    }
  })
}

const isLarger = ({ low, high }: Bounds): boolean => high - low > sampled

function bytesOf({ partition, low, high }: Bounds, sample: readonly LogRecord[]): number {
  const own = sample.filter((record) => record.partition === partition)
  if (own.length === 0) return 0
  const bytes = own.reduce((sum, { key, value }) => sum + Buffer.byteLength(key) + Buffer.byteLength(value ?? ''), 0)
  return high - low > sampled ? Math.round((bytes / own.length) * Number(high - low)) : bytes
}

function newestOf(partitions: readonly Bounds[]): Range {
  return {
    from: new Map(partitions.map((own) => [own.partition, isLarger(own) ? own.high - sampled : own.low])),
    to: new Map(partitions.map(({ partition, high }) => [partition, high])),
  }
}

/** Of what is larger than its sample. */
function firstOf(partitions: readonly Bounds[]): Range {
  return { to: new Map(partitions.map((own) => [own.partition, isLarger(own) ? own.low + 1n : own.low])) }
}

async function collect(log: Log, wanted: readonly RangeOf[]): Promise<Map<string, LogRecord[]>> {
  const records = new Map<string, LogRecord[]>()
  for await (const record of log.readAll(wanted)) {
    const own = records.get(record.topic) ?? []
    records.set(record.topic, own)
    own.push(record)
  }
  return records
}
