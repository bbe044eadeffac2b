// A log that holds given records, for what only reads: replay and explanation without an engine.
import type { Bounds, Log, LogRecord } from '../../db/log/port.ts'
import type { TopicRecord } from './sample-records.ts'

export type ReadOnlyLog = Pick<Log, 'read' | 'bounds' | 'offsetsAt'>

/** Records of one partition, whose offsets are their places in the topic. */
export function createMemoryLog(records: readonly TopicRecord[]): Log {
  const byTopic = new Map<string, LogRecord[]>()
  for (const { topic, record } of records) {
    const own = byTopic.get(topic.name) ?? []
    byTopic.set(topic.name, own)
    own.push(record)
  }
  return createReadOnly(byTopic) as Log
}

function createReadOnly(byTopic: ReadonlyMap<string, readonly LogRecord[]>): ReadOnlyLog {
  const own = (topic: string) => byTopic.get(topic) ?? []
  const boundsOf = (topic: string): Bounds => ({ partition: 0, low: 0n, high: (own(topic).at(-1)?.offset ?? -1n) + 1n })
  return {
    bounds: async (topic) => [boundsOf(topic)],
    offsetsAt: async (topic, at) =>
      new Map([[0, own(topic).find(({ appendedAt }) => appendedAt >= at)?.offset ?? boundsOf(topic).high]]),
    async *read(topic, { from, to }) {
      const [first, end] = [from?.get(0) ?? 0n, to?.get(0) ?? boundsOf(topic.name).high]
      for (const record of own(topic.name)) if (record.offset >= first && record.offset < end) yield record
    },
  }
}
