// The log records a service would read if every source it draws on were polled once on its sample.
import type { LogRecord } from '../../db/log/port.ts'
import type { Topic } from '../../db/log/topic.ts'
import { createHttpClient } from '../../ingestors/client/http.ts'
import type { Ingestor } from '../../ingestors/define.ts'
import { startDemoUpstream } from '../../ingestors/samples/demo.ts'
import { sampleAskedFacts } from '../../ingestors/samples/sample-facts.ts'
import type { Service } from '../../processors/kit/define.ts'
import { seededFacts } from './cascade/seeded-facts.ts'
import { pollAt, pollOnce, sampledSources } from './sources.ts'

export interface TopicRecord {
  readonly topic: Topic<any>
  readonly record: LogRecord
}

// A source that several services read is polled once: nobody changes what came of it.
const polled = new Map<string, readonly unknown[]>()
let asked: ReturnType<typeof sampleAskedFacts> | undefined

export async function sampleValues(service: Service): Promise<Map<Topic<any>, readonly unknown[]>> {
  const values = new Map<Topic<any>, readonly unknown[]>()
  const sources = (await sampledSources()).map(({ ingestor }) => ingestor)
  const topicOf = ({ topic }: Ingestor) => service.reads.find(({ name }) => name === topic.name)
  await poll(sources.filter((ingestor) => topicOf(ingestor) !== undefined && !polled.has(ingestor.source)))
  for (const ingestor of sources) {
    const topic = topicOf(ingestor)
    if (topic !== undefined) values.set(topic, polled.get(ingestor.source)!)
  }
  // What is read from chains has no upstream to ask; a seeded chain stands in for it.
  for (const [topic, list] of seededFacts({ seed: 3, chainId: 1, borrowers: 10 }))
    if (service.reads.includes(topic)) values.set(topic, list)
  asked ??= sampleAskedFacts(pollAt)
  for (const [topic, list] of await asked) if (service.reads.includes(topic)) values.set(topic, list)
  return values
}

async function poll(sources: readonly Ingestor[]): Promise<void> {
  const demo = await startDemoUpstream({ now: () => pollAt })
  const http = createHttpClient({ reroute: demo.reroute, requestsPerSecond: 10_000 })
  try {
    for (const ingestor of sources) polled.set(ingestor.source, await pollOnce(ingestor, http, null))
  } finally {
    await http.close()
    await demo.stop()
  }
}

// The same values are put on many logs.
const texts = new WeakMap<object, string>()

function textOf(value: object): string {
  const known = texts.get(value) ?? JSON.stringify(value)
  texts.set(value, known)
  return known
}

export function toRecords(values: ReadonlyMap<Topic<any>, readonly unknown[]>): TopicRecord[] {
  return [...values].flatMap(([topic, list]) =>
    list.map((value, offset) => ({
      topic,
      record: {
        topic: topic.name,
        partition: 0,
        offset: BigInt(offset),
        key: topic.key(value),
        value: textOf(value as object),
        appendedAt: pollAt,
      },
    })),
  )
}
