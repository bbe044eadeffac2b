// Every topic this release has, with who writes it and who reads it.
import type { Topic } from '../../db/log/topic.ts'
import { discoverContractSources } from '../../ingestors/contracts/reader.ts'
import { discoverIngestors } from '../../ingestors/index.ts'
import { discoverServices } from '../../processors/index.ts'
import { discoverJobs } from '../../processors/jobs/index.ts'

export interface KnownTopic {
  readonly topic: Topic<any>
  readonly writers: readonly string[]
  readonly readers: readonly string[]
}

export async function discoverTopics(): Promise<KnownTopic[]> {
  const found = new Map<string, { topic: Topic<any>; writers: Set<string>; readers: Set<string> }>()
  const know = (topic: Topic<any>) => {
    const known = found.get(topic.name) ?? { topic, writers: new Set<string>(), readers: new Set<string>() }
    found.set(topic.name, known)
    return known
  }
  for (const ingestor of [...(await discoverIngestors()), ...(await discoverContractSources())]) know(ingestor.topic).writers.add(ingestor.source)
  const services = await discoverServices()
  for (const service of services) {
    for (const topic of service.reads) know(topic).readers.add(service.label)
    for (const { queue, path } of service.routes)
      if (queue !== undefined) know(queue.topic).writers.add(`api:${service.label}${path}`)
  }
  for (const job of await discoverJobs()) know(job.topic).readers.add(`job:${job.kind}`)
  return [...found.values()]
    .map(({ topic, writers, readers }) => ({ topic, writers: [...writers].sort(), readers: [...readers].sort() }))
    .sort((a, b) => (a.topic.name < b.topic.name ? -1 : 1))
}
