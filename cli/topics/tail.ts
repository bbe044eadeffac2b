// Streams a topic's records to the terminal: from a time or the newest few, and on as they come with follow.
import { randomUUID } from 'node:crypto'
import type { Log, LogRecord } from '../../db/log/port.ts'
import type { Topic } from '../../db/log/topic.ts'

export interface TailOptions {
  readonly key: string | null
  readonly from: Date | null
  readonly signal: AbortSignal
  show(record: LogRecord): void
}

const newest = 10n

export async function tailTopic(log: Log, topic: Topic<any>, options: TailOptions): Promise<void> {
  const from = await startOffsets(log, topic, options)
  for await (const record of log.read(topic, { from }, options.signal)) showWanted(record, options)
}

/** Ends only when the signal does. */
export async function followTopic(log: Log, topic: Topic<any>, options: TailOptions): Promise<void> {
  const from = await startOffsets(log, topic, options)
  await log.consume({
    group: `tollgate-tail-${randomUUID()}`,
    topics: [topic],
    signal: options.signal,
    from: async (_topic, partition) => from.get(partition) ?? null,
    onBatch: async ({ records }) => {
      for (const record of records) showWanted(record, options)
    },
  })
}

// With a key the newest few of the partition may hold none of it, so a key is looked for from the start.
async function startOffsets(log: Log, topic: Topic<any>, { from, key }: TailOptions): Promise<Map<number, bigint>> {
  const bounds = await log.bounds(topic.name)
  if (from !== null) {
    const found = await log.offsetsAt(topic.name, from)
    return new Map(bounds.map(({ partition, high }) => [partition, found.get(partition) ?? high]))
  }
  return new Map(bounds.map(({ partition, low, high }) => [partition, key === null && high - newest > low ? high - newest : low]))
}

function showWanted(record: LogRecord, { key, show }: TailOptions): void {
  if (key === null || record.key === key) show(record)
}

export function recordLine(record: LogRecord): string {
  const { topic, partition, offset, appendedAt, key, value } = record
  return JSON.stringify({
    topic,
    partition,
    offset: offset.toString(),
    time: appendedAt.toISOString(),
    key,
    // The payload's own text, so that a number too long for JavaScript stays what it was.
    value,
  })
}
