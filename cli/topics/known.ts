// Every topic this release has, with who writes it and who reads it.

import { demands } from '../../db/facts/demand-topic.ts'
import type { Topic } from '../../db/log/topic.ts'
import { discoverFollowers } from '../../ingestors/chains/start.ts'
import { discoverChainSources, discoverContractSources } from '../../ingestors/contracts/reader.ts'
import type { Proof } from '../../ingestors/define.ts'
import { discoverIngestors } from '../../ingestors/index.ts'
import { discoverIndexSources } from '../../ingestors/indexed/define.ts'
import { discoverStreams } from '../../ingestors/streams/define.ts'
import { streamTopics } from '../../ingestors/streams/run.ts'
import { discoverServices } from '../../processors/index.ts'
import { discoverJobs } from '../../processors/jobs/index.ts'
import { indexesOf } from '../../processors/kit/define.ts'

export interface KnownTopic {
  readonly topic: Topic<any>
  readonly writers: readonly string[]
  readonly readers: readonly string[]
  /** How its sources' shapes are known; empty where no source of ours writes it. */
  readonly proofs: readonly Proof[]
}

export async function discoverTopics(): Promise<KnownTopic[]> {
  const found = new Map<string, { topic: Topic<any>; writers: Set<string>; readers: Set<string>; proofs: Set<Proof> }>()
  const know = (topic: Topic<any>) => {
    const known = found.get(topic.name) ?? {
      topic,
      writers: new Set<string>(),
      readers: new Set<string>(),
      proofs: new Set<Proof>(),
    }
    found.set(topic.name, known)
    return known
  }
  const asked = [...(await discoverContractSources()), ...(await discoverChainSources()), ...(await discoverIndexSources())]
  const write = (topic: Topic<any>, { source, proof }: { source: string; proof: Proof }) => {
    know(topic).writers.add(source)
    know(topic).proofs.add(proof)
  }
  for (const source of [...(await discoverIngestors()), ...asked]) write(source.topic, source)
  for (const stream of await discoverStreams()) for (const topic of streamTopics) write(topic, stream)
  for (const follower of await discoverFollowers()) for (const topic of follower.topics) write(topic, follower)
  const services = await discoverServices()
  for (const service of services) {
    for (const topic of service.reads) know(topic).readers.add(service.label)
    for (const { group, topic } of indexesOf([service])) know(topic).readers.add(group)
    for (const { queue, demand, path } of service.routes) {
      if (queue !== undefined) know(queue.topic).writers.add(`api:${service.label}${path}`)
      if (demand !== undefined) know(demands).writers.add(`api:${service.label}${path}`)
    }
  }
  for (const job of await discoverJobs()) know(job.topic).readers.add(`job:${job.kind}`)
  if (found.has(demands.name)) know(demands).readers.add('ingestors')
  // What nobody else writes, a service that keeps its facts in memory says itself.
  for (const service of services.filter(({ keep }) => keep !== undefined))
    for (const topic of service.reads) if (know(topic).writers.size === 0) know(topic).writers.add(`service:${service.label}`)
  return [...found.values()]
    .map(({ topic, writers, readers, proofs }) => ({
      topic,
      writers: [...writers].sort(),
      readers: [...readers].sort(),
      proofs: [...proofs].sort(),
    }))
    .sort((a, b) => (a.topic.name < b.topic.name ? -1 : 1))
}
