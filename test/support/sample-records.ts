// The log records a service would read if every source it draws on were polled once on its sample.
import type { LogRecord } from '../../db/log/port.ts'
import type { Topic } from '../../db/log/topic.ts'
import { createHttpClient } from '../../ingestors/client/http.ts'
import { startDemoUpstream } from '../../ingestors/samples/demo.ts'
import { sampleAskedFacts } from '../../ingestors/samples/sample-facts.ts'
import type { Service } from '../../processors/kit/define.ts'
import { seededFacts } from './cascade/seeded-facts.ts'
import { pollAt, pollOnce, sampledSources } from './sources.ts'

export interface TopicRecord {
  readonly topic: Topic<any>
  readonly record: LogRecord
}

export async function sampleValues(service: Service): Promise<Map<Topic<any>, unknown[]>> {
  const demo = await startDemoUpstream({ now: () => pollAt })
  const http = createHttpClient({ reroute: demo.reroute, requestsPerSecond: 10_000 })
  try {
    const values = new Map<Topic<any>, unknown[]>()
    for (const { ingestor } of await sampledSources()) {
      const topic = service.reads.find((read) => read.name === ingestor.topic.name)
      if (topic !== undefined) values.set(topic, await pollOnce(ingestor, http, null))
    }
    // What is read from chains has no upstream to ask; a seeded chain stands in for it.
    for (const [topic, list] of seededFacts({ seed: 3, chainId: 1, borrowers: 10 }))
      if (service.reads.includes(topic)) values.set(topic, list)
    for (const [topic, list] of await sampleAskedFacts(pollAt)) if (service.reads.includes(topic)) values.set(topic, list)
    return values
  } finally {
    await http.close()
    await demo.stop()
  }
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
        value: JSON.stringify(value),
        appendedAt: pollAt,
      },
    })),
  )
}
